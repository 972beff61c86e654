-- database-engine/configure-windows/ole-automation-procedures-server-configuration-option.md: the component is turned off.
CREATE PROCEDURE sys.sp_OACreate @progid nvarchar(4000), @objecttoken int = NULL OUTPUT, @context int = NULL
AS
SET NOCOUNT ON;
RAISERROR(15281, 16, 1, N'procedure', N'sys.sp_OACreate', N'Ole Automation Procedures');
RETURN 1;
