//! `sys.system_views`: the system views, which aren't objects of a database and have no ids in this
//! version.
//!
//! Columns: `relational-databases/system-catalog-views/sys-system-views-transact-sql`, except
//! columns without data.

use crate::view::View;
use crate::{registry, text_views};
use sluice_base::sync::Arc;
use sluice_catalog::{Column, Schema, ViewPermission};
use sluice_session::{SystemView, ViewContext};
use sluice_types::{DataType, Length, Value};

/// Returns every system view and function written in Rust.
pub fn all() -> Vec<Arc<dyn SystemView>> {
    let mut all = registry::others();
    all.push(Arc::new(view()));
    all
}

fn view() -> View {
    View::sys(
        "system_views",
        ViewPermission::Public("relational-databases/system-catalog-views/sys-system-views-transact-sql.md"),
        vec![
            Column::not_null("name", DataType::SYSNAME),
            Column::not_null("schema_id", DataType::Int),
            Column::not_null("parent_object_id", DataType::Int),
            Column::nullable("type", DataType::char(2)),
            Column::nullable("type_desc", DataType::NVarChar(Length::Limited(60))),
            Column::nullable("is_ms_shipped", DataType::Bit),
            Column::nullable("is_published", DataType::Bit),
            Column::nullable("is_schema_published", DataType::Bit),
        ],
        rows,
    )
}

fn rows(_context: &ViewContext<'_>) -> Vec<Vec<Value>> {
    let own = all();
    // A view with parameters is a function.
    let own = own.iter().map(|view| view.def()).filter(|def| def.parameters.is_none());
    let mut names: Vec<(&str, &str)> = own.map(|def| (def.schema, def.name)).chain(text_views::names()).collect();
    names.sort_unstable();
    let row = |(schema, name): (&str, &str)| {
        let schema = Schema::built_in(schema).map_or(Value::Null, |schema| Value::Int(schema.id.0));
        vec![
            Value::text(name),
            schema,
            Value::Int(0),
            Value::text("V "),
            Value::text("VIEW"),
            Value::Bit(true),
            Value::Bit(false),
            Value::Bit(false),
        ]
    };
    names.into_iter().map(row).collect()
}
