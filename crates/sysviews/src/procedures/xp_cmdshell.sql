-- database-engine/configure-windows/xp-cmdshell-server-configuration-option.md: the component is turned off.
CREATE PROCEDURE sys.xp_cmdshell @command nvarchar(4000), @no_output varchar(16) = NULL
AS
SET NOCOUNT ON;
RAISERROR(15281, 16, 1, N'procedure', N'sys.xp_cmdshell', N'xp_cmdshell');
RETURN 1;
