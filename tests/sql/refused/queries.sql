-- Clauses of a query that Sluice does not have yet (docs/t-sql/queries/select-transact-sql.md) are refused by name.
CREATE DATABASE G;
GO
USE G;
CREATE TABLE dbo.t(a int);
INSERT INTO dbo.t(a) VALUES (1), (2);
GO
SELECT a FROM dbo.t UNION SELECT a FROM dbo.t FOR BROWSE;
GO
SELECT a FROM dbo.t FOR SYSTEM_TIME ALL;
GO
SELECT * FROM OPENROWSET('a', 'b', 'c') AS o;
GO
SELECT * FROM s.d.dbo.t;
