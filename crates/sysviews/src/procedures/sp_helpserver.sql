-- relational-databases/system-stored-procedures/sp-helpserver-transact-sql.md
CREATE PROCEDURE sys.sp_helpserver @server sysname = NULL, @optname varchar(35) = NULL, @show_topology varchar(1) = NULL
AS
SET NOCOUNT ON;
IF @server IS NOT NULL AND NOT EXISTS (SELECT * FROM sys.servers WHERE name = @server)
BEGIN
    RAISERROR(15015, 16, 1, @server);
    RETURN 1;
END;
SELECT s.name, CAST(s.data_source AS sysname) AS network_name,
       CAST(CASE s.is_remote_login_enabled WHEN 1 THEN 'rpc,' ELSE '' END + CASE s.is_rpc_out_enabled WHEN 1 THEN 'rpc out,' ELSE '' END
            + CASE s.is_data_access_enabled WHEN 1 THEN 'data access,' ELSE '' END
            + CASE s.uses_remote_collation WHEN 1 THEN 'use remote collation' ELSE '' END AS varchar(70)) AS status,
       CAST(s.server_id AS char(4)) AS id, s.collation_name, s.connect_timeout, s.query_timeout
FROM sys.servers AS s
WHERE (@server IS NULL OR s.name = @server)
  AND (@optname IS NULL OR 1 = CASE LOWER(@optname) WHEN 'rpc' THEN CAST(s.is_remote_login_enabled AS int) WHEN 'rpc out' THEN CAST(s.is_rpc_out_enabled AS int)
                                   WHEN 'data access' THEN CAST(s.is_data_access_enabled AS int) WHEN 'use remote collation' THEN CAST(s.uses_remote_collation AS int)
                                   ELSE 0 END)
ORDER BY s.name;
RETURN 0;
