-- Values of 5 MB through what keeps rows: OUTPUT INTO (t-sql/queries/output-clause-transact-sql.md), UNION ALL
-- (t-sql/language-elements/set-operators-union-transact-sql.md), rows of triggers (relational-databases/triggers/use-the-inserted-and-deleted-tables.md),
-- scalar functions (t-sql/statements/create-function-transact-sql.md), several rows of VALUES, derived tables.
CREATE DATABASE LongKept;
GO
USE LongKept;
SET NOCOUNT ON;
CREATE TABLE dbo.L(i INT NOT NULL PRIMARY KEY, v VARCHAR(MAX), n NVARCHAR(MAX));
CREATE TABLE dbo.Log(i INT NOT NULL, was VARCHAR(MAX), v VARCHAR(MAX), what VARCHAR(20) NOT NULL);
DECLARE @v VARCHAR(MAX) = REPLICATE(CAST('0123456789' AS VARCHAR(MAX)), 500000);
INSERT dbo.L VALUES(1, @v, REPLICATE(CAST(N'ä' AS NVARCHAR(MAX)), 300000)), (2, @v + 'two', N'n'), (3, 'short', NULL);
SELECT i, LEN(v) AS v, LEN(n) AS n, RIGHT(v, 4) AS e FROM dbo.L ORDER BY i;
GO
UPDATE dbo.L SET v = v + '!' OUTPUT inserted.i, deleted.v, inserted.v, 'updated' INTO dbo.Log WHERE i < 3;
SELECT i, LEN(was) AS was, LEN(v) AS v, IIF(v = was + '!', 1, 0) AS is_right FROM dbo.Log ORDER BY i;
DELETE dbo.L OUTPUT deleted.i, deleted.v, NULL, 'deleted' INTO dbo.Log WHERE i = 2;
SELECT i, LEN(was) AS was, RIGHT(was, 4) AS e FROM dbo.Log WHERE what = 'deleted';
INSERT dbo.L OUTPUT inserted.i, NULL, inserted.v, 'inserted' INTO dbo.Log SELECT 2, v + 'again', N'' FROM dbo.L WHERE i = 1;
SELECT i, LEN(v) AS v, RIGHT(v, 6) AS e FROM dbo.Log WHERE what = 'inserted';
GO
INSERT dbo.Log SELECT i, v, v, 'union' FROM dbo.L WHERE i = 1 UNION ALL SELECT i, v, v + '2', 'union' FROM dbo.L WHERE i = 2;
SELECT i, LEN(was) AS was, LEN(v) AS v FROM dbo.Log WHERE what = 'union' ORDER BY i;
SELECT COUNT(*) AS n, MIN(LEN(v)) AS least FROM (SELECT v FROM dbo.L WHERE i < 3 UNION SELECT v FROM dbo.L WHERE i < 3) AS x;
SELECT COUNT(*) AS n FROM (SELECT v FROM dbo.L EXCEPT SELECT v FROM dbo.L WHERE i = 1) AS x;
SELECT COUNT(*) AS n FROM (SELECT v FROM dbo.L INTERSECT SELECT v FROM dbo.L WHERE i = 1) AS x;
SELECT TOP (1) i, LEN(w) AS l FROM (SELECT i, v + v AS w FROM dbo.L UNION ALL SELECT i, 'x' FROM dbo.L) AS x ORDER BY w DESC, i;
SELECT a.i, LEN(a.w) AS w FROM (SELECT i, v + 'x' AS w FROM dbo.L) AS a JOIN (SELECT i, v + 'x' AS w FROM dbo.L) AS b ON a.w = b.w ORDER BY a.i;
GO
CREATE TRIGGER dbo.Watch ON dbo.L AFTER INSERT, UPDATE, DELETE AS
INSERT dbo.Log SELECT ISNULL(i.i, d.i), d.v, i.v, 'trigger' FROM inserted AS i FULL JOIN deleted AS d ON i.i = d.i;
GO
UPDATE dbo.L SET v = 'new' + v WHERE i = 1;
DELETE dbo.L WHERE i = 2;
INSERT dbo.L SELECT 4, v + '4', NULL FROM dbo.L WHERE i = 1;
SELECT i, LEN(was) AS was, LEN(v) AS v, LEFT(v, 3) AS b, RIGHT(v, 2) AS e FROM dbo.Log WHERE what = 'trigger' ORDER BY i;
GO
CREATE FUNCTION dbo.Twice(@v VARCHAR(MAX)) RETURNS VARCHAR(MAX) AS
BEGIN
  DECLARE @r VARCHAR(MAX) = @v;
  SET @r += @v;
  RETURN @r + '.';
END;
GO
CREATE FUNCTION dbo.ValueOf(@i INT) RETURNS VARCHAR(MAX) AS
BEGIN
  RETURN (SELECT v FROM dbo.L WHERE i = @i);
END;
GO
SELECT i, LEN(dbo.Twice(v)) AS twice, RIGHT(dbo.Twice(v), 2) AS e, LEN(dbo.ValueOf(i)) AS v, IIF(dbo.ValueOf(i) = v, 1, 0) AS is_same FROM dbo.L ORDER BY i;
DECLARE @f VARCHAR(MAX) = dbo.Twice(dbo.ValueOf(1));
SELECT LEN(@f) AS f, UPPER(LEFT(@f, 4)) AS b;
UPDATE dbo.L SET v = dbo.Twice(v) WHERE i = 4;
SELECT LEN(v) AS v FROM dbo.L WHERE i = 4;
DBCC CHECKDB WITH NO_INFOMSGS;
GO
USE master;
DROP DATABASE LongKept;
