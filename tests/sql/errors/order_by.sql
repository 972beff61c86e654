-- docs/relational-databases/errors-events/database-engine-events-and-errors-0-to-999.md: 108, 145, 209, 408.
CREATE DATABASE G;
GO
USE G;
CREATE TABLE dbo.t(a int, b int);
GO
SELECT a FROM dbo.t ORDER BY 2;
GO
SELECT DISTINCT a FROM dbo.t ORDER BY b;
GO
SELECT a AS x, b AS x FROM dbo.t ORDER BY x;
