-- docs/relational-databases/system-dynamic-management-views/sys-dm-tran-locks-transact-sql.md, "Resource Details": the entity of KEY, PAGE and RID is the
-- HoBt ID, that of sys.partitions; docs/relational-databases/system-stored-procedures/sp-lock-transact-sql.md: ObjId and IndId; sys-syslockinfo.
CREATE DATABASE G;
GO
USE G;
SET NOCOUNT ON;
CREATE TABLE dbo.q(id int NOT NULL CONSTRAINT pk PRIMARY KEY, v int NULL CONSTRAINT uq UNIQUE, w int NULL);
CREATE TABLE dbo.h(a int NULL);
INSERT INTO dbo.q VALUES (1, 10, 100), (2, 20, 200);
INSERT INTO dbo.h VALUES (1);
GO
SET TRANSACTION ISOLATION LEVEL SERIALIZABLE;
BEGIN TRANSACTION;
SELECT w FROM dbo.q WHERE id = 1;
SELECT v FROM dbo.q WITH (INDEX(uq)) WHERE v = 20;
SELECT a FROM dbo.h WITH (REPEATABLEREAD, ROWLOCK);
SELECT DISTINCT l.resource_type, OBJECT_NAME(p.object_id) AS [table], i.name AS [index]
FROM sys.dm_tran_locks AS l JOIN sys.partitions AS p ON p.hobt_id = l.resource_associated_entity_id
JOIN sys.indexes AS i ON i.object_id = p.object_id AND i.index_id = p.index_id
WHERE l.request_session_id = @@SPID AND l.resource_database_id = DB_ID() AND l.resource_type IN ('KEY', 'RID', 'PAGE') ORDER BY 1, 2, 3;
CREATE TABLE #l(spid smallint, dbid smallint, ObjId int, IndId smallint, Type nchar(4), Resource nchar(32), Mode nvarchar(8), Status nvarchar(5));
INSERT #l EXEC sp_lock @@SPID;
SELECT DISTINCT Type, OBJECT_NAME(ObjId) AS [table], IndId FROM #l WHERE dbid = DB_ID() AND Type IN ('KEY', 'RID', 'PAG', 'TAB') AND OBJECT_NAME(ObjId) IN ('q', 'h') ORDER BY 1, 2, 3;
SELECT DISTINCT rsc_type, OBJECT_NAME(rsc_objid) AS [table], rsc_indid FROM master.dbo.syslockinfo WHERE rsc_dbid = DB_ID() AND req_spid = @@SPID AND rsc_type IN (7, 9) ORDER BY 1, 2, 3;
ROLLBACK;
GO
-- lock_owner_address "can be joined with the resource_address column in sys.dm_os_waiting_tasks": each request has its own.
BEGIN TRANSACTION;
SELECT a FROM dbo.h;
SELECT COUNT(*) - COUNT(DISTINCT lock_owner_address) AS repeated, MIN(DATALENGTH(lock_owner_address)) AS bytes FROM sys.dm_tran_locks WHERE request_session_id = @@SPID;
SELECT COUNT(*) AS waiting FROM sys.dm_tran_locks AS t1 JOIN sys.dm_os_waiting_tasks AS t2 ON t1.lock_owner_address = t2.resource_address;
ROLLBACK;
GO
