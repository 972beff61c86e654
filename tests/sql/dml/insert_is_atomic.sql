-- docs/t-sql/statements/insert-transact-sql.md, error handling: a row that violates a rule fails the statement, no row of it is
-- inserted; the batch goes on.
CREATE DATABASE G;
GO
USE G;
CREATE TABLE dbo.t(a int NOT NULL);
GO
INSERT INTO dbo.t(a) VALUES (1), (2), (NULL), (4);
PRINT 'goes on';
SELECT COUNT(*) AS rows FROM dbo.t;
INSERT INTO dbo.t(a) VALUES (1), (2);
INSERT INTO dbo.t(a) SELECT 10 / (a - 2) FROM dbo.t;
SELECT a FROM dbo.t ORDER BY a;
