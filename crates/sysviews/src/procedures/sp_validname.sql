-- relational-databases/system-stored-procedures/sp-validname-transact-sql.md
CREATE PROCEDURE sys.sp_validname @name sysname, @raise_error bit = 1
AS
SET NOCOUNT ON;
IF @name IS NULL OR DATALENGTH(@name) = 0
BEGIN
    IF @raise_error = 1 RAISERROR(15004, 16, 1);
    RETURN 1;
END;
IF CHARINDEX(NCHAR(0) COLLATE Latin1_General_BIN2, @name COLLATE Latin1_General_BIN2) > 0
BEGIN
    IF @raise_error = 1 RAISERROR(15006, 16, 1, @name);
    RETURN 1;
END;
RETURN 0;
