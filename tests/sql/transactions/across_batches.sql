-- docs/t-sql/language-elements/transactions-transact-sql.md: an explicit transaction lasts until COMMIT or ROLLBACK, whatever
-- batches lie between.
CREATE DATABASE G;
GO
USE G;
CREATE TABLE dbo.t(a int);
GO
SET NOCOUNT ON;
BEGIN TRAN;
INSERT INTO dbo.t(a) VALUES (1);
GO
INSERT INTO dbo.t(a) VALUES (2);
PRINT @@TRANCOUNT;
GO
ROLLBACK;
SELECT COUNT(*) AS rows FROM dbo.t;
GO
BEGIN TRAN;
INSERT INTO dbo.t(a) VALUES (3);
GO
COMMIT;
GO
SELECT a FROM dbo.t;
