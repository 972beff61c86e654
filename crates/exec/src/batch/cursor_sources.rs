//! `sp_describe_cursor_columns` and `sp_describe_cursor_tables`: return the columns of a cursor and
//! the tables of its query as the rows of a cursor
//! (`relational-databases/system-stored-procedures/sp-describe-cursor-columns-transact-sql.md`,
//! `sp-describe-cursor-tables-transact-sql.md`).

use super::cursor_report::{describing_parameters, text_literal};
use super::ending::Ending;
use super::invocation::Invocation;
use super::system_procedure::{CallArguments, SystemProcedure, Typed};
use sluice_base::sync::Arc;
use sluice_catalog::name::same;
use sluice_command::statement::{BoundSlot, BoundSource, BoundStatement, Env, EventSource};
use sluice_plan::BrowseMode;
use sluice_query::code::Frame;
use sluice_session::CompileMode;
use sluice_session::open_cursor::CursorSpec;
use sluice_session::sink::{ColumnInfo, ColumnOrigin, SourceColumn};
use sluice_syntax::ast::{ColumnName, Hint, ObjectName, TableSourceKind};
use sluice_syntax::walk;
use sluice_types::bracketed;
use sluice_types::type_facts::facts;
use sluice_types::{DataType, SqlError};

pub(super) static DESCRIBE_CURSOR_COLUMNS: SystemProcedure = SystemProcedure::typed(
    "sp_describe_cursor_columns",
    Typed {
        parameters: describing_parameters,
        needs: |rights, _| {
            rights.everybody("relational-databases/system-stored-procedures/sp-describe-cursor-columns-transact-sql.md")
        },
        events: |_| EventSource::None,
        run: |invocation, given| invocation.describe_cursor_columns(given).map(|()| Ending::Returned),
    },
);

pub(super) static DESCRIBE_CURSOR_TABLES: SystemProcedure = SystemProcedure::typed(
    "sp_describe_cursor_tables",
    Typed {
        parameters: describing_parameters,
        needs: |rights, _| {
            rights.everybody("relational-databases/system-stored-procedures/sp-describe-cursor-tables-transact-sql.md")
        },
        events: |_| EventSource::None,
        run: |invocation, given| invocation.describe_cursor_tables(given).map(|()| Ending::Returned),
    },
);

impl Invocation<'_, '_, '_> {
    /// Runs `sp_describe_cursor_columns`. Columns are those of the tables and views that the query
    /// names.
    fn describe_cursor_columns(&mut self, given: &CallArguments<'_>) -> Result<(), SqlError> {
        let mut rows = Vec::new();
        if let Some((spec, is_read_only)) = self.cursor_of(given)? {
            let columns = columns_of(self.env, &spec)?;
            let updates = spec.updates.as_deref().filter(|_| !is_read_only);
            rows.extend(columns.iter().enumerate().map(|column| column_row(column, updates, &spec.database.name)));
        }
        self.return_rows(given.cursor, &OF_COLUMNS, rows.into_iter())
    }

    /// Runs `sp_describe_cursor_tables`. Names of common table expressions aren't tables.
    fn describe_cursor_tables(&mut self, given: &CallArguments<'_>) -> Result<(), SqlError> {
        let mut rows = Vec::new();
        if let Some((spec, _)) = self.cursor_of(given)? {
            let is_common = |name: &ObjectName| {
                name.schema.is_none() && spec.query.with.iter().any(|with| with.name.is(&name.name.text))
            };
            walk::sources(&spec.query, &mut |source| match &source.kind {
                TableSourceKind::Table { name, hints, .. } if !is_common(name) => {
                    rows.push(table_row(name, hints, spec.locks, &spec.database.name));
                }
                _ => {}
            });
        }
        self.return_rows(given.cursor, &OF_TABLES, rows.into_iter())
    }

    /// Returns the declaration of the cursor that the arguments name, and whether the cursor is
    /// read-only; `None` for a variable without a cursor.
    fn cursor_of(&mut self, given: &CallArguments<'_>) -> Result<Option<(Arc<CursorSpec>, bool)>, SqlError> {
        let reference = self.described_cursor(given.procedure, (given.text(1), given.text(2)))?;
        let Some(sight) = reference.cursor else { return Ok(None) };
        let cursor = self.env.state.cursors.seen_as(&sight);
        Ok(cursor.map(|cursor| (Arc::clone(&cursor.spec), sight.facts().is_read_only)))
    }
}

