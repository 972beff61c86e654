-- database-engine/configure-windows/ole-automation-procedures-server-configuration-option.md: the component is turned off.
CREATE PROCEDURE sys.sp_OASetProperty @objecttoken int, @propertyname nvarchar(4000), @newvalue sql_variant = NULL, @index sql_variant = NULL
AS
SET NOCOUNT ON;
RAISERROR(15281, 16, 1, N'procedure', N'sys.sp_OASetProperty', N'Ole Automation Procedures');
RETURN 1;
