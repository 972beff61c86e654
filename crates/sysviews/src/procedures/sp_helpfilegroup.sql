-- relational-databases/system-stored-procedures/sp-helpfilegroup-transact-sql.md
CREATE PROCEDURE sys.sp_helpfilegroup @filegroupname sysname = NULL
AS
SET NOCOUNT ON;
IF @filegroupname IS NOT NULL AND FILEGROUP_ID(@filegroupname) IS NULL
BEGIN
    RAISERROR(15325, 16, 1, N'filegroup', @filegroupname);
    RETURN 1;
END;
SELECT g.name AS groupname, CAST(g.data_space_id AS smallint) AS groupid,
       (SELECT COUNT(*) FROM sys.database_files AS f WHERE f.data_space_id = g.data_space_id) AS filecount
FROM sys.filegroups AS g WHERE @filegroupname IS NULL OR g.name = @filegroupname ORDER BY g.data_space_id;
IF @filegroupname IS NULL RETURN 0;
SELECT name AS file_in_group, CAST(file_id AS smallint) AS fileid, CAST(physical_name AS nchar(260)) AS filename,
       CAST(CAST(size AS bigint) * 8 AS nvarchar(12)) + N' KB' AS size,
       CASE max_size WHEN -1 THEN N'Unlimited' ELSE CAST(CAST(max_size AS bigint) * 8 AS nvarchar(12)) + N' KB' END AS maxsize,
       CASE is_percent_growth WHEN 1 THEN CAST(growth AS nvarchar(14)) + N'%' ELSE CAST(CAST(growth AS bigint) * 8 AS nvarchar(12)) + N' KB' END AS growth
FROM sys.database_files WHERE data_space_id = FILEGROUP_ID(@filegroupname) ORDER BY file_id;
RETURN 0;
