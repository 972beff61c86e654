//! `sys.sql_modules`: the definitions of views, functions, procedures and triggers.
//!
//! Columns: `relational-databases/system-catalog-views/sys-sql-modules-transact-sql`, except
//! columns without data.

use crate::view::View;
use sluice_base::sync::Arc;
use sluice_catalog::{Column, Module, ViewPermission};
use sluice_types::{DataType, Length, Value};

pub(crate) fn view() -> View {
    let columns = vec![
        Column::not_null("object_id", DataType::Int),
        Column::nullable("definition", DataType::NVarChar(Length::Max)),
        Column::nullable("uses_ansi_nulls", DataType::Bit),
        Column::nullable("uses_quoted_identifier", DataType::Bit),
        Column::nullable("is_schema_bound", DataType::Bit),
        Column::nullable("uses_native_compilation", DataType::Bit),
    ];
    View::sys(
        "sql_modules",
        ViewPermission::Metadata("relational-databases/system-catalog-views/sys-sql-modules-transact-sql.md"),
        columns,
        |context| {
            let modules = context.modules().into_iter().filter(|module| module.kind.has_text());
            let row = |module: &Arc<Module>| {
                // The definition of an encrypted module is NULL.
                let of = module.trigger.map_or(module.id, |trigger| trigger.parent);
                let shown = module.shown_definition().map(|text| context.definition(&module.schema, of, text));
                let definition = shown.unwrap_or(Value::Null);
                let bits = [true, true, module.options.is_schema_bound, false].map(Value::Bit);
                [Value::Int(module.id.0), definition].into_iter().chain(bits).collect()
            };
            modules.map(row).collect()
        },
    )
    .by_object(&["object_id"], 1)
}
