//! The refresh of a module's columns
//! (`relational-databases/system-stored-procedures/sp-refreshsqlmodule-transact-sql.md`).

use crate::statement::Env;
use crate::statement::ddl::definition::{define, store};
use sluice_base::sync::Arc;
use sluice_binder::{Binder, star_columns};
use sluice_catalog::{CatalogStore, Module, ModuleKind, name};
use sluice_plan::Variables;
use sluice_session::quoted_name;
use sluice_syntax::ast::DefinitionVerb;
use sluice_types::SqlError;

/// Gives a view or inline function of the current database that selects `*` the columns that its
/// query has now. Needs ALTER. Does nothing for other modules: they are bound at each compilation.
/// Fails with 15165 without such a module, and with the errors of binding its text.
pub fn refresh_module(env: &mut Env<'_, '_>, name: &str) -> Result<(), SqlError> {
    define(env, |env| refresh(env, name))
}

fn refresh(env: &mut Env<'_, '_>, written: &str) -> Result<(), SqlError> {
    let unknown = || SqlError::object_not_found_or_denied(written);
    let database = Arc::clone(&env.state.database);
    let is_here = |other: &String| name::same(other, &database.name);
    let name = quoted_name::parse(written).filter(|name| name.database.as_ref().is_none_or(is_here));
    let name = env.existing(&name.ok_or_else(unknown)?);
    env.state.transaction.begin_defining(&database)?;
    let catalog = env.catalog(&database);
    let module = catalog.module(&name).ok_or_else(unknown)?;
    env.permitted(|rights| rights.define_module(DefinitionVerb::Alter, module.kind, &name)).map_err(|_| unknown())?;
    if !matches!(module.kind, ModuleKind::View | ModuleKind::InlineFunction) || module.options.is_schema_bound {
        return Ok(());
    }
    env.lock_object(database.table(module.id))?;
    let mut refreshed = Arc::new(Module { columns: None, ..Module::clone(module) });
    let columns = Binder::new(&env.names(), &Variables::default()).module(&refreshed)?;
    Arc::make_mut(&mut refreshed).columns = star_columns(&refreshed, &columns);
    if refreshed.columns == module.columns {
        return Ok(());
    }
    let next = catalog.without_module(module).with_module(Module::clone(&refreshed)).ok_or_else(unknown)?;
    store(env, &database, next, |stored, enlisted| {
        stored.delete_module(&mut enlisted.transaction, module)?;
        stored.insert_module(&mut enlisted.transaction, &refreshed)
    })
}
