//! Table of data.
//!
//! System views defined as queries over other views: `sys.tables` and similar, and
//! `INFORMATION_SCHEMA`. They are bound like user views, in the database in which they are read.
//! Columns: `relational-databases/system-catalog-views/sys-tables-transact-sql` and the pages of
//! the other views, except columns without data.

use crate::{agent_views, compatibility_views, information_schema};
use sluice_base::ids::ObjectId;
use sluice_base::sync::Arc;
use sluice_catalog::view::MSDB_SCHEMA;
use sluice_catalog::{Module, ModuleKind, ModuleOptions};

/// Returns all of these views. They are parsed when bound. Their ids are negative, from −1000 down,
/// which no object in a database has.
pub fn text_views() -> Vec<Arc<Module>> {
    let module = |(place, (schema, name, query)): (usize, (&str, &str, &str))| {
        // A view of msdb names its schema without the database.
        let written = if schema == MSDB_SCHEMA { "dbo" } else { schema };
        let definition: Arc<str> = format!("CREATE VIEW {written}.{name} AS {query}").into();
        // No database object has such an id.
        let id = ObjectId(FIRST_ID - place as i32);
        let (schema, name) = (schema.to_owned(), name.to_owned());
        Arc::new(Module {
            id,
            schema,
            name,
            kind: ModuleKind::View,
            definition,
            trigger: None,
            ddl: None,
            options: ModuleOptions::default(),
            columns: None,
            rows: None,
        })
    };
    texts().enumerate().map(module).collect()
}

/// Schema, name and query of each view.
fn texts() -> impl Iterator<Item = (&'static str, &'static str, &'static str)> {
    let standard = information_schema::TEXTS.iter().map(|(name, query)| ("INFORMATION_SCHEMA", *name, *query));
    let compatible = compatibility_views::TEXTS.iter().map(|(name, query)| ("sys", *name, *query));
    let of_agent = agent_views::TEXTS.iter().map(|(name, query)| (MSDB_SCHEMA, *name, *query));
    TEXTS.iter().copied().chain(standard).chain(compatible).chain(of_agent)
}

const FIRST_ID: i32 = -1000;

