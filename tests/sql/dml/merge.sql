-- docs/t-sql/statements/merge-transact-sql.md: the page's examples over smaller tables, every clause, and its rules.
CREATE DATABASE G;
GO
USE G;
GO
CREATE TABLE dbo.UnitMeasure(UnitMeasureCode nchar(3) NOT NULL, Name nvarchar(50) NOT NULL);
INSERT INTO dbo.UnitMeasure VALUES ('EA', 'Each'), ('KG', 'Kilogram');
-- A: an upsert by parameters, twice.
MERGE dbo.UnitMeasure AS tgt USING (SELECT N'ABC', N'New Test Value') AS src (UnitMeasureCode, Name) ON (tgt.UnitMeasureCode = src.UnitMeasureCode)
WHEN MATCHED THEN UPDATE SET Name = src.Name
WHEN NOT MATCHED THEN INSERT (UnitMeasureCode, Name) VALUES (src.UnitMeasureCode, src.Name)
OUTPUT deleted.*, $action, inserted.*;
MERGE dbo.UnitMeasure AS tgt USING (SELECT N'ABC', N'Different Test Value') AS src (UnitMeasureCode, Name) ON (tgt.UnitMeasureCode = src.UnitMeasureCode)
WHEN MATCHED THEN UPDATE SET Name = src.Name
WHEN NOT MATCHED THEN INSERT (UnitMeasureCode, Name) VALUES (src.UnitMeasureCode, src.Name)
OUTPUT deleted.*, $action, inserted.*;
SELECT RTRIM(UnitMeasureCode) AS code, Name FROM dbo.UnitMeasure ORDER BY code;
GO
-- B: UPDATE and DELETE of an inventory by the day's orders.
SET NOCOUNT ON;
CREATE TABLE dbo.ProductInventory(ProductID int NOT NULL, Quantity int NOT NULL);
CREATE TABLE dbo.SalesOrderDetail(ProductID int NOT NULL, OrderQty int NOT NULL);
INSERT INTO dbo.ProductInventory VALUES (1, 10), (2, 5), (3, 8), (4, 1);
INSERT INTO dbo.SalesOrderDetail VALUES (1, 3), (1, 2), (2, 5), (4, 9);
MERGE dbo.ProductInventory AS tgt USING (SELECT ProductID, SUM(OrderQty) FROM dbo.SalesOrderDetail GROUP BY ProductID) AS src (ProductID, OrderQty) ON tgt.ProductID = src.ProductID
WHEN MATCHED AND tgt.Quantity - src.OrderQty <= 0 THEN DELETE
WHEN MATCHED THEN UPDATE SET tgt.Quantity = tgt.Quantity - src.OrderQty
OUTPUT $action, Inserted.ProductID, Inserted.Quantity, Deleted.ProductID, Deleted.Quantity AS old, src.OrderQty;
SELECT ProductID, Quantity FROM dbo.ProductInventory ORDER BY ProductID;
GO
-- C: a table of values as the source, OUTPUT into a table variable.
CREATE TABLE dbo.SalesReason(SalesReasonID int IDENTITY(1, 1) NOT NULL, Name varchar(50) NOT NULL, ReasonType varchar(50) NULL DEFAULT 'Other');
INSERT INTO dbo.SalesReason (Name, ReasonType) VALUES ('Price', 'Old'), ('Review', 'Old');
DECLARE @SummaryOfChanges TABLE (Change varchar(20), id int);
MERGE INTO dbo.SalesReason AS tgt USING (VALUES ('Recommendation', 'Other'), ('Review', 'Marketing'), ('Internet', 'Promotion')) AS src (NewName, NewReasonType) ON tgt.Name = src.NewName
WHEN MATCHED THEN UPDATE SET ReasonType = src.NewReasonType
WHEN NOT MATCHED BY TARGET THEN INSERT (Name, ReasonType) VALUES (NewName, NewReasonType)
OUTPUT $action, inserted.SalesReasonID INTO @SummaryOfChanges;
SELECT Change, COUNT(*) AS CountPerChange FROM @SummaryOfChanges GROUP BY Change ORDER BY Change;
SELECT SalesReasonID, Name, ReasonType FROM dbo.SalesReason ORDER BY SalesReasonID;
SELECT SCOPE_IDENTITY() AS last;
GO
-- All three kinds of rows; @@ROWCOUNT; DEFAULT; an INSERT without a list.
CREATE TABLE dbo.target(id int NOT NULL, v varchar(10) NULL DEFAULT 'none');
CREATE TABLE dbo.source(id int NOT NULL, v varchar(10) NULL);
INSERT INTO dbo.target VALUES (1, 'a'), (2, 'b'), (3, 'c');
INSERT INTO dbo.source VALUES (2, 'B'), (3, NULL), (4, 'D'), (5, NULL);
MERGE dbo.target AS t USING dbo.source AS s ON t.id = s.id
WHEN MATCHED AND s.v IS NULL THEN UPDATE SET v = DEFAULT, id = t.id + 100
WHEN NOT MATCHED BY TARGET AND s.v IS NOT NULL THEN INSERT VALUES (s.id, s.v)
WHEN NOT MATCHED BY SOURCE THEN DELETE;
SELECT @@ROWCOUNT AS n;
SELECT id, v FROM dbo.target ORDER BY id;
GO
MERGE dbo.target AS t USING dbo.source AS s ON t.id = s.id
WHEN MATCHED AND s.v IS NULL THEN DELETE
WHEN MATCHED THEN UPDATE SET t.v = s.v
WHEN NOT MATCHED THEN INSERT (id, v) VALUES (s.id, s.v)
WHEN NOT MATCHED BY SOURCE AND t.id > 100 THEN UPDATE SET v = 'alone'
WHEN NOT MATCHED BY SOURCE THEN DELETE
OUTPUT $action AS a, deleted.id AS was, inserted.id AS is_, s.id AS of_source;
SELECT id, v FROM dbo.target ORDER BY id;
GO
-- Only rows that one side has; DEFAULT VALUES; TOP; a common table expression, a join in the source, a temporary table as the target.
MERGE dbo.target AS t USING (SELECT 1 AS x) AS s ON t.id = -1 WHEN NOT MATCHED THEN INSERT (id) VALUES (77) OUTPUT inserted.*;
MERGE dbo.target USING dbo.source ON target.id = source.id WHEN NOT MATCHED BY SOURCE THEN DELETE OUTPUT deleted.id;
MERGE TOP (1) dbo.target AS t USING dbo.source AS s ON t.id = s.id WHEN MATCHED THEN UPDATE SET v = 'top';
SELECT @@ROWCOUNT AS n;
CREATE TABLE #t(id int, n int);
WITH src AS (SELECT id, COUNT(*) AS n FROM dbo.source GROUP BY id) MERGE INTO #t USING src ON #t.id = src.id WHEN NOT MATCHED THEN INSERT VALUES (src.id, src.n);
MERGE #t AS t USING (dbo.source AS a JOIN dbo.source AS b ON a.id = b.id + 1) ON t.id = a.id WHEN MATCHED THEN UPDATE SET n = b.id;
SELECT id, n FROM #t ORDER BY id;
DECLARE @v TABLE (id int, n int);
MERGE @v AS v USING #t AS t ON v.id = t.id WHEN NOT MATCHED THEN INSERT VALUES (t.id, t.n);
MERGE @v AS v USING #t AS t ON v.id = t.id WHEN MATCHED AND t.n > 2 THEN DELETE WHEN MATCHED THEN UPDATE SET n += 1;
SELECT id, n FROM @v ORDER BY id;
GO
-- A NULL is no partner; identity values that are given; a CHECK is held; the statement is undone as a whole.
SET IDENTITY_INSERT dbo.SalesReason ON;
MERGE dbo.SalesReason AS t USING (VALUES (50, 'Fifty')) AS s(id, name) ON t.SalesReasonID = s.id WHEN NOT MATCHED THEN INSERT (SalesReasonID, Name) VALUES (s.id, s.name);
SET IDENTITY_INSERT dbo.SalesReason OFF;
SELECT Name, ReasonType FROM dbo.SalesReason WHERE SalesReasonID = 50;
CREATE TABLE dbo.checked(id int NULL, v int NOT NULL CONSTRAINT CK_v CHECK (v < 10));
INSERT INTO dbo.checked VALUES (NULL, 1), (1, 1);
MERGE dbo.checked AS t USING (VALUES (NULL, 2), (1, 3)) AS s(id, v) ON t.id = s.id WHEN MATCHED THEN UPDATE SET v = s.v WHEN NOT MATCHED THEN INSERT VALUES (s.id, s.v);
SELECT id, v FROM dbo.checked ORDER BY id, v;
GO
MERGE dbo.checked AS t USING (VALUES (1, 5), (2, 50)) AS s(id, v) ON t.id = s.id WHEN MATCHED THEN UPDATE SET v = s.v WHEN NOT MATCHED THEN INSERT VALUES (s.id, s.v);
GO
SELECT id, v FROM dbo.checked ORDER BY id, v;
GO
-- 8672: a row twice.
MERGE dbo.checked AS t USING (VALUES (1, 4), (1, 5)) AS s(id, v) ON t.id = s.id WHEN MATCHED THEN UPDATE SET v = s.v;
GO
SELECT id, v FROM dbo.checked WHERE id = 1;
-- Twice is no matter where nothing is done with it.
MERGE dbo.checked AS t USING (VALUES (1, 4), (1, 5)) AS s(id, v) ON t.id = s.id WHEN MATCHED AND s.v = 4 THEN UPDATE SET v = s.v;
SELECT id, v FROM dbo.checked WHERE id = 1;
GO
-- Clauses that may not be: actions of others' rows, 10714, 5324; 4104; 8102; names that are the same; $action elsewhere.
MERGE dbo.target AS t USING dbo.source AS s ON t.id = s.id WHEN NOT MATCHED THEN DELETE;
GO
MERGE dbo.target AS t USING dbo.source AS s ON t.id = s.id WHEN MATCHED THEN INSERT VALUES (1, 'x');
GO
MERGE dbo.target AS t USING dbo.source AS s ON t.id = s.id WHEN MATCHED AND s.v = 'a' THEN DELETE WHEN MATCHED THEN DELETE;
GO
MERGE dbo.target AS t USING dbo.source AS s ON t.id = s.id WHEN MATCHED THEN DELETE WHEN MATCHED AND s.v = 'a' THEN UPDATE SET v = 'x';
GO
MERGE dbo.target AS t USING dbo.source AS s ON t.id = s.id WHEN NOT MATCHED THEN INSERT VALUES (t.id, 'x');
GO
MERGE dbo.target AS t USING dbo.source AS s ON t.id = s.id WHEN NOT MATCHED BY SOURCE THEN UPDATE SET v = s.v;
GO
MERGE dbo.SalesReason AS t USING dbo.source AS s ON t.SalesReasonID = s.id WHEN MATCHED THEN UPDATE SET SalesReasonID = 1;
GO
MERGE dbo.target AS t USING dbo.source AS t ON t.id = t.id WHEN MATCHED THEN DELETE;
GO
SELECT $action FROM dbo.target;
GO
-- Tables with keys: a key that is given up and taken in one statement, a row that moves, a duplicate (2627).
SET NOCOUNT ON;
CREATE TABLE dbo.keyed(id int NOT NULL CONSTRAINT PK_keyed PRIMARY KEY, u int NOT NULL CONSTRAINT UQ_keyed UNIQUE);
INSERT INTO dbo.keyed VALUES (1, 10), (2, 20), (3, 30);
MERGE dbo.keyed AS t USING (VALUES (1, 20), (2, 10), (4, 30)) AS s(id, u) ON t.id = s.id
WHEN MATCHED THEN UPDATE SET u = s.u
WHEN NOT MATCHED BY TARGET THEN INSERT VALUES (s.id, s.u)
WHEN NOT MATCHED BY SOURCE THEN DELETE;
SELECT id, u FROM dbo.keyed ORDER BY id;
MERGE dbo.keyed AS t USING (VALUES (1), (2)) AS s(id) ON t.id = s.id WHEN MATCHED THEN UPDATE SET id = t.id + 1;
SELECT id, u FROM dbo.keyed ORDER BY id;
GO
MERGE dbo.keyed AS t USING (VALUES (9, 30)) AS s(id, u) ON t.id = s.id WHEN NOT MATCHED THEN INSERT VALUES (s.id, s.u);
GO
SELECT COUNT(*) AS n FROM dbo.keyed;
GO
