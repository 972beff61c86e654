-- docs/t-sql/queries/output-clause-transact-sql.md: OUTPUT and OUTPUT INTO of INSERT, UPDATE and DELETE; the page's example of a queue and its
-- examples over smaller tables; what may not be in the clause.
CREATE DATABASE G;
GO
USE G;
GO
CREATE TABLE dbo.table1(id int, employee varchar(32));
INSERT INTO dbo.table1 VALUES (1, 'Fred'), (2, 'Tom'), (3, 'Sally'), (4, 'Alice');
DECLARE @MyTableVar TABLE (id int, employee varchar(32));
DELETE FROM dbo.table1 OUTPUT DELETED.* INTO @MyTableVar WHERE id = 4 OR id = 2;
SELECT * FROM dbo.table1;
SELECT * FROM @MyTableVar;
GO
SET NOCOUNT ON;
-- INSERT: with an identity value and a default, which the client does not know before.
CREATE TABLE dbo.ScrapReason(ScrapReasonID smallint IDENTITY(10, 1) NOT NULL, Name varchar(50) NOT NULL, ModifiedBy varchar(10) NOT NULL DEFAULT 'nobody', Twice AS ScrapReasonID * 2);
DECLARE @made TABLE (NewScrapReasonID smallint, Name varchar(50), ModifiedBy varchar(10));
INSERT dbo.ScrapReason (Name) OUTPUT INSERTED.ScrapReasonID, INSERTED.Name, INSERTED.ModifiedBy INTO @made VALUES (N'Operator error');
SELECT NewScrapReasonID, Name, ModifiedBy FROM @made;
INSERT dbo.ScrapReason (Name) OUTPUT inserted.* VALUES ('a'), ('b');
INSERT dbo.ScrapReason (Name, ModifiedBy) OUTPUT inserted.ScrapReasonID AS id, 'new: ' + inserted.Name AS shown, inserted.Twice SELECT Name + '!', 'me' FROM dbo.ScrapReason WHERE Name IN ('a', 'b');
-- Rows may have been put out before an error.
INSERT dbo.ScrapReason OUTPUT inserted.Name DEFAULT VALUES;
GO
INSERT TOP (1) dbo.ScrapReason (Name) OUTPUT inserted.Name SELECT Name FROM dbo.ScrapReason WHERE Name = 'a';
SELECT SCOPE_IDENTITY() AS last, @@ROWCOUNT AS n;
GO
-- DELETE and UPDATE.
DELETE dbo.ScrapReason OUTPUT DELETED.ScrapReasonID, deleted.Twice WHERE Name LIKE '%!';
UPDATE dbo.ScrapReason SET Name = UPPER(Name) OUTPUT deleted.Name AS old, inserted.Name AS new, inserted.Twice - deleted.Twice AS none WHERE Name IN ('a', 'b');
CREATE TABLE dbo.Employee(ID int NOT NULL, VacationHours int NOT NULL, Note varchar(max) NULL);
INSERT INTO dbo.Employee VALUES (1, 10, REPLICATE(CAST('x' AS varchar(max)), 9000)), (2, 20, 'short'), (3, 30, NULL);
DECLARE @changes TABLE (EmpID int NOT NULL, OldVacationHours int, NewVacationHours int, Bytes int);
UPDATE TOP (2) dbo.Employee SET VacationHours = VacationHours * 1.25 OUTPUT INSERTED.ID, DELETED.VacationHours, INSERTED.VacationHours, DATALENGTH(inserted.Note) INTO @changes;
SELECT EmpID, OldVacationHours, NewVacationHours, Bytes FROM @changes ORDER BY EmpID;
DELETE TOP (1) FROM dbo.Employee OUTPUT deleted.ID, LEN(deleted.Note) AS length WHERE ID = 1;
GO
-- INTO a table with columns of its own, a temporary table, one with a computed column and an identity column; columns that are not given.
CREATE TABLE dbo.Archive(n int IDENTITY(1, 1), ID int NULL, Hours int NULL, At varchar(5) NOT NULL DEFAULT 'now', Doubled AS Hours * 2);
DELETE dbo.Employee OUTPUT deleted.ID, deleted.VacationHours INTO dbo.Archive (ID, Hours) WHERE ID = 2;
UPDATE dbo.Employee SET VacationHours += 1 OUTPUT inserted.ID, inserted.VacationHours, 'then' INTO dbo.Archive;
SELECT n, ID, Hours, At, Doubled FROM dbo.Archive ORDER BY n;
CREATE TABLE #log(what nvarchar(20), id int);
INSERT INTO dbo.Employee (ID, VacationHours) OUTPUT N'new', inserted.ID INTO #log VALUES (7, 1), (8, 2);
SELECT what, id FROM #log ORDER BY id;
GO
-- With no row that fits there are columns and no rows.
DELETE dbo.Employee OUTPUT deleted.ID WHERE ID = 999;
-- A table of a join: its columns and those of the changed table's rows.
CREATE TABLE dbo.Area(ID int NOT NULL, Name varchar(10) NOT NULL);
INSERT INTO dbo.Area VALUES (7, 'north'), (8, 'south'), (8, 'other');
UPDATE e SET VacationHours = 0 OUTPUT inserted.ID, deleted.VacationHours, a.Name FROM dbo.Employee AS e JOIN dbo.Area AS a ON a.ID = e.ID WHERE a.Name <> 'other';
DELETE dbo.Employee OUTPUT deleted.ID, Area.Name FROM dbo.Employee JOIN dbo.Area ON Area.ID = Employee.ID WHERE Area.Name = 'north';
GO
-- A variable that the statement changes has its old value in no OUTPUT but that of the rows before.
SET NOCOUNT OFF;
UPDATE dbo.Employee SET VacationHours = 5 OUTPUT inserted.VacationHours WHERE ID = 8;
GO
-- What a failed statement puts out is of no use: nothing is changed, nothing is in the table.
CREATE TABLE dbo.Strict(v int NOT NULL);
DECLARE @t TABLE (v int);
INSERT INTO dbo.Strict (v) OUTPUT inserted.v INTO @t SELECT v FROM (VALUES (1), (NULL)) AS s(v);
SELECT COUNT(*) AS n FROM @t;
GO
SELECT COUNT(*) AS n FROM dbo.Strict;
GO
-- 4104: no deleted rows in an INSERT, no inserted ones in a DELETE; 207: the changed table's columns need the prefix; 158, 10705, 11720; 107; 213; 110.
INSERT INTO dbo.Strict (v) OUTPUT deleted.v VALUES (1);
GO
DELETE dbo.Strict OUTPUT inserted.v;
GO
DELETE dbo.Strict OUTPUT v;
GO
DELETE dbo.Strict OUTPUT deleted.nobody;
GO
DELETE dbo.Strict OUTPUT SUM(deleted.v);
GO
DELETE dbo.Strict OUTPUT (SELECT MAX(v) FROM dbo.Strict);
GO
DELETE dbo.Strict OUTPUT inserted.*;
GO
DELETE dbo.Strict OUTPUT deleted.v INTO dbo.Archive;
GO
DELETE dbo.Strict OUTPUT deleted.v INTO dbo.Archive (ID, Hours);
GO
DELETE dbo.Strict OUTPUT deleted.v, 1 INTO dbo.Archive (ID);
GO
DELETE dbo.Strict OUTPUT deleted.v INTO dbo.nowhere;
GO
DELETE dbo.Strict OUTPUT ROW_NUMBER() OVER (ORDER BY deleted.v);
GO
-- docs/relational-databases/errors-events/mssqlserver-4186-database-engine-error.md: a column of a view that is a subquery, or calls a function that is not
-- schema-bound.
CREATE TABLE dbo.place(id int PRIMARY KEY, name varchar(10), parent int);
INSERT dbo.place VALUES (1, 'one', NULL), (2, 'two', 1);
GO
CREATE FUNCTION dbo.unbound(@a int) RETURNS int AS BEGIN RETURN @a + 1 END;
GO
CREATE FUNCTION dbo.bound(@a int) RETURNS int WITH SCHEMABINDING AS BEGIN RETURN @a + 1 END;
GO
CREATE VIEW dbo.places AS
SELECT p.id, p.name, (SELECT o.name FROM dbo.place AS o WHERE o.id = p.parent) AS above, dbo.unbound(p.id) AS next, dbo.bound(p.id) AS following, UPPER(p.name) AS upper
FROM dbo.place AS p;
GO
UPDATE dbo.places SET name = name + '!' OUTPUT deleted.name, deleted.upper, deleted.following WHERE id = 2;
GO
UPDATE dbo.places SET name = name + '!' OUTPUT deleted.name, deleted.above WHERE id = 2;
GO
UPDATE dbo.places SET name = name + '!' OUTPUT inserted.Next WHERE id = 2;
GO
DELETE dbo.places OUTPUT 'x' + deleted.above WHERE id = 2;
GO
DELETE dbo.places OUTPUT deleted.* WHERE id = 2;
GO
UPDATE v SET name = 'x' OUTPUT inserted.above FROM dbo.places AS v JOIN dbo.place AS p ON p.id = v.id;
GO
MERGE dbo.places AS v USING (VALUES (2)) AS s (id) ON s.id = v.id WHEN MATCHED THEN UPDATE SET name = 'x' OUTPUT deleted.above;
GO
SELECT id, name, above FROM dbo.places ORDER BY id;
GO