const TEXTS: &[(&str, &str, &str)] = &[
    ("sys", "all_objects", "SELECT * FROM sys.objects UNION ALL SELECT * FROM sys.system_objects"),
    ("sys", "all_columns", "SELECT * FROM sys.columns UNION ALL SELECT * FROM sys.system_columns"),
    ("sys", "all_parameters", "SELECT * FROM sys.parameters UNION ALL SELECT * FROM sys.system_parameters"),
    ("sys", "all_sql_modules", "SELECT * FROM sys.sql_modules UNION ALL SELECT * FROM sys.system_sql_modules"),
    (
        "sys",
        "system_views",
        "SELECT o.*, CAST(0 AS bit) AS is_replicated, CAST(0 AS bit) AS has_replication_filter, CAST(0 AS bit) AS has_opaque_metadata,
                CAST(0 AS bit) AS has_unchecked_assembly_data, CAST(0 AS bit) AS with_check_option, CAST(0 AS bit) AS is_date_correlation_view
         FROM sys.system_objects AS o WHERE o.type = 'V'",
    ),
    (
        "sys",
        "all_views",
        "SELECT o.*, CAST(0 AS bit) AS is_replicated, CAST(0 AS bit) AS has_replication_filter, CAST(0 AS bit) AS has_opaque_metadata,
                CAST(0 AS bit) AS has_unchecked_assembly_data, CAST(ISNULL(v.with_check_option, 0) AS bit) AS with_check_option,
                CAST(0 AS bit) AS is_date_correlation_view
         FROM sys.all_objects AS o LEFT JOIN sys.views AS v ON v.object_id = o.object_id WHERE o.type = 'V'",
    ),
    // Undocumented, but scripts take numbers from it (P), the size of a page (E), the names of
    // locks that `sys-syslockinfo-transact-sql` numbers (L, LR, LS), of permissions that
    // `sys-sysprotects-transact-sql` numbers (T), of the states of indexes (I) and of types of
    // objects (O9T), and words (B): found in master alone.
    (
        "sys",
        "spt_values",
        "SELECT CAST(NULL AS nvarchar(35)) AS name, a.d * 256 + b.d * 16 + c.d AS number, CAST(N'P' AS nchar(3)) AS type,
                (a.d * 256 + b.d * 16 + c.d) / 8 + 1 AS low, POWER(2, c.d % 8) AS high, 0 AS status
         FROM (VALUES (0), (1), (2), (3), (4), (5), (6), (7)) AS a(d)
              CROSS JOIN (VALUES (0), (1), (2), (3), (4), (5), (6), (7), (8), (9), (10), (11), (12), (13), (14), (15)) AS b(d)
              CROSS JOIN (VALUES (0), (1), (2), (3), (4), (5), (6), (7), (8), (9), (10), (11), (12), (13), (14), (15)) AS c(d)
         UNION ALL
         SELECT v.name, v.number, CAST(v.type AS nchar(3)), v.low, CAST(NULL AS int), 0
         FROM (VALUES (CAST(N'WINDOWS/NT' AS nvarchar(35)), 1, N'E', 8192),
                      (N'NUL', 1, N'LR', NULL), (N'DB', 2, N'LR', NULL), (N'FIL', 3, N'LR', NULL), (N'IDX', 4, N'LR', NULL), (N'TAB', 5, N'LR', NULL),
                      (N'PAG', 6, N'LR', NULL), (N'KEY', 7, N'LR', NULL), (N'EXT', 8, N'LR', NULL), (N'RID', 9, N'LR', NULL), (N'APP', 10, N'LR', NULL),
                      (N'GRANT', 1, N'LS', NULL), (N'CNVT', 2, N'LS', NULL), (N'WAIT', 3, N'LS', NULL),
                      (N'NULL', 1, N'L', NULL), (N'Sch-S', 2, N'L', NULL), (N'Sch-M', 3, N'L', NULL), (N'S', 4, N'L', NULL), (N'U', 5, N'L', NULL),
                      (N'X', 6, N'L', NULL), (N'IS', 7, N'L', NULL), (N'IU', 8, N'L', NULL), (N'IX', 9, N'L', NULL), (N'SIU', 10, N'L', NULL),
                      (N'SIX', 11, N'L', NULL), (N'UIX', 12, N'L', NULL), (N'BU', 13, N'L', NULL), (N'RangeS-S', 14, N'L', NULL),
                      (N'RangeS-U', 15, N'L', NULL), (N'RangeIn-Null', 16, N'L', NULL), (N'RangeIn-S', 17, N'L', NULL), (N'RangeIn-U', 18, N'L', NULL),
                      (N'RangeIn-X', 19, N'L', NULL), (N'RangeX-S', 20, N'L', NULL), (N'RangeX-U', 21, N'L', NULL), (N'RangeX-X', 22, N'L', NULL),
                      (N'References', 26, N'T', NULL), (N'Create Function', 178, N'T', NULL), (N'Select', 193, N'T', NULL),
                      (N'Insert', 195, N'T', NULL), (N'Delete', 196, N'T', NULL), (N'Update', 197, N'T', NULL),
                      (N'Create Table', 198, N'T', NULL), (N'Create Database', 203, N'T', NULL), (N'Grant_WGO', 204, N'T', NULL),
                      (N'Grant', 205, N'T', NULL), (N'Deny', 206, N'T', NULL), (N'Create View', 207, N'T', NULL),
                      (N'Create Procedure', 222, N'T', NULL), (N'Execute', 224, N'T', NULL), (N'Backup Database', 228, N'T', NULL),
                      (N'Create Default', 233, N'T', NULL), (N'Backup Log', 235, N'T', NULL), (N'Create Rule', 236, N'T', NULL),
                      (N'nonclustered', 0, N'I', NULL), (N'ignore duplicate keys', 1, N'I', NULL), (N'unique', 2, N'I', NULL),
                      (N'clustered', 16, N'I', NULL), (N'hypothetical', 32, N'I', NULL), (N'statistics', 64, N'I', NULL),
                      (N'primary key', 2048, N'I', NULL), (N'unique key', 4096, N'I', NULL), (N'auto create', 8388608, N'I', NULL),
                      (N'stats no recompute', 16777216, N'I', NULL), (N'YES OR NO', -1, N'B', NULL), (N'no', 0, N'B', NULL),
                      (N'yes', 1, N'B', NULL), (N'none', 2, N'B', NULL), (N'AF: aggregate function', 0, N'O9T', NULL),
                      (N'AP: application', 0, N'O9T', NULL), (N'C : check cns', 0, N'O9T', NULL),
                      (N'D : default (maybe cns)', 0, N'O9T', NULL), (N'EC: edge constraint', 0, N'O9T', NULL),
                      (N'EN: event notification', 0, N'O9T', NULL), (N'F : foreign key cns', 0, N'O9T', NULL),
                      (N'FN: scalar function', 0, N'O9T', NULL), (N'FS: assembly scalar function', 0, N'O9T', NULL),
                      (N'FT: assembly table function', 0, N'O9T', NULL), (N'IF: inline function', 0, N'O9T', NULL),
                      (N'IS: inline scalar function', 0, N'O9T', NULL), (N'IT: internal table', 0, N'O9T', NULL),
                      (N'P : stored procedure', 0, N'O9T', NULL), (N'PC: assembly stored procedure', 0, N'O9T', NULL),
                      (N'PK: primary key cns', 0, N'O9T', NULL), (N'R : rule', 0, N'O9T', NULL),
                      (N'RF: replication filter proc', 0, N'O9T', NULL), (N'S : system table', 0, N'O9T', NULL),
                      (N'SN: synonym', 0, N'O9T', NULL), (N'SO: sequence object', 0, N'O9T', NULL), (N'SQ: queue', 0, N'O9T', NULL),
                      (N'TA: assembly trigger', 0, N'O9T', NULL), (N'TF: table function', 0, N'O9T', NULL),
                      (N'TR: trigger', 0, N'O9T', NULL), (N'TT: table type', 0, N'O9T', NULL), (N'U : user table', 0, N'O9T', NULL),
                      (N'UQ: unique cns', 0, N'O9T', NULL), (N'V : view', 0, N'O9T', NULL), (N'X : extended stored proc', 0, N'O9T', NULL))
              AS v(name, number, type, low)",
    ),
    (
        "sys",
        "procedures",
        "SELECT o.name, o.object_id, o.principal_id, o.schema_id, o.parent_object_id, o.type, o.type_desc, o.create_date, o.modify_date, o.is_ms_shipped,
                o.is_published, o.is_schema_published, CAST(0 AS bit) AS is_auto_executed,
                CAST(0 AS bit) AS is_execution_replicated, CAST(0 AS bit) AS is_repl_serializable_only, CAST(0 AS bit) AS skips_repl_constraints
         FROM sys.objects AS o WHERE o.type = 'P'",
    ),
    // Compatibility views: `relational-databases/system-compatibility-views`.
    (
        "sys",
        "sysdatabases",
        "SELECT d.name, CAST(d.database_id AS smallint) AS dbid, d.owner_sid AS sid, CAST(0 AS smallint) AS mode,
                65536 + CASE d.recovery_model WHEN 1 THEN 0 WHEN 2 THEN 4 ELSE 12 END
                    + CASE d.user_access WHEN 1 THEN 4096 WHEN 2 THEN 2048 ELSE 0 END + 1024 * d.is_read_only + d.is_auto_close_on
                    + CASE d.state WHEN 6 THEN 512 WHEN 5 THEN 32768 ELSE 0 END AS status,
                16384 * d.is_ansi_null_default_on + 65536 * d.is_concat_null_yields_null_on + 131072 * d.is_recursive_triggers_on
                    + 8388608 * d.is_quoted_identifier_on + 67108864 * d.is_ansi_nulls_on + 268435456 * d.is_ansi_warnings_on AS status2,
                d.create_date AS crdate, CAST('19000101' AS datetime) AS reserved, 0 AS category, d.compatibility_level AS cmptlevel,
                (SELECT CAST(f.physical_name AS nvarchar(260)) FROM sys.master_files AS f WHERE f.database_id = d.database_id AND f.file_id = 1) AS filename,
                CAST(DATABASEPROPERTYEX(d.name, 'Version') AS smallint) AS version
         FROM sys.databases AS d",
    ),
    (
        "sys",
        "sysusers",
        "SELECT TRY_CAST(p.principal_id AS smallint) AS uid, CAST(0 AS smallint) AS status, p.name, p.sid, CAST(NULL AS varbinary(2048)) AS roles,
                p.create_date AS createdate, p.modify_date AS updatedate, CAST(0 AS smallint) AS altuid, CAST(NULL AS varbinary(256)) AS password,
                CASE p.type WHEN 'R' THEN TRY_CAST(p.principal_id AS smallint) ELSE CAST(0 AS smallint) END AS gid, CAST(NULL AS varchar(255)) AS environ,
                CASE WHEN p.type <> 'S' THEN 0 WHEN p.principal_id = 1 THEN 1
                     WHEN EXISTS (SELECT 1 FROM sys.database_permissions AS g WHERE g.class = 0 AND g.grantee_principal_id = p.principal_id
                                  AND g.type = 'CO' AND g.state IN ('G', 'W')) THEN 1 ELSE 0 END AS hasdbaccess,
                CASE p.authentication_type WHEN 1 THEN 1 ELSE 0 END AS islogin, 0 AS isntname, 0 AS isntgroup, 0 AS isntuser,
                CASE p.type WHEN 'S' THEN 1 ELSE 0 END AS issqluser, 0 AS isaliased, CASE p.type WHEN 'R' THEN 1 ELSE 0 END AS issqlrole, 0 AS isapprole
         FROM sys.database_principals AS p",
    ),
    // Databases have no ids and no recovery forks, and no log is backed up.
    (
        "sys",
        "database_recovery_status",
        "SELECT d.database_id, CAST(NULL AS uniqueidentifier) AS database_guid, CAST(NULL AS uniqueidentifier) AS family_guid,
                CAST(NULL AS numeric(25, 0)) AS last_log_backup_lsn, CAST(NULL AS uniqueidentifier) AS recovery_fork_guid,
                CAST(NULL AS uniqueidentifier) AS first_recovery_fork_guid, CAST(NULL AS numeric(25, 0)) AS fork_point_lsn
         FROM sys.databases AS d",
    ),
    (
        "sys",
        "servers",
        "SELECT 0 AS server_id, CAST(SERVERPROPERTY('ServerName') AS sysname) AS name, CAST(N'SQL Server' AS sysname) AS product,
                CAST(N'SQLNCLI' AS sysname) AS provider, CAST(SERVERPROPERTY('ServerName') AS nvarchar(4000)) AS data_source,
                CAST(NULL AS nvarchar(4000)) AS location, CAST(NULL AS nvarchar(4000)) AS provider_string, CAST(NULL AS sysname) AS catalog,
                CAST(0 AS int) AS connect_timeout, CAST(0 AS int) AS query_timeout, CAST(0 AS bit) AS is_linked, CAST(1 AS bit) AS is_remote_login_enabled,
                CAST(1 AS bit) AS is_rpc_out_enabled, CAST(0 AS bit) AS is_data_access_enabled, CAST(0 AS bit) AS is_collation_compatible,
                CAST(1 AS bit) AS uses_remote_collation, CAST(NULL AS sysname) AS collation_name, CAST(0 AS bit) AS lazy_schema_validation,
                CAST(0 AS bit) AS is_system, CAST(0 AS bit) AS is_publisher, CAST(0 AS bit) AS is_subscriber, CAST(0 AS bit) AS is_distributor,
                CAST(0 AS bit) AS is_nonsql_subscriber, CAST(1 AS bit) AS is_remote_proc_transaction_promotion_enabled,
                (SELECT d.create_date FROM sys.databases AS d WHERE d.database_id = 1) AS modify_date, CAST(0 AS bit) AS is_rda_server",
    ),
    // The endpoints of the server itself: within the process, and TCP.
    (
        "sys",
        "endpoints",
        "SELECT CAST(e.name AS sysname) AS name, e.id AS endpoint_id, CAST(1 AS int) AS principal_id, CAST(e.protocol AS tinyint) AS protocol,
                CAST(e.words AS nvarchar(60)) AS protocol_desc, CAST(2 AS tinyint) AS type, CAST(N'TSQL' AS nvarchar(60)) AS type_desc,
                CAST(0 AS tinyint) AS state, CAST(N'STARTED' AS nvarchar(60)) AS state_desc, CAST(0 AS bit) AS is_admin_endpoint
         FROM (VALUES (N'TSQL Local Machine', 2, 4, N'SHARED_MEMORY'), (N'TSQL Default TCP', 4, 2, N'TCP')) AS e(name, id, protocol, words)",
    ),
    (
        "sys",
        "tcp_endpoints",
        "SELECT e.*, CAST(0 AS int) AS port, CAST(1 AS bit) AS is_dynamic_port, CAST(NULL AS nvarchar(45)) AS ip_address
         FROM sys.endpoints AS e WHERE e.protocol = 2",
    ),
    (
        "sys",
        "database_mirroring",
        "SELECT d.database_id, CAST(NULL AS uniqueidentifier) AS mirroring_guid, CAST(NULL AS tinyint) AS mirroring_state,
                CAST(NULL AS nvarchar(60)) AS mirroring_state_desc, CAST(NULL AS tinyint) AS mirroring_role, CAST(NULL AS nvarchar(60)) AS mirroring_role_desc,
                CAST(NULL AS int) AS mirroring_role_sequence, CAST(NULL AS tinyint) AS mirroring_safety_level,
                CAST(NULL AS nvarchar(60)) AS mirroring_safety_level_desc, CAST(NULL AS int) AS mirroring_safety_sequence,
                CAST(NULL AS nvarchar(128)) AS mirroring_partner_name, CAST(NULL AS nvarchar(128)) AS mirroring_partner_instance,
                CAST(NULL AS nvarchar(128)) AS mirroring_witness_name, CAST(NULL AS tinyint) AS mirroring_witness_state,
                CAST(NULL AS nvarchar(60)) AS mirroring_witness_state_desc, CAST(NULL AS numeric(25, 0)) AS mirroring_failover_lsn,
                CAST(NULL AS int) AS mirroring_connection_timeout, CAST(NULL AS int) AS mirroring_redo_queue,
                CAST(NULL AS nvarchar(60)) AS mirroring_redo_queue_type, CAST(NULL AS numeric(25, 0)) AS mirroring_end_of_log_lsn,
                CAST(NULL AS numeric(25, 0)) AS mirroring_replication_lsn
         FROM sys.databases AS d",
    ),
    (
        "sys",
        "database_filestream_options",
        "SELECT d.database_id, CAST(0 AS tinyint) AS non_transacted_access, CAST(N'OFF' AS nvarchar(60)) AS non_transacted_access_desc,
                CAST(NULL AS nvarchar(255)) AS directory_name
         FROM sys.databases AS d",
    ),
    (
        "sys",
        "server_events",
        "SELECT e.object_id, e.type, e.type_desc, e.is_trigger_event, e.event_group_type, e.event_group_type_desc FROM sys.server_trigger_events AS e",
    ),
    // The classes of which GRANT knows securables, numbered as in
    // `sys-database-permissions-transact-sql` and `sys-server-permissions-transact-sql`.
    (
        "sys",
        "securable_classes",
        "SELECT CAST(c.name AS sysname) AS class_desc, c.class
         FROM (VALUES (N'DATABASE', 0), (N'OBJECT_OR_COLUMN', 1), (N'SCHEMA', 3), (N'DATABASE_PRINCIPAL', 4), (N'TYPE', 6), (N'SERVER', 100),
                      (N'SERVER_PRINCIPAL', 101)) AS c(name, class)",
    ),
    (
        "sys",
        "events",
        "SELECT e.object_id, e.type, e.type_desc, e.is_trigger_event, e.event_group_type, e.event_group_type_desc FROM sys.trigger_events AS e",
    ),
    (
        "sys",
        "column_type_usages",
        "SELECT c.object_id, c.column_id, c.user_type_id FROM sys.columns AS c WHERE c.user_type_id > 256",
    ),
    (
        "sys",
        "parameter_type_usages",
        "SELECT p.object_id, p.parameter_id, p.user_type_id FROM sys.parameters AS p WHERE p.user_type_id > 256",
    ),
    // Views that are always empty in this version.
    (
        "sys",
        "change_tracking_databases",
        "SELECT 0 AS database_id, CAST(NULL AS bit) AS is_auto_cleanup_on, CAST(NULL AS int) AS retention_period, CAST(NULL AS tinyint) AS retention_period_units,
                CAST(NULL AS nvarchar(60)) AS retention_period_units_desc, CAST(NULL AS bigint) AS max_cleanup_version WHERE 1 = 0",
    ),
    (
        "sys",
        "change_tracking_tables",
        "SELECT 0 AS object_id, CAST(0 AS bit) AS is_track_columns_updated_on, CAST(NULL AS bigint) AS min_valid_version, CAST(NULL AS bigint) AS begin_version,
                CAST(NULL AS bigint) AS cleanup_version WHERE 1 = 0",
    ),
    (
        "sys",
        "periods",
        "SELECT CAST(NULL AS sysname) AS name, CAST(NULL AS tinyint) AS period_type, CAST(NULL AS nvarchar(60)) AS period_type_desc, 0 AS object_id,
                CAST(NULL AS int) AS start_column_id, CAST(NULL AS int) AS end_column_id WHERE 1 = 0",
    ),
    (
        "sys",
        "assemblies",
        "SELECT CAST(N'' AS sysname) AS name, CAST(NULL AS int) AS principal_id, 0 AS assembly_id, CAST(NULL AS nvarchar(4000)) AS clr_name,
                CAST(NULL AS tinyint) AS permission_set, CAST(NULL AS nvarchar(60)) AS permission_set_desc, CAST(0 AS bit) AS is_visible,
                CAST(0 AS datetime) AS create_date, CAST(0 AS datetime) AS modify_date, CAST(NULL AS bit) AS is_user_defined WHERE 1 = 0",
    ),
    (
        "sys",
        "partition_functions",
        "SELECT CAST(N'' AS sysname) AS name, 0 AS function_id, CAST('R' AS char(2)) AS type, CAST(N'RANGE' AS nvarchar(60)) AS type_desc,
                0 AS fanout, CAST(0 AS bit) AS boundary_value_on_right, CAST(0 AS bit) AS is_system,
                CAST(0 AS datetime) AS create_date, CAST(0 AS datetime) AS modify_date WHERE 1 = 0",
    ),
    (
        "sys",
        "partition_schemes",
        "SELECT CAST(N'' AS sysname) AS name, 0 AS data_space_id, CAST('PS' AS char(2)) AS type, CAST(N'PARTITION_SCHEME' AS nvarchar(60)) AS type_desc,
                CAST(0 AS bit) AS is_default, CAST(0 AS bit) AS is_system, 0 AS function_id WHERE 1 = 0",
    ),
    (
        "sys",
        "xml_schema_collections",
        "SELECT 0 AS xml_collection_id, 0 AS schema_id, CAST(NULL AS int) AS principal_id, CAST(N'' AS sysname) AS name,
                CAST(0 AS datetime) AS create_date, CAST(0 AS datetime) AS modify_date WHERE 1 = 0",
    ),
    (
        "sys",
        "service_queues",
        "SELECT o.name, o.object_id, o.principal_id, o.schema_id, o.parent_object_id, o.type, o.type_desc, o.create_date, o.modify_date, o.is_ms_shipped,
                o.is_published, o.is_schema_published, CAST(0 AS smallint) AS max_readers, CAST(NULL AS nvarchar(776)) AS activation_procedure,
                CAST(NULL AS int) AS execute_as_principal_id, CAST(0 AS bit) AS is_activation_enabled, CAST(0 AS bit) AS is_receive_enabled,
                CAST(0 AS bit) AS is_enqueue_enabled, CAST(0 AS bit) AS is_retention_enabled, CAST(NULL AS bit) AS is_poison_message_handling_enabled
         FROM sys.objects AS o WHERE o.type = 'SQ'",
    ),
    (
        "sys",
        "services",
        "SELECT CAST(N'' AS sysname) AS name, 0 AS service_id, CAST(NULL AS int) AS principal_id, 0 AS service_queue_id WHERE 1 = 0",
    ),
];
