-- relational-databases/system-catalog-views/sys-tables-transact-sql.md, sys-views-transact-sql.md, sys-procedures-transact-sql.md and
-- change-tracking-catalog-views-sys-change-tracking-tables.md: all columns, in the documented order.
SELECT column_id, name, TYPE_NAME(user_type_id) AS type FROM sys.all_columns WHERE object_id = OBJECT_ID('sys.tables') AND column_id > 12 ORDER BY column_id
SELECT column_id, name, TYPE_NAME(user_type_id) AS type FROM sys.all_columns WHERE object_id = OBJECT_ID('sys.views') AND column_id > 12 ORDER BY column_id
SELECT column_id, name, TYPE_NAME(user_type_id) AS type FROM sys.all_columns WHERE object_id = OBJECT_ID('sys.procedures') AND column_id > 12 ORDER BY column_id
SELECT column_id, name, TYPE_NAME(user_type_id) AS type FROM sys.all_columns WHERE object_id = OBJECT_ID('sys.databases') ORDER BY column_id
SELECT * FROM sys.change_tracking_databases
SELECT * FROM sys.change_tracking_tables
SELECT * FROM sys.periods
GO
CREATE VIEW dbo.checked AS SELECT name FROM sys.objects
GO
CREATE TABLE dbo.t (a int)
GO
SELECT name, with_check_option, has_opaque_metadata, ledger_view_type_desc FROM sys.views
SELECT name, max_column_id_used, lock_escalation_desc, temporal_type_desc, ledger_type_desc FROM sys.tables
GO
CREATE TABLE #who (SPID char(5), Status nvarchar(30), Login sysname, HostName sysname, BlkBy char(5), DBName sysname NULL, Command nvarchar(26), CPUTime int, DiskIO int,
    LastBatch nvarchar(20), ProgramName sysname, SPID2 char(5), REQUESTID char(5))
INSERT #who EXEC sp_who2
SELECT RTRIM(Status) AS status, Login, DBName, CASE WHEN CPUTime >= 0 AND DiskIO >= 0 THEN 'yes' END AS measured FROM #who WHERE SPID = @@SPID
