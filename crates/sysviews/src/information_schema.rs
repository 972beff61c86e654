//! Table of data.
//!
//! The views of `INFORMATION_SCHEMA`, as queries over catalog views. Columns:
//! `relational-databases/system-information-schema-views`.

/// The system type's name of a column, parameter or type.
macro_rules! data_type {
    ($of:literal, $named:literal) => {
        concat!(
            "CAST(CASE ",
            $of,
            ".system_type_id WHEN 243 THEN N'table type' ELSE ISNULL(TYPE_NAME(",
            $of,
            ".system_type_id), ",
            $named,
            ".name) END AS nvarchar(128)) AS DATA_TYPE"
        )
    };
}

/// The maximum length of a string or binary value, in characters and in bytes.
macro_rules! lengths {
    ($of:literal) => {
        concat!(
            "CASE WHEN ",
            $of,
            ".system_type_id IN (34, 35) THEN 2147483647 WHEN ",
            $of,
            ".system_type_id = 99 THEN 1073741823 WHEN ",
            $of,
            ".system_type_id IN (231, 239) AND ",
            $of,
            ".max_length > 0 THEN ",
            $of,
            ".max_length / 2
                     WHEN ",
            $of,
            ".system_type_id IN (165, 167, 173, 175, 231, 239, 241) THEN CAST(",
            $of,
            ".max_length AS int) END
                    AS CHARACTER_MAXIMUM_LENGTH,
                CASE WHEN ",
            $of,
            ".system_type_id IN (34, 35) THEN 2147483647 WHEN ",
            $of,
            ".system_type_id = 99 THEN 2147483646 WHEN ",
            $of,
            ".system_type_id IN (165, 167, 173, 175, 231, 239, 241) THEN CAST(",
            $of,
            ".max_length AS int) END
                    AS CHARACTER_OCTET_LENGTH"
        )
    };
}

