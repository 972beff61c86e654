-- docs/relational-databases/databases/database-states.md and docs/t-sql/statements/alter-database-transact-sql-set-options.md, db_state_option:
-- "OFFLINE: the database is closed, shut down cleanly, and marked offline. The database can't be modified while it's offline."
-- docs/relational-databases/errors-events/database-engine-events-and-errors-0-to-999.md: 942, and 208 for a database that doesn't exist.
CREATE DATABASE Shut;
CREATE SYNONYM dbo.far FOR Shut.dbo.t;
CREATE SYNONYM dbo.farther FOR Shut.dbo.p;
GO
USE Shut;
CREATE TABLE dbo.t(a int NOT NULL PRIMARY KEY, b int);
INSERT INTO dbo.t VALUES (1, 10), (2, 20);
CREATE INDEX i ON dbo.t(b);
CREATE SEQUENCE dbo.s AS int START WITH 1;
GO
CREATE PROCEDURE dbo.p AS SELECT COUNT(*) AS n FROM Shut.dbo.t;
GO
CREATE FUNCTION dbo.f(@a int) RETURNS int AS BEGIN RETURN @a + 1; END;
GO
CREATE FUNCTION dbo.r(@a int) RETURNS TABLE AS RETURN SELECT @a AS a;
GO
USE master;
ALTER DATABASE Shut SET OFFLINE;
GO
SELECT name, state, state_desc FROM sys.databases WHERE name = N'Shut';
SELECT CONVERT(nvarchar(20), DATABASEPROPERTYEX(N'Shut', 'Status')) AS status;
SELECT CASE WHEN DB_ID(N'Shut') IS NULL THEN 'none' ELSE 'listed' END AS id, DB_NAME(DB_ID(N'Shut')) AS name;
GO
-- Each statement that names an object in it gets the state's error.
USE Shut;
GO
SELECT a FROM Shut.dbo.t;
GO
SELECT a FROM Shut..t;
GO
SELECT name FROM Shut.sys.tables;
GO
SELECT a FROM dbo.far;
GO
SELECT a FROM Shut.dbo.r(1);
GO
SELECT Shut.dbo.f(1) AS two;
GO
SELECT NEXT VALUE FOR Shut.dbo.s AS n;
GO
INSERT INTO Shut.dbo.t VALUES (3, 30);
GO
UPDATE Shut.dbo.t SET b = 1;
GO
DELETE FROM Shut.dbo.t;
GO
MERGE INTO Shut.dbo.t AS t USING (VALUES (1)) AS s(a) ON t.a = s.a WHEN MATCHED THEN DELETE;
GO
SELECT 1 AS a INTO Shut.dbo.n;
GO
EXEC Shut.dbo.p;
GO
EXEC dbo.farther;
GO
CREATE TABLE Shut.dbo.n(a int);
GO
ALTER TABLE Shut.dbo.t ADD c int;
GO
DROP TABLE Shut.dbo.t;
GO
DROP TABLE IF EXISTS Shut.dbo.t;
GO
TRUNCATE TABLE Shut.dbo.t;
GO
CREATE INDEX j ON Shut.dbo.t(a);
GO
DROP INDEX i ON Shut.dbo.t;
GO
UPDATE STATISTICS Shut.dbo.t;
GO
DBCC CHECKDB (Shut) WITH NO_INFOMSGS;
GO
DBCC CHECKTABLE ('Shut.dbo.t') WITH NO_INFOMSGS;
GO
-- "Returns NULL on error" (docs/t-sql/functions/object-id-transact-sql.md).
SELECT OBJECT_ID(N'Shut.dbo.t') AS id;
GO
BEGIN TRY
  EXEC (N'SELECT a FROM Shut.dbo.t');
END TRY
BEGIN CATCH
  SELECT ERROR_NUMBER() AS number, ERROR_SEVERITY() AS severity;
END CATCH;
GO
-- A module may name it: names are resolved when the statement runs.
CREATE PROCEDURE dbo.later AS SELECT a FROM Shut.dbo.t ORDER BY a;
GO
EXEC dbo.later;
GO
-- A database that doesn't exist.
SELECT a FROM Gone.dbo.t;
GO
DROP TABLE IF EXISTS Gone.dbo.t;
GO
USE Gone;
GO
-- The state outlives a restart and a crash. A statement after SET ONLINE in the same batch finds the objects.
-- @restart
SELECT a FROM Shut.dbo.t;
GO
-- @crash
SELECT state_desc FROM sys.databases WHERE name = N'Shut';
ALTER DATABASE Shut SET ONLINE;
SELECT a, b FROM Shut.dbo.t ORDER BY a;
EXEC dbo.farther;
EXEC dbo.later;
SELECT state_desc FROM sys.databases WHERE name = N'Shut';
GO
-- The files of a database that is dropped while it is offline stay (docs/t-sql/statements/drop-database-transact-sql.md).
ALTER DATABASE Shut SET OFFLINE;
DROP DATABASE Shut;
SELECT DB_ID(N'Shut') AS id;
GO
CREATE DATABASE Shut ON (FILENAME = 'Shut.mdf') FOR ATTACH;
SELECT a, b FROM Shut.dbo.t ORDER BY a;
GO
