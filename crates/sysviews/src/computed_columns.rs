//! `sys.computed_columns`: the computed columns of tables.
//!
//! Columns: `relational-databases/system-catalog-views/sys-computed-columns-transact-sql`.

use crate::columns;
use crate::view::View;
use sluice_catalog::{Column, ViewPermission};
use sluice_session::ViewContext;
use sluice_types::{DataType, Length, Value};

/// Defines `sys.computed_columns`. Rows are subject to metadata visibility. A query for one
/// `object_id` enumerates only that object.
pub(crate) fn view() -> View {
    let mut columns = columns::columns();
    columns.extend([
        Column::nullable("definition", DataType::NVarChar(Length::Max)),
        Column::nullable("uses_database_collation", DataType::Bit),
        Column::not_null("is_persisted", DataType::Bit),
    ]);
    View::sys(
        "computed_columns",
        ViewPermission::Metadata("relational-databases/system-catalog-views/sys-computed-columns-transact-sql.md"),
        columns,
        rows,
    )
    .by_object(&["object_id"], 1)
}

fn rows(context: &ViewContext<'_>) -> Vec<Vec<Value>> {
    let mut rows = Vec::new();
    for table in context.tables().into_iter().chain(context.objects.type_tables(context.catalog)) {
        for column in &table.columns {
            let Some(computed) = column.computed.as_ref().filter(|_| !column.flags.is_column_set) else { continue };
            let mut row = columns::whole_row(table.id, column, 0);
            row.extend([
                context.definition(&table.schema, table.id, &computed.definition),
                Value::Bit(true),
                Value::Bit(computed.is_persisted),
            ]);
            rows.push(row);
        }
    }
    rows
}
