-- CREATE SYNONYM (t-sql/statements/create-synonym-transact-sql.md): "The base object need not exist at synonym create time. SQL Server checks for the
-- existence of the base object at run time." DROP SYNONYM (drop-synonym-transact-sql.md): "References to synonyms are not schema-bound; therefore, you
-- can drop a synonym at any time." sys.synonyms (relational-databases/system-catalog-views/sys-synonyms-transact-sql.md).
CREATE DATABASE here;
CREATE DATABASE there;
GO
USE there;
CREATE TABLE dbo.parts (id int NOT NULL PRIMARY KEY, name varchar(20) NULL);
INSERT INTO dbo.parts VALUES (1, 'bolt'), (2, 'nut');
GO
CREATE PROCEDURE dbo.one_part @id int AS SELECT name FROM dbo.parts WHERE id = @id;
GO
CREATE FUNCTION dbo.twice (@n int) RETURNS int AS BEGIN RETURN 2 * @n; END;
GO
USE here;
GO
CREATE SCHEMA s;
GO
CREATE SYNONYM dbo.parts FOR there.dbo.parts;
CREATE SYNONYM s.one_part FOR there.dbo.one_part;
CREATE SYNONYM dbo.twofold FOR there.dbo.twice;
CREATE SYNONYM dbo.later FOR dbo.local;
CREATE SYNONYM dbo.second FOR dbo.parts;
GO
SELECT name, base_object_name, type, type_desc FROM sys.synonyms ORDER BY object_id;
SELECT OBJECT_DEFINITION(OBJECT_ID(N'dbo.parts', N'SN')) AS definition, OBJECT_ID(N'dbo.parts', N'U') AS as_table;
SELECT COUNT(*) AS with_text FROM sys.sql_modules;
GO
-- A table of another database by it, read and changed.
SELECT p.id, p.name FROM dbo.parts AS p ORDER BY p.id;
SELECT parts.name FROM parts WHERE parts.id = 2;
INSERT INTO dbo.parts (id, name) VALUES (3, 'screw');
UPDATE dbo.parts SET name = 'Screw' WHERE id = 3;
DELETE FROM parts WHERE id = 1;
SELECT id, name FROM there.dbo.parts ORDER BY id;
GO
-- A procedure and a function.
EXEC s.one_part @id = 2;
DECLARE @four int;
EXEC @four = dbo.twofold 2;
SELECT dbo.twofold(21) AS forty_two, @four AS four;
GO
-- What it stands for is looked for when it is used; a synonym of a synonym is none.
SELECT * FROM dbo.later;
GO
EXEC dbo.later;
GO
CREATE TABLE dbo.local (v int);
INSERT INTO dbo.later VALUES (7);
GO
SELECT v FROM dbo.later;
GO
SELECT * FROM dbo.second;
GO
-- Its name is an object's among others; it has no text and no database before it.
CREATE SYNONYM dbo.local FOR dbo.x;
GO
CREATE TABLE dbo.parts (id int);
GO
CREATE SYNONYM here.dbo.y FOR dbo.x;
GO
sp_helptext 'dbo.later';
GO
DROP TABLE dbo.later;
GO
DROP SYNONYM dbo.local;
GO
-- It outlives the instance.
-- @crash
USE here;
SELECT v FROM later;
DROP SYNONYM dbo.later;
DROP SYNONYM IF EXISTS dbo.later;
GO
DROP SYNONYM dbo.later;
GO
SELECT v FROM dbo.later;
GO
-- A transaction takes it back.
BEGIN TRAN;
CREATE SYNONYM dbo.taken_back FOR dbo.local;
SELECT v FROM dbo.taken_back;
ROLLBACK;
SELECT COUNT(*) AS left_over FROM sys.objects WHERE name = N'taken_back';
GO
CREATE SYNONYM dbo.far FOR server1.db.dbo.t;
GO
