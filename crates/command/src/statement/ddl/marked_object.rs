//! `sp_MS_marksystemobject`: marks a module or a table as an object of the system. The procedure is
//! not documented; `docs/decisions/2026-11-29-procedures-of-master.md` has its effect.

use super::alter_table::{TableChange, TableOption, alter};
use crate::statement::Env;
use crate::statement::ddl::definition::{define, store};
use sluice_base::sync::Arc;
use sluice_catalog::{CatalogStore, Module, ModuleOptions};
use sluice_plan::unsupported;
use sluice_session::quoted_name;
use sluice_types::SqlError;

/// Marks the module or table `name` of the current database. Does nothing if it's marked. Fails
/// with 15165 if the database has no such object, and with 40517 for a sequence or an indexed view.
pub fn mark_system_object(env: &mut Env<'_, '_>, name: &str) -> Result<(), SqlError> {
    define(env, |env| mark(env, name))
}

fn mark(env: &mut Env<'_, '_>, written: &str) -> Result<(), SqlError> {
    let unknown = || SqlError::object_not_found_or_denied(written);
    let name = quoted_name::parse(written).filter(|name| name.database.is_none()).ok_or_else(unknown)?;
    let (name, database) = (env.existing(&name), Arc::clone(&env.state.database));
    if env.catalog(&database).table(&name).is_some() {
        return alter(env, &name, &TableChange::Set(vec![TableOption::Marked]));
    }
    env.state.transaction.begin_defining(&database)?;
    let catalog = env.catalog(&database);
    let Some(module) = catalog.module(&name).filter(|module| module.rows.is_none()) else {
        return Err(match catalog.object(&name) {
            Some(_) => unsupported("sp_MS_marksystemobject of a sequence or an indexed view"),
            None => unknown(),
        });
    };
    if module.options.is_marked {
        return Ok(());
    }
    env.lock_object(database.table(module.id))?;
    let options = ModuleOptions { is_marked: true, ..module.options };
    let marked = Module { options, ..Module::clone(module) };
    let next = catalog.without_module(module).with_module(marked.clone()).ok_or_else(unknown)?;
    store(env, &database, next, |stored, enlisted| {
        stored.delete_module(&mut enlisted.transaction, module)?;
        stored.insert_module(&mut enlisted.transaction, &marked)
    })
}
