//! DDL and logon triggers: CREATE, ALTER, DROP, ENABLE, DISABLE, and their order
//! (`t-sql/statements/create-trigger-transact-sql.md` and its sibling pages).
//!
//! A trigger ON DATABASE is in its database, a trigger ON ALL SERVER in master. Neither has a
//! schema.

use crate::statement::Env;
use crate::statement::command::{Command, CommandError, Compilation};
use crate::statement::ddl::definition::{define, store};
use crate::statement::event::{DdlEvent, EventSource};
use sluice_base::sync::Arc;
use sluice_catalog::{
    Catalog, CatalogStore, DdlScope, DdlTrigger, EventType, Module, ModuleKind, ModuleOptions, ObjectName,
};
use sluice_plan::object_name;
use sluice_session::consequence::StatementClass;
use sluice_session::rights::Rights;
use sluice_syntax::ast::{self, DefinitionVerb, TriggerScope};
use sluice_syntax::created_text;
use sluice_table::database::Database;
use sluice_types::SqlError;

/// A CREATE or ALTER of a DDL trigger.
pub struct DdlTriggerDefinition {
    /// CREATE, ALTER or CREATE OR ALTER.
    pub verb: DefinitionVerb,
    /// The name.
    pub name: String,
    /// The scope.
    pub scope: DdlScope,
    /// The events and groups, as written.
    pub events: Vec<EventType>,
    /// The text of the whole batch.
    pub text: Arc<str>,
    /// The WITH options.
    pub options: ModuleOptions,
}

/// DROP TRIGGER ON DATABASE or ALL SERVER.
struct DdlTriggerRemoval {
    if_exists: bool,
    names: Vec<String>,
    scope: DdlScope,
}

/// ENABLE or DISABLE TRIGGER ON DATABASE or ALL SERVER. No names are all triggers.
struct DdlTriggerSwitch {
    enable: bool,
    names: Vec<String>,
    scope: DdlScope,
}

/// Returns the scope of a DDL trigger, or `None` for a trigger on a table or view.
pub fn ddl_scope(scope: &TriggerScope) -> Option<DdlScope> {
    match scope {
        TriggerScope::Table(_) => None,
        TriggerScope::Database => Some(DdlScope::Database),
        TriggerScope::Server => Some(DdlScope::Server),
    }
}

/// Returns the name of a DDL trigger. Fails with 1094 for a name with a schema.
pub fn ddl_trigger_name(written: &ast::ObjectName) -> Result<String, SqlError> {
    let name = object_name(written);
    let is_single = name.schema.is_none() && name.database.is_none();
    if is_single { Ok(name.object) } else { Err(SqlError::schema_of_ddl_trigger()) }
}

/// Compiles DROP TRIGGER ON DATABASE or ALL SERVER. Fails with 1094 for a name with a schema.
pub(in crate::statement) fn compile_drop(
    drop: &ast::DropTrigger,
    scope: DdlScope,
    to: &mut dyn Compilation,
) -> Result<(), SqlError> {
    let names = drop.names.iter().map(ddl_trigger_name).collect::<Result<_, _>>()?;
    to.add(Box::new(DdlTriggerRemoval { if_exists: drop.if_exists, names, scope }));
    Ok(())
}

/// Compiles ENABLE and DISABLE TRIGGER ON DATABASE or ALL SERVER. Fails with 1094 for a name with a
/// schema.
pub(in crate::statement) fn compile_switch(
    switch: &ast::TriggerSwitch,
    scope: DdlScope,
    to: &mut dyn Compilation,
) -> Result<(), SqlError> {
    let names = switch.names.iter().map(ddl_trigger_name).collect::<Result<_, _>>()?;
    to.add(Box::new(DdlTriggerSwitch { enable: switch.enable, names, scope }));
    Ok(())
}

impl Command for DdlTriggerRemoval {
    fn needs(&self, rights: &Rights<'_>) -> Result<(), SqlError> {
        rights.ddl_triggers(self.scope)
    }

    fn class(&self) -> StatementClass {
        StatementClass::Drop
    }

