//! `sys.foreign_keys`: the FOREIGN KEY constraints of a database.
//!
//! Columns: `relational-databases/system-catalog-views/sys-foreign-keys-transact-sql`, except
//! columns without data.

use crate::objects;
use crate::view::{View, text};
use sluice_catalog::{Column, ForeignKey, Table, ViewPermission};
use sluice_session::ViewContext;
use sluice_types::{DataType, Length, Value};

/// Defines `sys.foreign_keys`. Rows are subject to metadata visibility. A query for one `object_id`
/// or `parent_object_id` or one name enumerates only that object.
pub(crate) fn view() -> View {
    let mut columns = objects::columns();
    columns.extend([
        Column::nullable("referenced_object_id", DataType::Int),
        Column::nullable("key_index_id", DataType::Int),
        Column::not_null("is_disabled", DataType::Bit),
        Column::not_null("is_not_for_replication", DataType::Bit),
        Column::not_null("is_not_trusted", DataType::Bit),
        Column::nullable("delete_referential_action", DataType::TinyInt),
        Column::nullable("delete_referential_action_desc", DataType::NVarChar(Length::Limited(60))),
        Column::nullable("update_referential_action", DataType::TinyInt),
        Column::nullable("update_referential_action_desc", DataType::NVarChar(Length::Limited(60))),
        Column::not_null("is_system_named", DataType::Bit),
    ]);
    View::sys(
        "foreign_keys",
        ViewPermission::Metadata("relational-databases/system-catalog-views/sys-foreign-keys-transact-sql.md"),
        columns,
        rows,
    )
    .by_object(&["object_id", "parent_object_id"], 1)
    .by_name()
    .by_referenced("referenced_object_id")
}

fn rows(context: &ViewContext<'_>) -> Vec<Vec<Value>> {
    let mut rows = Vec::new();
    for table in context.tables() {
        for (constraint, key) in table.foreign_keys() {
            let referenced = context.catalog.table_by_id(key.referenced);
            let index = referenced.and_then(|referenced| index_of(referenced, key));
            let [(delete, delete_words), (update, update_words)] =
                [key.on_delete, key.on_update].map(|action| action.number());
            let mut row = objects::constraint_row(context.catalog, table, constraint);
            row.extend([
                Value::Int(key.referenced.0),
                index.map_or(Value::Null, |id| Value::Int(id.into())),
                Value::Bit(key.enforcement.is_disabled),
                Value::Bit(key.enforcement.not_for_replication),
                Value::Bit(key.enforcement.is_not_trusted),
                Value::TinyInt(delete),
                text(delete_words),
                Value::TinyInt(update),
                text(update_words),
                Value::Bit(constraint.is_system_named),
            ]);
            rows.push(row);
        }
    }
    rows
}

/// Returns the id of the unique index over exactly the referenced columns.
fn index_of(referenced: &Table, key: &ForeignKey) -> Option<u16> {
    let places = referenced.places(&key.referenced_columns);
    let mut unique = referenced
        .indexes
        .iter()
        .filter(|index| index.unique && index.filter.is_none() && index.keys.len() == places.len());
    unique.find(|index| index.keys.iter().all(|key| places.contains(&key.column))).map(|index| index.id)
}
