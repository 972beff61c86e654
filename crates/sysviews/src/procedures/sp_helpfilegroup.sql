-- relational-databases/system-stored-procedures/sp-helpfilegroup-transact-sql.md
CREATE PROCEDURE sys.sp_helpfilegroup @filegroupname sysname = NULL
AS
SET NOCOUNT ON;
IF @filegroupname IS NOT NULL AND NOT EXISTS (SELECT * FROM sys.filegroups WHERE name = @filegroupname)
BEGIN
    RAISERROR(15325, 16, 1, N'filegroup', @filegroupname);
    RETURN 1;
END;
SELECT g.name AS groupname, CAST(g.data_space_id AS smallint) AS groupid,
       (SELECT COUNT(*) FROM sys.database_files AS f WHERE f.data_space_id = g.data_space_id) AS filecount
FROM sys.filegroups AS g WHERE @filegroupname IS NULL OR g.name = @filegroupname ORDER BY g.name;
IF @filegroupname IS NOT NULL
    SELECT f.name AS file_in_group, CAST(f.file_id AS smallint) AS fileid, CAST(f.physical_name AS nchar(260)) AS filename,
           CAST(CAST(CAST(f.size AS bigint) * 8 AS nvarchar(12)) + N' KB' AS nvarchar(15)) AS size,
           CAST(CASE f.max_size WHEN -1 THEN N'Unlimited' ELSE CAST(CAST(f.max_size AS bigint) * 8 AS nvarchar(12)) + N' KB' END AS nvarchar(15)) AS maxsize,
           CAST(CASE f.is_percent_growth WHEN 1 THEN CAST(f.growth AS nvarchar(12)) + N'%' ELSE CAST(CAST(f.growth AS bigint) * 8 AS nvarchar(12)) + N' KB' END
                AS nvarchar(15)) AS growth
    FROM sys.database_files AS f JOIN sys.filegroups AS g ON g.data_space_id = f.data_space_id
    WHERE g.name = @filegroupname ORDER BY f.file_id;
RETURN 0;
