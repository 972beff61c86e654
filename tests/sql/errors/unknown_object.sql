-- docs/relational-databases/errors-events/mssqlserver-208-database-engine-error.md: 208 when the statement is come to, since names are
-- resolved late; it ends the batch and leaves the transaction open.
CREATE DATABASE G;
GO
USE G;
CREATE TABLE dbo.t(a int);
GO
BEGIN TRAN;
INSERT INTO dbo.t(a) VALUES (1);
SELECT *
FROM dbo.missing;
PRINT 'not reached';
GO
PRINT @@TRANCOUNT;
COMMIT;
SELECT a FROM dbo.t;
GO
INSERT INTO missing(a) VALUES (1);
GO
SELECT a FROM [dbo].[also missing] AS m;
