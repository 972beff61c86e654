-- relational-databases/system-stored-procedures/sp-addtype-transact-sql.md
CREATE PROCEDURE sys.sp_addtype @typename sysname, @phystype sysname, @nulltype varchar(8) = NULL, @owner sysname = NULL
AS
SET NOCOUNT ON;
DECLARE @bracket int = CHARINDEX(N'(', @phystype + N'('), @text nvarchar(max);
DECLARE @base sysname = RTRIM(LEFT(@phystype, @bracket - 1)), @size nvarchar(128) = SUBSTRING(@phystype, @bracket, 128);
IF TYPE_ID(QUOTENAME(@base)) IS NULL OR @size LIKE N'%[^0-9,() ]%' AND REPLACE(@size, N' ', N'') <> N'(max)'
BEGIN
    RAISERROR(15036, 16, 1, @phystype);
    RETURN 1;
END;
IF LOWER(@nulltype) NOT IN ('null', 'not null', 'nonull')
BEGIN
    RAISERROR(15085, 16, 1);
    RETURN 1;
END;
IF REPLACE(@size, N' ', N'') = N'(max)'
BEGIN
    RAISERROR(15108, 16, 1);
    RETURN 1;
END;
IF @base = N'xml'
BEGIN
    RAISERROR(15656, 16, 1);
    RETURN 1;
END;
SET @text = N'CREATE TYPE ' + ISNULL(QUOTENAME(@owner) + N'.', N'') + QUOTENAME(@typename) + N' FROM ' + QUOTENAME(@base) + @size
            + CASE LOWER(@nulltype) WHEN 'null' THEN N' NULL' WHEN 'not null' THEN N' NOT NULL' WHEN 'nonull' THEN N' NOT NULL' ELSE N'' END;
EXEC(@text);
IF @@ERROR <> 0 RETURN 1;
RETURN 0;
