//! `sys.sql_modules`: the texts of views, functions and procedures.
//!
//! Columns of `relational-databases/system-catalog-views/sys-sql-modules-transact-sql`, those that this version knows the truth of.

use crate::view::{View, text};
use sluice_catalog::Column;
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
    View::sys("sql_modules", columns, |context| {
        let modules = context.catalog.modules().into_iter().filter(|module| module.kind.has_text());
        let bits = [true, true, false, false].map(Value::Bit);
        let row =
            |id: i32, definition: &str| [Value::Int(id), text(definition)].into_iter().chain(bits.clone()).collect();
        modules.map(|module| row(module.id.0, &module.definition)).collect()
    })
}
