-- relational-databases/system-stored-procedures/sp-refreshsqlmodule-transact-sql.md. Modules are bound at each compilation, so that only the
-- columns of `*` can be out of date.
CREATE PROCEDURE sys.sp_refreshsqlmodule @name nvarchar(776), @namespace nvarchar(20) = NULL
AS
SET NOCOUNT ON;
IF @namespace IS NOT NULL
BEGIN
    IF UPPER(@namespace) NOT IN (N'DATABASE_DDL_TRIGGER', N'SERVER_DDL_TRIGGER')
    BEGIN
        RAISERROR(15600, 15, 1, N'sys.sp_refreshsqlmodule');
        RETURN 1;
    END;
    IF NOT EXISTS (SELECT * FROM sys.triggers WHERE parent_class = 0 AND name = @name AND UPPER(@namespace) = N'DATABASE_DDL_TRIGGER')
       AND NOT EXISTS (SELECT * FROM sys.server_triggers WHERE name = @name AND UPPER(@namespace) = N'SERVER_DDL_TRIGGER')
    BEGIN
        RAISERROR(15165, 16, 1, @name);
        RETURN 1;
    END;
    RETURN 0;
END;
IF PARSENAME(@name, 3) <> DB_NAME()
BEGIN
    RAISERROR(15250, 16, 1);
    RETURN 1;
END;
DECLARE @id int = OBJECT_ID(@name), @status int;
IF @id IS NULL OR NOT EXISTS (SELECT * FROM sys.sql_modules AS m JOIN sys.objects AS o ON o.object_id = m.object_id
                              WHERE m.object_id = @id AND m.is_schema_bound = 0 AND o.type IN ('V', 'P', 'FN', 'IF', 'TF', 'TR'))
   OR HAS_PERMS_BY_NAME(@name, 'OBJECT', 'ALTER') = 0
BEGIN
    RAISERROR(15165, 16, 1, @name);
    RETURN 1;
END;
EXEC @status = sys.sp_refreshsqlmodule_internal @name;
IF @@ERROR <> 0 SET @status = 1;
RETURN ISNULL(@status, 1);
