-- database-engine/configure-windows/ole-automation-procedures-server-configuration-option.md: the component is turned off.
CREATE PROCEDURE sys.sp_OAMethod @objecttoken int, @methodname nvarchar(4000), @returnvalue nvarchar(4000) = NULL OUTPUT, @p1 sql_variant = NULL, @p2 sql_variant = NULL, @p3 sql_variant = NULL, @p4 sql_variant = NULL, @p5 sql_variant = NULL, @p6 sql_variant = NULL, @p7 sql_variant = NULL, @p8 sql_variant = NULL, @p9 sql_variant = NULL, @p10 sql_variant = NULL
AS
SET NOCOUNT ON;
RAISERROR(15281, 16, 1, N'procedure', N'sys.sp_OAMethod', N'Ole Automation Procedures');
RETURN 1;
