-- DBCC CLEANTABLE (t-sql/database-console-commands/dbcc-cleantable-transact-sql.md). ALTER TABLE REBUILD writes the rows without the
-- bytes of dropped columns, in one transaction.
CREATE PROCEDURE sys.sp_dbcc_cleantable @table nvarchar(776), @rows int = 0
AS
SET NOCOUNT ON;
DECLARE @status int, @id int, @text nvarchar(max);
EXEC @status = sys.sp_dbcc_find_table @table, @id OUTPUT;
IF @status <> 0 RETURN 1;
SET @text = N'ALTER TABLE ' + QUOTENAME(OBJECT_SCHEMA_NAME(@id)) + N'.' + QUOTENAME(OBJECT_NAME(@id)) + N' REBUILD';
EXEC(@text);
IF @@ERROR <> 0 RETURN 1;
RETURN 0;
