-- docs/t-sql/language-elements/rollback-transaction-transact-sql.md: all data modifications are erased, those of nested
-- transactions that were committed too; local variables keep their values.
CREATE DATABASE G;
GO
USE G;
CREATE TABLE dbo.t(a int);
INSERT INTO dbo.t(a) VALUES (1);
GO
SET NOCOUNT ON;
DECLARE @v int = 0;
BEGIN TRAN;
INSERT INTO dbo.t(a) VALUES (2);
BEGIN TRAN;
INSERT INTO dbo.t(a) VALUES (3);
SET @v = 7;
COMMIT;
SELECT a FROM dbo.t ORDER BY a;
ROLLBACK;
SELECT a FROM dbo.t ORDER BY a;
PRINT @v;
