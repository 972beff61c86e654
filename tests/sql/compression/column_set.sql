-- docs/relational-databases/tables/use-column-sets.md: guidelines and examples A to G; mssqlserver-360, mssqlserver-9524; errors 1732, 1733, 1734, 1736,
-- 1791, 4928, 9523, 9525 of docs/relational-databases/errors-events; sys-columns-transact-sql.md (is_column_set).
CREATE DATABASE C;
GO
USE C;
GO
CREATE TABLE DocumentStoreWithColumnSet
    (DocID int PRIMARY KEY,
     Title varchar(200) NOT NULL,
     ProductionSpecification varchar(20) SPARSE NULL,
     ProductionLocation smallint SPARSE NULL,
     MarketingSurveyGroup varchar(20) SPARSE NULL,
     MarketingProgramID int SPARSE NULL,
     SpecialPurposeColumns XML COLUMN_SET FOR ALL_SPARSE_COLUMNS);
GO
INSERT DocumentStoreWithColumnSet (DocID, Title, ProductionSpecification, ProductionLocation)
VALUES (1, 'Tire Spec 1', 'AXZZ217', 27);
GO
INSERT DocumentStoreWithColumnSet (DocID, Title, MarketingSurveyGroup)
VALUES (2, 'Survey 2142', 'Men 25 - 35');
GO
INSERT DocumentStoreWithColumnSet (DocID, Title, SpecialPurposeColumns)
VALUES (3, 'Tire Spec 2', '<ProductionSpecification>AXW9R411</ProductionSpecification><ProductionLocation>38</ProductionLocation>');
GO
SELECT DocID, Title, SpecialPurposeColumns FROM DocumentStoreWithColumnSet ;
SELECT * FROM DocumentStoreWithColumnSet WHERE DocID = 1;
SELECT DocID, Title, SpecialPurposeColumns
FROM DocumentStoreWithColumnSet
WHERE ProductionSpecification IS NOT NULL ;
SELECT DocID, Title, ProductionSpecification, ProductionLocation
FROM DocumentStoreWithColumnSet
WHERE ProductionSpecification IS NOT NULL ;
GO
UPDATE DocumentStoreWithColumnSet
SET SpecialPurposeColumns = '<ProductionSpecification>ZZ285W</ProductionSpecification><ProductionLocation>38</ProductionLocation>'
WHERE DocID = 3 ;
SELECT ProductionSpecification, ProductionLocation FROM DocumentStoreWithColumnSet WHERE DocID = 3;
GO
UPDATE DocumentStoreWithColumnSet
SET SpecialPurposeColumns = '<ProductionSpecification>ZZ285W</ProductionSpecification>'
WHERE DocID = 3 ;
SELECT ProductionSpecification, ProductionLocation, SpecialPurposeColumns FROM DocumentStoreWithColumnSet WHERE DocID = 3;
GO
CREATE TABLE t (i int SPARSE, cs xml column_set FOR ALL_SPARSE_COLUMNS);
GO
INSERT t(cs) VALUES ('<i/>');
GO
SELECT i FROM t;
GO
-- Without a list of columns the column set is given, in any order of its elements; NULL in all sparse columns is NULL.
INSERT DocumentStoreWithColumnSet VALUES (4, 'any order', '<MarketingProgramID>7</MarketingProgramID><MarketingSurveyGroup>a &lt; b</MarketingSurveyGroup>'), (5, 'none', NULL);
SELECT DocID, MarketingSurveyGroup, MarketingProgramID, SpecialPurposeColumns FROM DocumentStoreWithColumnSet WHERE DocID > 3;
INSERT DocumentStoreWithColumnSet (DocID, Title, SpecialPurposeColumns) SELECT DocID + 10, Title, SpecialPurposeColumns FROM DocumentStoreWithColumnSet;
SELECT COUNT(*) AS rows, SUM(ProductionLocation) AS locations, SUM(MarketingProgramID) AS programs FROM DocumentStoreWithColumnSet;
MERGE DocumentStoreWithColumnSet AS d USING (VALUES (1), (30)) AS s (id) ON d.DocID = s.id
WHEN MATCHED THEN UPDATE SET SpecialPurposeColumns = '<MarketingProgramID>1</MarketingProgramID>'
WHEN NOT MATCHED THEN INSERT (DocID, Title, SpecialPurposeColumns) VALUES (id, 'merged', '<MarketingProgramID>30</MarketingProgramID>');
SELECT DocID, ProductionSpecification, MarketingProgramID FROM DocumentStoreWithColumnSet WHERE DocID IN (1, 30);
SELECT name, is_sparse, is_column_set, is_computed, COLUMNPROPERTY(object_id, name, 'IsColumnSet') AS property FROM sys.columns WHERE object_id = OBJECT_ID('t') ORDER BY column_id;
SELECT OBJECTPROPERTY(OBJECT_ID('t'), 'TableHasColumnSet') AS t;
GO
-- A view shows the column set as xml; sparse columns that are added later belong to it.
CREATE VIEW v AS SELECT * FROM t;
GO
ALTER TABLE t ADD [with blank] varchar(10) SPARSE NULL, at datetime2(0) SPARSE NULL, amount decimal(9, 2) SPARSE NULL;
GO
UPDATE t SET [with blank] = 'x & y', at = '2024-02-29 12:30:00', amount = 1.5;
SELECT * FROM t;
SELECT cs FROM v;
UPDATE t SET cs = (SELECT cs FROM v);
SELECT i, [with blank], at, amount FROM t;
ALTER TABLE t DROP COLUMN at;
SELECT cs.value('(/amount)[1]', 'decimal(9, 2)') AS amount, cs.exist('/at') AS at FROM t;
GO
-- @crash
USE C;
GO
SELECT cs FROM t;
GO
-- Errors.
UPDATE t SET i = 1, cs = NULL;
GO
INSERT t (cs, i) VALUES (NULL, 1);
GO
UPDATE t SET cs = 'text';
GO
UPDATE t SET cs = '<i>1</i><i>2</i>';
GO
UPDATE t SET cs = '<j>1</j>';
GO
UPDATE t SET cs = '<i a="1">1</i>';
GO
UPDATE t SET cs = '<i>x</i>';
GO
ALTER TABLE t ADD other xml COLUMN_SET FOR ALL_SPARSE_COLUMNS;
GO
CREATE TABLE u (a int SPARSE, b xml COLUMN_SET FOR ALL_SPARSE_COLUMNS, c xml COLUMN_SET FOR ALL_SPARSE_COLUMNS);
GO
CREATE TABLE u (a int SPARSE, b varchar(max) COLUMN_SET FOR ALL_SPARSE_COLUMNS);
GO
CREATE TABLE u (a int SPARSE, b xml COLUMN_SET FOR ALL_SPARSE_COLUMNS NOT NULL);
GO
CREATE TABLE u (a int SPARSE, b int);
ALTER TABLE u ADD c xml COLUMN_SET FOR ALL_SPARSE_COLUMNS;
GO
CREATE TABLE w (a int SPARSE, b xml COLUMN_SET FOR ALL_SPARSE_COLUMNS DEFAULT '<a>1</a>');
GO
CREATE TABLE w (a int SPARSE, b xml COLUMN_SET FOR ALL_SPARSE_COLUMNS, c AS b);
GO
CREATE TABLE w (a int SPARSE, b xml COLUMN_SET FOR ALL_SPARSE_COLUMNS, CHECK (b IS NULL));
GO
CREATE TABLE w (a int SPARSE, b xml COLUMN_SET FOR ALL_SPARSE_COLUMNS) WITH (DATA_COMPRESSION = ROW);
GO
ALTER TABLE t ALTER COLUMN cs xml;
GO
CREATE INDEX i ON t (cs);
GO
-- The column set needs the permission on all sparse columns.
CREATE USER reader WITHOUT LOGIN;
GRANT SELECT ON t TO reader;
DENY SELECT ON t (amount) TO reader;
EXECUTE AS USER = 'reader';
SELECT i FROM t;
GO
SELECT cs FROM t;
GO
REVERT;
DBCC CHECKDB WITH NO_INFOMSGS;
GO
USE master;
DROP DATABASE C;
