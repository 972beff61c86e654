//! `sys.objects`, `sys.synonyms` and `sys.views`: all schema-scoped objects of a database,
//! including system tables.
//!
//! Columns: `relational-databases/system-catalog-views/sys-objects-transact-sql`. System tables
//! have the creation date of their database.

use crate::view::{View, moment, text};
use sluice_base::ids::ObjectId;
use sluice_catalog::{Catalog, Column, Constraint, KeyConstraint, ModuleKind, Table, ViewPermission};
use sluice_session::ViewContext;
use sluice_table::catalog_store::system_table;
use sluice_types::{DataType, Length, Value};

/// Defines `sys.objects`. Rows are subject to metadata visibility. A query for one `object_id` or
/// `parent_object_id` or one name enumerates only that object.
pub(crate) fn view() -> View {
    View::sys(
        "objects",
        ViewPermission::Metadata("relational-databases/system-catalog-views/sys-objects-transact-sql.md"),
        columns(),
        rows,
    )
    .by_object(&["object_id", "parent_object_id"], 2)
    .by_name()
}

/// Returns the columns of `sys.objects`, which are also the first columns of many other views.
pub(crate) fn columns() -> Vec<Column> {
    vec![
        Column::not_null("name", DataType::SYSNAME),
        Column::not_null("object_id", DataType::Int),
        Column::nullable("principal_id", DataType::Int),
        Column::not_null("schema_id", DataType::Int),
        Column::not_null("parent_object_id", DataType::Int),
        Column::nullable("type", DataType::char(2)),
        Column::nullable("type_desc", DataType::NVarChar(Length::Limited(60))),
        Column::not_null("create_date", DataType::DateTime),
        Column::not_null("modify_date", DataType::DateTime),
        Column::not_null("is_ms_shipped", DataType::Bit),
        Column::not_null("is_published", DataType::Bit),
        Column::not_null("is_schema_published", DataType::Bit),
    ]
}

/// Defines `sys.synonyms`: the columns of `sys.objects`, and the base object's name. Rows are
/// subject to metadata visibility. A query for one `object_id` or one name enumerates only that
/// object.
pub(crate) fn synonyms() -> View {
    let mut columns = columns();
    columns.push(Column::nullable("base_object_name", DataType::NVarChar(Length::Limited(1035))));
    View::sys(
        "synonyms",
        ViewPermission::Metadata("relational-databases/system-catalog-views/sys-synonyms-transact-sql.md"),
        columns,
        |context| {
            let all = context.modules().into_iter().filter(|module| module.kind == ModuleKind::Synonym);
            let shown = all.map(|module| {
                let schema = schema_id(context.catalog, &module.schema);
                let mut row = row(context.catalog, (&module.name, module.id.0), 0, module.kind.code(), schema);
                mark(&mut row, module.options.is_marked);
                row.push(text(&module.definition));
                row
            });
            shown.collect()
        },
    )
    .by_object(&["object_id"], 1)
    .by_name()
}

/// Defines `sys.views`: the columns of `sys.objects`, and the properties of views. Rows are subject
/// to metadata visibility. A query for one `object_id` or one name enumerates only that object.
pub(crate) fn views() -> View {
    let mut columns = columns();
    let bit = |name: &str| Column::nullable(name, DataType::Bit);
    columns.extend(VIEW_OPTIONS.map(bit));
    columns.extend([
        Column::nullable("ledger_view_type", DataType::TinyInt),
        Column::nullable("ledger_view_type_desc", DataType::NVarChar(Length::Limited(60))),
        bit("is_dropped_ledger_view"),
    ]);
    View::sys(
        "views",
        ViewPermission::Metadata("relational-databases/system-catalog-views/sys-views-transact-sql.md"),
        columns,
        |context| {
            let all = context.modules().into_iter().filter(|module| module.kind == ModuleKind::View);
            let shown = all.map(|module| {
                let schema = schema_id(context.catalog, &module.schema);
                let mut row = row(context.catalog, (&module.name, module.id.0), 0, module.kind.code(), schema);
                mark(&mut row, module.options.is_marked);
                let is_checked = |option: &str| option == CHECK_OPTION && module.options.has_check_option;
                row.extend(VIEW_OPTIONS.map(|option| Value::Bit(is_checked(option))));
                row.extend([Value::TinyInt(0), text("NON_LEDGER_VIEW"), Value::Bit(false)]);
                row
            });
            shown.collect()
        },
    )
    .by_object(&["object_id"], 1)
    .by_name()
}

