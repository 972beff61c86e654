-- relational-databases/system-stored-procedures/sp-who-transact-sql.md
CREATE PROCEDURE sys.sp_who @loginame sysname = NULL
AS
SET NOCOUNT ON;
DECLARE @login sysname = (SELECT MIN(name) FROM sys.server_principals WHERE type = 'S');
DECLARE @spid int = TRY_CAST(@loginame AS int);
IF @loginame IS NOT NULL AND @spid IS NULL AND @loginame <> N'ACTIVE' AND NOT EXISTS (SELECT * FROM sys.server_principals WHERE name = @loginame)
BEGIN
    RAISERROR(15007, 16, 1, @loginame);
    RETURN 1;
END;
-- Which modes keep which others from being granted: relational-databases/sql-server-transaction-locking-and-row-versioning-guide.md.
WITH conflicts AS (
    SELECT held, wanted
    FROM (VALUES ('S', 'IX SIX X'), ('U', 'U IX SIX X'), ('X', 'IS S U IX SIX X'), ('IS', 'X'), ('IX', 'S U SIX X'), ('SIX', 'S U IX SIX X')) AS m(held, modes)
    JOIN (VALUES ('IS'), ('S'), ('U'), ('IX'), ('SIX'), ('X')) AS w(wanted) ON ' ' + modes + ' ' LIKE '% ' + wanted + ' %'
    UNION ALL SELECT 'Sch-M', mode FROM (VALUES ('Sch-S'), ('IS'), ('S'), ('U'), ('IX'), ('SIX'), ('X')) AS a(mode)
    UNION ALL SELECT mode, 'Sch-M' FROM (VALUES ('Sch-S'), ('Sch-M'), ('IS'), ('S'), ('U'), ('IX'), ('SIX'), ('X')) AS b(mode)
), blocked AS (
    SELECT waits.request_session_id AS spid, MIN(holds.request_session_id) AS blk
    FROM sys.dm_tran_locks AS waits
    JOIN sys.dm_tran_locks AS holds
      ON holds.resource_type = waits.resource_type AND holds.resource_database_id = waits.resource_database_id
     AND ISNULL(holds.resource_associated_entity_id, 0) = ISNULL(waits.resource_associated_entity_id, 0)
     AND ISNULL(holds.resource_description, N'') = ISNULL(waits.resource_description, N'')
     AND holds.request_session_id <> waits.request_session_id
    JOIN conflicts ON conflicts.held = holds.request_mode AND conflicts.wanted = waits.request_mode
    WHERE waits.request_status <> 'GRANT'
    GROUP BY waits.request_session_id
)
SELECT CAST(s.session_id AS smallint) AS spid, CAST(0 AS smallint) AS ecid,
       CAST(CASE WHEN b.blk IS NULL THEN s.status ELSE N'suspended' END AS nchar(30)) AS status,
       CAST(@login AS nchar(128)) AS loginame, CAST(N'' AS nchar(128)) AS hostname,
       CAST(ISNULL(b.blk, 0) AS char(5)) AS blk, CAST(DB_NAME(s.database_id) AS nchar(128)) AS dbname,
       CAST(CASE s.status WHEN N'sleeping' THEN N'AWAITING COMMAND' END AS nchar(26)) AS cmd, 0 AS request_id
FROM sys.dm_exec_sessions AS s
LEFT JOIN blocked AS b ON b.spid = s.session_id
WHERE @loginame IS NULL OR @loginame = @login OR s.session_id = @spid OR (@loginame = N'ACTIVE' AND s.status <> N'sleeping')
ORDER BY s.session_id;
RETURN 0;
