-- relational-databases/system-stored-procedures/sp-helpstats-transact-sql.md
CREATE PROCEDURE sys.sp_helpstats @objname nvarchar(520), @results nvarchar(5) = N'STATS'
AS
SET NOCOUNT ON;
IF PARSENAME(@objname, 3) <> DB_NAME()
BEGIN
    RAISERROR(15250, 16, 1);
    RETURN 1;
END;
DECLARE @id int = OBJECT_ID(@objname), @database nvarchar(128) = DB_NAME();
IF @id IS NULL
BEGIN
    RAISERROR(15009, 16, 1, @objname, @database);
    RETURN 1;
END;
IF UPPER(@results) NOT IN (N'ALL', N'STATS')
BEGIN
    RAISERROR(N'Invalid option: %s', 1, 1, @results);
    RETURN 1;
END;
IF NOT EXISTS (SELECT * FROM sys.stats WHERE object_id = @id AND (UPPER(@results) = N'ALL' OR auto_created = 1 OR user_created = 1))
BEGIN
    IF UPPER(@results) = N'ALL' RAISERROR(15575, 10, 1);
    ELSE RAISERROR(15574, 10, 1);
    RETURN 0;
END;
SELECT s.name AS statistics_name,
       CAST((SELECT STRING_AGG(c.name, N', ') WITHIN GROUP (ORDER BY k.stats_column_id)
             FROM sys.stats_columns AS k JOIN sys.columns AS c ON c.object_id = k.object_id AND c.column_id = k.column_id
             WHERE k.object_id = s.object_id AND k.stats_id = s.stats_id) AS nvarchar(2078)) AS statistics_keys
FROM sys.stats AS s
WHERE s.object_id = @id AND (UPPER(@results) = N'ALL' OR s.auto_created = 1 OR s.user_created = 1)
ORDER BY s.name;
RETURN 0;
