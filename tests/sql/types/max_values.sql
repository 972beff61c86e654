-- docs/t-sql/data-types/char-and-varchar-transact-sql.md, nchar-and-nvarchar-, binary-and-varbinary-: max is up to 2^31-1 bytes.
-- docs/t-sql/functions/replicate-transact-sql.md: only a max input makes more than 8,000 bytes. datalength-, len-: bigint for max types.
DECLARE @v varchar(max) = REPLICATE('ab', 10000), @w varchar(max) = REPLICATE(CAST('ab' AS varchar(max)), 10000);
SELECT DATALENGTH(@v) AS cut, DATALENGTH(@w) AS whole, LEN(@w) AS characters;
DECLARE @n nvarchar(max) = REPLICATE(CAST(N'ж' AS nvarchar(max)), 5000), @b varbinary(max) = 0x01;
SET @b = @b + CAST(@n AS varbinary(max));
SELECT DATALENGTH(@n) AS wide, LEN(@n) AS units, DATALENGTH(@b) AS bytes, SUBSTRING(@b, 10000, 2) AS tail;
-- docs/t-sql/language-elements/string-concatenation-transact-sql.md: over 8,000 bytes only where one side is max.
SELECT LEN(REPLICATE('a', 8000) + 'b') AS limited, LEN(CAST(REPLICATE('a', 8000) AS varchar(max)) + 'b') AS long;
SELECT LEN(LEFT(@w, 9000)) AS l, LEN(RIGHT(@w, 9001)) AS r, LEN(UPPER(@w)) AS u, LEN(REPLACE(@w, 'a', 'xyz')) AS p, LEN(CONCAT(@w, 'c')) AS c;
SELECT CASE WHEN @w = UPPER(@w) THEN 1 ELSE 0 END AS same, CHARINDEX('x', @w + 'x') AS place;
GO
-- A max column holds short values, NULL, and long ones; a value up to 8,000 bytes stays in the row if it fits.
CREATE DATABASE G;
GO
USE G;
CREATE TABLE dbo.t(id int, v varchar(max), n nvarchar(max), b varbinary(max));
INSERT INTO dbo.t VALUES (1, 'a', N'b', 0x0C), (2, NULL, NULL, NULL), (3, '', N'', 0x);
INSERT INTO dbo.t VALUES (4, REPLICATE('x', 8000), NULL, NULL);
INSERT INTO dbo.t VALUES (5, REPLICATE(CAST('x' AS varchar(max)), 8001), N'short', NULL);
INSERT INTO dbo.t VALUES (6, REPLICATE('x', 8000), REPLICATE(N'€', 4000), CAST(REPLICATE('z', 8000) AS varbinary(max)));
INSERT INTO dbo.t VALUES (7, REPLICATE(CAST('abc' AS varchar(max)), 100000), REPLICATE(CAST(N'😀' AS nvarchar(max)), 100000), CAST(REPLICATE(CAST('q' AS varchar(max)), 1000000) AS varbinary(max)));
SELECT id, DATALENGTH(v) AS v, DATALENGTH(n) AS n, DATALENGTH(b) AS b FROM dbo.t ORDER BY id;
SELECT id, LEFT(v, 3) AS head, RIGHT(n, 2) AS wide, SUBSTRING(b, 7999, 5) AS piece FROM dbo.t WHERE id > 3 ORDER BY id;
SELECT id FROM dbo.t WHERE v = REPLICATE(CAST('ABC' AS varchar(max)), 100000);
SELECT COUNT(*) AS n, MAX(LEN(v)) AS longest FROM dbo.t;
SELECT id FROM dbo.t WHERE v IS NOT NULL ORDER BY v DESC, id;
DBCC CHECKDB WITH NO_INFOMSGS;
GO
-- UPDATE and DELETE; other columns stay what they are.
UPDATE dbo.t SET id = id + 10;
UPDATE dbo.t SET v = v + 'END', n = NULL WHERE id = 17;
UPDATE dbo.t SET v = 'short again', b = b + b WHERE id = 16;
DELETE FROM dbo.t WHERE id = 15;
SELECT id, DATALENGTH(v) AS v, DATALENGTH(n) AS n, DATALENGTH(b) AS b, RIGHT(v, 5) AS tail FROM dbo.t ORDER BY id;
DBCC CHECKDB WITH NO_INFOMSGS;
BEGIN TRANSACTION;
UPDATE dbo.t SET v = REPLICATE(CAST('new' AS varchar(max)), 10000);
SAVE TRANSACTION s;
DELETE FROM dbo.t;
INSERT INTO dbo.t SELECT 99, REPLICATE(CAST('w' AS varchar(max)), 50000), NULL, NULL;
ROLLBACK TRANSACTION s;
SELECT id, LEN(v) AS v, DATALENGTH(b) AS b FROM dbo.t ORDER BY id;
DBCC CHECKDB WITH NO_INFOMSGS;
ROLLBACK;
SELECT id, LEN(v) AS v, DATALENGTH(b) AS b FROM dbo.t ORDER BY id;
DBCC CHECKDB WITH NO_INFOMSGS;
GO
-- Copies: INSERT ... SELECT, also of its own target, SELECT INTO, a temporary table, a table variable.
INSERT INTO dbo.t SELECT id + 100, v, n, b FROM dbo.t WHERE id > 15;
SELECT * INTO dbo.copy FROM dbo.t;
SELECT id, v INTO #t FROM dbo.t WHERE id IN (17, 117);
DECLARE @t TABLE (id int, b varbinary(max));
INSERT INTO @t SELECT id, b FROM dbo.t WHERE id > 16;
UPDATE @t SET b = SUBSTRING(b, 1, 20000) WHERE id = 117;
DELETE FROM @t WHERE id = 17;
SELECT id, DATALENGTH(b) AS b FROM @t ORDER BY id;
UPDATE #t SET v = v + v WHERE id = 17;
SELECT id, LEN(v) AS v FROM #t ORDER BY id;
SELECT id, DATALENGTH(v) AS v, DATALENGTH(n) AS n, DATALENGTH(b) AS b FROM dbo.copy ORDER BY id;
DROP TABLE #t;
DBCC CHECKDB WITH NO_INFOMSGS;
GO
-- @crash
USE G;
SELECT id, DATALENGTH(v) AS v, DATALENGTH(n) AS n, DATALENGTH(b) AS b, RIGHT(v, 3) AS tail FROM dbo.copy ORDER BY id;
DBCC CHECKDB WITH NO_INFOMSGS;
TRUNCATE TABLE dbo.copy;
DROP TABLE dbo.t;
SELECT COUNT(*) AS n FROM dbo.copy;
DBCC CHECKDB WITH NO_INFOMSGS;
GO
