-- t-sql/database-console-commands/dbcc-checktable-transact-sql.md: the pages, rows, indexes and long values of one table; how many rows and pages it
-- has, unless NO_INFOMSGS is said, which PHYSICAL_ONLY implies.
CREATE DATABASE d;
GO
USE d;
GO
CREATE SCHEMA s;
GO
CREATE TABLE s.t(i int PRIMARY KEY, v varchar(max), w varchar(10));
CREATE INDEX w ON s.t(w);
CREATE TABLE heap(i int, v varchar(max));
INSERT s.t VALUES (1, REPLICATE(CAST('a' AS varchar(max)), 20000), 'x'), (2, 'b', 'y');
INSERT heap VALUES (1, REPLICATE(CAST('a' AS varchar(max)), 20000)), (2, 'b'), (3, 'c');
DELETE heap WHERE i = 2;
DBCC CHECKTABLE('s.t');
PRINT @@ROWCOUNT;
DBCC CHECKTABLE(heap);
DBCC CHECKTABLE(s.t, NOINDEX) WITH NO_INFOMSGS, ALL_ERRORMSGS, TABLOCK;
DBCC CHECKTABLE(N's.t') WITH PHYSICAL_ONLY;
GO
BEGIN TRAN;
INSERT heap VALUES (4, 'd');
DBCC CHECKTABLE(heap) WITH DATA_PURITY, EXTENDED_LOGICAL_CHECKS;
ROLLBACK;
GO
DBCC CHECKTABLE(nothing);
GO
DBCC CHECKTABLE(heap, REPAIR_REBUILD);
GO
DBCC CHECKTABLE(heap) WITH ESTIMATEONLY;
GO
CREATE USER u WITHOUT LOGIN;
GO
EXECUTE AS USER = 'u';
DBCC CHECKTABLE(heap);
REVERT;
GO
