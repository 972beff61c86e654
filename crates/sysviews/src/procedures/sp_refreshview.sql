-- relational-databases/system-stored-procedures/sp-refreshview-transact-sql.md. Modules are bound at each compilation, so that no metadata
-- can be out of date; a view that can't be bound any more is reported.
CREATE PROCEDURE sys.sp_refreshview @viewname nvarchar(776)
AS
SET NOCOUNT ON;
IF PARSENAME(@viewname, 3) <> DB_NAME()
BEGIN
    RAISERROR(15250, 16, 1);
    RETURN 1;
END;
DECLARE @id int = OBJECT_ID(@viewname), @text nvarchar(max);
IF @id IS NULL OR NOT EXISTS (SELECT * FROM sys.sql_modules AS m JOIN sys.objects AS o ON o.object_id = m.object_id
                              WHERE m.object_id = @id AND m.is_schema_bound = 0 AND o.type IN ('V'))
   OR HAS_PERMS_BY_NAME(@viewname, 'OBJECT', 'ALTER') = 0
BEGIN
    RAISERROR(15165, 16, 1, @viewname);
    RETURN 1;
END;
IF OBJECTPROPERTY(@id, 'IsView') = 1
BEGIN
    SET @text = N'DECLARE @any int = (SELECT TOP (0) 1 FROM ' + QUOTENAME(OBJECT_SCHEMA_NAME(@id)) + N'.' + QUOTENAME(OBJECT_NAME(@id)) + N')';
    EXEC(@text);
    IF @@ERROR <> 0 RETURN 1;
END;
RETURN 0;
