-- database-engine/configure-windows/ole-automation-procedures-server-configuration-option.md: the component is turned off.
CREATE PROCEDURE sys.sp_OAGetProperty @objecttoken int, @propertyname nvarchar(4000), @propertyvalue nvarchar(4000) = NULL OUTPUT, @index sql_variant = NULL
AS
SET NOCOUNT ON;
RAISERROR(15281, 16, 1, N'procedure', N'sys.sp_OAGetProperty', N'Ole Automation Procedures');
RETURN 1;
