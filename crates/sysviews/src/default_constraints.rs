//! `sys.default_constraints`: the DEFAULT constraints of a database.
//!
//! Columns: `relational-databases/system-catalog-views/sys-default-constraints-transact-sql`,
//! except columns without data.

use crate::objects;
use crate::view::View;
use sluice_catalog::{Column, Rule, ViewPermission};
use sluice_session::ViewContext;
use sluice_types::{DataType, Length, Value};

/// Defines `sys.default_constraints`. Rows are subject to metadata visibility. A query for one
/// `object_id` or `parent_object_id` or one name enumerates only that object.
pub(crate) fn view() -> View {
    let mut columns = objects::columns();
    columns.extend([
        Column::not_null("parent_column_id", DataType::Int),
        Column::nullable("definition", DataType::NVarChar(Length::Max)),
        Column::not_null("is_system_named", DataType::Bit),
    ]);
    View::sys(
        "default_constraints",
        ViewPermission::Metadata("relational-databases/system-catalog-views/sys-default-constraints-transact-sql.md"),
        columns,
        rows,
    )
    .by_object(&["object_id", "parent_object_id"], 1)
    .by_name()
}

fn rows(context: &ViewContext<'_>) -> Vec<Vec<Value>> {
    let mut rows = Vec::new();
    for table in context.tables().into_iter().chain(context.objects.type_tables(context.catalog)) {
        for constraint in &table.constraints {
            let Rule::Default { column, definition } = &constraint.rule else { continue };
            let mut row = objects::constraint_row(context.catalog, table, constraint);
            let definition = context.definition(&table.schema, table.id, definition);
            row.extend([Value::Int((*column).into()), definition, Value::Bit(constraint.is_system_named)]);
            rows.push(row);
        }
    }
    rows
}
