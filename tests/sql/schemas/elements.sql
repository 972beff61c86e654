-- t-sql/statements/create-schema-transact-sql.md: what is defined with a schema is made in it, in any order, all or nothing.
CREATE DATABASE d;
GO
USE d;
GO
CREATE SCHEMA Sprockets AUTHORIZATION dbo
    CREATE VIEW Costs AS SELECT n.source, n.cost, p.name FROM NineProngs AS n JOIN Parts AS p ON p.id = n.partnumber
    CREATE VIEW Dear AS SELECT source FROM Costs WHERE cost > 5
    CREATE TABLE NineProngs (source int, cost int, partnumber int CONSTRAINT FK_Parts REFERENCES Parts(id))
    CREATE TABLE Sprockets.Parts (id int NOT NULL PRIMARY KEY, name varchar(10), first_use int REFERENCES Parts);
GO
INSERT Sprockets.Parts VALUES(1, 'one', NULL), (2, 'two', 1);
INSERT Sprockets.NineProngs VALUES(10, 4, 1), (20, 6, 2);
SELECT * FROM Sprockets.Costs ORDER BY source;
SELECT * FROM Sprockets.Dear;
-- The text of a view is its own part of the statement.
SELECT definition FROM sys.sql_modules WHERE object_id = OBJECT_ID('Sprockets.Dear');
INSERT Sprockets.NineProngs VALUES(30, 6, 3);
GO
SELECT OBJECT_NAME(parent_object_id) AS t, OBJECT_NAME(referenced_object_id) AS r, SCHEMA_NAME(schema_id) AS s
FROM sys.foreign_keys ORDER BY t;
GO
-- A view that is wrong takes everything with it.
CREATE SCHEMA Wrong
    CREATE TABLE t (a int)
    CREATE VIEW v AS SELECT b FROM t;
GO
SELECT SCHEMA_ID('Wrong') AS wrong, OBJECT_ID('Wrong.t') AS t;
GO
-- Without a name no schema is made: what is defined is the owner's.
CREATE SCHEMA AUTHORIZATION dbo CREATE TABLE Plain (a int);
GO
SELECT OBJECT_SCHEMA_NAME(OBJECT_ID('Plain')) AS of_plain;
GO
CREATE SCHEMA Granted
    CREATE TABLE t (a int)
    GRANT SELECT ON t TO public;
GO
SELECT SCHEMA_ID('Granted') AS granted;
GO
-- Schemas are part of the transaction.
BEGIN TRANSACTION;
GO
CREATE SCHEMA Gone CREATE TABLE t (a int);
GO
INSERT Gone.t VALUES(1);
ALTER SCHEMA Gone TRANSFER dbo.Plain;
SELECT COUNT(*) AS n FROM Gone.t;
ROLLBACK;
SELECT * FROM dbo.Plain;
SELECT * FROM Gone.t;
GO
-- After a restart and after a crash they are what they were.
CREATE SCHEMA Kept;
GO
ALTER SCHEMA Kept TRANSFER dbo.Plain;
INSERT Kept.Plain VALUES(3);
GO
-- @restart
USE d;
SELECT name, schema_id FROM sys.schemas WHERE schema_id BETWEEN 5 AND 16383 ORDER BY schema_id;
SELECT * FROM Kept.Plain;
SELECT * FROM Sprockets.Dear;
DROP TABLE Kept.Plain;
DROP SCHEMA Kept;
GO
CREATE SCHEMA Last CREATE TABLE t (a int);
GO
-- @crash
USE d;
SELECT name, schema_id FROM sys.schemas WHERE schema_id BETWEEN 5 AND 16383 ORDER BY schema_id;
SELECT * FROM Last.t;
DBCC CHECKDB WITH NO_INFOMSGS;
GO
-- A new database begins with what model has.
USE model;
GO
CREATE SCHEMA FromModel CREATE TABLE t (a int);
GO
CREATE DATABASE e;
GO
SELECT * FROM e.FromModel.t;
SELECT name FROM e.sys.schemas WHERE schema_id BETWEEN 5 AND 16383;
GO
