//! `sys.sql_modules`: the definitions of views, functions, procedures and triggers.
//!
//! Columns: `relational-databases/system-catalog-views/sys-sql-modules-transact-sql`. No module is
//! compiled natively or inlined.

use crate::ddl_triggers;
use crate::view::{View, text};
use sluice_base::ids::ObjectId;
use sluice_base::sync::Arc;
use sluice_catalog::{Column, Module, ModuleOptions, ViewPermission};
use sluice_types::{DataType, Length, Value};

/// Returns the columns of `sys.sql_modules`.
pub(crate) fn columns() -> Vec<Column> {
    let bit = |name| Column::nullable(name, DataType::Bit);
    vec![
        Column::not_null("object_id", DataType::Int),
        Column::nullable("definition", DataType::NVarChar(Length::Max)),
        bit("uses_ansi_nulls"),
        bit("uses_quoted_identifier"),
        bit("is_schema_bound"),
        bit("uses_database_collation"),
        bit("is_recompiled"),
        bit("null_on_null_input"),
        Column::nullable("execute_as_principal_id", DataType::Int),
        bit("uses_native_compilation"),
        bit("inline_type"),
        bit("is_inlineable"),
    ]
}

pub(crate) fn view() -> View {
    View::sys(
        "sql_modules",
        ViewPermission::Metadata("relational-databases/system-catalog-views/sys-sql-modules-transact-sql.md"),
        columns(),
        |context| {
            let modules = context.modules().into_iter().filter(|module| module.kind.has_text());
            let shown = |module: &Arc<Module>| {
                // The definition of an encrypted module is NULL.
                let of = module.trigger.map_or(module.id, |trigger| trigger.parent);
                let text = module.shown_definition().map(|text| context.definition(&module.schema, of, text));
                let definition = text.unwrap_or(Value::Null);
                row(module.id, definition, module.options)
            };
            let of_ddl = |module: &Arc<Module>| {
                row(module.id, module.shown_definition().map_or(Value::Null, text), module.options)
            };
            let ddl = ddl_triggers::of_database(context);
            modules.map(shown).chain(ddl.into_iter().map(of_ddl)).collect()
        },
    )
    .by_object(&["object_id"], 1)
}

/// Returns the row of a module.
pub(crate) fn row(id: ObjectId, definition: Value, options: ModuleOptions) -> Vec<Value> {
    let no = || Value::Bit(false);
    let ModuleOptions { is_schema_bound, lacks_ansi_nulls, lacks_quoted_identifier, .. } = options;
    let bits = [!lacks_ansi_nulls, !lacks_quoted_identifier, is_schema_bound].map(Value::Bit);
    let others = [no(), no(), no(), Value::Null, no(), no(), no()];
    [Value::Int(id.0), definition].into_iter().chain(bits).chain(others).collect()
}
