-- DBCC CLEANTABLE (t-sql/database-console-commands/dbcc-cleantable-transact-sql.md). ALTER TABLE REBUILD writes the rows without the
-- bytes of dropped columns, in one transaction.
CREATE PROCEDURE sys.sp_dbcc_cleantable @table nvarchar(776), @rows int = 0
AS
SET NOCOUNT ON;
DECLARE @id int = ISNULL(TRY_CAST(@table AS int), OBJECT_ID(@table)), @text nvarchar(max);
IF @id IS NULL OR OBJECTPROPERTY(@id, 'IsUserTable') = 0 OR OBJECT_NAME(@id) IS NULL
BEGIN
    -- Reports that the table doesn't exist.
    SET @text = N'DBCC CHECKTABLE(N''' + REPLACE(@table, N'''', N'''''') + N''') WITH NO_INFOMSGS';
    EXEC(@text);
    RETURN 1;
END;
SET @text = N'ALTER TABLE ' + QUOTENAME(OBJECT_SCHEMA_NAME(@id)) + N'.' + QUOTENAME(OBJECT_NAME(@id)) + N' REBUILD';
EXEC(@text);
IF @@ERROR <> 0 RETURN 1;
RETURN 0;
