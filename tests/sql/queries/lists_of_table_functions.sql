-- docs/t-sql/functions/string-split-transact-sql.md, "E. Find rows by list of values"; docs/t-sql/functions/openjson-transact-sql.md;
-- docs/t-sql/functions/generate-series-transact-sql.md; docs/t-sql/language-elements/in-transact-sql.md: a value equal to any value of the
-- subquery; a NULL among the values of NOT IN makes it unknown. The list is parsed once for a statement, not once for each outer row, and
-- gives the same rows by every way.
CREATE DATABASE L;
GO
USE L;
SET NOCOUNT ON;
CREATE TABLE dbo.n (id int NOT NULL PRIMARY KEY, code nvarchar(10) NULL);
INSERT INTO dbo.n SELECT value, IIF(value % 5 = 0, NULL, CONCAT('c', value)) FROM GENERATE_SERIES(1, 12);
GO
CREATE FUNCTION dbo.odd (@most int) RETURNS @r TABLE (x int NULL) AS
BEGIN
  INSERT INTO @r SELECT value FROM GENERATE_SERIES(1, @most, 2);
  RETURN;
END
GO
-- docs/relational-databases/showplan-logical-and-physical-operators-reference.md, "Hash Match": the build input is read once.
SET SHOWPLAN_TEXT ON;
GO
SELECT id FROM dbo.n WHERE id IN (SELECT value FROM STRING_SPLIT('1,2', ','));
SELECT id FROM dbo.n WHERE id NOT IN (SELECT value FROM STRING_SPLIT('1,2', ','));
GO
SET SHOWPLAN_TEXT OFF;
GO
-- The values of the list are converted to the type of the column.
DECLARE @s nvarchar(max) = N'3,7, 7,11,99';
SELECT id FROM dbo.n WHERE id IN (SELECT value FROM STRING_SPLIT(@s, ',')) ORDER BY id;
SELECT id FROM dbo.n WHERE id NOT IN (SELECT value FROM STRING_SPLIT(@s, ',')) ORDER BY id;
SELECT id FROM dbo.n WHERE EXISTS (SELECT * FROM STRING_SPLIT(@s, ',') WHERE value = id) ORDER BY id;
SELECT id FROM dbo.n WHERE NOT EXISTS (SELECT * FROM STRING_SPLIT(@s, ',') WHERE value = id) ORDER BY id;
SELECT id, (SELECT COUNT(*) FROM STRING_SPLIT(@s, ',') WHERE value = id) AS times FROM dbo.n WHERE id < 8 ORDER BY id;
GO
-- Neither equality nor key: each row is compared.
DECLARE @s nvarchar(max) = N'c1,x';
SELECT id FROM dbo.n WHERE EXISTS (SELECT * FROM STRING_SPLIT(@s, ',') WHERE code LIKE value + '%') ORDER BY id;
SELECT id FROM dbo.n WHERE id > ALL (SELECT value FROM STRING_SPLIT(N'4,9', ',')) ORDER BY id;
GO
-- A condition of the subquery guards the conversion.
DECLARE @s nvarchar(max) = N'2,two,4';
SELECT id FROM dbo.n WHERE id IN (SELECT value FROM STRING_SPLIT(@s, ',') WHERE TRY_CAST(value AS int) IS NOT NULL) ORDER BY id;
SELECT id FROM dbo.n WHERE id NOT IN (SELECT value FROM STRING_SPLIT(@s, ',') WHERE TRY_CAST(value AS int) IS NOT NULL) ORDER BY id;
SELECT id FROM dbo.n WHERE id NOT IN (SELECT value FROM STRING_SPLIT(@s, ',')) ORDER BY id;
GO
-- NULLs on either side, and an empty list.
DECLARE @none nvarchar(max);
SELECT COUNT(*) AS [in] FROM dbo.n WHERE code IN (SELECT value FROM STRING_SPLIT(@none, ','));
SELECT COUNT(*) AS not_in FROM dbo.n WHERE code NOT IN (SELECT value FROM STRING_SPLIT(@none, ','));
SELECT COUNT(*) AS not_in FROM dbo.n WHERE code NOT IN (SELECT value FROM STRING_SPLIT(N'c1,c2', ','));
SELECT COUNT(*) AS not_in FROM dbo.n WHERE id NOT IN (SELECT value FROM OPENJSON(N'[1, null]'));
GO
DECLARE @j nvarchar(max) = N'[{"id": 2}, {"id": 9}, {"id": 2}]', @x xml = N'<i>3</i><i>8</i>';
SELECT id FROM dbo.n WHERE id IN (SELECT v.id FROM OPENJSON(@j) WITH (id int '$.id') AS v) ORDER BY id;
SELECT COUNT(*) AS not_in FROM dbo.n WHERE id NOT IN (SELECT v.id FROM OPENJSON(@j) WITH (id int '$.id') AS v);
SELECT id FROM dbo.n WHERE id IN (SELECT t.c.value('.', 'int') FROM @x.nodes('/i') AS t(c)) ORDER BY id;
SELECT id FROM dbo.n WHERE id IN (SELECT value FROM GENERATE_SERIES(3, 12, 4)) ORDER BY id;
SELECT id FROM dbo.n WHERE id NOT IN (SELECT x FROM dbo.odd(9)) ORDER BY id;
SELECT id FROM dbo.n WHERE id IN (SELECT v FROM (VALUES (1), (6), (6)) AS l(v)) ORDER BY id;
GO
-- An argument of the outer row gives other rows for each row.
SELECT id FROM dbo.n WHERE id IN (SELECT value FROM GENERATE_SERIES(id % 4, 3)) ORDER BY id;
GO
-- Statements that change rows.
DECLARE @s nvarchar(max) = N'1,2,3';
UPDATE dbo.n SET code = 'in' WHERE id IN (SELECT value FROM STRING_SPLIT(@s, ','));
DELETE dbo.n WHERE id NOT IN (SELECT value FROM STRING_SPLIT(@s, ','));
SELECT id, code FROM dbo.n ORDER BY id;
GO
USE master;
DROP DATABASE L;
GO
