//! `sys.columns` and `sys.identity_columns` (columns of user tables, table types, views and
//! functions), `sys.types` and `sys.schemas`.
//!
//! Columns: `relational-databases/system-catalog-views/sys-columns-transact-sql`,
//! `sys-identity-columns-transact-sql`, `sys-types-transact-sql` and
//! `schemas-catalog-views-sys-schemas`, except columns without data.

use crate::sequences;
use crate::user_types::{self, user_type_id};
use crate::view::{View, text, whole};
use sluice_base::ids::ObjectId;
use sluice_catalog::{Column, ModuleKind, Schema, ViewPermission};
use sluice_session::{ViewContext, ViewRows, module_columns};
use sluice_table::storage_error::sql_error;
use sluice_types::type_facts::{COLLATION, SYSNAME, facts};
use sluice_types::type_spec::{Family, TypeSpec};
use sluice_types::type_table::TYPES;
use sluice_types::{DataType, Length, SqlError, Value};

/// Returns the columns of `sys.columns`.
pub(crate) fn columns() -> Vec<Column> {
    let mut columns = common();
    columns.extend([
        Column::not_null("is_computed", DataType::Bit),
        Column::not_null("is_filestream", DataType::Bit),
        Column::nullable("is_replicated", DataType::Bit),
        Column::nullable("is_non_sql_subscribed", DataType::Bit),
        Column::nullable("is_merge_published", DataType::Bit),
        Column::nullable("is_dts_replicated", DataType::Bit),
        Column::not_null("is_xml_document", DataType::Bit),
        Column::not_null("xml_collection_id", DataType::Int),
        Column::not_null("default_object_id", DataType::Int),
        Column::not_null("rule_object_id", DataType::Int),
        Column::nullable("is_sparse", DataType::Bit),
        Column::nullable("is_column_set", DataType::Bit),
        Column::nullable("generated_always_type", DataType::TinyInt),
        Column::nullable("generated_always_type_desc", WORDS),
    ]);
    columns.extend(encryption_columns());
    columns.extend([
        Column::nullable("is_hidden", DataType::Bit),
        Column::not_null("is_masked", DataType::Bit),
        Column::nullable("graph_type", DataType::Int),
        Column::nullable("graph_type_desc", WORDS),
        Column::nullable("is_data_deletion_filter_column", DataType::Bit),
        Column::nullable("ledger_view_column_type", DataType::TinyInt),
        Column::nullable("ledger_view_column_type_desc", WORDS),
        Column::nullable("is_dropped_ledger_column", DataType::Bit),
    ]);
    columns
}

/// Returns the columns with the encryption of a column or parameter. Their values are NULL.
pub(crate) fn encryption_columns() -> [Column; 5] {
    [
        Column::nullable("encryption_type", DataType::Int),
        Column::nullable("encryption_type_desc", DataType::NVarChar(Length::Limited(64))),
        Column::nullable("encryption_algorithm_name", DataType::SYSNAME),
        Column::nullable("column_encryption_key_id", DataType::Int),
        Column::nullable("column_encryption_key_database_name", DataType::SYSNAME),
    ]
}

/// Defines `sys.columns`. Rows are subject to metadata visibility. A query for one `object_id`
/// enumerates only that object.
pub(crate) fn of_tables() -> View {
    View::sys(
        "columns",
        ViewPermission::Metadata("relational-databases/system-catalog-views/sys-columns-transact-sql.md"),
        columns(),
        |context| {
            let mut rows = Vec::new();
            for table in context.tables().into_iter().chain(context.objects.type_tables(context.catalog)) {
                for (place, column) in table.columns.iter().enumerate() {
                    let default = table.default_of(place).map_or(0, |(default, _)| default.0);
                    rows.push(whole_row(table.id, column, default));
                }
            }
            rows.extend(of_modules(context));
            rows
        },
    )
    .by_object(&["object_id"], 10)
}

