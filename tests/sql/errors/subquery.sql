-- docs/relational-databases/errors-events/database-engine-events-and-errors-0-to-999.md: 512, 116, 147, 141.
CREATE DATABASE G;
GO
USE G;
CREATE TABLE dbo.t(a int, b int);
INSERT INTO dbo.t(a, b) VALUES (1, 10), (2, 20);
GO
DECLARE @v int = 5;
SET @v = (SELECT a FROM dbo.t);
PRINT @v;
GO
SELECT (SELECT a, b FROM dbo.t);
GO
SELECT a FROM dbo.t WHERE SUM(a) > 1;
GO
DECLARE @v int;
SELECT @v = a, b FROM dbo.t;
GO
SELECT a, COUNT(*) FROM t;
