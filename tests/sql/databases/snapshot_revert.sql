-- docs/relational-databases/databases/revert-a-database-to-a-database-snapshot.md: all changes after the snapshot are lost, the
-- snapshot stays, and the log backup chain is broken. Only the one snapshot of a database can be reverted to (3137).
CREATE DATABASE V;
GO
USE V;
CREATE TABLE dbo.t(a int PRIMARY KEY, b varchar(20));
INSERT INTO dbo.t VALUES (1, 'one'), (2, 'two');
GO
CREATE DATABASE V_s ON (NAME = V, FILENAME = 's.ss') AS SNAPSHOT OF V;
GO
BACKUP DATABASE V TO DISK = 'NUL';
GO
DELETE dbo.t;
CREATE TABLE dbo.u(a int);
INSERT INTO dbo.u VALUES (1);
GO
-- The database may not be in use.
RESTORE DATABASE V FROM DATABASE_SNAPSHOT = 'V_s';
GO
USE master;
GO
RESTORE DATABASE V FROM DATABASE_SNAPSHOT = 'V_s';
GO
SELECT a, b FROM V.dbo.t ORDER BY a;
SELECT name FROM V.sys.tables;
GO
BACKUP LOG V TO DISK = 'NUL';
GO
-- Changes go on, and a second revert undoes them as the first did.
INSERT INTO V.dbo.t VALUES (3, 'three');
SELECT a, b FROM V.dbo.t ORDER BY a;
GO
RESTORE DATABASE V FROM DATABASE_SNAPSHOT = 'V_s';
GO
INSERT INTO V.dbo.t VALUES (4, 'again');
SELECT a, b FROM V.dbo.t ORDER BY a;
SELECT a, b FROM V_s.dbo.t ORDER BY a;
GO
RESTORE DATABASE V FROM DATABASE_SNAPSHOT = 'V';
GO
RESTORE DATABASE nowhere FROM DATABASE_SNAPSHOT = 'V_s';
GO
RESTORE DATABASE V_s FROM DATABASE_SNAPSHOT = 'V_s';
GO
CREATE DATABASE V_t ON (NAME = V, FILENAME = 't.ss') AS SNAPSHOT OF V;
GO
RESTORE DATABASE V FROM DATABASE_SNAPSHOT = 'V_s';
GO
DROP DATABASE V_s;
RESTORE DATABASE V FROM DATABASE_SNAPSHOT = 'V_t';
SELECT a, b FROM V.dbo.t ORDER BY a;
GO
DROP DATABASE V_t;
SELECT a, b FROM V.dbo.t ORDER BY a;
DROP DATABASE V;
GO
-- The reverted database has the options of the snapshot.
CREATE DATABASE V;
ALTER DATABASE V SET RECURSIVE_TRIGGERS ON;
CREATE DATABASE V_s ON (NAME = V, FILENAME = 's.ss') AS SNAPSHOT OF V;
ALTER DATABASE V SET RECURSIVE_TRIGGERS OFF;
ALTER DATABASE V SET COMPATIBILITY_LEVEL = 150;
ALTER DATABASE V MODIFY FILE (NAME = V, NEWNAME = renamed);
RESTORE DATABASE V FROM DATABASE_SNAPSHOT = 'V_s';
SELECT is_recursive_triggers_on, compatibility_level, is_read_only FROM sys.databases WHERE name = 'V';
SELECT name, type_desc FROM V.sys.database_files ORDER BY file_id;
DROP DATABASE V_s;
DROP DATABASE V;
GO
