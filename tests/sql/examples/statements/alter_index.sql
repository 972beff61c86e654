-- Examples of docs/t-sql/statements/alter-index-transact-sql.md, alter-table-index-option-transact-sql.md,
-- alter-table-table-constraint-transact-sql.md, alter-table-column-constraint-transact-sql.md,
-- alter-table-column-definition-transact-sql.md, alter-table-computed-column-definition-transact-sql.md and
-- update-statistics-transact-sql.md, over small stand-ins for tables of AdventureWorks.
CREATE DATABASE D;
GO
USE D;
SET NOCOUNT ON;
GO
CREATE SCHEMA HumanResources;
GO
CREATE SCHEMA Production;
GO
CREATE SCHEMA Sales;
GO
CREATE TABLE HumanResources.Department (DepartmentID smallint CONSTRAINT PK_Department_DepartmentID PRIMARY KEY, Name nvarchar(50));
CREATE TABLE HumanResources.Employee (BusinessEntityID int CONSTRAINT PK_Employee_BusinessEntityID PRIMARY KEY, DepartmentID smallint CONSTRAINT FK_Employee_Department REFERENCES HumanResources.Department, OrganizationLevel int, OrganizationNode varbinary(20));
CREATE INDEX IX_Employee_OrganizationLevel_OrganizationNode ON HumanResources.Employee (OrganizationLevel, OrganizationNode);
CREATE INDEX IX_Employee_ManagerID ON HumanResources.Employee (OrganizationNode);
CREATE TABLE Production.Product (ProductID int CONSTRAINT PK_Product PRIMARY KEY, Name nvarchar(50), ProductNumber nvarchar(25), INDEX AK_Product_Name UNIQUE (Name));
CREATE TABLE Production.ProductPhoto (ProductPhotoID int CONSTRAINT PK_ProductPhoto_ProductPhotoID PRIMARY KEY, Photo varbinary(max));
CREATE TABLE Sales.SalesOrderHeader (SalesOrderID int CONSTRAINT PK_Order PRIMARY KEY, SalesOrderNumber nvarchar(25) CONSTRAINT AK_SalesOrderHeader_SalesOrderNumber UNIQUE);
INSERT HumanResources.Department VALUES (1, 'Engineering');
INSERT HumanResources.Employee VALUES (1, 1, 0, NULL), (2, 1, 1, 0x58);
INSERT Production.Product VALUES (1, 'Adjustable Race', 'AR-5381'), (2, 'Bearing Ball', 'BA-8327');
GO
-- A to D
ALTER INDEX PK_Employee_BusinessEntityID ON HumanResources.Employee REBUILD;
GO
ALTER INDEX ALL ON Production.Product
REBUILD WITH (FILLFACTOR = 80, SORT_IN_TEMPDB = ON, STATISTICS_NORECOMPUTE = ON);
SELECT name, fill_factor FROM sys.indexes WHERE object_id = OBJECT_ID('Production.Product') ORDER BY index_id;
GO
ALTER INDEX ALL ON Production.Product
REBUILD WITH
(
    FILLFACTOR = 80,
    SORT_IN_TEMPDB = ON,
    STATISTICS_NORECOMPUTE = ON,
    ONLINE = ON ( WAIT_AT_LOW_PRIORITY ( MAX_DURATION = 4 MINUTES, ABORT_AFTER_WAIT = BLOCKERS ) ),
    DATA_COMPRESSION = ROW
);
GO
ALTER INDEX PK_ProductPhoto_ProductPhotoID ON Production.ProductPhoto REORGANIZE;
ALTER INDEX PK_ProductPhoto_ProductPhotoID ON Production.ProductPhoto REORGANIZE WITH (LOB_COMPACTION = ON);
GO
ALTER INDEX AK_SalesOrderHeader_SalesOrderNumber ON
    Sales.SalesOrderHeader
SET (
    STATISTICS_NORECOMPUTE = ON,
    IGNORE_DUP_KEY = ON,
    ALLOW_PAGE_LOCKS = ON
    ) ;
