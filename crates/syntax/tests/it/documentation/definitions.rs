//! Tables, indexes, statistics, schemas, types, synonyms.

use super::reads;

#[test]
fn create_table() {
    reads(
        "statements/create-table-transact-sql",
        &[
            "CREATE TABLE dbo.PurchaseOrderDetail (
    PurchaseOrderID int NOT NULL FOREIGN KEY REFERENCES Purchasing.PurchaseOrderHeader(PurchaseOrderID),
    LineNumber smallint NOT NULL,
    ProductID int NULL FOREIGN KEY REFERENCES Production.Product(ProductID),
    UnitPrice money NULL,
    OrderQty smallint NULL,
    rowguid uniqueidentifier ROWGUIDCOL NOT NULL CONSTRAINT DF_PurchaseOrderDetail_rowguid DEFAULT (NEWID()),
    LineTotal AS ((UnitPrice*OrderQty)),
    StockedQty AS ((ReceivedQty-RejectedQty)) PERSISTED NOT NULL,
    CONSTRAINT PK_PurchaseOrderDetail_PurchaseOrderID_LineNumber
    PRIMARY KEY CLUSTERED (PurchaseOrderID, LineNumber) WITH (IGNORE_DUP_KEY = OFF)
) ON [PRIMARY];",
            "CREATE TABLE t1 ( c1 int, index IX1 NONCLUSTERED (c1) WHERE c1 IS NOT NULL, c2 int INDEX IX2 UNIQUE,
INDEX ix_1 NONCLUSTERED (c1, c2 DESC) INCLUDE (c3) WITH (FILLFACTOR = 80) ON fg )",
            "CREATE TABLE dbo.mytable ( low INT, high INT, myavg AS (low + high)/2 );",
            "CREATE TABLE t (id int IDENTITY(1,1) NOT FOR REPLICATION PRIMARY KEY NONCLUSTERED WITH FILLFACTOR = 80 ON fg,
a varchar(10) COLLATE Latin1_General_CI_AS NULL DEFAULT 'x' CHECK NOT FOR REPLICATION (a LIKE '[A-Z]%'),
b int SPARSE, timestamp, UNIQUE (a, b DESC), CONSTRAINT fk FOREIGN KEY (a, b) REFERENCES s.u (c, d)
ON DELETE CASCADE ON UPDATE SET NULL NOT FOR REPLICATION, CHECK (b > 0),) ON fg TEXTIMAGE_ON [DEFAULT] WITH (DATA_COMPRESSION = PAGE)",
        ],
    );
}