/// Precision, radix and scale of numeric types, and the fractional digits of date and time types.
macro_rules! digits {
    ($of:literal, $precision:literal, $scale:literal) => {
        concat!(
            "CAST(CASE WHEN ",
            $of,
            ".system_type_id IN (48, 52, 56, 59, 60, 62, 106, 108, 122, 127) THEN ",
            $of,
            ".precision END AS ",
            $precision,
            ") AS NUMERIC_PRECISION,
                CASE WHEN ",
            $of,
            ".system_type_id IN (48, 52, 56, 60, 106, 108, 122, 127) THEN CAST(10 AS smallint)
                     WHEN ",
            $of,
            ".system_type_id IN (59, 62) THEN CAST(2 AS smallint) END AS NUMERIC_PRECISION_RADIX,
                CAST(CASE WHEN ",
            $of,
            ".system_type_id IN (48, 52, 56, 60, 106, 108, 122, 127) THEN ",
            $of,
            ".scale END AS ",
            $scale,
            ") AS NUMERIC_SCALE,
                CASE WHEN ",
            $of,
            ".system_type_id IN (40, 58) THEN CAST(0 AS smallint)
                     WHEN ",
            $of,
            ".system_type_id IN (41, 42, 43, 61) THEN CAST(",
            $of,
            ".scale AS smallint) END AS DATETIME_PRECISION"
        )
    };
}

/// The name of the character set of a string type: the code page of the collation, which is
/// `iso_1` for 1252.
macro_rules! character_set_name {
    ($of:literal, $collation:expr) => {
        concat!(
            "CAST(CASE WHEN ",
            $of,
            ".system_type_id IN (99, 231, 239) THEN N'UNICODE'
                       WHEN ",
            $of,
            ".system_type_id NOT IN (35, 167, 175) THEN NULL
                       ELSE ISNULL(N'cp' + CAST(NULLIF(CAST(COLLATIONPROPERTY(",
            $collation,
            ", 'CodePage') AS int), 1252) AS nvarchar(10)), N'iso_1') END AS nvarchar(128)) AS CHARACTER_SET_NAME"
        )
    };
}

/// The character set of a string type.
macro_rules! character_set {
    ($of:literal, $collation:expr, $catalog:literal, $schema:literal) => {
        concat!(
            "CAST(CASE WHEN ",
            $of,
            ".system_type_id IN (35, 99, 167, 175, 231, 239) THEN N'master' END AS ",
            $catalog,
            ") AS CHARACTER_SET_CATALOG, CAST(NULL AS ",
            $schema,
            ") AS CHARACTER_SET_SCHEMA, ",
            character_set_name!($of, $collation)
        )
    };
}

/// The collation of a string, by its name.
macro_rules! collation {
    ($name:expr, $catalog:literal, $schema:literal) => {
        concat!(
            "CAST(NULL AS ",
            $catalog,
            ") AS COLLATION_CATALOG, CAST(NULL AS ",
            $schema,
            ") AS COLLATION_SCHEMA, ",
            $name,
            " AS COLLATION_NAME"
        )
    };
}

/// The collation of a parameter, which is its database's.
macro_rules! database_collation {
    ($of:literal) => {
        concat!(
            "CASE WHEN ",
            $of,
            ".system_type_id IN (35, 99, 167, 175, 231, 239) ",
            "THEN CAST(DATABASEPROPERTYEX(DB_NAME(), 'Collation') AS nvarchar(128)) END"
        )
    };
}

/// The user-defined type of a column; `$named` is its row of sys.types.
macro_rules! domain {
    ($of:literal, $named:literal) => {
        concat!(
            "CASE WHEN ",
            $of,
            ".user_type_id > 256 THEN DB_NAME() END AS DOMAIN_CATALOG,
                CASE WHEN ",
            $of,
            ".user_type_id > 256 THEN SCHEMA_NAME(",
            $named,
            ".schema_id) END AS DOMAIN_SCHEMA,
                CASE WHEN ",
            $of,
            ".user_type_id > 256 THEN ",
            $named,
            ".name END AS DOMAIN_NAME"
        )
    };
}

/// A column that is NULL in every row.
macro_rules! reserved {
    ($type:literal: $first:literal $(, $name:literal)*) => {
        concat!("CAST(NULL AS ", $type, ") AS ", $first, $(", CAST(NULL AS ", $type, ") AS ", $name),*)
    };
}

/// Columns of tables, views or functions; `$kinds` are the object types.
macro_rules! columns {
    ($kinds:literal, $charset:expr, $collation:expr, $scale:literal) => {
        concat!("SELECT DB_NAME() AS TABLE_CATALOG, s.name AS TABLE_SCHEMA, o.name AS TABLE_NAME, c.name AS COLUMN_NAME,
                CAST(ROW_NUMBER() OVER (PARTITION BY c.object_id ORDER BY c.column_id) AS int) AS ORDINAL_POSITION,
                CAST(CASE WHEN c.default_object_id = 0 THEN NULL
                          ELSE COALESCE(d.definition, OBJECT_DEFINITION(c.default_object_id)) END AS nvarchar(4000))
                     AS COLUMN_DEFAULT,
                CAST(CASE c.is_nullable WHEN 1 THEN 'YES' ELSE 'NO' END AS varchar(3)) AS IS_NULLABLE, ",
            data_type!("c", "t"), ", ", lengths!("c"), ", ", digits!("c", "tinyint", $scale), ", ", $charset, ", ", $collation, ", ",
            domain!("c", "t"), "
         FROM sys.columns AS c JOIN sys.objects AS o ON o.object_id = c.object_id
              JOIN sys.schemas AS s ON s.schema_id = o.schema_id
              JOIN sys.types AS t ON t.user_type_id = c.user_type_id
              LEFT JOIN sys.default_constraints AS d ON d.parent_object_id = c.object_id AND d.parent_column_id = c.column_id
         WHERE o.type IN (", $kinds, ")")
    };
}

/// A permission on a table or view, starting with its grantor. `$column` follows the table's name.
macro_rules! privilege {
    ($($column:literal)?) => {
        concat!("USER_NAME(p.grantor_principal_id) AS GRANTOR, USER_NAME(p.grantee_principal_id) AS GRANTEE, DB_NAME() AS TABLE_CATALOG,
                s.name AS TABLE_SCHEMA, o.name AS TABLE_NAME, ", $($column,)? "CAST(p.permission_name AS varchar(10)) AS PRIVILEGE_TYPE,
                CAST(CASE p.state WHEN 'W' THEN 'YES' ELSE 'NO' END AS varchar(3)) AS IS_GRANTABLE
         FROM sys.database_permissions AS p JOIN sys.objects AS o ON p.class = 1 AND o.object_id = p.major_id AND o.type IN ('U', 'V')
              JOIN sys.schemas AS s ON s.schema_id = o.schema_id")
    };
}

/// Permissions granted to the current user, to public or by the current user.
macro_rules! of_current_user {
    () => {
        "p.state IN ('G', 'W') AND (p.grantee_principal_id IN (0, DATABASE_PRINCIPAL_ID()) OR p.grantor_principal_id = DATABASE_PRINCIPAL_ID())"
    };
}

/// Names and queries of the views. The constraints of table types, which are in `sys` (schema 4),
/// belong to no table.
pub(crate) const TEXTS: &[(&str, &str)] = &[
    (
        "SCHEMATA",
        "SELECT DB_NAME() AS CATALOG_NAME, s.name AS SCHEMA_NAME,
                CASE s.principal_id WHEN 1 THEN CAST(N'dbo' AS sysname) ELSE s.name END AS SCHEMA_OWNER,
                CAST(NULL AS varchar(6)) AS DEFAULT_CHARACTER_SET_CATALOG, CAST(NULL AS varchar(3)) AS DEFAULT_CHARACTER_SET_SCHEMA,
                CAST('iso_1' AS sysname) AS DEFAULT_CHARACTER_SET_NAME
         FROM sys.schemas AS s",
    ),
    (
        "TABLES",
        "SELECT DB_NAME() AS TABLE_CATALOG, s.name AS TABLE_SCHEMA, o.name AS TABLE_NAME,
                CAST(CASE o.type WHEN 'U' THEN 'BASE TABLE' ELSE 'VIEW' END AS varchar(10)) AS TABLE_TYPE
         FROM sys.objects AS o JOIN sys.schemas AS s ON s.schema_id = o.schema_id WHERE o.type IN ('U', 'V')",
    ),
    (
        "VIEWS",
        "SELECT DB_NAME() AS TABLE_CATALOG, s.name AS TABLE_SCHEMA, o.name AS TABLE_NAME,
                CAST(m.definition AS nvarchar(4000)) AS VIEW_DEFINITION, CAST(CASE o.with_check_option WHEN 1 THEN 'CASCADE' ELSE 'NONE' END AS varchar(7)) AS CHECK_OPTION,
                CAST('NO' AS varchar(2)) AS IS_UPDATABLE
         FROM sys.views AS o JOIN sys.schemas AS s ON s.schema_id = o.schema_id
              JOIN sys.sql_modules AS m ON m.object_id = o.object_id WHERE o.type = 'V'",
    ),
    (
        "COLUMNS",
        columns!(
            "'U', 'V'",
            character_set!("c", "c.collation_name", "nvarchar(128)", "nvarchar(128)"),
            collation!("c.collation_name", "nvarchar(128)", "nvarchar(128)"),
            "int"
        ),
    ),
    (
        "ROUTINE_COLUMNS",
        columns!(
            "'IF', 'TF'",
            character_set!("c", "c.collation_name", "varchar(6)", "varchar(3)"),
            collation!("c.collation_name", "varchar(6)", "varchar(3)"),
            "tinyint"
        ),
    ),
    (
        "ROUTINES",
        concat!(
            "SELECT DB_NAME() AS SPECIFIC_CATALOG, s.name AS SPECIFIC_SCHEMA, o.name AS SPECIFIC_NAME, DB_NAME() AS ROUTINE_CATALOG,
                s.name AS ROUTINE_SCHEMA, o.name AS ROUTINE_NAME,
                CAST(CASE o.type WHEN 'P' THEN N'PROCEDURE' ELSE N'FUNCTION' END AS nvarchar(20)) AS ROUTINE_TYPE, ",
            reserved!("nvarchar(128)": "MODULE_CATALOG", "MODULE_SCHEMA", "MODULE_NAME", "UDT_CATALOG", "UDT_SCHEMA", "UDT_NAME"),
            ", CAST(CASE WHEN o.type IN ('IF', 'TF') THEN N'TABLE' ELSE ISNULL(TYPE_NAME(p.system_type_id), t.name) END AS nvarchar(128))
                    AS DATA_TYPE, ",
            lengths!("p"),
            ", ",
            collation!(database_collation!("p"), "nvarchar(128)", "nvarchar(128)"),
            ", ",
            reserved!("nvarchar(128)": "CHARACTER_SET_CATALOG", "CHARACTER_SET_SCHEMA"),
            ", ",
            character_set_name!("p", "CAST(DATABASEPROPERTYEX(DB_NAME(), 'Collation') AS nvarchar(128))"),
            ", ",
            digits!("p", "smallint", "smallint"),
            ", CAST(NULL AS nvarchar(30)) AS INTERVAL_TYPE, CAST(NULL AS smallint) AS INTERVAL_PRECISION, ",
            reserved!("nvarchar(128)": "TYPE_UDT_CATALOG", "TYPE_UDT_SCHEMA", "TYPE_UDT_NAME", "SCOPE_CATALOG", "SCOPE_SCHEMA", "SCOPE_NAME"),
            ", CAST(NULL AS bigint) AS MAXIMUM_CARDINALITY, CAST(NULL AS nvarchar(128)) AS DTD_IDENTIFIER,
                CAST(N'SQL' AS nvarchar(30)) AS ROUTINE_BODY, CAST(m.definition AS nvarchar(4000)) AS ROUTINE_DEFINITION,
                CAST(NULL AS nvarchar(128)) AS EXTERNAL_NAME, ",
            reserved!("nvarchar(30)": "EXTERNAL_LANGUAGE", "PARAMETER_STYLE"),
            ", CAST(CASE WHEN o.type <> 'P' AND OBJECTPROPERTY(o.object_id, 'IsDeterministic') = 1 THEN N'YES' ELSE N'NO' END
                    AS nvarchar(10)) AS IS_DETERMINISTIC,
                CAST(CASE o.type WHEN 'P' THEN N'MODIFIES' ELSE N'READS' END AS nvarchar(30)) AS SQL_DATA_ACCESS,
                CAST(N'YES' AS nvarchar(10)) AS IS_NULL_CALL, CAST(NULL AS nvarchar(128)) AS SQL_PATH,
                CAST(N'YES' AS nvarchar(10)) AS SCHEMA_LEVEL_ROUTINE,
                CAST(CASE o.type WHEN 'P' THEN -1 ELSE 0 END AS smallint) AS MAX_DYNAMIC_RESULT_SETS,
                CAST(N'NO' AS nvarchar(10)) AS IS_USER_DEFINED_CAST, CAST(N'NO' AS nvarchar(10)) AS IS_IMPLICITLY_INVOCABLE,
                o.create_date AS CREATED, o.modify_date AS LAST_ALTERED
         FROM sys.objects AS o JOIN sys.schemas AS s ON s.schema_id = o.schema_id
              JOIN sys.sql_modules AS m ON m.object_id = o.object_id
              LEFT JOIN sys.parameters AS p ON p.object_id = o.object_id AND p.parameter_id = 0
              LEFT JOIN sys.types AS t ON t.user_type_id = p.user_type_id
         WHERE o.type IN ('P', 'FN', 'IF', 'TF')"
        ),
    ),
    (
        "PARAMETERS",
        concat!(
            "SELECT DB_NAME() AS SPECIFIC_CATALOG, s.name AS SPECIFIC_SCHEMA, o.name AS SPECIFIC_NAME, p.parameter_id AS ORDINAL_POSITION,
                CAST(CASE WHEN p.parameter_id = 0 THEN N'OUT' WHEN p.is_output = 1 THEN N'INOUT' ELSE N'IN' END AS nvarchar(10)) AS PARAMETER_MODE,
                CAST(CASE p.parameter_id WHEN 0 THEN N'YES' ELSE N'NO' END AS nvarchar(10)) AS IS_RESULT,
                CAST(N'NO' AS nvarchar(10)) AS AS_LOCATOR, CASE WHEN p.parameter_id > 0 THEN p.name END AS PARAMETER_NAME, ",
            data_type!("p", "t"),
            ", ",
            lengths!("p"),
            ", ",
            collation!(database_collation!("p"), "nvarchar(128)", "nvarchar(128)"),
            ", ",
            character_set!("p", "CAST(DATABASEPROPERTYEX(DB_NAME(), 'Collation') AS nvarchar(128))", "nvarchar(128)", "nvarchar(128)"),
            ", ",
            digits!("p", "tinyint", "tinyint"),
            ", CAST(NULL AS nvarchar(30)) AS INTERVAL_TYPE, CAST(NULL AS smallint) AS INTERVAL_PRECISION, ",
            reserved!("nvarchar(128)": "USER_DEFINED_TYPE_CATALOG", "USER_DEFINED_TYPE_SCHEMA", "USER_DEFINED_TYPE_NAME",
                "SCOPE_CATALOG", "SCOPE_SCHEMA", "SCOPE_NAME"),
            "
         FROM sys.parameters AS p JOIN sys.objects AS o ON o.object_id = p.object_id
              JOIN sys.schemas AS s ON s.schema_id = o.schema_id
              JOIN sys.types AS t ON t.user_type_id = p.user_type_id
         WHERE o.type IN ('P', 'FN', 'IF', 'TF')"
        ),
    ),
    (
        "DOMAINS",
        concat!(
            "SELECT DB_NAME() AS DOMAIN_CATALOG, s.name AS DOMAIN_SCHEMA, t.name AS DOMAIN_NAME, ",
            data_type!("t", "t"),
            ", ",
            lengths!("t"),
            ", ",
            collation!("t.collation_name", "varchar(6)", "varchar(3)"),
            ", ",
            character_set!("t", "t.collation_name", "varchar(6)", "varchar(3)"),
            ", ",
            digits!("t", "tinyint", "tinyint"),
            ", CAST(OBJECT_DEFINITION(t.default_object_id) AS nvarchar(4000)) AS DOMAIN_DEFAULT
         FROM sys.types AS t JOIN sys.schemas AS s ON s.schema_id = t.schema_id
         WHERE t.is_user_defined = 1 AND t.is_table_type = 0"
        ),
    ),
    // A rule is the only constraint of a domain.
    (
        "DOMAIN_CONSTRAINTS",
        "SELECT DB_NAME() AS CONSTRAINT_CATALOG, OBJECT_SCHEMA_NAME(t.rule_object_id) AS CONSTRAINT_SCHEMA,
                OBJECT_NAME(t.rule_object_id) AS CONSTRAINT_NAME,
                DB_NAME() AS DOMAIN_CATALOG, s.name AS DOMAIN_SCHEMA, t.name AS DOMAIN_NAME,
                CAST('NO' AS varchar(2)) AS IS_DEFERRABLE, CAST('NO' AS varchar(2)) AS INITIALLY_DEFERRED
         FROM sys.types AS t JOIN sys.schemas AS s ON s.schema_id = t.schema_id WHERE t.rule_object_id <> 0",
    ),
    (
        "COLUMN_DOMAIN_USAGE",
        "SELECT DB_NAME() AS DOMAIN_CATALOG, SCHEMA_NAME(t.schema_id) AS DOMAIN_SCHEMA, t.name AS DOMAIN_NAME,
                DB_NAME() AS TABLE_CATALOG, s.name AS TABLE_SCHEMA, o.name AS TABLE_NAME, c.name AS COLUMN_NAME
         FROM sys.columns AS c JOIN sys.objects AS o ON o.object_id = c.object_id
              JOIN sys.schemas AS s ON s.schema_id = o.schema_id
              JOIN sys.types AS t ON t.user_type_id = c.user_type_id
         WHERE c.user_type_id > 256 AND o.type IN ('U', 'V')",
    ),
    (
        "CONSTRAINT_TABLE_USAGE",
        "SELECT DB_NAME() AS TABLE_CATALOG, s.name AS TABLE_SCHEMA, p.name AS TABLE_NAME,
                DB_NAME() AS CONSTRAINT_CATALOG, s.name AS CONSTRAINT_SCHEMA, o.name AS CONSTRAINT_NAME
         FROM sys.objects AS o JOIN sys.objects AS p ON p.object_id = o.parent_object_id
              JOIN sys.schemas AS s ON s.schema_id = o.schema_id WHERE o.type IN ('PK', 'UQ', 'C', 'F') AND o.schema_id <> 4",
    ),
    (
        "TABLE_PRIVILEGES",
        concat!(
            "SELECT ",
            privilege!(),
            "
         WHERE p.minor_id = 0 AND p.type IN ('SL', 'IN', 'UP', 'DL', 'RF') AND ",
            of_current_user!()
        ),
    ),
    (
        "COLUMN_PRIVILEGES",
        concat!(
            "SELECT ",
            privilege!("c.name AS COLUMN_NAME, "),
            " JOIN sys.columns AS c ON c.object_id = o.object_id AND p.minor_id IN (0, c.column_id)
         WHERE p.type IN ('SL', 'IN', 'UP', 'RF') AND ",
            of_current_user!()
        ),
    ),
    (
        "TABLE_CONSTRAINTS",
        "SELECT DB_NAME() AS CONSTRAINT_CATALOG, s.name AS CONSTRAINT_SCHEMA, o.name AS CONSTRAINT_NAME,
                DB_NAME() AS TABLE_CATALOG, s.name AS TABLE_SCHEMA, p.name AS TABLE_NAME,
                CAST(CASE o.type WHEN 'PK' THEN 'PRIMARY KEY' WHEN 'UQ' THEN 'UNIQUE' WHEN 'C' THEN 'CHECK'
                     ELSE 'FOREIGN KEY' END AS varchar(11)) AS CONSTRAINT_TYPE,
                CAST('NO' AS varchar(2)) AS IS_DEFERRABLE, CAST('NO' AS varchar(2)) AS INITIALLY_DEFERRED
         FROM sys.objects AS p JOIN sys.objects AS o ON o.parent_object_id = p.object_id
              JOIN sys.schemas AS s ON s.schema_id = o.schema_id WHERE o.type IN ('PK', 'UQ', 'C', 'F') AND o.schema_id <> 4",
    ),
    (
        "KEY_COLUMN_USAGE",
        "SELECT DB_NAME() AS CONSTRAINT_CATALOG, s.name AS CONSTRAINT_SCHEMA, k.name AS CONSTRAINT_NAME,
                DB_NAME() AS TABLE_CATALOG, s.name AS TABLE_SCHEMA, p.name AS TABLE_NAME, c.name AS COLUMN_NAME,
                CAST(x.key_ordinal AS int) AS ORDINAL_POSITION
         FROM sys.key_constraints AS k JOIN sys.objects AS p ON p.object_id = k.parent_object_id
              JOIN sys.schemas AS s ON s.schema_id = k.schema_id
              JOIN sys.index_columns AS x ON x.object_id = k.parent_object_id AND x.index_id = k.unique_index_id
              JOIN sys.columns AS c ON c.object_id = x.object_id AND c.column_id = x.column_id
         WHERE x.is_included_column = 0 AND k.schema_id <> 4
         UNION ALL
         SELECT DB_NAME(), s.name, f.name, DB_NAME(), s.name, p.name, c.name, x.constraint_column_id
         FROM sys.foreign_keys AS f JOIN sys.objects AS p ON p.object_id = f.parent_object_id
              JOIN sys.schemas AS s ON s.schema_id = f.schema_id
              JOIN sys.foreign_key_columns AS x ON x.constraint_object_id = f.object_id
              JOIN sys.columns AS c ON c.object_id = x.parent_object_id AND c.column_id = x.parent_column_id",
    ),
    (
        "VIEW_TABLE_USAGE",
        "SELECT DISTINCT DB_NAME() AS VIEW_CATALOG, s.name AS VIEW_SCHEMA, v.name AS VIEW_NAME,
                DB_NAME() AS TABLE_CATALOG, t.name AS TABLE_SCHEMA, o.name AS TABLE_NAME
         FROM sys.views AS v JOIN sys.schemas AS s ON s.schema_id = v.schema_id
              JOIN sys.sql_dependencies AS d ON d.object_id = v.object_id AND d.class < 2
              JOIN sys.objects AS o ON o.object_id = d.referenced_major_id AND o.type IN ('U', 'V')
              JOIN sys.schemas AS t ON t.schema_id = o.schema_id",
    ),
    (
        "VIEW_COLUMN_USAGE",
        "SELECT DB_NAME() AS VIEW_CATALOG, s.name AS VIEW_SCHEMA, v.name AS VIEW_NAME,
                DB_NAME() AS TABLE_CATALOG, t.name AS TABLE_SCHEMA, o.name AS TABLE_NAME, c.name AS COLUMN_NAME
         FROM sys.views AS v JOIN sys.schemas AS s ON s.schema_id = v.schema_id
              JOIN sys.sql_dependencies AS d ON d.object_id = v.object_id AND d.class < 2
              JOIN sys.objects AS o ON o.object_id = d.referenced_major_id AND o.type IN ('U', 'V')
              JOIN sys.schemas AS t ON t.schema_id = o.schema_id
              JOIN sys.columns AS c ON c.object_id = o.object_id AND c.column_id = d.referenced_minor_id",
    ),
    (
        "CONSTRAINT_COLUMN_USAGE",
        "SELECT k.TABLE_CATALOG, k.TABLE_SCHEMA, k.TABLE_NAME, k.COLUMN_NAME, k.CONSTRAINT_CATALOG, k.CONSTRAINT_SCHEMA, k.CONSTRAINT_NAME
         FROM INFORMATION_SCHEMA.KEY_COLUMN_USAGE AS k
         UNION ALL
         SELECT DB_NAME(), s.name, p.name, c.name, DB_NAME(), s.name, k.name
         FROM sys.check_constraints AS k JOIN sys.objects AS p ON p.object_id = k.parent_object_id
              JOIN sys.schemas AS s ON s.schema_id = k.schema_id
              JOIN sys.sql_dependencies AS d ON d.object_id = k.object_id AND d.referenced_major_id = k.parent_object_id
              JOIN sys.columns AS c ON c.object_id = k.parent_object_id AND c.column_id = d.referenced_minor_id
         WHERE k.schema_id <> 4",
    ),
    (
        "REFERENTIAL_CONSTRAINTS",
        "SELECT DB_NAME() AS CONSTRAINT_CATALOG, s.name AS CONSTRAINT_SCHEMA, f.name AS CONSTRAINT_NAME,
                DB_NAME() AS UNIQUE_CONSTRAINT_CATALOG, t.name AS UNIQUE_CONSTRAINT_SCHEMA, i.name AS UNIQUE_CONSTRAINT_NAME,
                CAST('SIMPLE' AS varchar(7)) AS MATCH_OPTION,
                CAST(REPLACE(f.update_referential_action_desc, '_', ' ') AS varchar(11)) AS UPDATE_RULE,
                CAST(REPLACE(f.delete_referential_action_desc, '_', ' ') AS varchar(11)) AS DELETE_RULE
         FROM sys.foreign_keys AS f JOIN sys.schemas AS s ON s.schema_id = f.schema_id
              JOIN sys.objects AS r ON r.object_id = f.referenced_object_id
              JOIN sys.schemas AS t ON t.schema_id = r.schema_id
              LEFT JOIN sys.indexes AS i ON i.object_id = f.referenced_object_id AND i.index_id = f.key_index_id",
    ),
    (
        "SEQUENCES",
        "SELECT DB_NAME() AS SEQUENCE_CATALOG, s.name AS SEQUENCE_SCHEMA, q.name AS SEQUENCE_NAME, t.name AS DATA_TYPE,
                q.precision AS NUMERIC_PRECISION, CAST(10 AS smallint) AS NUMERIC_PRECISION_RADIX, CAST(q.scale AS int) AS NUMERIC_SCALE,
                CAST(q.start_value AS numeric(38, 0)) AS START_VALUE, CAST(q.minimum_value AS numeric(38, 0)) AS MINIMUM_VALUE,
                CAST(q.maximum_value AS numeric(38, 0)) AS MAXIMUM_VALUE, CAST(q.increment AS numeric(38, 0)) AS INCREMENT,
                CAST(q.is_cycling AS int) AS CYCLE_OPTION, CAST(NULL AS int) AS DECLARED_DATA_TYPE,
                CAST(NULL AS int) AS DECLARED_NUMERIC_PRECISION, CAST(NULL AS int) AS DECLARED_NUMERIC_SCALE
         FROM sys.sequences AS q JOIN sys.schemas AS s ON s.schema_id = q.schema_id
              JOIN sys.types AS t ON t.user_type_id = q.system_type_id",
    ),
    (
        "CHECK_CONSTRAINTS",
        "SELECT DB_NAME() AS CONSTRAINT_CATALOG, s.name AS CONSTRAINT_SCHEMA, k.name AS CONSTRAINT_NAME,
                CAST(k.definition AS nvarchar(4000)) AS CHECK_CLAUSE
         FROM sys.check_constraints AS k JOIN sys.schemas AS s ON s.schema_id = k.schema_id WHERE k.schema_id <> 4",
    ),
];
