-- relational-databases/system-stored-procedures/sp-lock-transact-sql.md
CREATE PROCEDURE sys.sp_lock @spid1 int = NULL, @spid2 int = NULL
AS
SET NOCOUNT ON;
SELECT CAST(request_session_id AS smallint) AS spid, CAST(resource_database_id AS smallint) AS dbid,
       -- A hobt id is the object's id times 65,536 and the index's id.
       CAST(CASE WHEN resource_type = 'OBJECT' THEN resource_associated_entity_id
                 WHEN resource_type IN ('PAGE', 'RID', 'KEY') THEN (resource_associated_entity_id - (resource_associated_entity_id & 65535)) / 65536
                 ELSE 0 END AS int) AS ObjId,
       CAST(CASE WHEN resource_type IN ('PAGE', 'RID', 'KEY') THEN resource_associated_entity_id & 65535 ELSE 0 END AS smallint) AS IndId,
       CAST(CASE resource_type WHEN 'DATABASE' THEN 'DB' WHEN 'OBJECT' THEN 'TAB' WHEN 'PAGE' THEN 'PAG' WHEN 'EXTENT' THEN 'EXT'
                               WHEN 'APPLICATION' THEN 'APP' WHEN 'METADATA' THEN 'MD' WHEN 'HOBT' THEN 'HBT' ELSE LEFT(resource_type, 4) END AS nchar(4)) AS Type,
       CAST(ISNULL(resource_description, N'') AS nchar(32)) AS Resource, CAST(request_mode AS nvarchar(8)) AS Mode,
       CAST(CASE request_status WHEN 'CONVERT' THEN 'CNVRT' ELSE request_status END AS nvarchar(5)) AS Status
FROM sys.dm_tran_locks
WHERE @spid1 IS NULL OR request_session_id IN (@spid1, @spid2)
ORDER BY spid, dbid, ObjId, Type, Resource;
RETURN 0;
