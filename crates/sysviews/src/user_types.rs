//! `sys.table_types`, and the rows of user-defined types in `sys.types`.
//!
//! Columns: `relational-databases/system-catalog-views/sys-types-transact-sql` and
//! `sys-table-types-transact-sql`.

use crate::objects::schema_id;
use crate::view::{View, text};
use sluice_catalog::{Column, TypeId, TypeKind, UserType, ViewPermission};
use sluice_session::ViewContext;
use sluice_types::type_facts::{COLLATION, TypeFacts, facts};
use sluice_types::{DataType, Value};

/// The facts of table types.
pub(crate) const TABLE_TYPE: TypeFacts = TypeFacts { id: 243, max_length: -1, precision: 0, scale: 0, is_text: false };

/// Returns the `user_type_id`: the user-defined type's id, or the system type's.
pub(crate) fn user_type_id(facts: TypeFacts, user_type: Option<TypeId>) -> i32 {
    user_type.map_or(facts.id.into(), |user_type| user_type.0)
}

/// Returns the columns of `sys.types`.
pub(crate) fn columns() -> Vec<Column> {
    vec![
        Column::not_null("name", DataType::SYSNAME),
        Column::not_null("system_type_id", DataType::TinyInt),
        Column::not_null("user_type_id", DataType::Int),
        Column::not_null("schema_id", DataType::Int),
        Column::nullable("principal_id", DataType::Int),
        Column::not_null("max_length", DataType::SmallInt),
        Column::not_null("precision", DataType::TinyInt),
        Column::not_null("scale", DataType::TinyInt),
        Column::nullable("collation_name", DataType::SYSNAME),
        Column::nullable("is_nullable", DataType::Bit),
        Column::not_null("is_user_defined", DataType::Bit),
        Column::not_null("is_assembly_type", DataType::Bit),
        Column::not_null("default_object_id", DataType::Int),
        Column::not_null("rule_object_id", DataType::Int),
        Column::not_null("is_table_type", DataType::Bit),
    ]
}

/// Defines `sys.table_types`. Rows are subject to metadata visibility.
pub(crate) fn table_types() -> View {
    let mut columns = columns();
    columns.push(Column::not_null("type_table_object_id", DataType::Int));
    columns.push(Column::nullable("is_memory_optimized", DataType::Bit));
    View::sys(
        "table_types",
        ViewPermission::Metadata("relational-databases/system-catalog-views/sys-table-types-transact-sql.md"),
        columns,
        |context| {
            let tables =
                context.catalog.user_types().iter().filter_map(|user_type| Some((user_type, user_type.table()?)));
            let with_table = tables.map(|(user_type, table)| {
                let mut row = row(context, user_type);
                row.extend([Value::Int(table.id.0), Value::Bit(false)]);
                row
            });
            with_table.collect()
        },
    )
}

/// Returns a type's row in `sys.types`. A table type has the facts of tables and no collation.
pub(crate) fn row(context: &ViewContext<'_>, user_type: &UserType) -> Vec<Value> {
    let (facts, nullable) = match &user_type.kind {
        TypeKind::Alias { data_type, nullable } => (facts(*data_type), *nullable),
        TypeKind::Table { .. } => (TABLE_TYPE, false),
    };
    vec![
        text(&user_type.name),
        Value::TinyInt(facts.id),
        Value::Int(user_type.id.0),
        Value::Int(schema_id(context.catalog, &user_type.schema)),
        Value::Null,
        Value::SmallInt(facts.max_length),
        Value::TinyInt(facts.precision),
        Value::TinyInt(facts.scale),
        if facts.is_text { text(COLLATION) } else { Value::Null },
        Value::Bit(nullable),
        Value::Bit(true),
        Value::Bit(false),
        Value::Int(user_type.bound.default.as_ref().map_or(0, |bound| bound.id.0)),
        Value::Int(user_type.bound.rule.as_ref().map_or(0, |bound| bound.id.0)),
        Value::Bit(user_type.table().is_some()),
    ]
}
