-- docs/t-sql/statements/create-table-transact-sql-identity-property.md and
-- docs/relational-databases/errors-events/database-engine-events-and-errors.md: 2744, 2749, 2752, 2753, 8147, 8115.
CREATE TABLE dbo.a(x int IDENTITY, y int IDENTITY);
GO
CREATE TABLE dbo.a(x varchar(10) IDENTITY);
GO
CREATE TABLE dbo.a(x numeric(5, 2) IDENTITY);
GO
CREATE TABLE dbo.a(x tinyint IDENTITY(300, 1));
GO
CREATE TABLE dbo.a(x int IDENTITY(1, 0));
GO
CREATE TABLE dbo.a(x int IDENTITY(1, 1) NULL);
GO
CREATE TABLE dbo.a(x tinyint IDENTITY(254, 1), y int NULL);
GO
INSERT INTO dbo.a(y) VALUES (1), (2);
INSERT INTO dbo.a(y) VALUES (3);
PRINT 'the batch goes on';
SELECT x, y FROM dbo.a;
GO
INSERT INTO dbo.a VALUES (1, 2, 3);
GO
BEGIN TRAN;
DROP TABLE dbo.a;
CREATE TABLE dbo.a(x int IDENTITY(1000, 1), y int NULL);
INSERT INTO dbo.a(y) VALUES (1);
SELECT x FROM dbo.a;
ROLLBACK;
SELECT x FROM dbo.a;
GO
