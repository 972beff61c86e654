-- docs/relational-databases/errors-events/mssqlserver-245-database-engine-error.md: 245; a failed conversion ends the batch, and the
-- transaction with it.
CREATE DATABASE G;
GO
USE G;
CREATE TABLE dbo.t(a int);
GO
BEGIN TRAN;
INSERT INTO dbo.t(a) VALUES (1);
INSERT INTO dbo.t(a)
VALUES ('abc');
PRINT 'not reached';
GO
PRINT @@TRANCOUNT;
SELECT COUNT(*) AS rows FROM dbo.t;
GO
DECLARE @i int;
SET @i = N'12x';
PRINT 'not reached';
GO
DECLARE @d decimal(5,2);
SET @d = 'abc';
PRINT 'not reached';
GO
DECLARE @d datetime;
SET @d = 'no date';
PRINT 'not reached';
