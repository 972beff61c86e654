-- relational-databases/system-stored-procedures/sp-addlogin-transact-sql.md, sp-droplogin-transact-sql.md, sp-password-transact-sql.md,
-- sp-defaultdb-transact-sql.md, sp-adduser-transact-sql.md, sp-dropuser-transact-sql.md, sp-grantdbaccess-transact-sql.md,
-- sp-revokedbaccess-transact-sql.md, sp-addrole-transact-sql.md, sp-droprole-transact-sql.md, sp-addrolemember-transact-sql.md,
-- sp-droprolemember-transact-sql.md, sp-addsrvrolemember-transact-sql.md, sp-dropsrvrolemember-transact-sql.md, sp-changedbowner-transact-sql.md;
-- sp-helplogins-transact-sql.md, sp-helpuser-transact-sql.md, sp-helprole-transact-sql.md, sp-helprolemember-transact-sql.md,
-- sp-helpsrvrole-transact-sql.md, sp-helpsrvrolemember-transact-sql.md, sp-helprotect-transact-sql.md, sp-who-transact-sql.md;
-- messages: relational-databases/errors-events/database-engine-events-and-errors-15000-to-15999.md
CREATE DATABASE d;
GO
USE d;
GO
-- Logins.
DECLARE @status INT;
EXEC @status = sp_addlogin 'ann', N'It''s 1 secret', 'd', 'us_english', 0x0123456789ABCDEF0123456789ABCDEF;
EXEC sp_addlogin @loginame = 'bob', @passwd = 'B548bmM%f6', @sid = 0xB0B00000000000000000000000000000;
SELECT @status AS status, PWDCOMPARE(N'It''s 1 secret', password_hash) AS fits, sid, default_database_name, default_language_name FROM sys.sql_logins WHERE name = 'ann';
EXEC @status = sp_addlogin 'ann', 'B548bmM%f6';
SELECT @status AS status;
EXEC sp_addlogin 'weak';
EXEC sp_addlogin NULL, 'B548bmM%f6';
EXEC sp_addlogin 'cid', 'B548bmM%f6', @sid = 0x01;
EXEC sp_addlogin 'cid', 'B548bmM%f6', @encryptopt = 'skip_encryption';
BEGIN TRAN;
EXEC @status = sp_addlogin 'cid', 'B548bmM%f6';
SELECT @status AS status, SUSER_ID('cid') AS cid;
ROLLBACK;
EXEC sp_password NULL, 'New B548bmM%f6', 'bob';
EXEC sp_defaultdb 'bob', 'nothing';
EXEC sp_defaultdb 'bob', 'd';
SELECT PWDCOMPARE('New B548bmM%f6', password_hash) AS fits, default_database_name FROM sys.sql_logins WHERE name = 'bob';
GO
-- Users have schemas of their names.
EXEC sp_addrole 'staff';
EXEC sp_addrole 'chiefs', 'staff';
EXEC sp_adduser 'ann', 'anna', 'staff';
EXEC sp_adduser 'bob', 'bob', 'nothing';
DECLARE @name sysname, @status INT;
EXEC @status = sp_grantdbaccess 'bob', @name OUTPUT;
SELECT @status AS status, @name AS name;
EXEC @status = sp_grantdbaccess 'nobody';
SELECT @status AS status;
EXEC sp_grantdbaccess 'guest';
EXEC sp_addrolemember 'chiefs', 'bob';
EXEC sp_addrolemember 'db_datareader', 'staff';
EXEC @status = sp_addrolemember 'chiefs', 'nobody';
SELECT @status AS status;
EXEC sp_addrolemember 'nothing', 'bob';
EXEC sp_addsrvrolemember 'ann', 'diskadmin';
EXEC sp_addsrvrolemember 'ann', 'public';
EXEC sp_addsrvrolemember 'nobody', 'dbcreator';
SELECT s.name, USER_NAME(s.principal_id) AS owner FROM sys.schemas AS s WHERE s.schema_id BETWEEN 5 AND 16383;
GO
CREATE TABLE dbo.t(a INT, b INT, c INT);
GO
CREATE PROCEDURE dbo.p AS RETURN 0;
GO
GRANT SELECT, INSERT ON dbo.t TO staff;
DENY SELECT ON dbo.t(b) TO staff;
GRANT UPDATE ON dbo.t TO anna WITH GRANT OPTION;
GRANT EXECUTE ON dbo.p TO bob;
GRANT CREATE TABLE TO bob;
GRANT SELECT ON SCHEMA::dbo TO bob;
GO
-- Reports.
EXEC sp_helpsrvrole;
EXEC sp_helpsrvrole 'diskadmin';
EXEC sp_helpsrvrole 'public';
EXEC sp_helpsrvrolemember;
EXEC sp_helpsrvrolemember 'diskadmin';
EXEC sp_helpsrvrolemember 'nothing';
EXEC sp_helprole;
EXEC sp_helprole 'staff';
EXEC sp_helprole 'anna';
EXEC sp_helprolemember;
EXEC sp_helprolemember 'chiefs';
EXEC sp_helprolemember 'nothing';
EXEC sp_helpuser 'anna';
EXEC sp_helpuser 'db_datareader';
EXEC sp_helpuser 'nobody';
EXEC sp_helplogins 'ann';
EXEC sp_helplogins 'nobody';
EXEC sp_helprotect;
EXEC sp_helprotect 'dbo.t', 'anna';
EXEC sp_helprotect @permissionarea = 's', @username = 'bob';
EXEC sp_helprotect 'CREATE TABLE';
EXEC sp_helprotect 'nothing';
EXEC sp_helprotect 'd.dbo.t';
EXEC sp_helprotect NULL, NULL, NULL, 'x';
GO
-- Who may see less is told less.
EXECUTE AS LOGIN = 'ann';
EXEC sp_helplogins;
EXEC sp_helpuser 'bob';
EXEC sp_helprolemember;
CREATE TABLE #who(spid SMALLINT, ecid SMALLINT, status NCHAR(30), loginame NCHAR(128), hostname NCHAR(128), blk CHAR(5), dbname NCHAR(128), cmd NCHAR(26), request_id INT);
INSERT #who EXEC sp_who;
SELECT spid - @@SPID AS own, RTRIM(loginame) AS login, RTRIM(dbname) AS db FROM #who;
SELECT COUNT(*) AS sessions FROM sys.dm_exec_sessions;
SELECT COUNT(*) AS connections FROM sys.dm_exec_connections;
REVERT;
GO
-- All of it goes again.
EXEC sp_dropsrvrolemember 'ann', 'diskadmin';
EXEC sp_droprolemember 'chiefs', 'nobody';
EXEC sp_droprolemember 'chiefs', 'bob';
EXEC sp_droprole 'staff';
EXEC sp_droprole 'chiefs';
CREATE TABLE anna.t(a INT);
DECLARE @status INT;
EXEC @status = sp_dropuser 'anna';
SELECT @status AS status;
DROP TABLE anna.t;
EXEC @status = sp_dropuser 'anna';
SELECT @status AS status, SCHEMA_ID('anna') AS of_schema, USER_ID('anna') AS of_user;
EXEC sp_droprole 'staff';
EXEC sp_revokedbaccess 'guest';
EXEC sp_changedbowner 'bob';
EXEC sp_revokedbaccess 'bob';
EXEC sp_changedbowner 'bob';
SELECT SUSER_SNAME(sid) AS owner FROM sys.database_principals WHERE name = 'dbo';
EXEC sp_droplogin 'bob';
EXEC sp_changedbowner 'sa';
EXEC sp_droplogin 'bob';
EXEC sp_droplogin 'ann';
SELECT COUNT(*) AS left_over FROM sys.sql_logins WHERE name <> 'sa';
SELECT grantee_principal_id, permission_name FROM sys.database_permissions;
GO
