-- docs/t-sql/language-elements/save-transaction-transact-sql.md: back to the savepoint, the transaction goes on; of two with one name
-- the later counts. docs/t-sql/functions/trancount-transact-sql.md: @@TRANCOUNT is left as it is.
CREATE DATABASE G;
GO
USE G;
CREATE TABLE dbo.t(a int);
GO
SET NOCOUNT ON;
BEGIN TRAN;
INSERT INTO dbo.t(a) VALUES (1);
SAVE TRAN s;
INSERT INTO dbo.t(a) VALUES (2);
SAVE TRAN s;
INSERT INTO dbo.t(a) VALUES (3);
ROLLBACK TRAN s;
PRINT @@TRANCOUNT;
SELECT a FROM dbo.t ORDER BY a;
INSERT INTO dbo.t(a) VALUES (4);
ROLLBACK TRAN s;
SELECT a FROM dbo.t ORDER BY a;
INSERT INTO dbo.t(a) VALUES (5);
COMMIT;
SELECT a FROM dbo.t ORDER BY a;
DECLARE @name varchar(32) = 'by variable';
BEGIN TRAN;
SAVE TRANSACTION @name;
INSERT INTO dbo.t(a) VALUES (6);
ROLLBACK TRANSACTION @name;
COMMIT;
SELECT COUNT(*) AS rows FROM dbo.t;
