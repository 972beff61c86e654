//! The catalog queries behind `\\l` and `\\d`.

/// Returns the query that lists the databases.
pub(crate) fn databases() -> Vec<String> {
    vec!["SELECT name, state_desc AS state, recovery_model_desc AS recovery, delayed_durability_desc AS delayed_durability
          FROM sys.databases ORDER BY database_id;"
        .to_owned()]
}

/// Returns the query that lists the user objects of the current database. System objects,
/// constraints and triggers are left out.
pub(crate) fn objects() -> Vec<String> {
    vec![
        "SELECT s.name AS [schema], o.name, LOWER(REPLACE(o.type_desc, '_', ' ')) AS kind
          FROM sys.objects AS o JOIN sys.schemas AS s ON s.schema_id = o.schema_id
          WHERE o.is_ms_shipped = 0 AND o.type IN ('U', 'V', 'P', 'FN', 'IF', 'TF', 'SO')
          ORDER BY s.name, o.name;"
            .to_owned(),
    ]
}

/// Returns the queries that describe an object: its columns, indexes, references and text, if it
/// has them. `name` may have a schema and brackets. The catalog of a temporary table is that of
/// tempdb. A missing object prints that it is missing.
pub(crate) fn object(name: &str) -> Vec<String> {
    let literal = format!("N'{}'", name.replace('\'', "''"));
    let (catalog, id) = match name.starts_with('#') {
        true => ("tempdb.", format!("OBJECT_ID(N'tempdb..' + {literal})")),
        false => ("", format!("OBJECT_ID({literal})")),
    };
    vec![
        format!(
            "IF {id} IS NULL PRINT 'There is no object ' + {literal} + ' in ' + DB_NAME() + '.'
             ELSE SELECT c.name AS [column], {TYPE} AS type, CASE c.is_nullable WHEN 1 THEN 'null' ELSE 'not null' END AS nullable,
                  CASE WHEN c.is_identity = 1 THEN 'identity' WHEN c.is_computed = 1 THEN 'computed' ELSE '' END AS made
             FROM {catalog}sys.columns AS c JOIN {catalog}sys.types AS t ON t.user_type_id = c.user_type_id
             WHERE c.object_id = {id} ORDER BY c.column_id;"
        ),
        format!(
            "IF EXISTS (SELECT * FROM {catalog}sys.indexes WHERE object_id = {id} AND index_id > 0)
             SELECT i.name AS [index], LOWER(i.type_desc) AS kind,
                    CASE WHEN i.is_primary_key = 1 THEN 'primary key' WHEN i.is_unique = 1 THEN 'unique' ELSE '' END AS [unique],
                    STUFF((SELECT ', ' + c.name + CASE k.is_descending_key WHEN 1 THEN ' DESC' ELSE '' END
                           FROM {catalog}sys.index_columns AS k
                           JOIN {catalog}sys.columns AS c ON c.object_id = k.object_id AND c.column_id = k.column_id
                           WHERE k.object_id = i.object_id AND k.index_id = i.index_id AND k.key_ordinal > 0
                           ORDER BY k.key_ordinal FOR XML PATH('')), 1, 2, '') AS [columns]
             FROM {catalog}sys.indexes AS i WHERE i.object_id = {id} AND i.index_id > 0 ORDER BY i.index_id;"
        ),
        format!(
            "IF EXISTS (SELECT * FROM {catalog}sys.foreign_keys WHERE parent_object_id = {id})
             SELECT name AS [foreign key], OBJECT_NAME(referenced_object_id) AS [refers to]
             FROM {catalog}sys.foreign_keys WHERE parent_object_id = {id} ORDER BY name;"
        ),
        format!(
            "IF EXISTS (SELECT * FROM {catalog}sys.sql_modules WHERE object_id = {id})
             EXEC sp_helptext {literal};"
        ),
    ]
}

/// The type as a definition writes it.
const TYPE: &str = "t.name + CASE
    WHEN t.name IN ('char', 'varchar', 'binary', 'varbinary')
        THEN '(' + CASE c.max_length WHEN -1 THEN 'max' ELSE CAST(c.max_length AS varchar(10)) END + ')'
    WHEN t.name IN ('nchar', 'nvarchar')
        THEN '(' + CASE c.max_length WHEN -1 THEN 'max' ELSE CAST(c.max_length / 2 AS varchar(10)) END + ')'
    WHEN t.name IN ('decimal', 'numeric')
        THEN '(' + CAST(c.precision AS varchar(10)) + ',' + CAST(c.scale AS varchar(10)) + ')'
    WHEN t.name IN ('time', 'datetime2', 'datetimeoffset') THEN '(' + CAST(c.scale AS varchar(10)) + ')'
    ELSE '' END";
