//! `sys.numbered_procedures`: the procedures of groups, without the first of each group.
//!
//! Columns: `relational-databases/system-catalog-views/sys-numbered-procedures-transact-sql`.

use crate::view::View;
use sluice_base::sync::Arc;
use sluice_catalog::{Column, Module, ViewPermission};
use sluice_types::{DataType, Length, Value};

pub(crate) fn view() -> View {
    let columns = vec![
        Column::not_null("object_id", DataType::Int),
        Column::nullable("procedure_number", DataType::SmallInt),
        Column::nullable("definition", DataType::NVarChar(Length::Max)),
    ];
    View::sys(
        "numbered_procedures",
        ViewPermission::Metadata("relational-databases/system-catalog-views/sys-numbered-procedures-transact-sql.md"),
        columns,
        |context| {
            let of_group = |first: &Arc<Module>| {
                let row = |module: &Arc<Module>| {
                    let text = module.shown_definition();
                    let definition = text.map(|text| context.definition(&first.schema, first.id, text));
                    vec![
                        Value::Int(first.id.0),
                        Value::SmallInt(module.options.number as i16),
                        definition.unwrap_or(Value::Null),
                    ]
                };
                context.catalog.numbered(first).into_iter().map(row).collect::<Vec<_>>()
            };
            let numbered = context.catalog.all_modules().into_iter().any(|module| module.options.number > 0);
            let firsts = if numbered { context.catalog.modules() } else { Vec::new() };
            firsts.into_iter().flat_map(of_group).collect()
        },
    )
}