GO
CREATE UNIQUE INDEX AK_Order ON Sales.SalesOrderHeader (SalesOrderNumber, SalesOrderID);
ALTER INDEX AK_Order ON Sales.SalesOrderHeader SET (STATISTICS_NORECOMPUTE = ON, IGNORE_DUP_KEY = ON, ALLOW_PAGE_LOCKS = ON, OPTIMIZE_FOR_SEQUENTIAL_KEY = OFF);
SELECT ignore_dup_key, allow_page_locks, allow_row_locks FROM sys.indexes WHERE name = 'AK_Order';
GO
-- E to G
ALTER INDEX IX_Employee_ManagerID ON HumanResources.Employee DISABLE;
SELECT is_disabled FROM sys.indexes WHERE name = 'IX_Employee_ManagerID';
GO
ALTER INDEX PK_Department_DepartmentID ON HumanResources.Department DISABLE;
GO
SELECT f.name, f.is_disabled, i.name, i.is_disabled FROM sys.foreign_keys AS f JOIN sys.indexes AS i ON i.name = 'PK_Department_DepartmentID';
GO
SELECT * FROM HumanResources.Department;
GO
ALTER INDEX PK_Department_DepartmentID ON HumanResources.Department REBUILD;
GO
ALTER TABLE HumanResources.Employee CHECK CONSTRAINT FK_Employee_Department;
GO
SELECT is_disabled, is_not_trusted FROM sys.foreign_keys;
ALTER TABLE HumanResources.Employee WITH CHECK CHECK CONSTRAINT FK_Employee_Department;
SELECT is_disabled, is_not_trusted FROM sys.foreign_keys;
ALTER INDEX IX_Employee_ManagerID ON HumanResources.Employee REBUILD;
GO
-- H to J
ALTER INDEX IX_Employee_ManagerID ON HumanResources.Employee REBUILD PARTITION = 5;
GO
ALTER INDEX IX_Employee_ManagerID ON HumanResources.Employee REBUILD PARTITION = ALL;
GO
ALTER INDEX IX_Employee_ManagerID ON HumanResources.Employee REBUILD WITH (DATA_COMPRESSION = PAGE);
SELECT data_compression_desc FROM sys.partitions AS p JOIN sys.indexes AS i ON p.object_id = i.object_id AND p.index_id = i.index_id WHERE i.name = 'IX_Employee_ManagerID';
GO
ALTER INDEX IX_Employee_ManagerID ON HumanResources.Employee REBUILD WITH (DATA_COMPRESSION = PAGE ON PARTITIONS (1));
GO
ALTER INDEX IX_Employee_ManagerID ON HumanResources.Employee REBUILD WITH (ONLINE = ON, MAXDOP = 1, RESUMABLE = ON);
GO
ALTER INDEX IX_Employee_ManagerID ON HumanResources.Employee REBUILD WITH (XML_COMPRESSION = ON);
GO
ALTER INDEX IX_Employee_ManagerID ON HumanResources.Employee PAUSE;
GO
ALTER INDEX IX_Employee_ManagerID ON HumanResources.Employee RESUME WITH (MAXDOP = 4);
GO
ALTER INDEX IX_Employee_ManagerID ON HumanResources.Employee ABORT;
GO
ALTER INDEX nothing ON HumanResources.Employee REBUILD;
GO
ALTER INDEX ALL ON dbo.nothing REBUILD;
GO
ALTER INDEX IX_Employee_ManagerID ON HumanResources.Employee REBUILD WITH (FILLFACTOR = 101);
GO
ALTER INDEX IX_Employee_ManagerID ON HumanResources.Employee SET (IGNORE_DUP_KEY = ON);
GO
ALTER INDEX IX_Employee_ManagerID ON HumanResources.Employee DISABLE;
ALTER INDEX IX_Employee_ManagerID ON HumanResources.Employee REORGANIZE;
GO
ALTER INDEX IX_Employee_ManagerID ON HumanResources.Employee REBUILD;
GO
ALTER INDEX ALL ON HumanResources.Employee SET (ALLOW_ROW_LOCKS = OFF, ALLOW_PAGE_LOCKS = OFF);
GO
ALTER INDEX ALL ON HumanResources.Employee REORGANIZE;
GO
SELECT name, is_disabled, allow_row_locks FROM sys.indexes WHERE object_id = OBJECT_ID('HumanResources.Employee') ORDER BY index_id;
ALTER INDEX ALL ON HumanResources.Employee SET (ALLOW_ROW_LOCKS = ON, ALLOW_PAGE_LOCKS = ON);
GO
-- alter-table-index-option-transact-sql.md and alter-table-table-constraint-transact-sql.md
CREATE TABLE dbo.parent (id int NOT NULL, u int NOT NULL);
CREATE TABLE dbo.child (id int, p int, d int, e int, ts rowversion, i int IDENTITY);
INSERT dbo.parent VALUES (1, 1), (2, 2);
INSERT dbo.child (id, p, d) VALUES (1, 1, 5), (2, 9, -1);
GO
ALTER TABLE dbo.parent ADD CONSTRAINT pk PRIMARY KEY CLUSTERED (id DESC) WITH (PAD_INDEX = ON, FILLFACTOR = 70, IGNORE_DUP_KEY = OFF, STATISTICS_NORECOMPUTE = OFF, ALLOW_ROW_LOCKS = ON, ALLOW_PAGE_LOCKS = ON, OPTIMIZE_FOR_SEQUENTIAL_KEY = OFF, SORT_IN_TEMPDB = ON, ONLINE = OFF, MAXDOP = 1, DATA_COMPRESSION = NONE) ON "default";
ALTER TABLE dbo.parent ADD CONSTRAINT uq UNIQUE NONCLUSTERED (u) WITH FILLFACTOR = 60;
SELECT name, is_padded, fill_factor FROM sys.indexes WHERE object_id = OBJECT_ID('dbo.parent') ORDER BY index_id;
GO
ALTER TABLE dbo.parent ADD CONSTRAINT pk2 PRIMARY KEY (u);
GO
ALTER TABLE dbo.parent ADD CONSTRAINT uq2 UNIQUE CLUSTERED (u);
GO
ALTER TABLE dbo.parent ADD CONSTRAINT uq3 UNIQUE (u) WITH (RESUMABLE = ON, ONLINE = ON, MAX_DURATION = 5 MINUTES);
GO
ALTER TABLE dbo.parent ADD CONSTRAINT uq3 UNIQUE (u) WITH (DATA_COMPRESSION = ROW ON PARTITIONS (1));
GO
ALTER TABLE dbo.child ADD CONSTRAINT fk FOREIGN KEY (p) REFERENCES dbo.parent (id) ON DELETE SET NULL ON UPDATE CASCADE;
GO
ALTER TABLE dbo.child WITH NOCHECK ADD CONSTRAINT fk FOREIGN KEY (p) REFERENCES dbo.parent (id) ON DELETE SET NULL ON UPDATE CASCADE NOT FOR REPLICATION;
SELECT is_not_trusted, is_not_for_replication, delete_referential_action_desc, update_referential_action_desc FROM sys.foreign_keys WHERE name = 'fk';
GO
ALTER TABLE dbo.child ADD CONSTRAINT ck_d CHECK (d > 0);
GO
ALTER TABLE dbo.child WITH NOCHECK ADD CONSTRAINT ck CHECK NOT FOR REPLICATION (d > 0);
ALTER TABLE dbo.child ADD CONSTRAINT df DEFAULT 3 FOR d;
GO
ALTER TABLE dbo.child ADD CONSTRAINT df2 DEFAULT 4 FOR d;
GO
ALTER TABLE dbo.child ADD CONSTRAINT df3 DEFAULT 4 FOR ts;
GO
ALTER TABLE dbo.child ADD CONSTRAINT df4 DEFAULT 4 FOR i;
GO
ALTER TABLE dbo.child ADD CONSTRAINT df5 DEFAULT 4 FOR e WITH VALUES;
SELECT id, e FROM dbo.child;
GO
ALTER TABLE dbo.child ADD CONSTRAINT #x CHECK (d > 0);
GO
ALTER TABLE dbo.child ADD CONSTRAINT ec CONNECTION (a TO b);
GO
ALTER TABLE dbo.child ADD CHECK (d > (SELECT MAX(id) FROM dbo.parent));
GO
ALTER TABLE dbo.child ADD CONSTRAINT uqi UNIQUE (id) WITH (IGNORE_DUP_KEY);
GO
ALTER TABLE dbo.child ADD CONSTRAINT fk2 FOREIGN KEY (e) REFERENCES dbo.parent (id) ON DELETE SET DEFAULT;
GO
-- alter-table-column-definition-transact-sql.md, alter-table-column-constraint-transact-sql.md and
-- alter-table-computed-column-definition-transact-sql.md
CREATE TABLE dbo.cols (a int);
INSERT dbo.cols VALUES (1), (2);
GO
ALTER TABLE dbo.cols ADD
    b int NULL CONSTRAINT df_b DEFAULT 5 WITH VALUES,
    c int NOT NULL DEFAULT 6,
    d varchar(10) COLLATE Latin1_General_BIN NULL,
    e int SPARSE NULL,
    f int IDENTITY (10, 5) NOT FOR REPLICATION,
    g uniqueidentifier ROWGUIDCOL DEFAULT '00000000-0000-0000-0000-000000000001' WITH VALUES,
    h AS a * 2 PERSISTED NOT NULL CHECK (h > 0),
    j AS a + 1 CONSTRAINT uq_j UNIQUE NONCLUSTERED WITH (FILLFACTOR = 50),
    k int NULL CONSTRAINT ck_k CHECK (k > 0) CONSTRAINT fk_k REFERENCES dbo.parent (id);
