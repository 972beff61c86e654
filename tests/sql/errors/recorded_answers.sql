-- Answers that follow recorded answers of SQL Server. docs/t-sql/statements/drop-table-transact-sql.md,
-- docs/relational-databases/system-stored-procedures/sp-executesql-transact-sql.md, docs/t-sql/language-elements/add-transact-sql.md.

-- DROP of several objects goes on after one that doesn't exist.
CREATE TABLE dbo.a(id int);
GO
CREATE TABLE dbo.b(id int);
GO
DROP TABLE dbo.a, dbo.nosuch, dbo.b;
GO
SELECT COUNT(*) FROM sys.tables WHERE name IN ('a', 'b');
GO
CREATE PROCEDURE dbo.p AS SELECT 1;
GO
DROP PROCEDURE dbo.nosuch, dbo.nosuch2, dbo.p;
GO
SELECT OBJECT_ID('dbo.p');
GO

-- A source hides the sources of its name around it.
CREATE TABLE dbo.lookup(id int);
GO
SELECT (SELECT s.extra FROM dbo.lookup AS s WHERE s.id = 10) FROM (VALUES (1, 2)) AS s(a, extra);
GO

-- A column of a table variable needs an alias.
DECLARE @t TABLE (a int);
SELECT @t.a FROM @t;
GO

-- DATEPART is deterministic but for week and weekday, which depend on SET DATEFIRST
-- (docs/relational-databases/user-defined-functions/deterministic-and-nondeterministic-functions.md).
CREATE TABLE dbo.parts(d date, y AS DATEPART(year, d) PERSISTED, i AS DATEPART(iso_week, d) PERSISTED);
INSERT INTO dbo.parts(d) VALUES ('2026-12-01');
SELECT y, i FROM dbo.parts;
GO
ALTER TABLE dbo.parts ADD w AS DATEPART(week, d) PERSISTED;
GO
ALTER TABLE dbo.parts ADD v AS CAST(CAST(d AS sql_variant) AS int) PERSISTED;
GO

-- A smalldatetime shows milliseconds where a style has them.
DECLARE @s smalldatetime = '2020-01-02 03:04';
SELECT CONVERT(varchar(40), @s, 121), CONVERT(varchar(40), @s, 109), CONVERT(varchar(40), @s, 126), CONVERT(varchar(40), @s);
GO

-- `sp_executesql` returns the number of the last statement's error, other system procedures 1
-- (relational-databases/system-stored-procedures/sp-executesql-transact-sql.md, *Return code values*).
DECLARE @status int;
EXEC @status = sp_executesql N'SELECT 1 / 0';
SELECT @status;
EXEC @status = sp_executesql N'SELECT 1 / 0; PRINT ''done''';
SELECT @status;
GO
DECLARE @status int;
EXEC @status = sp_rename 'nosuch', 'y';
SELECT @status;
GO

-- Only datetime and smalldatetime add, and only with types that convert to them.
SELECT CAST('20240101' AS datetime) + CAST('1' AS text);
GO
SELECT CAST(1 AS sql_variant) + CAST('20240101' AS datetime);
GO
SELECT 1 + CAST('2020-01-01' AS date);
GO
SELECT CAST('2020-01-01' AS datetime) % 2;
GO
SELECT CAST('2020-01-01' AS datetime) + NEWID();
GO

-- ORDER BY of a set operation may name the column behind an alias of the first query.
SELECT n.a AS x, n.b AS y FROM (VALUES (1, 30), (2, 20)) AS n(a, b)
UNION SELECT n.a AS x, n.b AS y FROM (VALUES (3, 25)) AS n(a, b) ORDER BY b;
GO
SELECT n.a AS x, n.b AS a FROM (VALUES (1, 30), (2, 20)) AS n(a, b)
UNION ALL SELECT 3, 25 ORDER BY a;
GO
SELECT n.a AS x FROM (VALUES (1)) AS n(a) UNION SELECT 2 ORDER BY c;
GO
