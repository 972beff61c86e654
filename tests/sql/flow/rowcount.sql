-- docs/t-sql/functions/rowcount-transact-sql.md: rows affected or read; 1 after a simple assignment or a SELECT without a source; 0
-- after PRINT, SET option, BEGIN TRANSACTION, COMMIT TRANSACTION.
CREATE DATABASE G;
GO
USE G;
GO
SET NOCOUNT ON;
DECLARE @n int, @v int;
CREATE TABLE dbo.t(a int);
INSERT INTO dbo.t(a) VALUES (1), (2), (3);
SET @n = @@ROWCOUNT;
PRINT @n;
SET @n = @@ROWCOUNT;
PRINT @n;
SET @n = @@ROWCOUNT;
PRINT @n;
SELECT @v = a FROM dbo.t WHERE a >= 2;
SET @n = @@ROWCOUNT;
PRINT @n;
SELECT @v = a FROM dbo.t WHERE a > 3;
SET @n = @@ROWCOUNT;
PRINT @n;
SELECT 'text' AS text;
SET @n = @@ROWCOUNT;
PRINT @n;
INSERT INTO dbo.t(a) SELECT a FROM dbo.t;
BEGIN TRANSACTION;
SET @n = @@ROWCOUNT;
PRINT @n;
INSERT INTO dbo.t(a) SELECT a FROM dbo.t;
SET @n = @@ROWCOUNT;
PRINT @n;
COMMIT TRANSACTION;
SET @n = @@ROWCOUNT;
PRINT @n;
