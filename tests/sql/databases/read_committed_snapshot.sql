-- docs/t-sql/statements/alter-database-transact-sql-set-options.md, snapshot_option and termination: READ_COMMITTED_SNAPSHOT is set when
-- no other connection is in the database; NO_WAIT fails at once (5070), ROLLBACK IMMEDIATE ends the others and rolls back what
-- they have open.
-- @session main
CREATE DATABASE V;
GO
USE V;
CREATE TABLE dbo.t(a int);
INSERT INTO dbo.t VALUES (1);
GO
-- @session other
USE V;
BEGIN TRANSACTION;
INSERT INTO dbo.t VALUES (2);
GO
-- @session main
ALTER DATABASE V SET READ_COMMITTED_SNAPSHOT ON WITH NO_WAIT;
GO
SELECT is_read_committed_snapshot_on FROM sys.databases WHERE name = N'V';
GO
ALTER DATABASE V SET READ_COMMITTED_SNAPSHOT ON WITH ROLLBACK IMMEDIATE;
GO
SELECT is_read_committed_snapshot_on FROM sys.databases WHERE name = N'V';
SELECT a FROM dbo.t;
GO
-- Others may come again, and nobody is in the way of one who is alone: nothing is rolled back, and nothing said of it.
-- @session third
USE V;
SELECT a FROM dbo.t;
USE master;
GO
-- @session main
USE master;
ALTER DATABASE V SET READ_COMMITTED_SNAPSHOT OFF WITH ROLLBACK AFTER 1 SECONDS;
SELECT is_read_committed_snapshot_on FROM sys.databases WHERE name = N'V';
DROP DATABASE V;
GO
