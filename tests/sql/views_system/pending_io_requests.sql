-- docs/relational-databases/system-dynamic-management-views/sys-dm-io-pending-io-requests-transact-sql.md: a row for each request in progress, so
-- none for the files of an idle database. sys.dm_os_io_devices is Sluice's own: docs/decisions/2026-11-29-overlapped-batches.md.
CREATE DATABASE V;
GO
USE V;
CREATE TABLE dbo.t(a int);
INSERT INTO dbo.t VALUES (1);
CHECKPOINT;
GO
SELECT TOP (0) * FROM sys.dm_io_pending_io_requests;
GO
SELECT COUNT(*) AS pending FROM sys.dm_io_pending_io_requests AS r JOIN sys.database_files AS f ON f.physical_name = r.io_handle_path
WHERE f.type_desc = N'ROWS';
GO
-- A usual query: the files with requests that wait long.
SELECT f.name, r.io_offset FROM sys.dm_io_virtual_file_stats(NULL, NULL) AS s
JOIN sys.master_files AS f ON f.database_id = s.database_id AND f.file_id = s.file_id
JOIN sys.dm_io_pending_io_requests AS r ON r.io_handle_path = f.physical_name
WHERE r.io_pending_ms_ticks > 60000;
GO
SELECT TOP (0) * FROM sys.dm_os_io_devices;
GO
SELECT COUNT(*) AS wrong FROM sys.dm_os_io_devices
WHERE batch_access_desc <> CHOOSE(1 + batch_access, N'BLOCKING', N'IO_URING', N'IO_URING_REFUSED');
GO
USE master;
DROP DATABASE V;
