-- docs/t-sql/statements/set-nocount-transact-sql.md: ON sends no counts; @@ROWCOUNT is kept up all the same.
CREATE DATABASE G;
GO
USE G;
CREATE TABLE dbo.t(a int);
GO
INSERT INTO dbo.t(a) VALUES (1), (2);
SET NOCOUNT ON;
INSERT INTO dbo.t(a) VALUES (3), (4);
PRINT @@ROWCOUNT;
SELECT a FROM dbo.t WHERE a = 1;
GO
SELECT a FROM dbo.t WHERE a = 2;
SET NOCOUNT OFF;
SELECT a FROM dbo.t WHERE a = 3;
