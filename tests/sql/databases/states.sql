-- docs/t-sql/statements/alter-database-transact-sql-set-options.md: OFFLINE, ONLINE, READ_ONLY, READ_WRITE.
-- docs/relational-databases/databases/database-states.md, docs/t-sql/functions/databasepropertyex-transact-sql.md.
-- Errors 942, 952, 3906, 5011, 5058, 5069: docs/relational-databases/errors-events/database-engine-events-and-errors*.md.
CREATE DATABASE S;
GO
CREATE TABLE S.dbo.T(a INT NOT NULL);
INSERT S.dbo.T VALUES(1);
GO
ALTER DATABASE S SET OFFLINE WITH ROLLBACK IMMEDIATE;
SELECT state, state_desc, is_cleanly_shutdown, collation_name FROM sys.databases WHERE name = 'S';
SELECT DATABASEPROPERTYEX('S', 'Status') AS status, DATABASEPROPERTYEX('S', 'Recovery') AS recovery;
GO
USE S;
GO
SELECT a FROM S.dbo.T;
GO
-- It has its name while it is offline, and is offline already.
CREATE DATABASE S;
GO
ALTER DATABASE S SET OFFLINE;
GO
ALTER DATABASE S SET READ_ONLY;
GO
ALTER DATABASE S SET ONLINE;
SELECT state, state_desc FROM sys.databases WHERE name = 'S';
SELECT a FROM S.dbo.T;
GO
-- The session that takes its own database offline is in master afterwards.
USE S;
ALTER DATABASE CURRENT SET OFFLINE;
SELECT DB_NAME();
ALTER DATABASE S SET ONLINE;
GO
ALTER DATABASE S SET READ_ONLY;
SELECT is_read_only FROM sys.databases WHERE name = 'S';
SELECT DATABASEPROPERTYEX('S', 'Updateability') AS updateability;
SELECT a FROM S.dbo.T;
GO
INSERT S.dbo.T VALUES(2);
GO
CREATE TABLE S.dbo.U(a INT);
GO
ALTER DATABASE S SET OFFLINE;
ALTER DATABASE S SET ONLINE;
SELECT is_read_only FROM sys.databases WHERE name = 'S';
GO
DELETE S.dbo.T;
GO
ALTER DATABASE S SET READ_WRITE;
INSERT S.dbo.T VALUES(2);
SELECT a FROM S.dbo.T ORDER BY a;
SELECT DATABASEPROPERTYEX('S', 'Updateability') AS updateability;
GO
ALTER DATABASE master SET OFFLINE;
GO
ALTER DATABASE tempdb SET READ_ONLY;
GO
ALTER DATABASE missing SET OFFLINE;
GO
-- The files of a database that is offline when it is dropped are not deleted (docs/t-sql/statements/drop-database-transact-sql.md).
ALTER DATABASE S SET OFFLINE;
DROP DATABASE S;
GO
CREATE DATABASE S;
GO
CREATE DATABASE S ON (FILENAME = 'S.mdf') FOR ATTACH;
SELECT a FROM S.dbo.T ORDER BY a;
DROP DATABASE S;
GO
