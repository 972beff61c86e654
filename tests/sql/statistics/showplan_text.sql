-- SET SHOWPLAN_TEXT (docs/t-sql/statements/set-showplan-text-transact-sql.md): "returns execution information for each Transact-SQL statement without
-- executing it": a row with its text, then a row for each operator (docs/relational-databases/showplan-logical-and-physical-operators-reference.md).
CREATE DATABASE plans;
GO
USE plans;
SET NOCOUNT ON;
CREATE TABLE dbo.keyed (k int NOT NULL CONSTRAINT pk_keyed PRIMARY KEY, v int NOT NULL, w varchar(10) NULL);
CREATE INDEX i_v ON dbo.keyed (v);
CREATE TABLE dbo.heap (k int NOT NULL, v int NOT NULL);
CREATE INDEX i_heap ON dbo.heap (k);
GO
SET SHOWPLAN_TEXT ON;
GO
-- As in the page's examples: a seek, and a scan. Our plan has a filter of its own above what it reads.
SELECT * FROM dbo.keyed WHERE k = 905;
SELECT w FROM dbo.keyed WHERE w < 'abc';
GO
-- A seek that leads to rows elsewhere, in a clustered index and in a heap; one that has all that is asked for.
SELECT w FROM dbo.keyed WHERE v = 5;
SELECT v FROM dbo.heap WHERE k > 5 AND k <= 7;
SELECT k, v FROM dbo.keyed WHERE v = 5;
GO
-- Joins: by hashing, the input that is kept first; and by nested loops, for each row of the outer input.
SELECT h.v FROM dbo.keyed AS a INNER HASH JOIN dbo.heap AS h ON h.v = a.v;
SELECT a.w, b.n FROM dbo.keyed AS a CROSS APPLY (SELECT TOP (1) h.v AS n FROM dbo.heap AS h WHERE h.k = a.v) AS b;
GO
-- Aggregates, sorts, the first rows, a set operation.
SELECT COUNT(*), MAX(v) FROM dbo.heap;
SELECT w, SUM(v) AS s FROM dbo.keyed GROUP BY w;
SELECT TOP (3) w FROM dbo.keyed ORDER BY w DESC;
SELECT v FROM dbo.keyed UNION ALL SELECT v FROM dbo.heap;
SELECT ROW_NUMBER() OVER (PARTITION BY v ORDER BY w) AS n FROM dbo.keyed;
GO
-- Changes: each index that changes is named.
DECLARE @v int = 3;
INSERT INTO dbo.heap (k, v) VALUES (1, @v);
UPDATE dbo.keyed SET w = 'x' WHERE k = 1;
UPDATE dbo.keyed SET v = v + 1 WHERE w = 'x';
DELETE FROM dbo.heap;
IF EXISTS (SELECT * FROM dbo.heap) PRINT 'some';
GO
-- "if a CREATE TABLE statement is executed while SET SHOWPLAN_TEXT is ON", nothing is made, and a SELECT of it fails.
CREATE TABLE dbo.made (k int NOT NULL);
SELECT k FROM dbo.made;
GO
-- "They must be the only statements in a batch", and "cannot be specified in a stored procedure".
SET SHOWPLAN_TEXT OFF;
SELECT k FROM dbo.keyed;
GO
CREATE PROCEDURE dbo.p AS SET SHOWPLAN_TEXT OFF;
GO
SET SHOWPLAN_TEXT OFF;
GO
-- Nothing has run.
SELECT (SELECT COUNT(*) FROM dbo.heap) AS n, OBJECT_ID('dbo.made') AS made;
GO
IF 1 = 0
    SET SHOWPLAN_TEXT ON;
GO