/// Returns the columns of views and functions.
fn of_modules(context: &ViewContext<'_>) -> Vec<Vec<Value>> {
    let mut rows = Vec::new();
    for module in context.modules() {
        let columns = module_columns(context.host, context.database, context.whole, module);
        rows.extend(columns.iter().map(|column| whole_row(module.id, column, 0)));
    }
    rows
}

/// Returns a row of `sys.columns`; `default` is the id of the column's DEFAULT, or 0. Columns are
/// never replicated, FILESTREAM, bound to an XML schema collection, encrypted or masked, nor are
/// they columns of temporal, graph or ledger tables.
pub(crate) fn whole_row(object: ObjectId, column: &Column, default: i32) -> Vec<Value> {
    let mut row = row(object, column);
    row.push(Value::Bit(column.computed.is_some() && !column.flags.is_column_set));
    row.extend([false; 6].map(Value::Bit));
    row.push(Value::Int(0));
    row.extend([default, column.bound.rule.as_ref().map_or(0, |rule| rule.id.0)].map(Value::Int));
    row.extend([column.flags.is_sparse, column.flags.is_column_set].map(Value::Bit));
    row.extend([Value::TinyInt(0), text("NOT_APPLICABLE")]);
    row.extend([const { Value::Null }; 5]);
    row.extend([false; 2].map(Value::Bit));
    row.extend([Value::Null, Value::Null, Value::Bit(false), Value::Null, Value::Null, Value::Bit(false)]);
    row
}

/// Defines `sys.identity_columns`. `last_value` is NULL before the first value. The row of a view's
/// column has no seed, increment and last value. Rows are subject to metadata visibility. A query
/// for one `object_id` enumerates only that object.
pub(crate) fn of_identities() -> View {
    let mut columns = columns();
    columns.extend([
        Column::nullable("seed_value", DataType::SqlVariant),
        Column::nullable("increment_value", DataType::SqlVariant),
        Column::nullable("last_value", DataType::SqlVariant),
        Column::nullable("is_not_for_replication", DataType::Bit),
    ]);
    View::stream(
        "identity_columns",
        ViewPermission::Metadata("relational-databases/system-catalog-views/sys-identity-columns-transact-sql.md"),
        columns,
        identities,
    )
    .by_object(&["object_id"], 1)
}

fn identities(context: &ViewContext<'_>) -> Result<ViewRows, SqlError> {
    let (database, mut rows) = (context.database, Vec::new());
    for table in context.tables() {
        let Some((column, identity)) = table.columns.iter().find_map(|column| Some((column, column.identity?))) else {
            continue;
        };
        let generator = database.identity(table).map_err(|error| sql_error(&error, &database.name))?;
        let number = |number| sequences::integer(column.data_type, number);
        let mut row = whole_row(table.id, column, 0);
        row.extend([number(identity.seed), number(identity.increment)]);
        row.extend([generator.state().current.map_or(Value::Null, number)]);
        row.push(Value::Bit(column.flags.not_for_replication));
        rows.push(row);
    }
    for module in context.modules().into_iter().filter(|module| module.kind == ModuleKind::View) {
        let columns = module_columns(context.host, context.database, context.whole, module);
        for column in columns.iter().filter(|column| column.flags.shows_identity) {
            let mut row = whole_row(module.id, column, 0);
            row.extend([Value::Null, Value::Null, Value::Null, Value::Bit(false)]);
            rows.push(row);
        }
    }
    Ok(whole(rows))
}

