-- docs/relational-databases/system-stored-procedures: sp-helpstats-transact-sql.md, sp-createstats-transact-sql.md, sp-autostats-transact-sql.md,
-- sp-helptrigger-transact-sql.md, sp-tableoption-transact-sql.md, sp-indexoption-transact-sql.md, sp-recompile-transact-sql.md,
-- sp-refreshview-transact-sql.md, sp-refreshsqlmodule-transact-sql.md, sp-validname-transact-sql.md, sp-invalidate-textptr-transact-sql.md.
CREATE DATABASE A;
GO
USE A;
GO
CREATE TABLE dbo.Customer (CustomerID int CONSTRAINT PK_Customer PRIMARY KEY, AccountNumber varchar(10) CONSTRAINT AK_Account UNIQUE,
    CustomerType char(1), TerritoryID int, Note varchar(max), INDEX IX_Territory (TerritoryID, CustomerType));
INSERT dbo.Customer VALUES (1, 'a', 'I', 7, NULL), (2, 'b', 'S', 8, NULL);
GO
CREATE TRIGGER dbo.tr ON dbo.Customer AFTER INSERT, UPDATE AS RETURN;
GO
CREATE VIEW dbo.v AS SELECT * FROM dbo.Customer;
GO
CREATE PROCEDURE dbo.p AS SELECT 1;
GO
-- Statistics: of indexes, and created on columns that are in an index but not its first.
EXEC sp_helpstats 'dbo.Customer';
EXEC sp_helpstats @objname = 'dbo.Customer', @results = 'ALL';
EXEC sp_createstats 'indexonly', 'fullscan';
EXEC sp_helpstats 'dbo.Customer';
EXEC sp_helpstats 'dbo.nothing';
EXEC sp_helpstats 'dbo.Customer', 'SOME';
EXEC sp_createstats 'wrong';
GO
CREATE TABLE #stats ([Index Name] sysname, AUTOSTATS varchar(3), [Last Updated] datetime);
EXEC sp_autostats 'dbo.Customer', 'OFF', 'IX_Territory';
INSERT #stats EXEC sp_autostats 'dbo.Customer';
SELECT [Index Name], AUTOSTATS FROM #stats ORDER BY [Index Name];
EXEC sp_autostats 'dbo.Customer', 'ON';
SELECT name, no_recompute FROM sys.stats WHERE object_id = OBJECT_ID('dbo.Customer') ORDER BY name;
EXEC sp_autostats 'dbo.Customer', 'ON', 'nothing';
EXEC sp_autostats 'dbo.Customer', 'MAYBE';
GO
EXEC sp_helptrigger 'dbo.Customer';
EXEC sp_helptrigger 'dbo.Customer', 'DELETE';
EXEC sp_helptrigger 'dbo.Customer', 'CREATE';
GO
-- Options of tables and indexes.
EXEC sp_tableoption 'dbo.Customer', 'table lock on bulk load', 'ON';
SELECT lock_on_bulk_load FROM sys.tables WHERE name = 'Customer';
EXEC sp_tableoption 'Customer', 'TABLE LOCK ON BULK LOAD', 0;
SELECT lock_on_bulk_load, OBJECTPROPERTY(object_id, 'TableIsLockedOnBulkLoad') AS property FROM sys.tables WHERE name = 'Customer';
EXEC sp_tableoption 'dbo.Customer', 'insert row lock', 'true';
EXEC sp_tableoption 'dbo.Customer', 'large value types out of row', 0;
EXEC sp_tableoption 'dbo.Customer', 'large value types out of row', 1;
SELECT large_value_types_out_of_row, text_in_row_limit FROM sys.tables WHERE name = 'Customer';
EXEC sp_tableoption 'dbo.Customer', 'large value types out of row', 'OFF';
SELECT large_value_types_out_of_row FROM sys.tables WHERE name = 'Customer';
GO
EXEC sp_tableoption 'dbo.Customer', 'text in row', '256';
GO
EXEC sp_tableoption 'dbo.Customer', 'text in row', '23';
GO
EXEC sp_tableoption 'dbo.Customer', 'colour', 'ON';
GO
EXEC sp_tableoption 'dbo.nothing', 'insert row lock', 'ON';
GO
EXEC sp_indexoption 'dbo.Customer.IX_Territory', 'DisAllowPageLocks', 'TRUE';
EXEC sp_indexoption 'dbo.Customer', 'AllowRowLocks', 'FALSE';
SELECT name, allow_row_locks, allow_page_locks FROM sys.indexes WHERE object_id = OBJECT_ID('dbo.Customer') ORDER BY name;
EXEC sp_indexoption 'dbo.Customer', 'AllowRowLocks', 'on';
EXEC sp_indexoption 'dbo.Customer', 'AllowAll', 'on';
EXEC sp_indexoption 'dbo.Customer.nothing', 'AllowRowLocks', 'on';
GO
EXEC sp_recompile N'dbo.Customer';
EXEC sp_recompile 'dbo.p';
EXEC sp_recompile 'dbo.nothing';
GO
EXEC sp_refreshview 'dbo.v';
EXEC sys.sp_refreshsqlmodule 'dbo.v';
EXEC sys.sp_refreshsqlmodule 'dbo.p';
EXEC sp_refreshview 'dbo.p';
EXEC sys.sp_refreshsqlmodule 'x', 'SERVER_DDL_TRIGGER';
GO
CREATE VIEW dbo.bound WITH SCHEMABINDING AS SELECT CustomerID FROM dbo.Customer;
GO
EXEC sp_refreshview 'dbo.bound';
GO
DECLARE @status int;
EXEC @status = sp_validname 'a name', 0;
PRINT @status;
EXEC @status = sp_validname '', 0;
PRINT @status;
EXEC @status = sp_validname NULL;
PRINT @status;
EXEC @status = sp_invalidate_textptr;
PRINT @status;
