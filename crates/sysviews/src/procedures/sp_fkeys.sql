-- relational-databases/system-stored-procedures/sp-fkeys-transact-sql.md
CREATE PROCEDURE sys.sp_fkeys @pktable_name sysname = NULL, @pktable_owner sysname = NULL, @pktable_qualifier sysname = NULL,
    @fktable_name sysname = NULL, @fktable_owner sysname = NULL, @fktable_qualifier sysname = NULL
AS
SET NOCOUNT ON; SELECT @pktable_owner = NULLIF(@pktable_owner, N''), @fktable_owner = NULLIF(@fktable_owner, N'');
IF @pktable_name IS NULL AND @fktable_name IS NULL
BEGIN
    RAISERROR(15252, 16, 1);
    RETURN 1;
END;
IF @pktable_qualifier <> DB_NAME() OR @fktable_qualifier <> DB_NAME()
BEGIN
    RAISERROR(15250, 16, 1);
    RETURN 1;
END;
-- The current schema's table precedes the one of dbo.
IF @pktable_owner IS NULL AND @pktable_name IS NOT NULL
    SET @pktable_owner = CASE WHEN OBJECT_ID(QUOTENAME(SCHEMA_NAME()) + N'.' + QUOTENAME(@pktable_name)) IS NULL THEN N'dbo' ELSE SCHEMA_NAME() END;
IF @fktable_owner IS NULL AND @fktable_name IS NOT NULL
    SET @fktable_owner = CASE WHEN OBJECT_ID(QUOTENAME(SCHEMA_NAME()) + N'.' + QUOTENAME(@fktable_name)) IS NULL THEN N'dbo' ELSE SCHEMA_NAME() END;
SELECT DB_NAME() AS PKTABLE_QUALIFIER, OBJECT_SCHEMA_NAME(f.referenced_object_id) AS PKTABLE_OWNER, OBJECT_NAME(f.referenced_object_id) AS PKTABLE_NAME,
       rc.name AS PKCOLUMN_NAME, DB_NAME() AS FKTABLE_QUALIFIER, OBJECT_SCHEMA_NAME(f.parent_object_id) AS FKTABLE_OWNER,
       OBJECT_NAME(f.parent_object_id) AS FKTABLE_NAME, pc.name AS FKCOLUMN_NAME, CAST(x.constraint_column_id AS smallint) AS KEY_SEQ,
       CAST(CASE f.update_referential_action WHEN 1 THEN 0 WHEN 0 THEN 1 ELSE f.update_referential_action END AS smallint) AS UPDATE_RULE,
       CAST(CASE f.delete_referential_action WHEN 1 THEN 0 WHEN 0 THEN 1 ELSE f.delete_referential_action END AS smallint) AS DELETE_RULE,
       f.name AS FK_NAME, i.name AS PK_NAME, CAST(7 AS smallint) AS DEFERRABILITY
FROM sys.foreign_keys AS f JOIN sys.foreign_key_columns AS x ON x.constraint_object_id = f.object_id
     JOIN sys.columns AS pc ON pc.object_id = x.parent_object_id AND pc.column_id = x.parent_column_id
     JOIN sys.columns AS rc ON rc.object_id = x.referenced_object_id AND rc.column_id = x.referenced_column_id
     LEFT JOIN sys.indexes AS i ON i.object_id = f.referenced_object_id AND i.index_id = f.key_index_id
WHERE (@pktable_name IS NULL OR OBJECT_NAME(f.referenced_object_id) = @pktable_name)
      AND (@pktable_owner IS NULL OR OBJECT_SCHEMA_NAME(f.referenced_object_id) = @pktable_owner)
      AND (@fktable_name IS NULL OR OBJECT_NAME(f.parent_object_id) = @fktable_name)
      AND (@fktable_owner IS NULL OR OBJECT_SCHEMA_NAME(f.parent_object_id) = @fktable_owner)
ORDER BY FKTABLE_QUALIFIER, FKTABLE_OWNER, FKTABLE_NAME, FK_NAME, KEY_SEQ;
RETURN 0;
