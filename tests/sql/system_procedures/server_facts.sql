-- docs/relational-databases/system-stored-procedures: sp-server-info-transact-sql.md, sp-helpserver-transact-sql.md, sp-linkedservers-transact-sql.md,
-- sp-helplinkedsrvlogin-transact-sql.md, sp-helpfilegroup-transact-sql.md, sp-renamedb-transact-sql.md, sp-dbcmptlevel-transact-sql.md,
-- sp-validatelogins-transact-sql.md, sp-change-users-login-transact-sql.md, xp-msver-transact-sql.md; system-dynamic-management-views:
-- sys-dm-os-host-info-transact-sql.md, sys-dm-os-sys-memory-transact-sql.md, sys-dm-os-process-memory-transact-sql.md,
-- sys-dm-server-services-transact-sql.md, sys-dm-os-sys-info-transact-sql.md.
EXEC sp_server_info 1;
EXEC sp_server_info @attribute_id = 17;
EXEC sp_server_info 105;
CREATE TABLE #servers (name sysname, network_name sysname, status varchar(70), id char(4), collation_name sysname NULL, connect_timeout int, query_timeout int);
INSERT #servers EXEC sp_helpserver;
SELECT status, id, connect_timeout FROM #servers WHERE name = @@SERVERNAME;
EXEC sp_helpserver 'nothing';
CREATE TABLE #linked (SRV_NAME sysname, SRV_PROVIDERNAME nvarchar(128), SRV_PRODUCT nvarchar(128), SRV_DATASOURCE nvarchar(4000), SRV_PROVIDERSTRING nvarchar(4000),
    SRV_LOCATION nvarchar(4000), SRV_CAT sysname NULL);
INSERT #linked EXEC sp_linkedservers;
SELECT SRV_PROVIDERNAME, SRV_PRODUCT FROM #linked WHERE SRV_NAME = @@SERVERNAME;
EXEC sp_helplinkedsrvlogin;
EXEC sp_validatelogins;
GO
CREATE DATABASE A;
GO
EXEC sp_renamedb 'A', 'B';
EXEC sp_renamedb 'A', 'B';
EXEC sp_dbcmptlevel 'B';
GO
USE B;
GO
EXEC sp_helpfilegroup;
CREATE LOGIN l WITH PASSWORD = 'Str0ng pass';
CREATE USER u FOR LOGIN l;
DROP LOGIN l;
CREATE TABLE #orphans (UserName sysname, UserSID varbinary(85));
INSERT #orphans EXEC sp_change_users_login 'Report';
SELECT UserName FROM #orphans;
CREATE LOGIN m WITH PASSWORD = 'Str0ng pass';
EXEC sp_change_users_login 'Update_One', 'u', 'm';
SELECT SUSER_SNAME(sid) AS login FROM sys.database_principals WHERE name = 'u';
EXEC sp_change_users_login 'Report';
EXEC sp_change_users_login 'Forget', 'u';
GO
-- Facts of the machine differ; their shape doesn't.
CREATE TABLE #version ([Index] int, Name nvarchar(64), Internal_Value int, Character_Value nvarchar(512));
INSERT #version EXEC xp_msver;
SELECT COUNT(*) AS options FROM #version;
SELECT Name FROM #version WHERE Internal_Value > 0 AND Name IN ('ProcessorCount', 'PhysicalMemory', 'Language') ORDER BY Name;
SELECT COUNT(*) AS hosts FROM sys.dm_os_host_info WHERE host_platform IN ('Linux', 'Windows', 'macOS') AND os_language_version = 1033;
SELECT COUNT(*) AS plausible FROM sys.dm_os_sys_memory WHERE available_physical_memory_kb <= total_physical_memory_kb AND total_physical_memory_kb > 0;
SELECT COUNT(*) AS plausible FROM sys.dm_os_process_memory WHERE physical_memory_in_use_kb BETWEEN 1 AND virtual_address_space_reserved_kb
    AND memory_utilization_percentage BETWEEN 1 AND 100;
SELECT servicename, status_desc, is_clustered FROM sys.dm_server_services WHERE process_id = CAST(SERVERPROPERTY('ProcessID') AS int);
SELECT CASE WHEN cpu_count > 0 AND physical_memory_kb > 0 AND ms_ticks >= sqlserver_start_time_ms_ticks THEN 'plausible' END AS machine, sql_memory_model_desc
FROM sys.dm_os_sys_info;
DECLARE @mode nvarchar(10), @other nvarchar(10);
EXEC master.dbo.xp_instance_regread N'HKEY_LOCAL_MACHINE', N'Software\Microsoft\MSSQLServer\MSSQLServer', N'LoginMode', @mode OUTPUT;
EXEC master.dbo.xp_instance_regread N'HKEY_LOCAL_MACHINE', N'Software\Microsoft\MSSQLServer\MSSQLServer', N'Nothing', @other OUTPUT;
SELECT @mode AS mode, @other AS other;
GO
-- docs/relational-databases/system-stored-procedures/sp-helpsort-transact-sql.md, sp-helpdevice-transact-sql.md
EXEC sp_helpsort;
EXEC sp_helpdevice;
EXEC sp_helpdevice N'tape';