/// Returns the columns of a cursor's query, with the tables and views that they come from.
fn columns_of(env: &mut Env<'_, '_>, spec: &CursorSpec) -> Result<Vec<ColumnInfo>, SqlError> {
    let outer = Arc::clone(&env.state.database);
    env.change_database(&spec.database)?;
    let mode = CompileMode::PLAIN.browsing(BrowseMode::Named);
    let mode = std::mem::replace(&mut env.state.options.compile_mode, mode);
    let registers = spec.values.iter().map(|(register, _)| *register).collect();
    let source = BoundSource::Select(Arc::clone(&spec.query));
    let statement = BoundStatement::new(source, Arc::clone(&spec.variables), registers).shown();
    let mut slot = BoundSlot::for_statement(Arc::new(statement));
    let mut frame = Frame { globals: env.frame.globals, ..Frame::default() };
    for (register, value) in &spec.values {
        frame.grow_to(*register + 1);
        frame.set(*register, value.clone());
    }
    let mut inner = Env { state: env.state, frame: &mut frame, context: env.context, sink: env.sink };
    let columns = slot.columns(&mut inner);
    env.state.options.compile_mode = mode;
    env.change_database(&outer)?;
    Ok(columns?.unwrap_or_default())
}

/// Returns the row of a column. `updates` are the columns that may be updated, empty for all;
/// `None` for a read-only cursor.
fn column_row((place, column): (usize, &ColumnInfo), updates: Option<&[ColumnName]>, database: &str) -> Vec<String> {
    let facts = facts(column.data_type);
    let source = column.browsed.as_deref().and_then(|browsed| browsed.source.as_ref());
    let is_updated = |updates: &[ColumnName]| {
        let is_listed = |column: &SourceColumn| updates.iter().any(|listed| same(&listed.name.text, &column.column));
        column.origin == ColumnOrigin::Stored && (updates.is_empty() || source.is_some_and(is_listed))
    };
    let flags = [
        (is_fixed(column.data_type), FIXED_LENGTH),
        (column.nullable, NULLABLE),
        (column.data_type == DataType::RowVersion, ROW_VERSION),
        (updates.is_some_and(is_updated), UPDATABLE),
    ];
    let flags: u8 = flags.iter().filter(|(is_set, _)| *is_set).map(|(_, flag)| flag).sum();
    let size = if facts.max_length < 0 { i32::MAX } else { facts.max_length.into() };
    let null = || "NULL".to_owned();
    let mut row = vec![
        if column.name.is_empty() { null() } else { text_literal(&column.name) },
        place.to_string(),
        flags.to_string(),
        size.to_string(),
        facts.id.to_string(),
        facts.precision.to_string(),
        facts.scale.to_string(),
        column.ordered.map_or_else(null, |(place, _)| place.to_string()),
        column.ordered.map_or_else(null, |(_, descending)| text_literal(if descending { "D" } else { "A" })),
        "0".to_owned(),
    ];
    row.extend(source.map_or_else(|| ["-1", "-1", "-1", "NULL"].map(str::to_owned), |source| origin(source, database)));
    row
}

/// Returns the ids of a column, its table and database, and the database's name.
fn origin(source: &SourceColumn, database: &str) -> [String; 4] {
    let database = source.database.as_deref().unwrap_or(database);
    let database = if source.table.starts_with('#') { "tempdb" } else { database };
    let object = object_id(&[database, &source.schema, &source.table]);
    let column = text_literal(&source.column);
    let columns = format!("{}.sys.columns", bracketed(database));
    let id = format!("(SELECT column_id FROM {columns} WHERE object_id = {object} AND name = {column})");
    [id, object, format!("DB_ID({})", text_literal(database)), text_literal(database)]
}

