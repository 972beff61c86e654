-- docs/t-sql/statements/create-index-transact-sql.md: indexes over rows that are there; examples A to D and F (unique), INCLUDE, clustered over a heap.
CREATE DATABASE G;
GO
USE G;
GO
CREATE TABLE dbo.SalesPerson(BusinessEntityID int IDENTITY(10, 10), SalesQuota money, SalesYTD money, Name varchar(20), Notes nvarchar(max));
INSERT INTO dbo.SalesPerson(SalesQuota, SalesYTD, Name, Notes) VALUES (3, 30, 'c', N'x'), (1, 10, 'a', REPLICATE(CAST(N'y' AS nvarchar(max)), 9000)), (2, 20, 'b', NULL), (1, 5, NULL, N'z');
GO
CREATE INDEX IX_VendorID ON SalesPerson (SalesYTD);
CREATE NONCLUSTERED INDEX IX_SalesPerson_SalesQuota_SalesYTD ON dbo.SalesPerson (SalesQuota, SalesYTD DESC);
CREATE UNIQUE INDEX AK_Name ON dbo.SalesPerson (Name) INCLUDE (SalesQuota);
GO
SELECT BusinessEntityID FROM dbo.SalesPerson WHERE SalesQuota = 1;
GO
SELECT BusinessEntityID FROM dbo.SalesPerson WHERE SalesYTD > 5 ORDER BY SalesYTD;
GO
INSERT INTO dbo.SalesPerson(Name) VALUES ('B');
GO
CREATE UNIQUE INDEX AK_Quota ON dbo.SalesPerson (SalesQuota);
GO
CREATE UNIQUE INDEX AK_Name ON dbo.SalesPerson (SalesYTD);
GO
CREATE INDEX IX ON dbo.Nothing (a);
GO
CREATE INDEX IX ON dbo.SalesPerson (Nothing);
GO
CREATE INDEX IX ON dbo.SalesPerson (Notes);
GO
-- The rows move into the clustered index; the other indexes, long values and the identity column go with them.
CREATE CLUSTERED INDEX IX_Clustered ON dbo.SalesPerson (SalesQuota DESC);
GO
SELECT BusinessEntityID, Name, LEN(Notes) AS length FROM dbo.SalesPerson;
GO
SELECT Name, LEN(Notes) AS length FROM dbo.SalesPerson WHERE Name = 'a';
SELECT BusinessEntityID FROM dbo.SalesPerson WHERE SalesYTD > 5 ORDER BY SalesYTD;
INSERT INTO dbo.SalesPerson(SalesQuota, SalesYTD, Name) VALUES (1, 1, 'd');
SELECT SCOPE_IDENTITY() AS id;
GO
CREATE CLUSTERED INDEX IX_2 ON dbo.SalesPerson (Name);
GO
DBCC CHECKDB WITH NO_INFOMSGS;
GO
-- Back to a heap.
DROP INDEX IX_Clustered ON dbo.SalesPerson;
SELECT BusinessEntityID, Name, LEN(Notes) AS length FROM dbo.SalesPerson WHERE SalesQuota = 1;
GO
DROP INDEX IX_VendorID ON dbo.SalesPerson, AK_Name ON dbo.SalesPerson;
INSERT INTO dbo.SalesPerson(Name) VALUES ('B');
SELECT COUNT(*) AS n FROM dbo.SalesPerson WHERE Name = 'b';
GO
DROP INDEX AK_Name ON dbo.SalesPerson;
GO
DROP INDEX IF EXISTS AK_Name ON dbo.SalesPerson;
DROP INDEX SalesPerson.IX_SalesPerson_SalesQuota_SalesYTD;
GO
ALTER INDEX ALL ON dbo.SalesPerson REBUILD;
GO
ALTER INDEX AK_Name ON dbo.SalesPerson REBUILD;
GO
DBCC CHECKDB WITH NO_INFOMSGS;
GO
