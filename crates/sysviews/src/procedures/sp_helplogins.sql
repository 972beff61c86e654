-- relational-databases/system-stored-procedures/sp-helplogins-transact-sql.md. There are no remote logins.
CREATE PROCEDURE sys.sp_helplogins @LoginNamePattern sysname = NULL
AS
SET NOCOUNT ON;
IF @LoginNamePattern IS NOT NULL AND NOT EXISTS (SELECT * FROM sys.server_principals WHERE type = 'S' AND name = @LoginNamePattern)
BEGIN
    RAISERROR(15007, 16, 1, @LoginNamePattern);
    RETURN 1;
END;
DECLARE @users TABLE(login_name sysname, database_name sysname, user_name sysname, kind char(8));
DECLARE @database sysname = (SELECT MIN(name) FROM sys.databases), @text nvarchar(max);
WHILE @database IS NOT NULL
BEGIN
    SET @text = QUOTENAME(@database) + N'.sys.database_principals AS u JOIN sys.server_principals AS l ON l.sid = u.sid ';
    SET @text = N'SELECT l.name, @database, u.name, ''User'' FROM ' + @text + N'WHERE u.type <> ''R'' UNION ALL SELECT l.name, @database, r.name, ''MemberOf'' FROM '
        + @text + N'JOIN ' + QUOTENAME(@database) + N'.sys.database_role_members AS m ON m.member_principal_id = u.principal_id JOIN '
        + QUOTENAME(@database) + N'.sys.database_principals AS r ON r.principal_id = m.role_principal_id';
    IF HAS_DBACCESS(@database) = 1 INSERT @users EXEC sys.sp_executesql @text, N'@database sysname', @database;
    ELSE RAISERROR(15622, 10, 1, @database);
    SET @database = (SELECT MIN(name) FROM sys.databases WHERE name > @database);
END;
SELECT p.name AS LoginName, p.sid AS SID, p.default_database_name AS DefDBName, p.default_language_name AS DefLangName,
       CAST(CASE WHEN EXISTS (SELECT * FROM @users AS u WHERE u.login_name = p.name) THEN 'yes' ELSE 'no' END AS char(5)) AS AUser, CAST('no' AS char(7)) AS ARemote
FROM sys.server_principals AS p WHERE p.type = 'S' AND (@LoginNamePattern IS NULL OR p.name = @LoginNamePattern) ORDER BY p.name;
SELECT login_name AS LoginName, database_name AS DBName, user_name AS UserName, kind AS UserOrAlias
FROM @users WHERE @LoginNamePattern IS NULL OR login_name = @LoginNamePattern ORDER BY login_name, database_name, kind, user_name;
RETURN 0;