/// Returns the row of a table or view.
fn table_row(name: &ObjectName, hints: &[Hint], locks: bool, database: &str) -> Vec<String> {
    let has = |word: &str| hints.iter().any(|hint| hint.words.iter().any(|known| known.is(word)));
    let flags: u16 = HINTS.iter().filter(|(word, _)| has(word)).map(|(_, flag)| flag).sum();
    let database = match &name.database {
        Some(database) => &database.text,
        None if name.name.text.starts_with('#') => "tempdb",
        None => database,
    };
    let schema = name.schema.as_ref().map_or("", |schema| &schema.text);
    let object = object_id(&[database, schema, &name.name.text]);
    let id = format!("DB_ID({})", text_literal(database));
    let lock = match () {
        () if locks || has("UPDLOCK") || has("XLOCK") => UPDATE_LOCK,
        () if has("HOLDLOCK") || has("SERIALIZABLE") || has("REPEATABLEREAD") => SHARED_LOCK,
        () => NO_LOCK,
    };
    vec![
        format!("OBJECT_SCHEMA_NAME({object}, {id})"),
        format!("OBJECT_NAME({object}, {id})"),
        flags.to_string(),
        lock.to_string(),
        "@@SERVERNAME".to_owned(),
        object,
        id,
        text_literal(database),
    ]
}

/// Returns a call of OBJECT_ID with a name. An empty schema is the default one.
fn object_id(parts: &[&str; 3]) -> String {
    let part = |part: &&str| if part.is_empty() { String::new() } else { bracketed(part) };
    format!("OBJECT_ID({})", text_literal(&parts.iter().map(part).collect::<Vec<_>>().join(".")))
}

/// Whether all values of the type have the same length.
fn is_fixed(data_type: DataType) -> bool {
    let varies = matches!(data_type, DataType::VarChar(..) | DataType::NVarChar(_) | DataType::VarBinary(_));
    !(varies || data_type.is_lob() || data_type.is_document() || data_type == DataType::SqlVariant)
}

/// Columns, as the documentation of `sp_describe_cursor_columns` lists them.
const OF_COLUMNS: [(&str, &str); 14] = [
    ("column_name", "sysname"),
    ("ordinal_position", "int"),
    ("column_characteristics_flags", "int"),
    ("column_size", "int"),
    ("data_type_sql", "smallint"),
    ("column_precision", "tinyint"),
    ("column_scale", "tinyint"),
    ("order_position", "int"),
    ("order_direction", "varchar(1)"),
    ("hidden_column", "smallint"),
    ("columnid", "int"),
    ("objectid", "int"),
    ("dbid", "int"),
    ("dbname", "sysname"),
];
/// Columns, as the documentation of `sp_describe_cursor_tables` lists them.
const OF_TABLES: [(&str, &str); 8] = [
    ("table owner", "sysname"),
    ("Table_name", "sysname"),
    ("Optimizer_hints", "smallint"),
    ("lock_type", "smallint"),
    ("server_name", "sysname"),
    ("Objectid", "int"),
    ("dbid", "int"),
    ("dbname", "sysname"),
];
/// Bits of `column_characteristics_flags`.
const FIXED_LENGTH: u8 = 2;
const NULLABLE: u8 = 4;
const ROW_VERSION: u8 = 8;
const UPDATABLE: u8 = 16;
/// Bits of `Optimizer_hints`.
const HINTS: [(&str, u16); 8] = [
    ("ROWLOCK", 1),
    ("PAGLOCK", 4),
    ("TABLOCK", 8),
    ("TABLOCKX", 16),
    ("UPDLOCK", 32),
    ("NOLOCK", 64),
    ("FASTFIRSTROW", 128),
    ("HOLDLOCK", 4096),
];
/// Values of `lock_type`.
const NO_LOCK: u8 = 0;
const SHARED_LOCK: u8 = 1;
const UPDATE_LOCK: u8 = 3;
