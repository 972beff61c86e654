-- Finds the table that a DBCC command names, by its name or its id, in the current database.
CREATE PROCEDURE sys.sp_dbcc_find_table @table nvarchar(776), @id int OUTPUT
AS
SET NOCOUNT ON;
DECLARE @text nvarchar(max);
SET @id = ISNULL(TRY_CAST(@table AS int), OBJECT_ID(@table));
IF @id IS NULL OR OBJECTPROPERTY(@id, 'IsUserTable') = 0 OR OBJECT_NAME(@id) IS NULL
BEGIN
    -- Reports that the table doesn't exist.
    SET @text = N'DBCC CHECKTABLE(N''' + REPLACE(@table, N'''', N'''''') + N''') WITH NO_INFOMSGS';
    EXEC(@text);
    RETURN 1;
END;
RETURN 0;
