//! `sys.numbered_procedures` and `sys.numbered_procedure_parameters`: the procedures of groups,
//! without the first of each group, and their parameters.
//!
//! Columns: `relational-databases/system-catalog-views/sys-numbered-procedures-transact-sql` and
//! `sys-numbered-procedure-parameters-transact-sql`.

use crate::parameters;
use crate::view::View;
use sluice_base::sync::Arc;
use sluice_catalog::{Column, Module, ViewPermission};
use sluice_exec::batch::declared_parameters;
use sluice_session::ViewContext;
use sluice_types::{DataType, Length, Value};

/// Defines `sys.numbered_procedures`. Rows are subject to metadata visibility.
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
            let row = |(first, module): (&Arc<Module>, &Arc<Module>)| {
                let text = module.shown_definition();
                let definition = text.map(|text| context.definition(&first.schema, first.id, text));
                let number = Value::SmallInt(module.options.number as i16);
                vec![Value::Int(first.id.0), number, definition.unwrap_or(Value::Null)]
            };
            numbered(context).into_iter().map(row).collect()
        },
    )
}

/// Defines `sys.numbered_procedure_parameters`. Rows are subject to metadata visibility.
pub(crate) fn of_parameters() -> View {
    let mut columns = parameters::columns();
    columns.truncate(SHARED_COLUMNS);
    columns.insert(1, Column::not_null("procedure_number", DataType::SmallInt));
    View::sys(
        "numbered_procedure_parameters",
        ViewPermission::Metadata(
            "relational-databases/system-catalog-views/sys-numbered-procedure-parameters-transact-sql.md",
        ),
        columns,
        |context| {
            let rows = |(first, module): (&Arc<Module>, &Arc<Module>)| {
                let (_, declared) = declared_parameters(module, context.catalog);
                let row = |(parameter, id)| {
                    let mut row = parameters::row(first.id, id, parameter);
                    row.truncate(SHARED_COLUMNS);
                    row.insert(1, Value::SmallInt(module.options.number as i16));
                    row
                };
                declared.iter().zip(1..).map(row).collect::<Vec<_>>()
            };
            numbered(context).into_iter().flat_map(rows).collect()
        },
    )
}

/// Returns the procedures with a number, each with the first procedure of its group.
fn numbered<'a>(context: &'a ViewContext<'_>) -> Vec<(&'a Arc<Module>, &'a Arc<Module>)> {
    let has_any = context.catalog.all_modules().into_iter().any(|module| module.options.number > 0);
    let firsts = if has_any { context.catalog.modules() } else { Vec::new() };
    let of_group =
        |first: &'a Arc<Module>| context.catalog.numbered(first).into_iter().map(move |module| (first, module));
    firsts.into_iter().flat_map(of_group).collect()
}

/// The columns that the parameters share with `sys.parameters`: up to `is_cursor_ref`.
const SHARED_COLUMNS: usize = 10;
