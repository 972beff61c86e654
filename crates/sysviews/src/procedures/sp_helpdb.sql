-- relational-databases/system-stored-procedures/sp-helpdb-transact-sql.md
CREATE PROCEDURE sys.sp_helpdb @dbname sysname = NULL
AS
SET NOCOUNT ON;
IF @dbname IS NOT NULL AND NOT EXISTS (SELECT * FROM sys.databases WHERE name = @dbname)
BEGIN
    RAISERROR(15010, 16, 1, @dbname);
    RETURN 1;
END;
SELECT d.name AS name,
       CAST(STR((SELECT SUM(CAST(f.size AS bigint)) FROM sys.master_files AS f WHERE f.database_id = d.database_id) / 128.0, 10, 2) + N' MB' AS nvarchar(13)) AS db_size,
       CAST(SUSER_SNAME(d.owner_sid) AS sysname) AS owner, CAST(d.database_id AS smallint) AS dbid, CONVERT(nvarchar(11), d.create_date) AS created,
       CAST(N'Status=' + d.state_desc + N', Updateability=' + CASE d.is_read_only WHEN 1 THEN N'READ_ONLY' ELSE N'READ_WRITE' END
            + N', UserAccess=' + d.user_access_desc + N', Recovery=' + d.recovery_model_desc + N', Version=' + CAST(DATABASEPROPERTYEX(d.name, 'Version') AS nvarchar(11))
            + N', Collation=' + d.collation_name + N', SQLSortOrder=' + CAST(DATABASEPROPERTYEX(d.name, 'SQLSortOrder') AS nvarchar(3))
            + (SELECT STRING_AGG(CASE DATABASEPROPERTYEX(d.name, p.name) WHEN 1 THEN N', ' + p.name ELSE N'' END, N'') WITHIN GROUP (ORDER BY p.place)
               FROM (VALUES (1, N'IsAutoClose'), (2, N'IsAutoShrink'), (3, N'IsInStandby'), (4, N'IsTornPageDetectionEnabled'), (5, N'IsAnsiNullDefault'),
                            (6, N'IsAnsiNullsEnabled'), (7, N'IsAnsiPaddingEnabled'), (8, N'IsAnsiWarningsEnabled'), (9, N'IsArithmeticAbortEnabled'),
                            (10, N'IsAutoCreateStatistics'), (11, N'IsAutoUpdateStatistics'), (12, N'IsCloseCursorsOnCommitEnabled'),
                            (13, N'IsFulltextEnabled'), (14, N'IsLocalCursorsDefault'), (15, N'IsNullConcat'), (16, N'IsNumericRoundAbortEnabled'),
                            (17, N'IsQuotedIdentifiersEnabled'), (18, N'IsRecursiveTriggersEnabled'), (19, N'IsMergePublished'), (20, N'IsPublished'),
                            (21, N'IsSubscribed'), (22, N'IsSyncWithBackup')) AS p(place, name)) AS nvarchar(600)) AS status,
       d.compatibility_level
FROM sys.databases AS d WHERE @dbname IS NULL OR d.name = @dbname ORDER BY d.name;
IF @dbname IS NULL RETURN 0;
SELECT CAST(f.name AS nchar(128)) AS name, CAST(f.file_id AS smallint) AS fileid, CAST(f.physical_name AS nchar(260)) AS filename,
       CAST(CASE WHEN f.data_space_id = 1 THEN N'PRIMARY' WHEN f.database_id = DB_ID() THEN FILEGROUP_NAME(f.data_space_id) END AS nvarchar(128)) AS filegroup, CAST(CAST(CAST(f.size AS bigint) * 8 AS nvarchar(15)) + N' KB' AS nvarchar(18)) AS size,
       CAST(CASE f.max_size WHEN -1 THEN N'Unlimited' ELSE CAST(CAST(f.max_size AS bigint) * 8 AS nvarchar(15)) + N' KB' END AS nvarchar(18)) AS maxsize,
       CAST(CASE f.is_percent_growth WHEN 1 THEN CAST(f.growth AS nvarchar(15)) + N'%' ELSE CAST(CAST(f.growth AS bigint) * 8 AS nvarchar(15)) + N' KB' END
            AS nvarchar(18)) AS growth,
       CAST(CASE f.type WHEN 0 THEN 'data only' ELSE 'log only' END AS varchar(9)) AS usage
FROM sys.master_files AS f WHERE f.database_id = DB_ID(@dbname) ORDER BY f.file_id;
RETURN 0;
