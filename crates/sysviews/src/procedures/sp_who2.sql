-- Undocumented, beside relational-databases/system-stored-procedures/sp-who-transact-sql.md. Without VIEW SERVER STATE a session sees only itself.
CREATE PROCEDURE sys.sp_who2 @loginame sysname = NULL
AS
SET NOCOUNT ON;
DECLARE @spid int = CASE WHEN @loginame NOT LIKE N'%[^0-9]%' THEN TRY_CAST(@loginame AS int) END;
IF @loginame IS NOT NULL AND @spid IS NULL AND @loginame <> N'ACTIVE' AND NOT EXISTS (SELECT * FROM sys.server_principals WHERE type = 'S' AND name = @loginame)
BEGIN
    RAISERROR(15007, 16, 1, @loginame);
    RETURN 1;
END;
SELECT CAST(s.session_id AS char(5)) AS SPID, CAST(ISNULL(r.status, s.status) AS nvarchar(30)) AS Status, CAST(s.login_name AS nvarchar(128)) AS Login,
       CAST(ISNULL(NULLIF(s.host_name, N''), N'  .') AS nvarchar(128)) AS HostName,
       CAST(CASE WHEN ISNULL(r.blocking_session_id, 0) = 0 THEN '  .' ELSE CAST(r.blocking_session_id AS varchar(5)) END AS char(5)) AS BlkBy,
       CAST(DB_NAME(s.database_id) AS nvarchar(128)) AS DBName, CAST(ISNULL(r.command, N'AWAITING COMMAND') AS nvarchar(26)) AS Command,
       s.cpu_time AS CPUTime, CAST(s.reads + s.writes AS int) AS DiskIO,
       CONVERT(nvarchar(5), ISNULL(s.last_request_start_time, s.login_time), 101) + N' '
           + CONVERT(nvarchar(8), ISNULL(s.last_request_start_time, s.login_time), 108) AS LastBatch,
       CAST(ISNULL(s.program_name, N'') AS nvarchar(128)) AS ProgramName, CAST(s.session_id AS char(5)) AS SPID, CAST(ISNULL(r.request_id, 0) AS char(5)) AS REQUESTID
FROM sys.dm_exec_sessions AS s
LEFT JOIN sys.dm_exec_requests AS r ON r.session_id = s.session_id
WHERE @loginame IS NULL OR s.login_name = @loginame OR s.session_id = @spid OR (@loginame = N'ACTIVE' AND s.status <> N'sleeping')
ORDER BY s.session_id;
RETURN 0;
