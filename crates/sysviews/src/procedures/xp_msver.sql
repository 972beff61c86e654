-- relational-databases/system-stored-procedures/xp-msver-transact-sql.md
CREATE PROCEDURE sys.xp_msver @optname nvarchar(128) = NULL
AS
SET NOCOUNT ON;
DECLARE @version nvarchar(128) = CAST(SERVERPROPERTY('ProductVersion') AS nvarchar(128)), @processors int, @megabytes int, @platform nvarchar(256), @release nvarchar(512);
SELECT @processors = cpu_count, @megabytes = CAST(physical_memory_kb / 1024 AS int) FROM sys.dm_os_sys_info;
SELECT @platform = host_platform, @release = RTRIM(host_distribution + N' ' + host_release) FROM sys.dm_os_host_info;
SELECT v.[Index], v.Name, v.Internal_Value, CAST(v.Character_Value AS nvarchar(512)) AS Character_Value
FROM (VALUES (CAST(1 AS smallint), CAST(N'ProductName' AS nvarchar(64)), CAST(NULL AS int), N'Microsoft SQL Server'),
             (2, N'ProductVersion', 1048576, @version), (3, N'Language', 1033, N'English (United States)'), (4, N'Platform', NULL, @platform + N' x64'),
             (5, N'Comments', NULL, N'SQL'), (6, N'CompanyName', NULL, N'Sluice'), (7, N'FileDescription', NULL, N'Sluice, a database engine'),
             (8, N'FileVersion', NULL, @version), (9, N'InternalName', NULL, N'SLUICE'), (10, N'LegalCopyright', NULL, NULL),
             (11, N'LegalTrademarks', NULL, NULL), (12, N'OriginalFilename', NULL, N'sluice'), (13, N'PrivateBuild', NULL, NULL),
             (14, N'SpecialBuild', NULL, NULL), (15, N'WindowsVersion', NULL, @release), (16, N'ProcessorCount', @processors, CAST(@processors AS nvarchar(12))),
             (17, N'ProcessorActiveMask', NULL, NULL), (18, N'ProcessorType', NULL, NULL),
             (19, N'PhysicalMemory', @megabytes, CAST(@megabytes AS nvarchar(12))), (20, N'Product ID', NULL, NULL))
     AS v([Index], Name, Internal_Value, Character_Value)
WHERE @optname IS NULL OR v.Name = @optname ORDER BY v.[Index];
RETURN 1;
