-- docs/t-sql/queries/update-transact-sql.md: all rows without WHERE; each expression sees the row as it was, so that two columns can
-- change places; compound assignments; DEFAULT is NULL where the column has none; an alias from FROM; TOP.
CREATE DATABASE G;
GO
USE G;
CREATE TABLE dbo.t(a int NOT NULL, b int, v varchar(20));
GO
INSERT INTO dbo.t(a, b, v) VALUES (1, 10, 'one'), (2, 20, 'two'), (3, NULL, NULL);
UPDATE dbo.t SET v = 'x' WHERE a > 10;
UPDATE dbo.t SET a = b, b = a WHERE b IS NOT NULL;
SELECT a, b, v FROM dbo.t ORDER BY a;
UPDATE dbo.t SET b += 100, v = v + '!';
SELECT a, b, v FROM dbo.t ORDER BY a;
UPDATE x SET x.v = DEFAULT FROM dbo.t AS x WHERE x.a = 10;
UPDATE dbo.t SET t.b = (SELECT COUNT(*) FROM dbo.t) WHERE v IS NULL;
UPDATE TOP (1) dbo.t SET v = '12345';
PRINT @@ROWCOUNT;
SELECT a, b, v FROM dbo.t ORDER BY a;
