-- relational-databases/system-stored-procedures/sp-who-transact-sql.md. Without VIEW SERVER STATE a session sees only itself.
CREATE PROCEDURE sys.sp_who @loginame sysname = NULL
AS
SET NOCOUNT ON;
DECLARE @spid int = CASE WHEN @loginame NOT LIKE N'%[^0-9]%' THEN TRY_CAST(@loginame AS int) END;
IF @loginame IS NOT NULL AND @spid IS NULL AND @loginame <> N'ACTIVE' AND NOT EXISTS (SELECT * FROM sys.server_principals WHERE type = 'S' AND name = @loginame)
BEGIN
    RAISERROR(15007, 16, 1, @loginame);
    RETURN 1;
END;
SELECT CAST(s.session_id AS smallint) AS spid, CAST(0 AS smallint) AS ecid, CAST(ISNULL(r.status, s.status) AS nchar(30)) AS status,
       CAST(s.login_name AS nchar(128)) AS loginame, CAST(ISNULL(s.host_name, N'') AS nchar(128)) AS hostname,
       CAST(ISNULL(r.blocking_session_id, 0) AS char(5)) AS blk, CAST(DB_NAME(s.database_id) AS nchar(128)) AS dbname,
       CAST(ISNULL(r.command, N'AWAITING COMMAND') AS nchar(26)) AS cmd, ISNULL(r.request_id, 0) AS request_id
FROM sys.dm_exec_sessions AS s
LEFT JOIN sys.dm_exec_requests AS r ON r.session_id = s.session_id
WHERE @loginame IS NULL OR s.login_name = @loginame OR s.session_id = @spid OR (@loginame = N'ACTIVE' AND s.status <> N'sleeping')
ORDER BY s.session_id;
RETURN 0;
