-- docs/relational-databases/sql-server-index-design-guide.md: which conditions are sought in an index must not show in their rows. Each answer is what the
-- same question gives of a table without keys.
CREATE DATABASE G;
GO
USE G;
GO
CREATE TABLE dbo.t(a int, b varchar(10), c smallint, d datetime2(3), CONSTRAINT PK_t PRIMARY KEY (a, c DESC), INDEX i_b (b), INDEX i_c UNIQUE (c DESC, a));
INSERT INTO dbo.t VALUES (1, 'one', 10, '20200101'), (2, 'two', 20, '20200102'), (2, 'TWO', 30, NULL), (3, NULL, -5, '20200104'), (4, 'four', 0, '20200105');
GO
SELECT a, b, c FROM dbo.t WHERE a = 2;
GO
SELECT a, b, c FROM dbo.t WHERE a = 2 AND c = 20;
GO
SELECT a, b, c FROM dbo.t WHERE 2 = a AND c > 20;
GO
SELECT a, b, c FROM dbo.t WHERE a = 2 AND c < 30;
GO
SELECT a, b, c FROM dbo.t WHERE a > 2;
GO
SELECT a, b, c FROM dbo.t WHERE a >= 2 AND a < 4 AND b IS NOT NULL;
GO
SELECT a, b, c FROM dbo.t WHERE a BETWEEN 3 AND 4;
GO
SELECT a, b, c FROM dbo.t WHERE 2 > a;
GO
SELECT a, b, c FROM dbo.t WHERE b = 'Two';
GO
SELECT a, b, c FROM dbo.t WHERE b > 'p';
GO
SELECT a, b, c FROM dbo.t WHERE b < N'p';
GO
SELECT a, b, c FROM dbo.t WHERE b = NULL;
GO
SELECT a, b, c FROM dbo.t WHERE c = 100000;
GO
SELECT a, b, c FROM dbo.t WHERE c > 5 AND c <= 20;
GO
SELECT a, b, c FROM dbo.t WHERE c < 100000 AND c > -100000;
GO
DECLARE @a int, @c bigint = 30;
SELECT a, b, c FROM dbo.t WHERE a = @a;
SET @a = 2;
SELECT a, b, c FROM dbo.t WHERE a = @a AND c = @c;
SELECT a, b, c FROM dbo.t WHERE a = @a + 1;
SELECT @c = c FROM dbo.t WHERE a = 4 AND c = 0;
SELECT @c AS c;
GO
-- Rows around a subquery and of the left side of an APPLY.
SELECT u.a, (SELECT MAX(t.c) FROM dbo.t WHERE t.a = u.a) AS c FROM (VALUES (1), (2), (5), (NULL)) AS u(a);
GO
SELECT u.a, x.b FROM (VALUES (1), (2), (5), (NULL)) AS u(a) OUTER APPLY (SELECT TOP (1) b FROM dbo.t WHERE t.a = u.a ORDER BY c) AS x;
GO
SELECT u.a FROM (VALUES (1), (2), (5)) AS u(a) WHERE NOT EXISTS (SELECT * FROM dbo.t WHERE t.a = u.a);
GO
-- In the order of the key and the other way round.
SELECT a, c FROM dbo.t ORDER BY a, c DESC;
GO
SELECT a, c FROM dbo.t ORDER BY a DESC, c;
GO
SELECT a, c FROM dbo.t ORDER BY a, c;
GO
SELECT TOP (2) a, c FROM dbo.t WHERE a = 2 ORDER BY c;
GO
SELECT TOP (1) b FROM dbo.t WHERE b > 'a' ORDER BY b DESC;
GO
SELECT a, ROW_NUMBER() OVER (ORDER BY a, c DESC) AS n FROM dbo.t;
GO
UPDATE dbo.t SET d = '20210101' WHERE a = 2 AND c = 20;
SELECT a, c, d FROM dbo.t WHERE d = '20210101';
GO
-- No row is met twice where it moves in the index that it is found by.
UPDATE dbo.t SET c += 5 WHERE c > 0;
SELECT a, c FROM dbo.t;
GO
UPDATE dbo.t SET b = 'z' + b WHERE b > 'a';
SELECT a, b FROM dbo.t WHERE b >= 'z';
GO
DELETE FROM dbo.t WHERE a > 1 AND a < 4;
SELECT a, b, c FROM dbo.t;
DELETE FROM dbo.t WHERE b = 'zfour';
SELECT a, b, c FROM dbo.t WHERE c > -10;
GO
DBCC CHECKDB WITH NO_INFOMSGS;
GO
