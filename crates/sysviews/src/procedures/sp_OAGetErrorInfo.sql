-- database-engine/configure-windows/ole-automation-procedures-server-configuration-option.md: the component is turned off.
CREATE PROCEDURE sys.sp_OAGetErrorInfo @objecttoken int = NULL, @source nvarchar(4000) = NULL OUTPUT, @description nvarchar(4000) = NULL OUTPUT, @helpfile nvarchar(4000) = NULL OUTPUT, @helpid int = NULL OUTPUT
AS
SET NOCOUNT ON;
RAISERROR(15281, 16, 1, N'procedure', N'sys.sp_OAGetErrorInfo', N'Ole Automation Procedures');
RETURN 1;
