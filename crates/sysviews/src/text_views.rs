//! Table of data.
//!
//! System views that are queries over others: `sys.tables` and its kin, and `INFORMATION_SCHEMA`. They are bound as users' views are, in the
//! database that they are read in. Columns as on `relational-databases/system-catalog-views/sys-tables-transact-sql` (and the pages of the
//! others) and `relational-databases/system-information-schema-views`, those that this version knows the truth of.

use sluice_base::ids::ObjectId;
use sluice_base::sync::Arc;
use sluice_catalog::{Module, ModuleKind};

/// Every view of this kind.
pub fn text_views() -> Vec<Arc<Module>> {
    let module = |(place, (schema, name, query)): (usize, &(&str, &str, &str))| {
        let definition: Arc<str> = format!("CREATE VIEW {schema}.{name} AS {query}").into();
        // No object of a database has such an id.
        let id = ObjectId(FIRST_ID - place as i32);
        let (schema, name) = ((*schema).to_owned(), (*name).to_owned());
        Arc::new(Module { id, schema, name, kind: ModuleKind::View, definition })
    };
    TEXTS.iter().enumerate().map(module).collect()
}

const FIRST_ID: i32 = -1000;

const TEXTS: &[(&str, &str, &str)] = &[
    (
        "sys",
        "tables",
        "SELECT o.name, o.object_id, o.principal_id, o.schema_id, o.parent_object_id, o.type, o.type_desc, o.is_ms_shipped,
                o.is_published, o.is_schema_published,
                (SELECT MAX(c.column_id) FROM sys.columns AS c WHERE c.object_id = o.object_id) AS max_column_id_used,
                CAST(1 AS bit) AS uses_ansi_nulls, CAST(0 AS bit) AS is_replicated, CAST(0 AS bit) AS is_filetable,
                CAST(0 AS bit) AS is_memory_optimized, CAST(0 AS tinyint) AS durability,
                CAST(N'SCHEMA_AND_DATA' AS nvarchar(60)) AS durability_desc, CAST(0 AS tinyint) AS temporal_type,
                CAST(N'NON_TEMPORAL_TABLE' AS nvarchar(60)) AS temporal_type_desc, CAST(0 AS bit) AS is_external
         FROM sys.objects AS o WHERE o.type = 'U'",
    ),
    (
        "sys",
        "views",
        "SELECT o.name, o.object_id, o.principal_id, o.schema_id, o.parent_object_id, o.type, o.type_desc, o.is_ms_shipped,
                o.is_published, o.is_schema_published, CAST(0 AS bit) AS is_replicated, CAST(0 AS bit) AS with_check_option
         FROM sys.objects AS o WHERE o.type = 'V'",
    ),
    (
        "sys",
        "procedures",
        "SELECT o.name, o.object_id, o.principal_id, o.schema_id, o.parent_object_id, o.type, o.type_desc, o.is_ms_shipped,
                o.is_published, o.is_schema_published, CAST(0 AS bit) AS is_auto_executed
         FROM sys.objects AS o WHERE o.type = 'P'",
    ),
    (
        "sys",
        "database_principals",
        "SELECT CAST(p.name AS sysname) AS name, p.id AS principal_id, CAST(p.type AS char(1)) AS type,
                CAST(CASE p.type WHEN 'R' THEN N'DATABASE_ROLE' ELSE N'SQL_USER' END AS nvarchar(60)) AS type_desc,
                CASE WHEN p.id = 1 THEN CAST(N'dbo' AS sysname) END AS default_schema_name,
                CASE WHEN p.id = 0 THEN 1 END AS owning_principal_id,
                CASE WHEN p.id = 1 THEN CAST(0x01 AS varbinary(85)) END AS sid, CAST(0 AS bit) AS is_fixed_role
         FROM (VALUES (N'public', 0, 'R'), (N'dbo', 1, 'S'), (N'guest', 2, 'S'), (N'INFORMATION_SCHEMA', 3, 'S'), (N'sys', 4, 'S')) AS p(name, id, type)",
    ),
    (
        "sys",
        "server_principals",
        "SELECT CAST(N'sa' AS sysname) AS name, 1 AS principal_id, CAST(0x01 AS varbinary(85)) AS sid, CAST('S' AS char(1)) AS type,
                CAST(N'SQL_LOGIN' AS nvarchar(60)) AS type_desc, CAST(0 AS bit) AS is_disabled,
                CAST(N'master' AS sysname) AS default_database_name, CAST(0 AS bit) AS is_fixed_role",
    ),
    (
        "sys",
        "extended_properties",
        "SELECT CAST(0 AS tinyint) AS class, CAST(N'' AS nvarchar(60)) AS class_desc, 0 AS major_id, 0 AS minor_id,
                CAST(N'' AS sysname) AS name, CAST(NULL AS sql_variant) AS value WHERE 1 = 0",
    ),
    (
        "INFORMATION_SCHEMA",
        "SCHEMATA",
        "SELECT DB_NAME() AS CATALOG_NAME, s.name AS SCHEMA_NAME,
                CASE s.principal_id WHEN 1 THEN CAST(N'dbo' AS sysname) ELSE s.name END AS SCHEMA_OWNER,
                CAST(NULL AS varchar(6)) AS DEFAULT_CHARACTER_SET_CATALOG, CAST(NULL AS varchar(3)) AS DEFAULT_CHARACTER_SET_SCHEMA,
                CAST('iso_1' AS sysname) AS DEFAULT_CHARACTER_SET_NAME
         FROM sys.schemas AS s",
    ),
    (
        "INFORMATION_SCHEMA",
        "TABLES",
        "SELECT DB_NAME() AS TABLE_CATALOG, s.name AS TABLE_SCHEMA, o.name AS TABLE_NAME,
                CAST(CASE o.type WHEN 'U' THEN 'BASE TABLE' ELSE 'VIEW' END AS varchar(10)) AS TABLE_TYPE
         FROM sys.objects AS o JOIN sys.schemas AS s ON s.schema_id = o.schema_id WHERE o.type IN ('U', 'V')",
    ),
    (
        "INFORMATION_SCHEMA",
        "VIEWS",
        "SELECT DB_NAME() AS TABLE_CATALOG, s.name AS TABLE_SCHEMA, o.name AS TABLE_NAME,
                CAST(m.definition AS nvarchar(4000)) AS VIEW_DEFINITION, CAST('NONE' AS varchar(7)) AS CHECK_OPTION,
                CAST('NO' AS varchar(2)) AS IS_UPDATABLE
         FROM sys.objects AS o JOIN sys.schemas AS s ON s.schema_id = o.schema_id
              JOIN sys.sql_modules AS m ON m.object_id = o.object_id WHERE o.type = 'V'",
    ),
    (
        "INFORMATION_SCHEMA",
        "COLUMNS",
        "SELECT DB_NAME() AS TABLE_CATALOG, s.name AS TABLE_SCHEMA, o.name AS TABLE_NAME, c.name AS COLUMN_NAME,
                CAST(ROW_NUMBER() OVER (PARTITION BY c.object_id ORDER BY c.column_id) AS int) AS ORDINAL_POSITION,
                CAST(d.definition AS nvarchar(4000)) AS COLUMN_DEFAULT,
                CAST(CASE c.is_nullable WHEN 1 THEN 'YES' ELSE 'NO' END AS varchar(3)) AS IS_NULLABLE,
                t.name AS DATA_TYPE,
                CASE WHEN c.system_type_id IN (231, 239) AND c.max_length > 0 THEN c.max_length / 2
                     WHEN c.system_type_id IN (165, 167, 173, 175, 231, 239, 241) THEN CAST(c.max_length AS int) END
                    AS CHARACTER_MAXIMUM_LENGTH,
                CASE WHEN c.system_type_id IN (165, 167, 173, 175, 231, 239, 241) THEN CAST(c.max_length AS int) END
                    AS CHARACTER_OCTET_LENGTH,
                CASE WHEN c.system_type_id IN (48, 52, 56, 59, 60, 62, 106, 108, 122, 127) THEN c.precision END AS NUMERIC_PRECISION,
                CASE WHEN c.system_type_id IN (48, 52, 56, 60, 106, 108, 122, 127) THEN CAST(10 AS smallint)
                     WHEN c.system_type_id IN (59, 62) THEN CAST(2 AS smallint) END AS NUMERIC_PRECISION_RADIX,
                CASE WHEN c.system_type_id IN (48, 52, 56, 60, 106, 108, 122, 127) THEN CAST(c.scale AS int) END AS NUMERIC_SCALE,
                CASE WHEN c.system_type_id IN (40, 58) THEN CAST(0 AS smallint)
                     WHEN c.system_type_id IN (41, 42, 43, 61) THEN CAST(c.scale AS smallint) END AS DATETIME_PRECISION,
                CASE WHEN c.system_type_id IN (231, 239) THEN CAST(N'UNICODE' AS nvarchar(128))
                     WHEN c.system_type_id IN (167, 175) THEN CAST(N'iso_1' AS nvarchar(128)) END AS CHARACTER_SET_NAME,
                c.collation_name AS COLLATION_NAME
         FROM sys.columns AS c JOIN sys.objects AS o ON o.object_id = c.object_id
              JOIN sys.schemas AS s ON s.schema_id = o.schema_id
              JOIN sys.types AS t ON t.user_type_id = c.user_type_id
              LEFT JOIN sys.default_constraints AS d ON d.parent_object_id = c.object_id AND d.parent_column_id = c.column_id",
    ),
    (
        "INFORMATION_SCHEMA",
        "ROUTINES",
        "SELECT DB_NAME() AS SPECIFIC_CATALOG, s.name AS SPECIFIC_SCHEMA, o.name AS SPECIFIC_NAME, DB_NAME() AS ROUTINE_CATALOG,
                s.name AS ROUTINE_SCHEMA, o.name AS ROUTINE_NAME,
                CAST(CASE o.type WHEN 'P' THEN N'PROCEDURE' ELSE N'FUNCTION' END AS nvarchar(20)) AS ROUTINE_TYPE,
                CAST(N'SQL' AS nvarchar(30)) AS ROUTINE_BODY, CAST(m.definition AS nvarchar(4000)) AS ROUTINE_DEFINITION
         FROM sys.objects AS o JOIN sys.schemas AS s ON s.schema_id = o.schema_id
              JOIN sys.sql_modules AS m ON m.object_id = o.object_id WHERE o.type IN ('P', 'FN', 'IF')",
    ),
    (
        "INFORMATION_SCHEMA",
        "TABLE_CONSTRAINTS",
        "SELECT DB_NAME() AS CONSTRAINT_CATALOG, s.name AS CONSTRAINT_SCHEMA, o.name AS CONSTRAINT_NAME,
                DB_NAME() AS TABLE_CATALOG, s.name AS TABLE_SCHEMA, p.name AS TABLE_NAME,
                CAST(CASE o.type WHEN 'PK' THEN 'PRIMARY KEY' WHEN 'UQ' THEN 'UNIQUE' WHEN 'C' THEN 'CHECK'
                     ELSE 'FOREIGN KEY' END AS varchar(11)) AS CONSTRAINT_TYPE,
                CAST('NO' AS varchar(2)) AS IS_DEFERRABLE, CAST('NO' AS varchar(2)) AS INITIALLY_DEFERRED
         FROM sys.objects AS o JOIN sys.objects AS p ON p.object_id = o.parent_object_id
              JOIN sys.schemas AS s ON s.schema_id = o.schema_id WHERE o.type IN ('PK', 'UQ', 'C', 'F')",
    ),
    (
        "INFORMATION_SCHEMA",
        "KEY_COLUMN_USAGE",
        "SELECT DB_NAME() AS CONSTRAINT_CATALOG, s.name AS CONSTRAINT_SCHEMA, k.name AS CONSTRAINT_NAME,
                DB_NAME() AS TABLE_CATALOG, s.name AS TABLE_SCHEMA, p.name AS TABLE_NAME, c.name AS COLUMN_NAME,
                CAST(x.key_ordinal AS int) AS ORDINAL_POSITION
         FROM sys.key_constraints AS k JOIN sys.objects AS p ON p.object_id = k.parent_object_id
              JOIN sys.schemas AS s ON s.schema_id = k.schema_id
              JOIN sys.index_columns AS x ON x.object_id = k.parent_object_id AND x.index_id = k.unique_index_id
              JOIN sys.columns AS c ON c.object_id = x.object_id AND c.column_id = x.column_id
         WHERE x.is_included_column = 0",
    ),
    (
        "INFORMATION_SCHEMA",
        "CHECK_CONSTRAINTS",
        "SELECT DB_NAME() AS CONSTRAINT_CATALOG, s.name AS CONSTRAINT_SCHEMA, k.name AS CONSTRAINT_NAME,
                CAST(k.definition AS nvarchar(4000)) AS CHECK_CLAUSE
         FROM sys.check_constraints AS k JOIN sys.schemas AS s ON s.schema_id = k.schema_id",
    ),
];
