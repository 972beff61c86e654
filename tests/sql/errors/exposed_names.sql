-- Recorded answers of SQL Server: the sources of a FROM clause have different names, whatever their schemas. Tables are shown as written.
-- docs/t-sql/queries/from-transact-sql.md, table_alias.
CREATE TABLE dbo.t (a int);
CREATE TABLE dbo.u (a int);
GO
CREATE SCHEMA other;
GO
CREATE TABLE other.t (a int);
GO
SELECT 1 FROM dbo.t CROSS JOIN other.t;
GO
SELECT 1 FROM t, t;
GO
SELECT 1 FROM dbo.t JOIN t ON 1 = 1;
GO
SELECT 1 FROM dbo.t x JOIN dbo.u X ON 1 = 1;
GO
SELECT 1 FROM dbo.t CROSS JOIN (SELECT 1 a) t;
GO
SELECT 1 FROM dbo.t a CROSS JOIN dbo.u, dbo.u;
GO
UPDATE dbo.t SET a = 1 FROM dbo.t CROSS JOIN other.t;
GO
SELECT 1 FROM missing, missing;
GO
SELECT 1 FROM dbo.t JOIN (dbo.u t JOIN dbo.u ON 1 = 1) ON 1 = 1;
GO
SELECT 1 AS functions FROM STRING_SPLIT('a', ',') CROSS JOIN STRING_SPLIT('a', ',');
GO
SELECT 1 FROM dbo.t CROSS APPLY (SELECT 1 a) t;
GO
SELECT nope FROM dbo.t, dbo.t;
GO
SELECT 1 FROM (SELECT 1 a) d CROSS JOIN (SELECT 2 a) D;
GO
DECLARE @t TABLE (a int);
SELECT 1 FROM @t CROSS JOIN @t;
GO
DECLARE @t TABLE (a int);
SELECT 1 FROM @t t CROSS JOIN dbo.t;
GO
SELECT (SELECT COUNT(*) FROM dbo.t) AS inner_query FROM dbo.t;
GO
