-- Undocumented. Finds the alert and the operator of a notification by their names.
CREATE PROCEDURE dbo.sp_verify_notification @alert_name sysname, @operator_name sysname, @alert int OUTPUT, @operator int OUTPUT
AS
SET NOCOUNT ON;
SELECT @alert = id FROM dbo.sysalerts WHERE name = @alert_name;
SELECT @operator = id FROM dbo.sysoperators WHERE name = @operator_name;
IF @alert IS NULL
BEGIN
    RAISERROR(14262, 16, 1, N'@alert_name', @alert_name);
    RETURN 1;
END;
IF @operator IS NULL
BEGIN
    RAISERROR(14262, 16, 1, N'@operator_name', @operator_name);
    RETURN 1;
END;
RETURN 0;