/// Shows an object that `sp_MS_marksystemobject` has marked as one of the system.
pub(crate) fn mark(row: &mut [Value], is_marked: bool) {
    if is_marked {
        row[MS_SHIPPED] = Value::Bit(true);
    }
}

fn rows(context: &ViewContext<'_>) -> Vec<Vec<Value>> {
    let catalog = context.catalog;
    let is_master = context.database.id.0 == 1;
    let shipped = (0..FIRST_USER_OBJECT).filter_map(|id| Some((id, system_table(ObjectId(id))?)));
    // Instance-wide system tables exist only in master.
    let shipped = shipped.filter(|(id, _)| (is_master || *id < FIRST_OF_MASTER) && context.limits.is_none());
    let shipped = shipped.filter(|(id, name)| context.objects.accepts(ObjectId(*id), name));
    let mut rows: Vec<Vec<Value>> = shipped.map(|(id, name)| row(catalog, (name, id), 0, "S", SYS_SCHEMA)).collect();
    for table in context.tables() {
        let schema = schema_id(catalog, &table.schema);
        let mut row = row(catalog, (&table.name, table.id.0), 0, "U", schema);
        mark(&mut row, table.options.is_marked);
        rows.push(row);
        rows.extend(constraints(catalog, table));
    }
    for table in context.objects.type_tables(catalog) {
        let mut row = row(catalog, (&table.name, table.id.0), 0, "TT", SYS_SCHEMA);
        row[MS_SHIPPED] = Value::Bit(false);
        rows.push(row);
        rows.extend(constraints(catalog, table));
    }
    for sequence in context.sequences() {
        rows.push(row(catalog, (&sequence.name, sequence.id.0), 0, "SO", schema_id(catalog, &sequence.schema)));
    }
    for module in context.modules() {
        let schema = schema_id(catalog, &module.schema);
        let parent = module.trigger.map_or(0, |trigger| trigger.parent.0);
        let mut row = row(catalog, (&module.name, module.id.0), parent, module.kind.code(), schema);
        mark(&mut row, module.options.is_marked);
        rows.push(row);
    }
    rows
}

/// Returns the rows of a table's keys and constraints.
fn constraints(catalog: &Catalog, table: &Table) -> Vec<Vec<Value>> {
    let mut rows = Vec::new();
    for index in &table.indexes {
        if let Some(key) = index.constraint {
            rows.push(key_row(catalog, table, (&index.name, key)));
        }
    }
    rows.extend(table.constraints.iter().map(|constraint| constraint_row(catalog, table, constraint)));
    rows
}

/// Returns the `sys.objects` columns of a primary key or unique constraint of `table`, whose index
/// is called `name`.
pub(crate) fn key_row(catalog: &Catalog, table: &Table, (name, key): (&str, KeyConstraint)) -> Vec<Value> {
    owned_row(catalog, table, (name, key.id.0), if key.is_primary { "PK" } else { "UQ" })
}

/// Returns the `sys.objects` columns of another constraint of `table`. A constraint of a table type
/// is in schema `sys` and isn't marked as shipped.
pub(crate) fn constraint_row(catalog: &Catalog, table: &Table, constraint: &Constraint) -> Vec<Value> {
    owned_row(catalog, table, (&constraint.name, constraint.id.0), constraint.rule.code())
}

/// Returns the row of an object in a table. Those of table types are in `sys` and have the dates of
/// the type's table.
fn owned_row(catalog: &Catalog, table: &Table, named: (&str, i32), code: &str) -> Vec<Value> {
    if !table.schema.is_empty() {
        return row(catalog, named, table.id.0, code, schema_id(catalog, &table.schema));
    }
    let mut row = row(catalog, named, table.id.0, code, SYS_SCHEMA);
    let [created, modified] = dates(catalog, table.id);
    (row[CREATED], row[CREATED + 1], row[MS_SHIPPED]) = (created, modified, Value::Bit(false));
    row
}

