-- docs/relational-databases/performance/subqueries.md: a subquery as an expression gives one value; no row gives NULL.
CREATE DATABASE G;
GO
USE G;
GO
SET NOCOUNT ON;
CREATE TABLE dbo.t(a int);
INSERT INTO dbo.t(a) VALUES (1), (2), (3);
SELECT a FROM dbo.t WHERE a = (SELECT MAX(a) FROM dbo.t);
SELECT (SELECT COUNT(*) FROM dbo.t) + 1 AS more, (SELECT a FROM dbo.t WHERE a > 3) AS nothing;
DECLARE @v int = (SELECT MIN(a) FROM dbo.t);
IF (SELECT SUM(a) FROM dbo.t) = 6 PRINT @v;
IF EXISTS (SELECT * FROM dbo.t WHERE a = 2) PRINT 'there';
IF NOT EXISTS (SELECT a FROM dbo.t WHERE a = 4) PRINT 'not there';
