-- Clauses of INSERT that Sluice does not have yet (docs/t-sql/statements/insert-transact-sql.md) are refused by name; nothing is inserted.
CREATE DATABASE G;
GO
USE G;
CREATE TABLE dbo.t(a int);
GO
INSERT INTO s.G.dbo.t(a) VALUES (1);
GO
INSERT INTO OPENQUERY(s, 'SELECT 1') VALUES (1);
GO
SELECT COUNT(*) AS none FROM dbo.t;
