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
-- The least and the greatest stand at the ends of an index.
CREATE TABLE dbo.m(a int NOT NULL PRIMARY KEY, b int NOT NULL INDEX i_b UNIQUE, c int NULL INDEX i_c);
SELECT MIN(a) AS least, MAX(b) AS most FROM dbo.m;
SELECT MIN(b) AS least FROM dbo.m;
INSERT INTO dbo.m VALUES (1, 30, NULL), (2, 20, 5), (3, 10, 6);
SELECT MIN(a) AS least FROM dbo.m;
SELECT MAX(a) AS most FROM dbo.m WHERE a < 3;
SELECT MIN(b) AS least FROM dbo.m;
SELECT MAX(b) AS most FROM dbo.m;
SELECT MAX(b) AS most FROM dbo.m WHERE a > 1;
SELECT MIN(c) AS least FROM dbo.m;
GO
-- What a conversion of the column loses is lost.
CREATE TABLE dbo.l(a varchar(10) INDEX i_a, d datetime2(7) INDEX i_d, n smallint INDEX i_n, x decimal(9, 2) INDEX i_x);
INSERT INTO dbo.l VALUES ('abcdef', '2020-01-01 00:00:00.4', 300, 1.25), ('abc', '2020-01-01', 5, 1.50);
SELECT a FROM dbo.l WHERE CAST(a AS varchar(3)) = 'abc';
SELECT a FROM dbo.l WHERE a = N'ABC   ';
SELECT a FROM dbo.l WHERE CAST(d AS datetime2(0)) = '20200101';
SELECT a FROM dbo.l WHERE d = CAST('20200101' AS datetime2(3));
SELECT a FROM dbo.l WHERE n = CAST(300 AS bigint);
SELECT a FROM dbo.l WHERE CAST(x AS decimal(9, 1)) = 1.3;
SELECT a FROM dbo.l WHERE x = 1.5;
SELECT a FROM dbo.l WHERE x > 1 AND x < 1.4;
GO
