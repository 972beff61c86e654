-- relational-databases/system-stored-procedures/sp-attach-db-transact-sql.md
CREATE PROCEDURE sys.sp_attach_db @dbname sysname, @filename1 nvarchar(260),
    @filename2 nvarchar(260) = NULL,
    @filename3 nvarchar(260) = NULL,
    @filename4 nvarchar(260) = NULL,
    @filename5 nvarchar(260) = NULL,
    @filename6 nvarchar(260) = NULL,
    @filename7 nvarchar(260) = NULL,
    @filename8 nvarchar(260) = NULL,
    @filename9 nvarchar(260) = NULL,
    @filename10 nvarchar(260) = NULL,
    @filename11 nvarchar(260) = NULL,
    @filename12 nvarchar(260) = NULL,
    @filename13 nvarchar(260) = NULL,
    @filename14 nvarchar(260) = NULL,
    @filename15 nvarchar(260) = NULL,
    @filename16 nvarchar(260) = NULL
AS
SET NOCOUNT ON;
DECLARE @text nvarchar(max) = N'CREATE DATABASE ' + QUOTENAME(@dbname) + N' ON (FILENAME = N''' + REPLACE(@filename1, N'''', N'''''') + N''')';
SET @text += ISNULL(N', (FILENAME = N''' + REPLACE(@filename2, N'''', N'''''') + N''')', N'');
SET @text += ISNULL(N', (FILENAME = N''' + REPLACE(@filename3, N'''', N'''''') + N''')', N'');
SET @text += ISNULL(N', (FILENAME = N''' + REPLACE(@filename4, N'''', N'''''') + N''')', N'');
SET @text += ISNULL(N', (FILENAME = N''' + REPLACE(@filename5, N'''', N'''''') + N''')', N'');
SET @text += ISNULL(N', (FILENAME = N''' + REPLACE(@filename6, N'''', N'''''') + N''')', N'');
SET @text += ISNULL(N', (FILENAME = N''' + REPLACE(@filename7, N'''', N'''''') + N''')', N'');
SET @text += ISNULL(N', (FILENAME = N''' + REPLACE(@filename8, N'''', N'''''') + N''')', N'');
SET @text += ISNULL(N', (FILENAME = N''' + REPLACE(@filename9, N'''', N'''''') + N''')', N'');
SET @text += ISNULL(N', (FILENAME = N''' + REPLACE(@filename10, N'''', N'''''') + N''')', N'');
SET @text += ISNULL(N', (FILENAME = N''' + REPLACE(@filename11, N'''', N'''''') + N''')', N'');
SET @text += ISNULL(N', (FILENAME = N''' + REPLACE(@filename12, N'''', N'''''') + N''')', N'');
SET @text += ISNULL(N', (FILENAME = N''' + REPLACE(@filename13, N'''', N'''''') + N''')', N'');
SET @text += ISNULL(N', (FILENAME = N''' + REPLACE(@filename14, N'''', N'''''') + N''')', N'');
SET @text += ISNULL(N', (FILENAME = N''' + REPLACE(@filename15, N'''', N'''''') + N''')', N'');
SET @text += ISNULL(N', (FILENAME = N''' + REPLACE(@filename16, N'''', N'''''') + N''')', N'');
SET @text += N' FOR ATTACH';
EXEC(@text);
IF @@ERROR <> 0 RETURN 1;
RETURN 0;