#[test]
fn alter_table() {
    reads(
        "statements/alter-table-transact-sql",
        &[
            "ALTER TABLE dbo.doc_exa ADD column_b VARCHAR(20) NULL ;",
            "ALTER TABLE dbo.doc_exc ADD column_b VARCHAR(20) NULL
    CONSTRAINT exb_unique UNIQUE ;",
            "ALTER TABLE dbo.doc_exd WITH NOCHECK
ADD CONSTRAINT exd_check CHECK (column_a > 1) ;",
            "ALTER TABLE dbo.doc_exz
  ADD CONSTRAINT col_b_def
  DEFAULT 50 FOR column_b ;",
            "ALTER TABLE dbo.doc_exe ADD
-- Add a PRIMARY KEY identity column.
column_b INT IDENTITY
CONSTRAINT column_b_pk PRIMARY KEY,
-- Add a column that references another column in the same table.
column_c INT NULL
CONSTRAINT column_c_fk
REFERENCES doc_exe(column_a),
-- Add a column with a constraint to enforce that
-- nonnull data is in a valid telephone number format.
column_d VARCHAR(16) NULL
CONSTRAINT column_d_chk
CHECK
(column_d LIKE '[0-9][0-9][0-9]-[0-9][0-9][0-9][0-9]' OR
column_d LIKE
'([0-9][0-9][0-9]) [0-9][0-9][0-9]-[0-9][0-9][0-9][0-9]'),
-- Add a nonnull column with a default.
column_e DECIMAL(3,3)
CONSTRAINT column_e_default
DEFAULT .081 ;",
            "ALTER TABLE dbo.doc_exf ADD AddDate smalldatetime NULL CONSTRAINT AddDateDflt DEFAULT GETDATE() WITH VALUES ;",
            "ALTER TABLE Production.TransactionHistoryArchive WITH NOCHECK
ADD CONSTRAINT PK_TransactionHistoryArchive_TransactionID PRIMARY KEY CLUSTERED (TransactionID)
WITH (FILLFACTOR = 75, ONLINE = ON, PAD_INDEX = ON);",
            "ALTER TABLE dbo.doc_exb DROP COLUMN column_b ; ALTER TABLE dbo.doc_exb DROP COLUMN column_c, column_d;",
            "ALTER TABLE dbo.doc_exc DROP CONSTRAINT my_constraint, my_pk_constraint, COLUMN column_b ;
ALTER TABLE t DROP CONSTRAINT IF EXISTS c WITH (ONLINE = ON, MAXDOP = 2), COLUMN IF EXISTS d",
            "ALTER TABLE dbo.doc_exy ALTER COLUMN column_a DECIMAL (5, 2) ; ALTER TABLE T3 ALTER COLUMN C2 varchar(50) COLLATE Latin1_General_BIN NOT NULL
ALTER TABLE t ALTER COLUMN a ADD ROWGUIDCOL ALTER TABLE t ALTER COLUMN a DROP NOT FOR REPLICATION SELECT 1",
            "ALTER TABLE T1 REBUILD WITH (DATA_COMPRESSION = PAGE); ALTER TABLE T1 REBUILD PARTITION = ALL WITH (DATA_COMPRESSION = NONE)
ALTER TABLE dbo.T1 SET (LOCK_ESCALATION = AUTO);",
            "ALTER TABLE dbo.cnst_example NOCHECK CONSTRAINT salary_cap; ALTER TABLE dbo.cnst_example WITH CHECK CHECK CONSTRAINT ALL
ALTER TABLE dbo.trig_example DISABLE TRIGGER trig1; ALTER TABLE dbo.trig_example ENABLE TRIGGER ALL",
        ],
    );
}

