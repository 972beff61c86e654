-- docs/relational-databases/errors-events/database-engine-events-and-errors-0-to-999.md and -1000-to-1999.md: 171, 172, 176, 314, 1028, 1029, 1032.
CREATE TABLE dbo.t (a INT NOT NULL PRIMARY KEY, b INT);
CREATE TABLE dbo.u (a INT NOT NULL, c INT);
GO
-- 171: FOR BROWSE in an INSERT and a SELECT INTO.
INSERT dbo.u SELECT a, b FROM dbo.t FOR BROWSE;
GO
SELECT a INTO dbo.copy FROM dbo.t FOR BROWSE;
GO
-- 172
SELECT a FROM dbo.t WITH (HOLDLOCK) FOR BROWSE;
GO
SELECT t.a FROM dbo.u JOIN dbo.t WITH (UPDLOCK, HOLDLOCK) ON t.a = u.a FOR BROWSE;
GO
-- 1029
SELECT (SELECT MAX(a) AS m FROM dbo.t FOR BROWSE) AS m;
GO
-- 314: the rows of a trigger, which isn't created.
CREATE TRIGGER dbo.tr ON dbo.t AFTER INSERT AS SELECT b, COUNT(*) AS n FROM inserted GROUP BY ALL b;
GO
-- 1028
SELECT b FROM dbo.t GROUP BY ALL ROLLUP (b);
GO
SELECT b FROM dbo.t GROUP BY ALL b WITH CUBE;
GO
-- 1032: the prefix of another table of the statement; 4104: a prefix of none.
UPDATE dbo.t SET u.c = 1 FROM dbo.t JOIN dbo.u ON u.a = t.a;
GO
UPDATE x SET y.c = 1 FROM dbo.t AS x JOIN dbo.u AS y ON y.a = x.a;
GO
UPDATE dbo.t SET z.b = 1;
GO
UPDATE x SET x.b = 3 FROM dbo.t AS x JOIN dbo.u AS y ON y.a = x.a;
GO
-- 7104 (-7000-to-7999.md): offsets of text are int or smallint.
CREATE TABLE dbo.x (v TEXT);
INSERT dbo.x VALUES ('abcdef');
GO
DECLARE @p VARBINARY(16) = (SELECT TEXTPTR(v) FROM dbo.x), @n VARCHAR(5) = '1', @s SMALLINT = 2;
READTEXT dbo.x.v @p @s 2;
GO
DECLARE @p VARBINARY(16) = (SELECT TEXTPTR(v) FROM dbo.x), @n VARCHAR(5) = '1';
READTEXT dbo.x.v @p @n 2;
GO
DECLARE @p VARBINARY(16) = (SELECT TEXTPTR(v) FROM dbo.x), @n BIGINT = 1;
UPDATETEXT dbo.x.v @p @n 0 'x';
