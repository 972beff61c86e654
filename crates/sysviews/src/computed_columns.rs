//! `sys.computed_columns`: the computed columns of tables.
//!
//! Columns: `relational-databases/system-catalog-views/sys-computed-columns-transact-sql`, except
//! columns without data.

use crate::view::{View, text};
use sluice_catalog::{Column, ViewPermission};
use sluice_session::ViewContext;
use sluice_types::{DataType, Length, Value};

pub(crate) fn view() -> View {
    let columns = vec![
        Column::not_null("object_id", DataType::Int),
        Column::nullable("name", DataType::SYSNAME),
        Column::not_null("column_id", DataType::Int),
        Column::nullable("is_nullable", DataType::Bit),
        Column::not_null("is_computed", DataType::Bit),
        Column::nullable("definition", DataType::NVarChar(Length::Max)),
        Column::not_null("is_persisted", DataType::Bit),
    ];
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
    for table in context.tables() {
        for column in &table.columns {
            let Some(computed) = &column.computed else { continue };
            rows.push(vec![
                Value::Int(table.id.0),
                text(&column.name),
                Value::Int(column.id.into()),
                Value::Bit(column.nullable),
                Value::Bit(true),
                context.definition(&table.schema, table.id, &computed.definition),
                Value::Bit(computed.is_persisted),
            ]);
        }
    }
    rows
}