    fn events(&self) -> EventSource<'_> {
        EventSource::undoable(|env| {
            let existing = self.names.iter().filter(|name| is_known(env, self.scope, name));
            existing.map(|name| ddl_trigger_event(env, EventType::DROP_TRIGGER, self.scope, name)).collect()
        })
    }

    /// Drops the triggers. Each trigger is a statement of its own.
    fn run(&self, env: &mut Env<'_, '_>) -> Result<(), CommandError> {
        for name in &self.names {
            define(env, |env| drop_one(env, self.if_exists, (self.scope, name)))?;
        }
        Ok(())
    }
}

impl Command for DdlTriggerSwitch {
    fn needs(&self, rights: &Rights<'_>) -> Result<(), SqlError> {
        rights.ddl_triggers(self.scope)
    }

    fn class(&self) -> StatementClass {
        StatementClass::Module
    }

    fn events(&self) -> EventSource<'_> {
        EventSource::None
    }

    fn run(&self, env: &mut Env<'_, '_>) -> Result<(), CommandError> {
        let switched = |trigger: &mut DdlTrigger| trigger.is_disabled = !self.enable;
        Ok(define(env, |env| change(env, self.scope, &self.names, switched))?)
    }
}

/// Creates or alters a DDL trigger, inside the session's transaction or in a transaction of its
/// own. Fails with 2714 if the name is taken, and with 208 if an altered trigger doesn't exist.
/// ALTER enables the trigger and loses its order. The text isn't bound. Locks the trigger's name.
pub fn define_ddl_trigger(env: &mut Env<'_, '_>, definition: &DdlTriggerDefinition) -> Result<(), SqlError> {
    define(env, |env| {
        let DdlTriggerDefinition { verb, name, scope, events, text, options } = definition;
        let database = home(env, *scope)?;
        env.define_object(&database)?;
        let catalog = env.catalog(&database);
        env.lock_ddl_trigger(&database, *scope, name)?;
        let old = catalog.ddl_trigger(*scope, name).cloned();
        match (verb, &old) {
            (DefinitionVerb::Create, Some(_)) => return Err(SqlError::object_exists(name).in_state(2)),
            (DefinitionVerb::Alter, None) => return Err(SqlError::invalid_object_name(name).in_state(6)),
            _ => {}
        }
        let definition = match verb {
            DefinitionVerb::Create => Arc::clone(text),
            DefinitionVerb::Alter | DefinitionVerb::CreateOrAlter => Arc::from(created_text(text)),
        };
        let id = match &old {
            Some(old) => {
                env.lock_object(database.table(old.id))?;
                old.id
            }
            None => database.new_object(),
        };
        let events = events.clone();
        // ALTER TRIGGER loses the order (`sp-settriggerorder-transact-sql`) and enables.
        let ddl = DdlTrigger { scope: *scope, events, first: Vec::new(), last: Vec::new(), is_disabled: false };
        let module = Module {
            id,
            schema: scope.stored_schema().to_owned(),
            name: old.as_ref().map_or_else(|| name.clone(), |old| old.name.clone()),
            kind: ModuleKind::Trigger,
            definition,
            trigger: None,
            ddl: Some(Arc::new(ddl)),
            options: env.captured_options(*options),
            columns: None,
            rows: None,
        };
        replace(env, &database, &catalog, &[(old, Some(module))])
    })
}

/// Changes the triggers `names` of a scope, or all of its triggers. Fails with 1088 if a trigger
/// doesn't exist. `apply` changes a copy of each trigger's properties; those that stay equal aren't
/// written. Without names, all triggers of the scope change. Locks the names of the triggers.
pub(in crate::statement) fn change(
    env: &mut Env<'_, '_>,
    scope: DdlScope,
    names: &[String],
    apply: impl Fn(&mut DdlTrigger),
) -> Result<(), SqlError> {
    let database = home(env, scope)?;
    env.state.transaction.begin_defining(&database)?;
    let catalog = env.catalog(&database);
    let find = |name: &String| catalog.ddl_trigger(scope, name).ok_or_else(|| SqlError::object_not_found(name));
    let meant = match names.is_empty() {
        true => catalog.triggers_of(scope.parent()),
        false => names.iter().map(find).collect::<Result<Vec<_>, _>>()?,
    };
    let mut changes = Vec::new();
    for module in meant {
        let Some(known) = &module.ddl else { continue };
        let mut ddl = DdlTrigger::clone(known);
        apply(&mut ddl);
        if ddl != **known {
            env.lock_ddl_trigger(&database, scope, &module.name)?;
            env.lock_object(database.table(module.id))?;
            let new = Module { ddl: Some(Arc::new(ddl)), ..Module::clone(module) };
            changes.push((Some(Arc::clone(module)), Some(new)));
        }
    }
    replace(env, &database, &catalog, &changes)
}