fn common() -> Vec<Column> {
    vec![
        Column::not_null("object_id", DataType::Int),
        Column::nullable("name", DataType::SYSNAME),
        Column::not_null("column_id", DataType::Int),
        Column::not_null("system_type_id", DataType::TinyInt),
        Column::not_null("user_type_id", DataType::Int),
        Column::not_null("max_length", DataType::SmallInt),
        Column::not_null("precision", DataType::TinyInt),
        Column::not_null("scale", DataType::TinyInt),
        Column::nullable("collation_name", DataType::SYSNAME),
        Column::nullable("is_nullable", DataType::Bit),
        Column::not_null("is_ansi_padded", DataType::Bit),
        Column::not_null("is_rowguidcol", DataType::Bit),
        Column::not_null("is_identity", DataType::Bit),
    ]
}

fn row(object: ObjectId, column: &Column) -> Vec<Value> {
    let facts = facts(column.data_type);
    let is_padded = (facts.is_text || column.data_type.is_binary()) && !column.flags.is_trimmed;
    vec![
        Value::Int(object.0),
        text(&column.name),
        Value::Int(column.id.into()),
        Value::TinyInt(facts.id),
        Value::Int(user_type_id(facts, column.user_type)),
        Value::SmallInt(facts.max_length),
        Value::TinyInt(facts.precision),
        Value::TinyInt(facts.scale),
        if facts.is_text { text(&column.collation.name()) } else { Value::Null },
        Value::Bit(column.nullable),
        Value::Bit(is_padded),
        Value::Bit(column.flags.is_row_guid),
        Value::Bit(column.is_identity()),
    ]
}

/// Defines `sys.types`: the system types, `sysname`, and the user-defined types. Rows are subject
/// to metadata visibility.
pub(crate) fn types() -> View {
    View::sys(
        "types",
        ViewPermission::Metadata("relational-databases/system-catalog-views/sys-types-transact-sql.md"),
        user_types::columns(),
        |context| {
            let mut rows: Vec<_> = TYPES.iter().map(|spec| system_type(spec, spec.name, spec.id.into())).collect();
            rows.push(sysname());
            rows.extend(context.catalog.user_types().iter().map(|user_type| user_types::row(context, user_type)));
            rows
        },
    )
    .about(40)
}

/// Returns the row of a system type in `sys.types`. Only `timestamp` is NOT NULL by default.
fn system_type(spec: &TypeSpec, name: &str, user_type_id: i32) -> Vec<Value> {
    vec![
        text(name),
        Value::TinyInt(spec.id),
        Value::Int(user_type_id),
        Value::Int(SYS_SCHEMA),
        Value::Null,
        Value::SmallInt(spec.max_length),
        Value::TinyInt(spec.precision),
        Value::TinyInt(spec.scale),
        if spec.family == Family::String { text(COLLATION) } else { Value::Null },
        Value::Bit(spec.id != DataType::RowVersion.spec().id),
        Value::Bit(false),
        Value::Bit(false),
        Value::Int(0),
        Value::Int(0),
        Value::Bit(false),
    ]
}

/// Returns the row of `sysname`, an alias of nvarchar(128) NOT NULL.
fn sysname() -> Vec<Value> {
    let mut row = system_type(DataType::SYSNAME.spec(), "sysname", SYSNAME);
    row[5] = Value::SmallInt(facts(DataType::SYSNAME).max_length);
    row[9] = Value::Bit(false);
    row
}

/// Defines `sys.schemas`. Rows are subject to metadata visibility.
pub(crate) fn schemas() -> View {
    let columns = vec![
        Column::not_null("name", DataType::SYSNAME),
        Column::not_null("schema_id", DataType::Int),
        Column::nullable("principal_id", DataType::Int),
    ];
    View::sys(
        "schemas",
        ViewPermission::Metadata("relational-databases/system-catalog-views/sys-schemas-transact-sql.md"),
        columns,
        |context| {
            let row = |schema: &Schema| vec![text(&schema.name), Value::Int(schema.id.0), Value::Int(schema.owner.0)];
            context.catalog.schemas().map(row).collect()
        },
    )
    .about(16)
}

const WORDS: DataType = DataType::NVarChar(Length::Limited(60));
const SYS_SCHEMA: i32 = 4;
