//! `sys.check_constraints`: the CHECK constraints of a database.
//!
//! Columns: `relational-databases/system-catalog-views/sys-check-constraints-transact-sql`, except
//! columns without data.

use crate::objects;
use crate::view::View;
use sluice_catalog::{Column, Rule, ViewPermission};
use sluice_session::ViewContext;
use sluice_types::{DataType, Length, Value};

/// Defines `sys.check_constraints`. Rows are subject to metadata visibility. A query for one
/// `object_id` or `parent_object_id` or one name enumerates only that object.
pub(crate) fn view() -> View {
    let mut columns = objects::columns();
    columns.extend([
        Column::not_null("is_disabled", DataType::Bit),
        Column::not_null("is_not_for_replication", DataType::Bit),
        Column::not_null("is_not_trusted", DataType::Bit),
        Column::not_null("parent_column_id", DataType::Int),
        Column::nullable("definition", DataType::NVarChar(Length::Max)),
        Column::nullable("uses_database_collation", DataType::Bit),
        Column::not_null("is_system_named", DataType::Bit),
    ]);
    View::sys(
        "check_constraints",
        ViewPermission::Metadata("relational-databases/system-catalog-views/sys-check-constraints-transact-sql.md"),
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
            let Rule::Check { column, definition, enforcement } = &constraint.rule else { continue };
            let mut row = objects::constraint_row(context.catalog, table, constraint);
            row.extend([
                Value::Bit(enforcement.is_disabled),
                Value::Bit(enforcement.not_for_replication),
                Value::Bit(enforcement.is_not_trusted),
                Value::Int(column.unwrap_or(0).into()),
                context.definition(&table.schema, table.id, definition),
                Value::Bit(true),
                Value::Bit(constraint.is_system_named),
            ]);
            rows.push(row);
        }
    }
    rows
}
