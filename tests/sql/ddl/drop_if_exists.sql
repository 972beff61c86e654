-- docs/t-sql/statements/drop-table-transact-sql.md: IF EXISTS drops a table only if it is there; without it 3701.
CREATE DATABASE G;
GO
USE G;
GO
DROP TABLE IF EXISTS dbo.t;
PRINT @@ERROR;
DROP TABLE dbo.t;
PRINT @@ERROR;
CREATE TABLE dbo.t(a int);
CREATE TABLE dbo.u(a int);
DROP TABLE IF EXISTS dbo.t;
DROP TABLE IF EXISTS dbo.t, dbo.u;
DROP TABLE u;
