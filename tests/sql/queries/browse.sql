-- docs/t-sql/queries/select-for-clause-transact-sql.md, FOR BROWSE and its note of outer joins; the hidden columns of keys are there as a browsing client gets them:
-- docs/relational-databases/system-stored-procedures/sp-describe-first-result-set-transact-sql.md, B.
CREATE DATABASE D;
GO
USE D;
CREATE TABLE tleft(c1 INT NULL UNIQUE);
CREATE TABLE tright(c1 INT NULL);
CREATE TABLE dbo.t (a int PRIMARY KEY, b1 int, v rowversion);
GO
CREATE VIEW dbo.v AS SELECT b1 AS b2 FROM dbo.t;
GO
SET NOCOUNT ON;
INSERT INTO tleft VALUES(2);
INSERT INTO tleft VALUES(NULL);
INSERT INTO tright VALUES(1);
INSERT INTO tright VALUES(3);
INSERT INTO tright VALUES(NULL);
INSERT dbo.t(a, b1) VALUES (1, 10), (2, 20);
GO
-- The key that the query does not show comes behind its columns, also through a view; nothing comes where it shows it.
SELECT b1 FROM dbo.t WHERE a < 9 ORDER BY b1 DESC FOR BROWSE;
SELECT b2 AS b3 FROM dbo.v ORDER BY b2 FOR BROWSE;
SELECT b1, a FROM dbo.t ORDER BY 1 FOR BROWSE;
SELECT TOP 1 b1 FROM dbo.t ORDER BY a DESC FOR BROWSE;
SELECT COUNT(*) AS c FROM dbo.t FOR BROWSE;
GO
-- 198 (database-engine-events-and-errors.md).
SELECT b1 FROM dbo.t UNION SELECT c1 FROM tleft FOR BROWSE;
GO
-- All statements from here on, also those that were read before, until it is switched off.
SET NO_BROWSETABLE ON;
SELECT b1 FROM dbo.t WHERE a = 1;
SET NO_BROWSETABLE OFF;
SELECT b1 FROM dbo.t WHERE a = 1;
GO 2
SET NO_BROWSETABLE ON;
GO
SELECT tleft.c1
FROM tleft
RIGHT JOIN tright
ON tleft.c1 = tright.c1
WHERE tright.c1 <> 2;
GO
-- What takes rows itself takes those that were asked for: INSERT, INTO, a variable, a cursor, a subquery, FOR JSON.
CREATE PROCEDURE dbo.p AS SELECT b1 FROM dbo.t WHERE a = 2;
GO
DECLARE @taken TABLE (n int);
INSERT @taken SELECT b1 FROM dbo.t WHERE a = 1;
INSERT @taken EXEC dbo.p;
SELECT n FROM @taken ORDER BY n;
SELECT b1 INTO dbo.made FROM dbo.t;
SELECT b1 FROM dbo.made WHERE b1 = (SELECT b1 FROM dbo.t WHERE a = 1);
DECLARE @b int;
SELECT @b = b1 FROM dbo.t WHERE a = 1;
DECLARE c CURSOR FOR SELECT b1 FROM dbo.t ORDER BY a;
OPEN c;
FETCH NEXT FROM c INTO @b;
PRINT @b;
CLOSE c;
SELECT b1 FROM dbo.t WHERE a = 1 FOR JSON PATH;
EXEC dbo.p;
EXEC sp_executesql N'SELECT b1 FROM dbo.t WHERE a = @a', N'@a int', 1;
GO
-- In a procedure it is switched until that ends.
SET NO_BROWSETABLE OFF;
GO
CREATE PROCEDURE dbo.q AS SET NO_BROWSETABLE ON; SELECT b1 FROM dbo.t WHERE a = 2;
GO
EXEC dbo.q;
SELECT b1 FROM dbo.t WHERE a = 2;
DECLARE @taken TABLE (n int);
INSERT @taken EXEC dbo.q;
SELECT n FROM @taken;
GO
