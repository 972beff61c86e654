-- relational-databases/system-stored-procedures/sp-autostats-transact-sql.md. ON and OFF are set by
-- ALTER INDEX, and for statistics without an index by UPDATE STATISTICS, which also measures.
CREATE PROCEDURE sys.sp_autostats @tblname nvarchar(776), @flagc varchar(10) = NULL, @indname sysname = NULL
AS
SET NOCOUNT ON;
IF PARSENAME(@tblname, 3) <> DB_NAME()
BEGIN
    RAISERROR(15387, 11, 1);
    RETURN 1;
END;
DECLARE @id int = OBJECT_ID(@tblname), @text nvarchar(max);
IF @id IS NULL OR OBJECTPROPERTY(@id, 'IsUserTable') = 0 AND ISNULL(OBJECTPROPERTY(@id, 'IsIndexed'), 0) = 0
BEGIN
    RAISERROR(15390, 11, 1, @tblname);
    RETURN 1;
END;
IF @indname IS NOT NULL AND NOT EXISTS (SELECT * FROM sys.stats WHERE object_id = @id AND name = @indname)
BEGIN
    RAISERROR(15323, 16, 1, @tblname);
    RETURN 1;
END;
IF @flagc IS NULL
BEGIN
    SELECT s.name AS [Index Name], CAST(CASE s.no_recompute WHEN 1 THEN 'OFF' ELSE 'ON' END AS varchar(3)) AS AUTOSTATS,
           CAST(STATS_DATE(s.object_id, s.stats_id) AS datetime) AS [Last Updated]
    FROM sys.stats AS s WHERE s.object_id = @id AND (@indname IS NULL OR s.name = @indname) ORDER BY s.stats_id;
    RETURN 0;
END;
IF UPPER(@flagc) NOT IN ('ON', 'OFF')
BEGIN
    RAISERROR(15600, 15, 1, N'sys.sp_autostats');
    RETURN 1;
END;
SELECT @text = STRING_AGG(CASE WHEN i.index_id IS NULL
                               THEN N'UPDATE STATISTICS ' + t.name + N' ' + QUOTENAME(s.name) + CASE UPPER(@flagc) WHEN 'OFF' THEN N' WITH NORECOMPUTE' ELSE N'' END
                               ELSE N'ALTER INDEX ' + QUOTENAME(s.name) + N' ON ' + t.name + N' SET (STATISTICS_NORECOMPUTE = '
                                    + CASE UPPER(@flagc) WHEN 'OFF' THEN N'ON' ELSE N'OFF' END + N')' END, N'; ')
FROM sys.stats AS s LEFT JOIN sys.indexes AS i ON i.object_id = s.object_id AND i.index_id = s.stats_id
     CROSS JOIN (SELECT QUOTENAME(OBJECT_SCHEMA_NAME(@id)) + N'.' + QUOTENAME(OBJECT_NAME(@id)) AS name) AS t
WHERE s.object_id = @id AND (@indname IS NULL OR s.name = @indname);
EXEC(@text);
IF @@ERROR <> 0 RETURN 1;
RETURN 0;