GO
ALTER TABLE dbo.cols ADD m varchar(10) NULL;
SELECT a, b, c, d, e, f, g, h, j FROM dbo.cols ORDER BY a;
GO
ALTER TABLE dbo.cols ADD n int NOT NULL;
GO
ALTER TABLE dbo.cols ADD n int IDENTITY;
GO
ALTER TABLE dbo.cols ADD n uniqueidentifier ROWGUIDCOL;
GO
ALTER TABLE dbo.cols ADD n int ROWGUIDCOL;
GO
ALTER TABLE dbo.cols ADD n int SPARSE NOT NULL DEFAULT 1;
GO
ALTER TABLE dbo.cols ADD n varbinary(max) FILESTREAM;
GO
ALTER TABLE dbo.cols ADD n varchar(10) MASKED WITH (FUNCTION = 'default()');
GO
ALTER TABLE dbo.cols ADD n varchar(10) ENCRYPTED WITH (COLUMN_ENCRYPTION_KEY = k, ENCRYPTION_TYPE = DETERMINISTIC, ALGORITHM = 'AEAD_AES_256_CBC_HMAC_SHA_256');
GO
ALTER TABLE dbo.cols ADD n datetime2 GENERATED ALWAYS AS ROW START;
GO
ALTER TABLE dbo.cols ADD n AS GETDATE() PERSISTED;
GO
ALTER TABLE dbo.cols ADD n AS a DEFAULT 1;
GO
ALTER TABLE dbo.cols ADD n AS a REFERENCES dbo.parent (id);
GO
ALTER TABLE dbo.cols ADD n AS a NOT NULL;
GO
ALTER TABLE dbo.cols ADD n AS h + 1;
GO
ALTER TABLE dbo.cols ADD n AS (SELECT 1);
GO
ALTER TABLE dbo.cols ADD n int CONSTRAINT df_n DEFAULT a;
GO
ALTER TABLE dbo.cols ADD n text COLLATE nothing;
GO
ALTER TABLE dbo.cols ADD a int;
GO
-- update-statistics-transact-sql.md
UPDATE STATISTICS Production.Product;
UPDATE STATISTICS Production.Product AK_Product_Name;
GO
CREATE STATISTICS Products
    ON Production.Product ([Name], ProductNumber)
    WITH SAMPLE 50 PERCENT
