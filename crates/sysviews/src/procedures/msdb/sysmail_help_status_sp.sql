-- relational-databases/system-stored-procedures/sysmail-help-status-sp-transact-sql.md. Database Mail can't be started.
CREATE PROCEDURE dbo.sysmail_help_status_sp
AS
SET NOCOUNT ON;
SELECT CAST(N'STOPPED' AS nvarchar(7)) AS Status;
RETURN 0;
