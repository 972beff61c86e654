-- relational-databases/system-stored-procedures/sp-adduser-transact-sql.md
CREATE PROCEDURE sys.sp_adduser @loginame sysname, @name_in_db sysname = NULL, @grpname sysname = NULL
AS
SET NOCOUNT ON;
IF @@TRANCOUNT > 0
BEGIN
    RAISERROR(15002, 16, 1, N'sys.sp_adduser');
    RETURN 1;
END;
IF @grpname IS NOT NULL AND NOT EXISTS (SELECT * FROM sys.database_principals WHERE type = 'R' AND name = @grpname)
BEGIN
    RAISERROR(15014, 16, 1, @grpname);
    RETURN 1;
END;
DECLARE @status int, @text nvarchar(max);
EXEC @status = sys.sp_grantdbaccess @loginame, @name_in_db OUTPUT;
IF @status <> 0 RETURN 1;
IF @grpname IS NULL RETURN 0;
SET @text = N'ALTER ROLE ' + QUOTENAME(@grpname) + N' ADD MEMBER ' + QUOTENAME(@name_in_db);
EXEC(@text);
IF @@ERROR <> 0 RETURN 1;
RETURN 0;
