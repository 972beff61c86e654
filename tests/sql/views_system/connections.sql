-- docs/relational-databases/system-dynamic-management-views/sys-dm-exec-connections-transact-sql.md; docs/relational-databases/system-compatibility-views/sys-syslanguages-transact-sql.md;
-- docs/relational-databases/system-catalog-views/sys-time-zone-info-transact-sql.md; docs/t-sql/database-console-commands/dbcc-freesystemcache-transact-sql.md, dbcc-freesessioncache-transact-sql.md.
-- A session within the process has no address; two languages are there, and the zones that AT TIME ZONE knows.
SELECT net_transport, protocol_type, auth_scheme, client_net_address, local_tcp_port, CASE WHEN most_recent_session_id = session_id THEN 'yes' ELSE 'no' END AS its_own
FROM sys.dm_exec_connections WHERE session_id = @@SPID;
SELECT COUNT(*) AS without_session FROM sys.dm_exec_connections AS c WHERE NOT EXISTS (SELECT * FROM sys.dm_exec_sessions AS s WHERE s.session_id = c.session_id AND s.login_time = c.connect_time);
SELECT login_name, original_login_name, host_name, program_name, host_process_id, text_size, date_first FROM sys.dm_exec_sessions WHERE session_id = @@SPID;
SELECT langid, dateformat, datefirst, name, alias, LEFT(months, 16) AS months, shortmonths, days, lcid FROM sys.syslanguages ORDER BY langid;
SELECT name, current_utc_offset, is_currently_dst FROM sys.time_zone_info WHERE name IN (N'UTC', N'India Standard Time', N'Dateline Standard Time') ORDER BY name;
SELECT CAST('2022-01-01' AS datetime2(0)) AT TIME ZONE 'India Standard Time' AS there;
GO
DBCC FREESYSTEMCACHE ('ALL');
DBCC FREESYSTEMCACHE ('ALL') WITH MARK_IN_USE_FOR_REMOVAL, NO_INFOMSGS;
DBCC FREESESSIONCACHE WITH NO_INFOMSGS;
GO
DBCC FREESYSTEMCACHE ('a pool');