/// Returns the `sys.objects` columns of an object in the schema with this id. `parent` is the id of
/// the owning table, or 0; `code` is the object's type. Objects of `sys` are marked as shipped, and
/// ids of the system have the dates of the database.
pub(crate) fn row(catalog: &Catalog, (name, id): (&str, i32), parent: i32, code: &str, schema: i32) -> Vec<Value> {
    let [created, modified] = dates(catalog, if id < FIRST_USER_OBJECT { ObjectId(0) } else { ObjectId(id) });
    vec![
        text(name),
        Value::Int(id),
        Value::Null,
        Value::Int(schema),
        Value::Int(parent),
        text(code),
        text(description(code)),
        created,
        modified,
        Value::Bit(schema == SYS_SCHEMA),
        Value::Bit(false),
        Value::Bit(false),
    ]
}

/// Returns the creation and modification times of an object as local datetimes, or NULLs if they
/// aren't known. Id 0 is the database.
pub(crate) fn dates(catalog: &Catalog, id: ObjectId) -> [Value; 2] {
    let dates = catalog.dates().get(&id);
    dates.map_or([Value::Null, Value::Null], |dates| [dates.created_ns, dates.modified_ns].map(moment))
}

/// Returns the `type_desc` of an object type.
fn description(code: &str) -> &'static str {
    match ModuleKind::of_code(code) {
        Some(ModuleKind::View) => return "VIEW",
        Some(ModuleKind::InlineFunction) => return "SQL_INLINE_TABLE_VALUED_FUNCTION",
        Some(ModuleKind::TableFunction) => return "SQL_TABLE_VALUED_FUNCTION",
        Some(ModuleKind::ScalarFunction) => return "SQL_SCALAR_FUNCTION",
        Some(ModuleKind::Procedure) => return "SQL_STORED_PROCEDURE",
        Some(ModuleKind::Trigger) => return "SQL_TRIGGER",
        Some(ModuleKind::Synonym) => return "SYNONYM",
        Some(ModuleKind::Default) => return "DEFAULT_CONSTRAINT",
        Some(ModuleKind::Rule) => return "RULE",
        None => {}
    }
    match code {
        "U" => "USER_TABLE",
        "PK" => "PRIMARY_KEY_CONSTRAINT",
        "UQ" => "UNIQUE_CONSTRAINT",
        "C" => "CHECK_CONSTRAINT",
        "F" => "FOREIGN_KEY_CONSTRAINT",
        "SO" => "SEQUENCE_OBJECT",
        "TT" => "TYPE_TABLE",
        _ => "SYSTEM_TABLE",
    }
}

/// Returns the id of the schema called `name`, or 0 if the session doesn't see one.
pub(crate) fn schema_id(catalog: &Catalog, name: &str) -> i32 {
    catalog.schema(name).map_or(0, |schema| schema.id.0)
}

/// The options of views in `sys.views`. All but WITH CHECK OPTION belong to absent features.
const VIEW_OPTIONS: [&str; 8] = [
    "is_replicated",
    "has_replication_filter",
    "has_opaque_metadata",
    "has_unchecked_assembly_data",
    CHECK_OPTION,
    "is_date_correlation_view",
    "is_tracked_by_cdc",
    "has_snapshot",
];
const CHECK_OPTION: &str = "with_check_option";
/// The ordinal of `create_date`, which `modify_date` follows.
const CREATED: usize = 7;
/// The ordinal of `is_ms_shipped`. Table types belong to users although their tables are in `sys`.
pub(crate) const MS_SHIPPED: usize = 9;
/// The id of schema `sys`.
const SYS_SCHEMA: i32 = 4;
/// The first id of the system tables that only master has.
const FIRST_OF_MASTER: i32 = 60;
/// The first id of user objects.
const FIRST_USER_OBJECT: i32 = 1000;