-- Time passes. The UPDATE STATISTICS statement is then executed.
UPDATE STATISTICS Production.Product(Products)
    WITH SAMPLE 50 PERCENT;
GO
UPDATE STATISTICS Production.Product(Products)
    WITH FULLSCAN, NORECOMPUTE;
SELECT name, no_recompute FROM sys.stats WHERE name = 'Products';
UPDATE STATISTICS Production.Product(Products, AK_Product_Name) WITH SAMPLE 100 ROWS, MAXDOP = 1;
UPDATE STATISTICS Production.Product WITH RESAMPLE, COLUMNS;
UPDATE STATISTICS Production.Product WITH ALL;
UPDATE STATISTICS Production.Product WITH FULLSCAN, INDEX;
SELECT name, no_recompute FROM sys.stats WHERE name = 'Products';
EXEC sp_updatestats;
GO
UPDATE STATISTICS Production.Product(Products) WITH FULLSCAN, SAMPLE 10 PERCENT;
GO
UPDATE STATISTICS Production.Product(Products) WITH RESAMPLE ON PARTITIONS (1);
GO
UPDATE STATISTICS Production.Product(Products) WITH INCREMENTAL = ON;
GO
UPDATE STATISTICS Production.Product(Products) WITH FULLSCAN, PERSIST_SAMPLE_PERCENT = ON;
GO
UPDATE STATISTICS Production.Product(nothing);
GO
UPDATE STATISTICS dbo.nothing;
GO
UPDATE STATISTICS Production.Product WITH STATS_STREAM = 0x01;
GO
UPDATE STATISTICS Production.Product WITH ROWCOUNT = 1000, PAGECOUNT = 10;
GO
