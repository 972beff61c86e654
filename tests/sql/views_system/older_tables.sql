-- relational-databases/system-compatibility-views/sys-sysdevices-transact-sql.md, sys-syslockinfo-transact-sql.md, sys-syscacheobjects-transact-sql.md.
CREATE DATABASE Older;
GO
USE Older;
SELECT name, size, status, cntrltype FROM sys.sysdevices WHERE name LIKE 'Older%' ORDER BY name;
CREATE TABLE dbo.t(a int);
GO
BEGIN TRANSACTION;
INSERT dbo.t VALUES (1);
SELECT rsc_dbid - DB_ID() AS database_is, OBJECT_NAME(rsc_objid) AS of_table, rsc_type, req_mode, req_status, req_ownertype
FROM master.dbo.syslockinfo WHERE req_spid = @@SPID AND rsc_objid = OBJECT_ID('dbo.t');
COMMIT;
GO
CREATE PROCEDURE dbo.cached AS SELECT a FROM dbo.t;
GO
EXEC dbo.cached;
SELECT cacheobjtype, objtype, DB_NAME(dbid) AS of_database, uid, lasttime, sqlbytes / 2 AS characters, sql FROM master..syscacheobjects WHERE objid = OBJECT_ID('dbo.cached');
GO
-- Undocumented: the words of master..spt_values for what the pages number.
SELECT v.name, v.number FROM master..spt_values AS v WHERE v.type = 'T' AND v.number IN (193, 224, 206) ORDER BY v.number;
SELECT SUBSTRING(v.name, 5, 31) AS name FROM master..spt_values AS v WHERE v.type = 'O9T' AND v.name LIKE '[UV] :%' ORDER BY v.name;
SELECT v.name, v.number FROM master..spt_values AS v WHERE v.type IN ('I', 'B') AND v.number IN (1, 16) ORDER BY v.number, v.name;
GO
