-- docs/relational-databases/errors-events/mssqlserver-207-database-engine-error.md and mssqlserver-4104-database-engine-error.md.
CREATE DATABASE G;
GO
USE G;
CREATE TABLE dbo.t(a int);
GO
SELECT missing FROM dbo.t;
GO
SELECT a FROM dbo.t WHERE missing = 1;
GO
SELECT x.a FROM dbo.t;
GO
SELECT dbo.t.a FROM dbo.t AS x;
GO
SELECT a;