fn drop_one(env: &mut Env<'_, '_>, if_exists: bool, (scope, name): (DdlScope, &str)) -> Result<(), SqlError> {
    let database = home(env, scope)?;
    let catalog = env.catalog(&database);
    let module = match catalog.ddl_trigger(scope, name) {
        Some(module) => Arc::clone(module),
        None if if_exists => return Ok(()),
        None => return Err(SqlError::cannot_drop("drop", "trigger", name)),
    };
    env.state.transaction.begin_defining(&database)?;
    env.lock_ddl_trigger(&database, scope, name)?;
    env.lock_object(database.table(module.id))?;
    replace(env, &database, &catalog, &[(Some(module), None)])
}

/// Stores triggers in their new state.
fn replace(
    env: &mut Env<'_, '_>,
    database: &Arc<Database>,
    catalog: &Catalog,
    changes: &[(Option<Arc<Module>>, Option<Module>)],
) -> Result<(), SqlError> {
    let mut next = catalog.clone();
    for (old, new) in changes {
        if let Some(old) = old {
            next = next.without_module(old);
        }
        if let Some(new) = new {
            next = next.with_module(new.clone()).ok_or_else(|| SqlError::object_exists(&new.name))?;
        }
    }
    store(env, database, next, |stored, enlisted| {
        changes.iter().try_for_each(|(old, new)| {
            old.iter().try_for_each(|old| stored.delete_module(&mut enlisted.transaction, old))?;
            new.iter().try_for_each(|new| stored.insert_module(&mut enlisted.transaction, new))
        })
    })
}

/// Returns the event about a DDL trigger. Its target is the database or the server.
pub(in crate::statement) fn ddl_trigger_event(
    env: &Env<'_, '_>,
    event: EventType,
    scope: DdlScope,
    name: &str,
) -> DdlEvent {
    let target = match scope {
        DdlScope::Database => (env.state.database.name.clone(), "DATABASE"),
        DdlScope::Server => (sluice_functions::SERVER_NAME.to_owned(), "SERVER"),
    };
    let event = match scope {
        DdlScope::Database => env.database_event(event),
        DdlScope::Server => DdlEvent::new(event, None),
    };
    event.about(name, "TRIGGER").of_target(&target.0, target.1)
}

/// Returns the event of a CREATE or ALTER of a DDL trigger. CREATE OR ALTER is one or the other by
/// whether the trigger exists now.
pub fn ddl_definition_event(env: &Env<'_, '_>, definition: &DdlTriggerDefinition) -> DdlEvent {
    let DdlTriggerDefinition { verb, name, scope, .. } = definition;
    let is_new = match verb {
        DefinitionVerb::Create => true,
        DefinitionVerb::Alter => false,
        DefinitionVerb::CreateOrAlter => !is_known(env, *scope, name),
    };
    let event = if is_new { EventType::CREATE_TRIGGER } else { EventType::ALTER_TRIGGER };
    ddl_trigger_event(env, event, *scope, name)
}

fn is_known(env: &Env<'_, '_>, scope: DdlScope, name: &str) -> bool {
    let Ok(database) = home(env, scope) else { return false };
    env.state.transaction.work.catalog(&database).ddl_trigger(scope, name).is_some()
}

/// Returns the database that has the triggers of a scope. That is the current database, or master
/// for the server. Fails if master isn't open.
pub fn home(env: &Env<'_, '_>, scope: DdlScope) -> Result<Arc<Database>, SqlError> {
    match scope {
        DdlScope::Database => Ok(Arc::clone(&env.state.database)),
        DdlScope::Server => {
            env.database_of(&ObjectName { database: Some(MASTER.to_owned()), ..ObjectName::unqualified("") })
        }
    }
}

const MASTER: &str = "master";
