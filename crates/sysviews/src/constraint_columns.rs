//! The columns that the views of constraints have in common: those of `sys.objects`.

use crate::objects::schema_id;
use crate::view::text;
use sluice_catalog::{Catalog, Column, Constraint, Table};
use sluice_types::{DataType, Length, Value};

/// The first columns of such a view.
pub(crate) fn object_columns() -> Vec<Column> {
    vec![
        Column::not_null("name", DataType::SYSNAME),
        Column::not_null("object_id", DataType::Int),
        Column::nullable("principal_id", DataType::Int),
        Column::not_null("schema_id", DataType::Int),
        Column::not_null("parent_object_id", DataType::Int),
        Column::not_null("type", DataType::char(2)),
        Column::nullable("type_desc", DataType::NVarChar(Length::Limited(60))),
        Column::not_null("is_ms_shipped", DataType::Bit),
    ]
}

/// Their values for a constraint of `table`, in `catalog`.
pub(crate) fn object_values(
    (catalog, table): (&Catalog, &Table),
    constraint: &Constraint,
    code: &str,
    description: &str,
) -> Vec<Value> {
    vec![
        text(&constraint.name),
        Value::Int(constraint.id.0),
        Value::Null,
        Value::Int(schema_id(catalog, &table.schema)),
        Value::Int(table.id.0),
        text(code),
        text(description),
        Value::Bit(false),
    ]
}
