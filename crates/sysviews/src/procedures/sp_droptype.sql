-- relational-databases/system-stored-procedures/sp-droptype-transact-sql.md
CREATE PROCEDURE sys.sp_droptype @typename sysname
AS
SET NOCOUNT ON;
DECLARE @text nvarchar(max);
SELECT TOP (1) @text = N'DROP TYPE ' + QUOTENAME(SCHEMA_NAME(schema_id)) + N'.' + QUOTENAME(name)
FROM sys.types WHERE is_user_defined = 1 AND name = @typename ORDER BY schema_id;
IF @text IS NULL
BEGIN
    RAISERROR(15036, 16, 1, @typename);
    RETURN 1;
END;
EXEC(@text);
IF @@ERROR <> 0 RETURN 1;
RETURN 0;
