-- relational-databases/system-stored-procedures/sp-readerrorlog-transact-sql.md, with the times and the order that the extended procedure takes.
-- The logs are those of the running instance that sp_cycle_errorlog has ended, and there is no Agent, whose log is 2.
CREATE PROCEDURE sys.xp_readerrorlog @p1 int = 0, @p2 int = NULL, @p3 nvarchar(4000) = NULL, @p4 nvarchar(4000) = NULL,
    @p5 datetime = NULL, @p6 datetime = NULL, @p7 nvarchar(4) = N'asc'
AS
SET NOCOUNT ON;
IF ISNULL(@p2, 1) <> 1 OR ISNULL(@p1, 0) <> 0 AND NOT EXISTS (SELECT * FROM sys.error_log_lines(ISNULL(@p1, 0)))
BEGIN
    RAISERROR(22004, 12, 1, N'xp_readerrorlog() returned error 2, ''The system cannot find the file specified.''');
    RETURN 1;
END;
SELECT LogDate, ProcessInfo, Text FROM sys.error_log_lines(ISNULL(@p1, 0))
WHERE (ISNULL(@p3, N'') = N'' OR CHARINDEX(@p3, Text) > 0) AND (ISNULL(@p4, N'') = N'' OR CHARINDEX(@p4, Text) > 0)
  AND (@p5 IS NULL OR LogDate >= @p5) AND (@p6 IS NULL OR LogDate <= @p6)
ORDER BY CASE WHEN @p7 = N'desc' THEN -line ELSE line END;
RETURN 0;
