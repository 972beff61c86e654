//! Table of data.
//!
//! The system tables of SQL Server 2000 as views, in `sys` and found in `dbo` too:
//! `relational-databases/system-compatibility-views`. A column that SQL Server no longer fills has
//! the value that its page states, else 0 or NULL.

/// Name and query of each view.
pub(crate) const TEXTS: &[(&str, &str)] = &[
    (
        "sysobjects",
        "SELECT o.name, o.object_id AS id, CAST(o.type AS char(2)) AS xtype, CAST(o.schema_id AS smallint) AS uid, CAST(0 AS smallint) AS info,
                0 AS status, 0 AS base_schema_ver, 0 AS replinfo, o.parent_object_id AS parent_obj, o.create_date AS crdate, CAST(0 AS smallint) AS ftcatid,
                0 AS schema_ver, 0 AS stats_schema_ver, CAST(CASE WHEN o.type IN ('PK', 'UQ') THEN 'K' ELSE o.type END AS char(2)) AS type,
                CAST(CASE o.type WHEN 'U' THEN 1 ELSE 0 END AS smallint) AS userstat,
                CAST(CASE o.type WHEN 'S' THEN 1 WHEN 'V' THEN 2 WHEN 'U' THEN 3 WHEN 'P' THEN 4 WHEN 'D' THEN 6 WHEN 'TR' THEN 8 ELSE 0 END AS smallint) AS sysstat,
                CAST(0 AS smallint) AS indexdel, o.create_date AS refdate, 0 AS version, 0 AS deltrig, 0 AS instrig, 0 AS updtrig, 0 AS seltrig,
                CASE o.is_ms_shipped WHEN 1 THEN 2 ELSE 0 END AS category, CAST(0 AS smallint) AS cache
         FROM sys.all_objects AS o",
    ),
    (
        "syscolumns",
        "SELECT c.name, c.object_id AS id, c.system_type_id AS xtype, CAST(CASE c.is_nullable WHEN 1 THEN 0 ELSE 1 END AS tinyint) AS typestat,
                CAST(c.user_type_id AS smallint) AS xusertype, c.max_length AS length, c.precision AS xprec, c.scale AS xscale,
                CAST(c.column_id AS smallint) AS colid, CAST(0 AS smallint) AS xoffset, CAST(0 AS tinyint) AS bitpos, CAST(0 AS tinyint) AS reserved,
                CAST(CASE c.is_identity WHEN 1 THEN 1 ELSE 0 END + CASE c.is_computed WHEN 1 THEN 4 ELSE 0 END AS smallint) AS colstat,
                c.default_object_id AS cdefault, c.rule_object_id AS domain, CAST(0 AS smallint) AS number, CAST(c.column_id AS smallint) AS colorder,
                CAST(NULL AS varbinary(8000)) AS autoval, CAST(0 AS smallint) AS offset, CAST(COLLATIONPROPERTY(c.collation_name, 'CollationID') AS int) AS collationid,
                CAST(0 AS int) AS language,
                CAST(CASE c.is_nullable WHEN 1 THEN 8 ELSE 0 END + CASE c.is_identity WHEN 1 THEN 128 ELSE 0 END AS tinyint) AS status,
                c.system_type_id AS type, CAST(c.user_type_id AS smallint) AS usertype, CAST(NULL AS varchar(255)) AS printfmt,
                CAST(CASE WHEN c.max_length = -1 THEN -1 WHEN c.system_type_id IN (231, 239) THEN c.max_length / 2 WHEN c.precision > 0 THEN c.precision
                          ELSE c.max_length END AS smallint) AS prec,
                CAST(CASE WHEN c.precision > 0 AND c.system_type_id NOT IN (59, 62) THEN c.scale END AS int) AS scale, CAST(c.is_computed AS int) AS iscomputed,
                0 AS isoutparam, CAST(c.is_nullable AS int) AS isnullable, c.collation_name AS collation
         FROM sys.all_columns AS c
         UNION ALL
         SELECT p.name, p.object_id, p.system_type_id, CAST(0 AS tinyint), CAST(p.user_type_id AS smallint), p.max_length, p.precision, p.scale,
                CAST(p.parameter_id AS smallint), CAST(0 AS smallint), CAST(0 AS tinyint), CAST(0 AS tinyint), CAST(0 AS smallint), 0, 0, CAST(1 AS smallint),
                CAST(p.parameter_id AS smallint), CAST(NULL AS varbinary(8000)), CAST(0 AS smallint), CAST(NULL AS int), 0, CAST(8 AS tinyint), p.system_type_id,
                CAST(p.user_type_id AS smallint), CAST(NULL AS varchar(255)),
                CAST(CASE WHEN p.max_length = -1 THEN -1 WHEN p.system_type_id IN (231, 239) THEN p.max_length / 2 WHEN p.precision > 0 THEN p.precision
                          ELSE p.max_length END AS smallint),
                CAST(CASE WHEN p.precision > 0 AND p.system_type_id NOT IN (59, 62) THEN p.scale END AS int), 0, CAST(p.is_output AS int), 1, CAST(NULL AS sysname)
         FROM sys.all_parameters AS p",
    ),
    (
        "systypes",
        "SELECT t.name, t.system_type_id AS xtype, CAST(CASE t.is_nullable WHEN 1 THEN 0 ELSE 1 END AS tinyint) AS status, CAST(t.user_type_id AS smallint) AS xusertype,
                t.max_length AS length, t.precision AS xprec, t.scale AS xscale, t.default_object_id AS tdefault, t.rule_object_id AS domain,
                CAST(t.schema_id AS smallint) AS uid, CAST(0 AS smallint) AS reserved, CAST(COLLATIONPROPERTY(t.collation_name, 'CollationID') AS int) AS collationid,
                CAST(t.user_type_id AS smallint) AS usertype, CAST(CASE WHEN t.system_type_id IN (165, 167, 231) THEN 1 ELSE 0 END AS bit) AS variable,
                t.is_nullable AS allownulls, t.system_type_id AS type, CAST(NULL AS varchar(255)) AS printfmt,
                CAST(CASE WHEN t.max_length = -1 THEN -1 WHEN t.system_type_id IN (231, 239) THEN t.max_length / 2 WHEN t.precision > 0 THEN t.precision
                          ELSE t.max_length END AS smallint) AS prec,
                CAST(CASE WHEN t.precision > 0 AND t.system_type_id NOT IN (59, 62) THEN t.scale END AS tinyint) AS scale, t.collation_name AS collation
         FROM sys.types AS t WHERE t.is_table_type = 0",
    ),
    (
        "sysindexes",
        "SELECT i.object_id AS id,
                CASE i.ignore_dup_key WHEN 1 THEN 1 ELSE 0 END + CASE i.is_unique WHEN 1 THEN 2 ELSE 0 END + CASE i.index_id WHEN 1 THEN 16 ELSE 0 END
                    + CASE i.is_primary_key WHEN 1 THEN 2048 ELSE 0 END + CASE i.is_unique_constraint WHEN 1 THEN 4096 ELSE 0 END AS status,
                CAST(NULL AS binary(6)) AS first, CAST(i.index_id AS smallint) AS indid, CAST(NULL AS binary(6)) AS root, CAST(0 AS smallint) AS minlen,
                CAST((SELECT COUNT(*) FROM sys.index_columns AS k WHERE k.object_id = i.object_id AND k.index_id = i.index_id AND k.key_ordinal > 0) AS smallint) AS keycnt,
                CAST(i.data_space_id AS smallint) AS groupid, CAST(a.data_pages AS int) AS dpages,
                CAST((SELECT SUM(u.total_pages) FROM sys.partitions AS o JOIN sys.allocation_units AS u ON u.container_id = o.partition_id
                      WHERE o.object_id = i.object_id AND (i.index_id < 2 OR o.index_id = i.index_id)) AS int) AS reserved,
                CAST((SELECT SUM(u.used_pages) FROM sys.partitions AS o JOIN sys.allocation_units AS u ON u.container_id = o.partition_id
                      WHERE o.object_id = i.object_id AND (i.index_id < 2 OR o.index_id = i.index_id)) AS int) AS used,
                p.rows AS rowcnt,
                CAST(ISNULL((SELECT m.modification_counter FROM sys.dm_db_stats_properties(i.object_id, i.index_id) AS m), 0) AS int) AS rowmodctr, CAST(0 AS tinyint) AS reserved3, CAST(0 AS tinyint) AS reserved4,
                CAST(0 AS smallint) AS xmaxlen, CAST(0 AS smallint) AS maxirow, i.fill_factor AS OrigFillFactor, CAST(0 AS tinyint) AS StatVersion, 0 AS reserved2,
                CAST(NULL AS binary(6)) AS FirstIAM, CAST(0 AS smallint) AS impid, CAST(0 AS smallint) AS lockflags, 0 AS pgmodctr,
                CAST(NULL AS varbinary(1088)) AS keys, i.name, CAST(NULL AS varbinary(max)) AS statblob, 8000 AS maxlen, CAST(p.rows AS int) AS rows
         FROM sys.indexes AS i
              LEFT JOIN sys.partitions AS p ON p.object_id = i.object_id AND p.index_id = i.index_id
              LEFT JOIN sys.allocation_units AS a ON a.container_id = p.partition_id AND a.type = 1",
    ),
    (
        "sysindexkeys",
        "SELECT k.object_id AS id, CAST(k.index_id AS smallint) AS indid, CAST(k.column_id AS smallint) AS colid, CAST(k.key_ordinal AS smallint) AS keyno
         FROM sys.index_columns AS k WHERE k.key_ordinal > 0",
    ),
    (
        "syscomments",
        "SELECT m.object_id AS id, CAST(CASE o.type WHEN 'P' THEN 1 ELSE 0 END AS smallint) AS number, CAST(n.number + 1 AS smallint) AS colid,
                CAST(CASE WHEN m.definition IS NULL THEN 1 ELSE 0 END AS smallint) AS status,
                CAST(CAST(SUBSTRING(m.definition, n.number * 4000 + 1, 4000) AS nvarchar(4000)) AS varbinary(8000)) AS ctext, CAST(2 AS smallint) AS texttype,
                CAST(0 AS smallint) AS language, CAST(CASE WHEN m.definition IS NULL THEN 1 ELSE 0 END AS bit) AS encrypted, CAST(0 AS bit) AS compressed,
                CAST(SUBSTRING(m.definition, n.number * 4000 + 1, 4000) AS nvarchar(4000)) AS text
         FROM (SELECT object_id, definition FROM sys.sql_modules
               UNION ALL SELECT object_id, definition FROM sys.check_constraints
               UNION ALL SELECT object_id, definition FROM sys.default_constraints) AS m
              JOIN sys.objects AS o ON o.object_id = m.object_id
              JOIN sys.spt_values AS n ON n.type = N'P' AND n.number <= ISNULL(LEN(m.definition + N'.') - 2, 0) / 4000",
    ),
    (
        "sysforeignkeys",
        "SELECT k.constraint_object_id AS constid, k.parent_object_id AS fkeyid, k.referenced_object_id AS rkeyid, CAST(k.parent_column_id AS smallint) AS fkey,
                CAST(k.referenced_column_id AS smallint) AS rkey, CAST(k.constraint_column_id AS smallint) AS keyno
         FROM sys.foreign_key_columns AS k",
    ),
    (
        "sysreferences",
        "SELECT f.object_id AS constid, f.parent_object_id AS fkeyid, f.referenced_object_id AS rkeyid, CAST(f.key_index_id AS smallint) AS rkeyindid,
                CAST(COUNT(*) AS smallint) AS keycnt, CAST(NULL AS varbinary(32)) AS forkeys, CAST(NULL AS varbinary(32)) AS refkeys,
                CAST(DB_ID() AS smallint) AS fkeydbid, CAST(DB_ID() AS smallint) AS rkeydbid,
                CAST(MAX(CASE k.constraint_column_id WHEN 1 THEN k.parent_column_id ELSE 0 END) AS smallint) AS fkey1,
                CAST(MAX(CASE k.constraint_column_id WHEN 2 THEN k.parent_column_id ELSE 0 END) AS smallint) AS fkey2,
                CAST(MAX(CASE k.constraint_column_id WHEN 3 THEN k.parent_column_id ELSE 0 END) AS smallint) AS fkey3,
                CAST(MAX(CASE k.constraint_column_id WHEN 4 THEN k.parent_column_id ELSE 0 END) AS smallint) AS fkey4,
                CAST(MAX(CASE k.constraint_column_id WHEN 5 THEN k.parent_column_id ELSE 0 END) AS smallint) AS fkey5,
                CAST(MAX(CASE k.constraint_column_id WHEN 6 THEN k.parent_column_id ELSE 0 END) AS smallint) AS fkey6,
                CAST(MAX(CASE k.constraint_column_id WHEN 7 THEN k.parent_column_id ELSE 0 END) AS smallint) AS fkey7,
                CAST(MAX(CASE k.constraint_column_id WHEN 8 THEN k.parent_column_id ELSE 0 END) AS smallint) AS fkey8,
                CAST(MAX(CASE k.constraint_column_id WHEN 9 THEN k.parent_column_id ELSE 0 END) AS smallint) AS fkey9,
                CAST(MAX(CASE k.constraint_column_id WHEN 10 THEN k.parent_column_id ELSE 0 END) AS smallint) AS fkey10,
                CAST(MAX(CASE k.constraint_column_id WHEN 11 THEN k.parent_column_id ELSE 0 END) AS smallint) AS fkey11,
                CAST(MAX(CASE k.constraint_column_id WHEN 12 THEN k.parent_column_id ELSE 0 END) AS smallint) AS fkey12,
                CAST(MAX(CASE k.constraint_column_id WHEN 13 THEN k.parent_column_id ELSE 0 END) AS smallint) AS fkey13,
                CAST(MAX(CASE k.constraint_column_id WHEN 14 THEN k.parent_column_id ELSE 0 END) AS smallint) AS fkey14,
                CAST(MAX(CASE k.constraint_column_id WHEN 15 THEN k.parent_column_id ELSE 0 END) AS smallint) AS fkey15,
                CAST(MAX(CASE k.constraint_column_id WHEN 16 THEN k.parent_column_id ELSE 0 END) AS smallint) AS fkey16,
                CAST(MAX(CASE k.constraint_column_id WHEN 1 THEN k.referenced_column_id ELSE 0 END) AS smallint) AS rkey1,
                CAST(MAX(CASE k.constraint_column_id WHEN 2 THEN k.referenced_column_id ELSE 0 END) AS smallint) AS rkey2,
                CAST(MAX(CASE k.constraint_column_id WHEN 3 THEN k.referenced_column_id ELSE 0 END) AS smallint) AS rkey3,
                CAST(MAX(CASE k.constraint_column_id WHEN 4 THEN k.referenced_column_id ELSE 0 END) AS smallint) AS rkey4,
                CAST(MAX(CASE k.constraint_column_id WHEN 5 THEN k.referenced_column_id ELSE 0 END) AS smallint) AS rkey5,
                CAST(MAX(CASE k.constraint_column_id WHEN 6 THEN k.referenced_column_id ELSE 0 END) AS smallint) AS rkey6,
                CAST(MAX(CASE k.constraint_column_id WHEN 7 THEN k.referenced_column_id ELSE 0 END) AS smallint) AS rkey7,
                CAST(MAX(CASE k.constraint_column_id WHEN 8 THEN k.referenced_column_id ELSE 0 END) AS smallint) AS rkey8,
                CAST(MAX(CASE k.constraint_column_id WHEN 9 THEN k.referenced_column_id ELSE 0 END) AS smallint) AS rkey9,
                CAST(MAX(CASE k.constraint_column_id WHEN 10 THEN k.referenced_column_id ELSE 0 END) AS smallint) AS rkey10,
                CAST(MAX(CASE k.constraint_column_id WHEN 11 THEN k.referenced_column_id ELSE 0 END) AS smallint) AS rkey11,
                CAST(MAX(CASE k.constraint_column_id WHEN 12 THEN k.referenced_column_id ELSE 0 END) AS smallint) AS rkey12,
                CAST(MAX(CASE k.constraint_column_id WHEN 13 THEN k.referenced_column_id ELSE 0 END) AS smallint) AS rkey13,
                CAST(MAX(CASE k.constraint_column_id WHEN 14 THEN k.referenced_column_id ELSE 0 END) AS smallint) AS rkey14,
                CAST(MAX(CASE k.constraint_column_id WHEN 15 THEN k.referenced_column_id ELSE 0 END) AS smallint) AS rkey15,
                CAST(MAX(CASE k.constraint_column_id WHEN 16 THEN k.referenced_column_id ELSE 0 END) AS smallint) AS rkey16
         FROM sys.foreign_keys AS f JOIN sys.foreign_key_columns AS k ON k.constraint_object_id = f.object_id
         GROUP BY f.object_id, f.parent_object_id, f.referenced_object_id, f.key_index_id",
    ),
    (
        "sysconstraints",
        "SELECT o.object_id AS constid, o.parent_object_id AS id, CAST(COALESCE(c.parent_column_id, d.parent_column_id, 0) AS smallint) AS colid,
                CAST(0 AS tinyint) AS spare1,
                CASE o.type WHEN 'PK' THEN 1 WHEN 'UQ' THEN 2 WHEN 'F' THEN 3 WHEN 'C' THEN 4 ELSE 5 END
                    + CASE WHEN COALESCE(c.parent_column_id, d.parent_column_id, 0) > 0 THEN 16 ELSE 32 END AS status,
                0 AS actions, 0 AS error
         FROM sys.objects AS o LEFT JOIN sys.check_constraints AS c ON c.object_id = o.object_id LEFT JOIN sys.default_constraints AS d ON d.object_id = o.object_id
         WHERE o.type IN ('PK', 'UQ', 'F', 'C', 'D')",
    ),
    (
        "sysfiles",
        "SELECT CAST(f.file_id AS smallint) AS fileid, CAST(f.data_space_id AS smallint) AS groupid, f.size, f.max_size AS maxsize, f.growth,
                CASE f.type WHEN 1 THEN 66 ELSE 2 END + CASE f.is_percent_growth WHEN 1 THEN 1048576 ELSE 0 END AS status, 0 AS perf,
                f.name, f.physical_name AS filename
         FROM sys.database_files AS f",
    ),
    (
        "sysaltfiles",
        "SELECT CAST(f.file_id AS smallint) AS fileid, CAST(f.data_space_id AS smallint) AS groupid, f.size, f.max_size AS maxsize, f.growth,
                CASE f.type WHEN 1 THEN 66 ELSE 2 END + CASE f.is_percent_growth WHEN 1 THEN 1048576 ELSE 0 END AS status, 0 AS perf,
                CAST(f.database_id AS smallint) AS dbid, f.name, f.physical_name AS filename
         FROM sys.master_files AS f",
    ),
    (
        "sysfilegroups",
        "SELECT CAST(f.data_space_id AS smallint) AS groupid, CAST(0 AS smallint) AS allocpolicy, CASE f.is_default WHEN 1 THEN 16 ELSE 0 END + CASE f.is_read_only WHEN 1 THEN 8 ELSE 0 END AS status,
                f.name AS groupname
         FROM sys.filegroups AS f",
    ),
    (
        "sysmembers",
        "SELECT TRY_CAST(m.member_principal_id AS smallint) AS memberuid, TRY_CAST(m.role_principal_id AS smallint) AS groupuid FROM sys.database_role_members AS m",
    ),
    (
        "syslogins",
        "SELECT p.sid, CAST(CASE p.is_disabled WHEN 1 THEN 1 ELSE 9 END AS smallint) AS status, p.create_date AS createdate, p.modify_date AS updatedate,
                p.create_date AS accdate, 0 AS totcpu, 0 AS totio, 0 AS spacelimit, 0 AS timelimit, 0 AS resultlimit, p.name, p.default_database_name AS dbname,
                CAST(NULL AS sysname) AS password, p.default_language_name AS language,
                CASE WHEN EXISTS (SELECT * FROM sys.server_permissions AS d WHERE d.grantee_principal_id = p.principal_id AND d.type = 'COSQ' AND d.state = 'D')
                     THEN 1 ELSE 0 END AS denylogin,
                CASE WHEN EXISTS (SELECT * FROM sys.server_permissions AS g WHERE g.grantee_principal_id = p.principal_id AND g.type = 'COSQ' AND g.state IN ('G', 'W'))
                          OR p.principal_id = 1 THEN 1 ELSE 0 END AS hasaccess, 0 AS isntname, 0 AS isntgroup, 0 AS isntuser,
                ISNULL(IS_SRVROLEMEMBER('sysadmin', p.name), 0) AS sysadmin, ISNULL(IS_SRVROLEMEMBER('securityadmin', p.name), 0) AS securityadmin,
                ISNULL(IS_SRVROLEMEMBER('serveradmin', p.name), 0) AS serveradmin, ISNULL(IS_SRVROLEMEMBER('setupadmin', p.name), 0) AS setupadmin,
                ISNULL(IS_SRVROLEMEMBER('processadmin', p.name), 0) AS processadmin, ISNULL(IS_SRVROLEMEMBER('diskadmin', p.name), 0) AS diskadmin,
                ISNULL(IS_SRVROLEMEMBER('dbcreator', p.name), 0) AS dbcreator, ISNULL(IS_SRVROLEMEMBER('bulkadmin', p.name), 0) AS bulkadmin,
                p.name AS loginname
         FROM sys.server_principals AS p WHERE p.type = 'S'",
    ),
    (
        "sysmessages",
        "SELECT m.message_id AS error, m.severity, CAST(CASE m.is_event_logged WHEN 1 THEN 128 ELSE 0 END AS smallint) AS dlevel,
                CAST(m.text AS nvarchar(255)) AS description, m.language_id AS msglangid
         FROM sys.messages AS m",
    ),
    (
        "sysconfigures",
        "SELECT CAST(c.value AS int) AS value, c.configuration_id AS config, c.description AS comment,
                CAST(CASE c.is_dynamic WHEN 1 THEN 1 ELSE 0 END + CASE c.is_advanced WHEN 1 THEN 2 ELSE 0 END AS smallint) AS status
         FROM sys.configurations AS c",
    ),
    (
        "syscurconfigs",
        "SELECT CAST(c.value_in_use AS int) AS value, CAST(c.configuration_id AS smallint) AS config, c.description AS comment,
                CAST(CASE c.is_dynamic WHEN 1 THEN 1 ELSE 0 END + CASE c.is_advanced WHEN 1 THEN 2 ELSE 0 END AS smallint) AS status
         FROM sys.configurations AS c",
    ),
    // `waittype` is reserved: a number other than 0 says that the session waits.
    (
        "sysprocesses",
        "SELECT s.session_id AS spid, CAST(0 AS smallint) AS kpid, ISNULL(r.blocking_session_id, CAST(0 AS smallint)) AS blocked, CAST(CASE WHEN r.wait_type IS NULL THEN 0x0000 ELSE 0x0001 END AS binary(2)) AS waittype,
                CAST(ISNULL(r.wait_time, 0) AS bigint) AS waittime, CAST(ISNULL(r.wait_type, N'MISCELLANEOUS') AS nchar(32)) AS lastwaittype,
                CAST(ISNULL(r.wait_resource, N'') AS nchar(256)) AS waitresource, s.database_id AS dbid, CAST(1 AS smallint) AS uid, s.cpu_time AS cpu,
                s.reads + s.writes AS physical_io, 0 AS memusage, s.login_time, ISNULL(s.last_request_start_time, s.login_time) AS last_batch, CAST(0 AS smallint) AS ecid,
                CAST(s.open_transaction_count AS smallint) AS open_tran, CAST(ISNULL(r.status, s.status) AS nchar(30)) AS status,
                CAST(SUSER_SID(s.login_name) AS binary(86)) AS sid, CAST(ISNULL(s.host_name, N'') AS nchar(128)) AS hostname,
                CAST(ISNULL(s.program_name, N'') AS nchar(128)) AS program_name, CAST(ISNULL(CAST(s.host_process_id AS nvarchar(10)), N'') AS nchar(10)) AS hostprocess,
                CAST(ISNULL(r.command, N'AWAITING COMMAND') AS nchar(26)) AS cmd, CAST(N'' AS nchar(128)) AS nt_domain, CAST(N'' AS nchar(128)) AS nt_username,
                CAST(N'' AS nchar(12)) AS net_address, CAST(N'' AS nchar(12)) AS net_library, CAST(s.login_name AS nchar(128)) AS loginame,
                CAST(ISNULL(s.context_info, 0x) AS binary(128)) AS context_info, CAST(ISNULL(r.sql_handle, c.most_recent_sql_handle) AS binary(20)) AS sql_handle, ISNULL(r.statement_start_offset, 0) AS stmt_start,
                ISNULL(r.statement_end_offset, 0) AS stmt_end, ISNULL(r.request_id, 0) AS request_id
         FROM sys.dm_exec_sessions AS s LEFT JOIN sys.dm_exec_requests AS r ON r.session_id = s.session_id
              LEFT JOIN sys.dm_exec_connections AS c ON c.session_id = s.session_id AND c.parent_connection_id IS NULL",
    ),
    (
        "sysdepends",
        "SELECT d.object_id AS id, d.referenced_major_id AS depid, CAST(0 AS smallint) AS number, CAST(d.referenced_minor_id AS smallint) AS depnumber,
                CAST(CASE d.is_select_all WHEN 1 THEN 2 ELSE 0 END + CASE d.is_updated WHEN 1 THEN 4 ELSE 0 END + CASE d.is_selected WHEN 1 THEN 8 ELSE 0 END
                    AS smallint) AS status,
                d.class AS deptype, CAST(0 AS smallint) AS depdbid, CAST(0 AS smallint) AS depsiteid, d.is_select_all AS selall, d.is_updated AS resultobj,
                d.is_selected AS readobj
         FROM sys.sql_dependencies AS d WHERE d.class < 2",
    ),
    (
        "syspermissions",
        "SELECT DISTINCT CASE p.class WHEN 1 THEN p.major_id ELSE 0 END AS id, TRY_CAST(p.grantee_principal_id AS smallint) AS grantee,
                TRY_CAST(p.grantor_principal_id AS smallint) AS grantor, CAST(NULL AS smallint) AS actadd, CAST(NULL AS smallint) AS actmod,
                CAST(NULL AS varbinary(4000)) AS seladd, CAST(NULL AS varbinary(4000)) AS selmod, CAST(NULL AS varbinary(4000)) AS updadd,
                CAST(NULL AS varbinary(4000)) AS updmod, CAST(NULL AS varbinary(4000)) AS refadd, CAST(NULL AS varbinary(4000)) AS refmod
         FROM sys.database_permissions AS p WHERE p.class IN (0, 1)",
    ),
    // A permission on several columns has a row for each column.
    (
        "sysprotects",
        "SELECT CASE p.class WHEN 1 THEN p.major_id ELSE 0 END AS id, TRY_CAST(p.grantee_principal_id AS smallint) AS uid,
                CAST(a.action AS tinyint) AS action, CAST(CASE p.state WHEN 'W' THEN 204 WHEN 'D' THEN 206 ELSE 205 END AS tinyint) AS protecttype,
                CAST(CASE WHEN p.type NOT IN ('SL', 'UP') THEN NULL WHEN p.minor_id = 0 THEN 0x01
                          ELSE CAST(REPLICATE(CHAR(0), p.minor_id / 8) AS varbinary(8000)) + CAST(POWER(2, p.minor_id % 8) AS binary(1)) END AS varbinary(8000)) AS columns,
                TRY_CAST(p.grantor_principal_id AS smallint) AS grantor
         FROM sys.database_permissions AS p
              JOIN (VALUES ('RF', 26), ('CRFN', 178), ('SL', 193), ('IN', 195), ('DL', 196), ('UP', 197), ('CRTB', 198), ('CRDB', 203), ('CRVW', 207),
                           ('CRPR', 222), ('EX', 224), ('BADB', 228), ('CRDF', 233), ('BALO', 235), ('CRRU', 236)) AS a(type, action) ON a.type = p.type
         WHERE p.class IN (0, 1) AND p.state IN ('G', 'W', 'D')",
    ),
    (
        "sysservers",
        "SELECT CAST(s.server_id AS smallint) AS srvid, CAST(NULL AS smallint) AS srvstatus, s.name AS srvname, s.product AS srvproduct,
                CAST(s.provider AS nvarchar(128)) AS providername, s.data_source AS datasource, s.location, s.provider_string AS providerstring,
                s.modify_date AS schemadate, 0 AS topologyx, 0 AS topologyy, s.catalog, s.collation_name AS srvcollation, s.connect_timeout AS connecttimeout,
                s.query_timeout AS querytimeout, CAST(s.name AS char(30)) AS srvnetname, CAST(CASE s.is_linked WHEN 1 THEN 0 ELSE 1 END AS bit) AS isremote,
                s.is_remote_login_enabled AS rpc, s.is_publisher AS pub, s.is_subscriber AS sub, s.is_distributor AS dist, s.is_publisher AS dpub,
                s.is_rpc_out_enabled AS rpcout, s.is_data_access_enabled AS dataaccess, s.is_collation_compatible AS collationcompatible,
                s.is_system AS system, s.uses_remote_collation AS useremotecollation, s.lazy_schema_validation AS lazyschemavalidation,
                s.collation_name AS collation, s.is_nonsql_subscriber AS nonsqlsub
         FROM sys.servers AS s",
    ),
    ("sysperfinfo", "SELECT object_name, counter_name, instance_name, cntr_value, cntr_type FROM sys.dm_os_performance_counters"),
    // The plans of batches have no object: their id is made of the plan's handle.
    (
        "syscacheobjects",
        "SELECT p.bucketid, CAST(p.cacheobjtype AS nvarchar(17)) AS cacheobjtype, CAST(p.objtype AS nvarchar(8)) AS objtype,
                ISNULL(t.objectid, CHECKSUM(p.plan_handle)) AS objid,
                CAST((SELECT e.value FROM sys.dm_exec_plan_attributes(p.plan_handle) AS e WHERE e.attribute = 'dbid') AS smallint) AS dbid,
                CAST(CASE WHEN t.objectid IS NULL THEN 0 ELSE t.dbid END AS smallint) AS dbidexec, CAST(-2 AS smallint) AS uid, p.refcounts, p.usecounts,
                (p.size_in_bytes + 8191) / 8192 AS pagesused,
                CAST((SELECT e.value FROM sys.dm_exec_plan_attributes(p.plan_handle) AS e WHERE e.attribute = 'set_options') AS int) AS setopts,
                CAST((SELECT e.value FROM sys.dm_exec_plan_attributes(p.plan_handle) AS e WHERE e.attribute = 'language_id') AS smallint) AS langid,
                CAST((SELECT e.value FROM sys.dm_exec_plan_attributes(p.plan_handle) AS e WHERE e.attribute = 'date_format') AS smallint) AS dateformat,
                0 AS status, CAST(0 AS bigint) AS lasttime, CAST(0 AS bigint) AS maxexectime, CAST(0 AS bigint) AS avgexectime,
                CAST(0 AS bigint) AS lastreads, CAST(0 AS bigint) AS lastwrites, CAST(DATALENGTH(t.text) AS int) AS sqlbytes,
                CAST(LEFT(t.text, 3900) AS nvarchar(3900)) AS sql
         FROM sys.dm_exec_cached_plans AS p CROSS APPLY sys.dm_exec_sql_text(p.plan_handle) AS t",
    ),
    // Equal resources have equal rsc_bin. A resource whose type the page doesn't number has type 1.
    // A hobt id is the object's id times 65,536 and the index's id.
    (
        "syslockinfo",
        "SELECT CAST(ISNULL(l.resource_description, N'') AS nchar(32)) AS rsc_text,
                CAST(HASHBYTES('MD5', CONCAT(l.resource_type, N' ', l.resource_database_id, N' ', l.resource_associated_entity_id, N' ', l.resource_description))
                     AS binary(16)) AS rsc_bin,
                CAST(0x00 AS binary(16)) AS rsc_valblk, CAST(l.resource_database_id AS smallint) AS rsc_dbid, 
                CAST(CASE WHEN l.resource_type IN (N'PAGE', N'RID', N'KEY') THEN l.resource_associated_entity_id & 65535 ELSE 0 END AS smallint) AS rsc_indid,
                CAST(CASE WHEN l.resource_type = N'OBJECT' THEN l.resource_associated_entity_id
                          WHEN l.resource_type IN (N'PAGE', N'RID', N'KEY')
                          THEN (l.resource_associated_entity_id - (l.resource_associated_entity_id & 65535)) / 65536 ELSE 0 END AS int) AS rsc_objid,
                CAST(CASE l.resource_type WHEN N'DATABASE' THEN 2 WHEN N'FILE' THEN 3 WHEN N'OBJECT' THEN 5 WHEN N'PAGE' THEN 6 WHEN N'KEY' THEN 7
                                          WHEN N'EXTENT' THEN 8 WHEN N'RID' THEN 9 WHEN N'APPLICATION' THEN 10 ELSE 1 END AS tinyint) AS rsc_type,
                CAST(0 AS tinyint) AS rsc_flag, CAST(ISNULL(m.number - 1, 0) AS tinyint) AS req_mode,
                CAST(CASE l.request_status WHEN N'GRANT' THEN 1 WHEN N'CONVERT' THEN 2 ELSE 3 END AS tinyint) AS req_status,
                ISNULL(l.request_reference_count, CAST(1 AS smallint)) AS req_refcnt, CAST(0 AS smallint) AS req_cryrefcnt, ISNULL(l.request_lifetime, 0) AS req_lifetime,
                l.request_session_id AS req_spid, l.request_exec_context_id AS req_ecid,
                CAST(CASE l.request_owner_type WHEN N'TRANSACTION' THEN 1 WHEN N'CURSOR' THEN 2 ELSE 3 END AS smallint) AS req_ownertype,
                l.request_owner_id AS req_transactionID,
                ISNULL(l.request_owner_guid, CAST('00000000-0000-0000-0000-000000000000' AS uniqueidentifier)) AS req_transactionUOW
         FROM sys.dm_tran_locks AS l LEFT JOIN sys.spt_values AS m ON m.type = N'L' AND m.name = l.request_mode",
    ),
    // A database file is a physical disk (2).
    (
        "sysdevices",
        "SELECT f.name, f.size * 4 AS size, CAST(0 AS int) AS low, CAST(0 AS int) AS high, CAST(2 AS smallint) AS status, CAST(0 AS smallint) AS cntrltype,
                f.physical_name AS phyname
         FROM sys.master_files AS f
         UNION ALL
         SELECT b.name, 0, 0, 0, CAST(16 AS smallint), CAST(b.type AS smallint), b.physical_name FROM sys.backup_devices AS b",
    ),
];
