//! `sys.sql_modules`: the definitions of views, functions, procedures and triggers.
//!
//! Columns: `relational-databases/system-catalog-views/sys-sql-modules-transact-sql`. No module is
//! compiled natively or inlined. Options that the catalog doesn't keep are read from the text, if
//! the query wants them.

use crate::ddl_triggers;
use crate::view::{View, text};
use sluice_base::sync::Arc;
use sluice_catalog::security::ids;
use sluice_catalog::{Column, Module, ModuleOptions, ViewPermission};
use sluice_exec::batch::{DeclaredContext, declared_options};
use sluice_session::ViewContext;
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

/// Defines `sys.sql_modules`. Rows are subject to metadata visibility. A query for one `object_id`
/// enumerates only that object.
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
                row(context, module, text.unwrap_or(Value::Null))
            };
            let of_ddl =
                |module: &Arc<Module>| row(context, module, module.shown_definition().map_or(Value::Null, text));
            let ddl = ddl_triggers::of_database(context);
            modules.map(shown).chain(ddl.into_iter().map(of_ddl)).collect()
        },
    )
    .by_object(&["object_id"], 1)
}

/// Returns the row of a module. `definition` is its text, or NULL if the session may not see it.
/// The text is parsed only if a column that comes from it is wanted.
pub(crate) fn row(context: &ViewContext<'_>, module: &Module, definition: Value) -> Vec<Value> {
    let wants = |place: usize| context.wanted.get(place).is_none_or(|wanted| *wanted);
    let declared = if (RECOMPILED..=EXECUTE_AS).any(wants) { declared_options(module) } else { Default::default() };
    let ModuleOptions { is_schema_bound, lacks_ansi_nulls, lacks_quoted_identifier, .. } = module.options;
    let bit = Value::Bit;
    vec![
        Value::Int(module.id.0),
        definition,
        bit(!lacks_ansi_nulls),
        bit(!lacks_quoted_identifier),
        bit(is_schema_bound),
        bit(false),
        bit(declared.recompiles),
        bit(declared.null_on_null_input),
        execute_as(context, &declared.context),
        bit(false),
        bit(false),
        bit(false),
    ]
}

/// Returns `execute_as_principal_id`: NULL for the caller, −2 for the owner, else the user's id.
/// SELF is allowed for dbo alone.
fn execute_as(context: &ViewContext<'_>, declared: &DeclaredContext) -> Value {
    match declared {
        DeclaredContext::Caller => Value::Null,
        DeclaredContext::Owner => Value::Int(OWNER),
        DeclaredContext::Itself => Value::Int(ids::DBO.0),
        DeclaredContext::User(name) => {
            let user = context.whole.security().named(name);
            user.map_or(Value::Null, |user| Value::Int(user.id.0))
        }
    }
}

/// The ordinal of `is_recompiled`.
const RECOMPILED: usize = 6;
/// The ordinal of `execute_as_principal_id`.
const EXECUTE_AS: usize = 8;
/// The number that stands for the module's owner.
const OWNER: i32 = -2;
