//! `sys.foreign_key_columns`: the column pairs of foreign keys.
//!
//! Columns: `relational-databases/system-catalog-views/sys-foreign-key-columns-transact-sql`.

use crate::view::View;
use sluice_catalog::{Column, ViewPermission};
use sluice_session::ViewContext;
use sluice_types::{DataType, Value};

/// Defines `sys.foreign_key_columns`. Rows are subject to metadata visibility. A query for one
/// `constraint_object_id` or `parent_object_id` enumerates only that object.
pub(crate) fn view() -> View {
    let columns = [
        "constraint_object_id",
        "constraint_column_id",
        "parent_object_id",
        "parent_column_id",
        "referenced_object_id",
        "referenced_column_id",
    ];
    let columns = columns.into_iter().map(|name| Column::not_null(name, DataType::Int));
    View::sys(
        "foreign_key_columns",
        ViewPermission::Metadata("relational-databases/system-catalog-views/sys-foreign-key-columns-transact-sql.md"),
        columns.collect(),
        rows,
    )
    .by_object(&["constraint_object_id", "parent_object_id"], 1)
    .by_referenced("referenced_object_id")
}

fn rows(context: &ViewContext<'_>) -> Vec<Vec<Value>> {
    let mut rows = Vec::new();
    for table in context.tables() {
        for (constraint, key) in table.foreign_keys() {
            let pairs = key.columns.iter().zip(&key.referenced_columns);
            rows.extend(pairs.enumerate().map(|(number, (own, referenced))| {
                let ids = [constraint.id.0, number as i32 + 1, table.id.0, (*own).into(), key.referenced.0];
                ids.into_iter().chain([(*referenced).into()]).map(Value::Int).collect()
            }));
        }
    }
    rows
}