#[test]
fn indexes_and_statistics() {
    reads(
        "statements/create-index-transact-sql",
        &[
            "CREATE INDEX IX_FF ON dbo.FactFinance ( FinanceKey, DateKey, OrganizationKey DESC) WITH ( DROP_EXISTING = ON );",
            "CREATE UNIQUE INDEX AK_UnitMeasure_Name
    ON Production.UnitMeasure(Name);",
            "CREATE NONCLUSTERED INDEX IX_WorkOrder_ProductID
    ON Production.WorkOrder(ProductID)
    WITH (FILLFACTOR = 80,
        PAD_INDEX = ON,
        DROP_EXISTING = ON);",
            "CREATE UNIQUE CLUSTERED INDEX IDX_V1
    ON Sales.vOrders (OrderDate, ProductID);",
            "CREATE NONCLUSTERED INDEX IX_Address_PostalCode
    ON Person.Address (PostalCode)
    INCLUDE (AddressLine1, AddressLine2, City, StateProvinceID);",
            "CREATE NONCLUSTERED INDEX \"FIBillOfMaterialsWithEndDate\"
    ON Production.BillOfMaterials (ComponentID, StartDate)
    WHERE EndDate IS NOT NULL;",
            "CREATE  INDEX test_idx1 on test_table (col1) WITH (ONLINE=ON, MAXDOP=1, RESUMABLE=ON)
CREATE INDEX test_idx2 on test_table (col2) WITH (ONLINE=ON, RESUMABLE=ON, MAX_DURATION=240) ON [PRIMARY]",
            "CREATE INDEX IX_VendorID ON Purchasing..ProductVendor (VendorID); CREATE INDEX i ON t (a) WITH FILLFACTOR = 80",
        ],
    );
    reads(
        "statements/alter-index-transact-sql",
        &[
            "ALTER INDEX index1 ON table1 REBUILD;

ALTER INDEX ALL ON table1 REBUILD;

ALTER INDEX ALL ON dbo.table1 REBUILD;",
            "ALTER INDEX ALL ON Production.Product REBUILD WITH (FILLFACTOR = 80, SORT_IN_TEMPDB = ON, STATISTICS_NORECOMPUTE = ON);",
            "ALTER INDEX test_idx on test_table REBUILD WITH (ONLINE=ON ( WAIT_AT_LOW_PRIORITY ( MAX_DURATION = 4 MINUTES, ABORT_AFTER_WAIT = BLOCKERS ) ))",
            "ALTER INDEX PK_ProductPhoto_ProductPhotoID ON Production.ProductPhoto REORGANIZE WITH (LOB_COMPACTION = ON);
ALTER INDEX AK_SalesOrderHeader_SalesOrderNumber ON Sales.SalesOrderHeader SET (STATISTICS_NORECOMPUTE = ON, IGNORE_DUP_KEY = ON)
ALTER INDEX IX_Employee_ManagerID ON HumanResources.Employee DISABLE; ALTER INDEX i ON t REBUILD PARTITION = 5",
        ],
    );
    reads(
        "statements/drop-index-transact-sql",
        &["DROP INDEX IX_ProductVendor_BusinessEntityID ON Purchasing.ProductVendor;
DROP INDEX IF EXISTS IX_A ON Purchasing.PurchaseOrderHeader, IX_B ON Person.Address WITH (ONLINE = OFF, MAXDOP = 2);
DROP INDEX ProductVendor.IX_C"],
    );
    reads(
        "statements/create-statistics-transact-sql",
        &["CREATE STATISTICS ContactMail1 ON Person.Person (BusinessEntityID, EmailPromotion) WITH SAMPLE 5 PERCENT;
CREATE STATISTICS NamePurchase ON AdventureWorks2012.Person.Person (BusinessEntityID) WITH FULLSCAN, NORECOMPUTE;
CREATE STATISTICS ContactPromotion1 ON Person.Person (BusinessEntityID) WHERE EmailPromotion = 2 WITH SAMPLE 50 PERCENT"],
    );
    reads(
        "statements/update-statistics-transact-sql",
        &["UPDATE STATISTICS Sales.SalesOrderDetail; UPDATE STATISTICS Sales.SalesOrderDetail AK_SalesOrderDetail_rowguid;
UPDATE STATISTICS Production.Product(Products) WITH SAMPLE 50 PERCENT; UPDATE STATISTICS t(a) WITH FULLSCAN, NORECOMPUTE
DROP STATISTICS Purchasing.Vendor.VendorCredit, Sales.SalesOrderHeader.CustomerTotal;"],
    );
}

#[test]
fn schemas_types_and_synonyms() {
    reads(
        "statements/create-schema-transact-sql",
        &[
            "CREATE SCHEMA Sprockets AUTHORIZATION Annik
    CREATE TABLE NineProngs (source int, cost int, partnumber int)
    GRANT SELECT ON SCHEMA::Sprockets TO Mandar
    DENY SELECT ON SCHEMA::Sprockets TO Prasanna;",
            "CREATE SCHEMA AUTHORIZATION u CREATE VIEW v AS SELECT 1 AS a GRANT SELECT ON v TO public",
        ],
    );
    reads(
        "statements/alter-schema-transact-sql",
        &[
            "ALTER SCHEMA HumanResources TRANSFER Person.Address; ALTER SCHEMA Person TRANSFER type::Production.TestType ;",
        ],
    );
    reads(
        "statements/create-type-transact-sql",
        &[
            "CREATE TYPE SSN FROM varchar(11) NOT NULL ;",
            "CREATE TYPE LocationTableType AS TABLE ( LocationName VARCHAR(50) , CostRate INT , INDEX i (CostRate), PRIMARY KEY (LocationName) )",
            "DROP TYPE IF EXISTS ssn ; DROP SCHEMA IF EXISTS s DROP VIEW IF EXISTS dbo.Reorder, v DROP PROC p, q DROP FUNCTION Sales.f",
        ],
    );
    reads(
        "statements/create-synonym-transact-sql",
        &["CREATE SYNONYM MyProduct FOR AdventureWorks2012.Production.Product; DROP SYNONYM IF EXISTS dbo.MyProduct"],
    );
}
