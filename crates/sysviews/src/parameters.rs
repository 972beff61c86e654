//! `sys.parameters`: the parameters of procedures and functions, and the return values of scalar
//! functions.
//!
//! Columns: `relational-databases/system-catalog-views/sys-parameters-transact-sql`. Defaults are
//! shown only for CLR modules, as that page says.

use crate::columns::encryption_columns;
use crate::user_types::{TABLE_TYPE, user_type_id};
use crate::view::{View, text};
use sluice_base::ids::ObjectId;
use sluice_catalog::{Column, ViewPermission};
use sluice_exec::batch::{DeclaredParameter, declared_parameters};
use sluice_types::type_facts::facts;
use sluice_types::{DataType, Value};

/// Returns the columns of `sys.parameters`.
pub(crate) fn columns() -> Vec<Column> {
    let own = [
        Column::not_null("object_id", DataType::Int),
        Column::nullable("name", DataType::SYSNAME),
        Column::not_null("parameter_id", DataType::Int),
        Column::not_null("system_type_id", DataType::TinyInt),
        Column::not_null("user_type_id", DataType::Int),
        Column::not_null("max_length", DataType::SmallInt),
        Column::not_null("precision", DataType::TinyInt),
        Column::not_null("scale", DataType::TinyInt),
        Column::not_null("is_output", DataType::Bit),
        Column::not_null("is_cursor_ref", DataType::Bit),
        Column::not_null("has_default_value", DataType::Bit),
        Column::not_null("is_xml_document", DataType::Bit),
        Column::nullable("default_value", DataType::SqlVariant),
        Column::not_null("xml_collection_id", DataType::Int),
        Column::not_null("is_readonly", DataType::Bit),
        Column::nullable("is_nullable", DataType::Bit),
    ];
    own.into_iter().chain(encryption_columns()).collect()
}

/// Defines `sys.parameters`. Rows are subject to metadata visibility. A query for one `object_id`
/// enumerates only that object.
pub(crate) fn view() -> View {
    View::sys(
        "parameters",
        ViewPermission::Metadata("relational-databases/system-catalog-views/sys-parameters-transact-sql.md"),
        columns(),
        |context| {
            let mut rows = Vec::new();
            for module in context.modules() {
                let (returned, parameters) = declared_parameters(module, context.catalog);
                rows.extend(returned.map(|returned| row(module.id, 0, &returned)));
                rows.extend(parameters.iter().zip(1..).map(|(parameter, id)| row(module.id, id, parameter)));
            }
            rows
        },
    )
    .by_object(&["object_id"], 2)
}

/// Returns the row of a parameter of `object`, whose `parameter_id` is `id` (0 for a return value).
/// Every parameter is nullable and without a shown default; a table parameter has the type of
/// tables.
pub(crate) fn row(object: ObjectId, id: i32, parameter: &DeclaredParameter) -> Vec<Value> {
    let facts = if parameter.is_read_only { TABLE_TYPE } else { facts(parameter.data_type) };
    let no = Value::Bit(false);
    vec![
        Value::Int(object.0),
        text(&parameter.name),
        Value::Int(id),
        Value::TinyInt(facts.id),
        Value::Int(user_type_id(facts, parameter.user_type)),
        Value::SmallInt(facts.max_length),
        Value::TinyInt(facts.precision),
        Value::TinyInt(facts.scale),
        Value::Bit(parameter.is_output),
        Value::Bit(parameter.is_cursor),
        no.clone(),
        no.clone(),
        Value::Null,
        Value::Int(0),
        Value::Bit(parameter.is_read_only),
        Value::Bit(true),
        Value::Null,
        Value::Null,
        Value::Null,
        Value::Null,
        Value::Null,
    ]
}
