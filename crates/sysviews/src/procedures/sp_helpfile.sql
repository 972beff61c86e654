-- relational-databases/system-stored-procedures/sp-helpfile-transact-sql.md
CREATE PROCEDURE sys.sp_helpfile @filename sysname = NULL
AS
SET NOCOUNT ON;
IF @filename IS NOT NULL AND FILE_ID(@filename) IS NULL
BEGIN
    RAISERROR(15325, 16, 1, N'file', @filename);
    RETURN 1;
END;
-- The list of one file has no fileid.
IF @filename IS NOT NULL
    SELECT name, CAST(physical_name AS nchar(260)) AS filename,
           FILEGROUP_NAME(data_space_id) AS filegroup, CAST(CAST(size AS bigint) * 8 AS nvarchar(15)) + N' KB' AS size,
           CASE max_size WHEN -1 THEN N'Unlimited' ELSE CAST(CAST(max_size AS bigint) * 8 AS nvarchar(15)) + N' KB' END AS maxsize,
           CASE is_percent_growth WHEN 1 THEN CAST(growth AS nvarchar(15)) + N'%' ELSE CAST(CAST(growth AS bigint) * 8 AS nvarchar(15)) + N' KB' END AS growth,
           CAST(CASE type WHEN 0 THEN 'data only' ELSE 'log only' END AS varchar(9)) AS usage
    FROM sys.database_files WHERE name = @filename;
ELSE
    SELECT name, CAST(file_id AS smallint) AS fileid, CAST(physical_name AS nchar(260)) AS filename,
           FILEGROUP_NAME(data_space_id) AS filegroup, CAST(CAST(size AS bigint) * 8 AS nvarchar(15)) + N' KB' AS size,
           CASE max_size WHEN -1 THEN N'Unlimited' ELSE CAST(CAST(max_size AS bigint) * 8 AS nvarchar(15)) + N' KB' END AS maxsize,
           CASE is_percent_growth WHEN 1 THEN CAST(growth AS nvarchar(15)) + N'%' ELSE CAST(CAST(growth AS bigint) * 8 AS nvarchar(15)) + N' KB' END AS growth,
           CAST(CASE type WHEN 0 THEN 'data only' ELSE 'log only' END AS varchar(9)) AS usage
    FROM sys.database_files ORDER BY file_id;
RETURN 0;
