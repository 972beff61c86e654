-- docs/relational-databases/system-catalog-views/sys-database-files-transact-sql.md, sys-master-files-transact-sql.md;
-- docs/t-sql/functions/file-id-transact-sql.md, file-idex-transact-sql.md, file-name-transact-sql.md, fileproperty-transact-sql.md,
-- filegroup-id-transact-sql.md, filegroup-name-transact-sql.md. NULL for what does not exist.
CREATE DATABASE [My Files];
GO
USE [My Files];
SELECT file_id, type, type_desc, data_space_id, name, state, state_desc, is_media_read_only, is_read_only, is_sparse
FROM sys.database_files ORDER BY file_id;
SELECT RIGHT(physical_name, 12) AS ends FROM sys.database_files ORDER BY file_id;
SELECT f.name, f.type_desc FROM sys.master_files AS f WHERE f.database_id IN (1, 2, 3, 4) ORDER BY f.database_id, f.file_id;
SELECT COUNT(*) AS of_this FROM sys.master_files WHERE database_id = DB_ID();
SELECT MIN(size) % 8 AS extents_of_the_data_file FROM sys.database_files WHERE type = 0;
GO
SELECT FILE_NAME(1) AS 'File Name 1', FILE_NAME(2) AS 'File Name 2', FILE_NAME(3) AS third, FILE_NAME(NULL) AS of_null, FILE_NAME(-1) AS negative;
SELECT FILE_ID('My Files') AS data, FILE_ID('MY FILES_LOG') AS log, FILE_ID('nothing') AS nothing, FILE_ID(NULL) AS of_null;
SELECT FILE_IDEX('My Files_log') AS log, FILE_IDEX('nothing') AS nothing;
SELECT FILE_IDEX((SELECT TOP (1) name FROM sys.database_files WHERE type = 1)) AS 'File ID';
SELECT FILEPROPERTY('My Files', 'IsPrimaryFile') AS [Primary File], FILEPROPERTY('My Files_log', 'IsPrimaryFile') AS log_is_primary,
       FILEPROPERTY('My Files_log', 'islogfile') AS is_log, FILEPROPERTY('My Files', 'IsLogFile') AS data_is_log,
       FILEPROPERTY('My Files', 'IsReadOnly') AS is_read_only, FILEPROPERTY('nothing', 'IsLogFile') AS nothing,
       FILEPROPERTY('My Files', 'nothing') AS no_property;
SELECT FILEGROUP_ID('PRIMARY') AS [Filegroup ID], FILEGROUP_ID('primary') AS small, FILEGROUP_ID('x') AS nothing;
SELECT FILEGROUP_NAME(1) AS [Filegroup Name], FILEGROUP_NAME(2) AS nothing;
GO
USE tempdb;
SELECT FILE_NAME(1) AS data, FILE_NAME(2) AS log;
USE master;
SELECT FILE_NAME(1) AS data, FILE_NAME(2) AS log;
USE msdb;
SELECT FILE_NAME(1) AS data, FILE_NAME(2) AS log;
USE model;
SELECT FILE_NAME(1) AS data, FILE_NAME(2) AS log;
GO
SELECT FILE_NAME();
GO
SELECT FILE_ID('a', 'b');
GO
SELECT FILEPROPERTY('a');
GO
