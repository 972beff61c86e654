//! ENABLE TRIGGER and DISABLE TRIGGER, also as clauses of ALTER TABLE
//! (`t-sql/statements/enable-trigger-transact-sql.md` and its sibling page).

use crate::statement::Env;
use crate::statement::command::{Command, CommandError, Compilation};
use crate::statement::ddl::definition::{define, store};
use crate::statement::event::{EventSource, action_list};
use crate::statement::trigger::ddl_trigger::{compile_switch, ddl_scope};
use crate::statement::trigger::definition::watched;
use sluice_base::sync::Arc;
use sluice_catalog::{CatalogStore, EventType, Module, ObjectName, Trigger, name};
use sluice_plan::object_name;
use sluice_session::consequence::StatementClass;
use sluice_session::rights::Rights;
use sluice_syntax::ast::{self, Name, TriggerScope};
use sluice_types::SqlError;

/// ENABLE TRIGGER or DISABLE TRIGGER.
struct TriggerSwitch {
    /// The table or view.
    target: ObjectName,
    /// The triggers.
    names: TriggerNames,
    /// ENABLE rather than DISABLE.
    enable: bool,
}

/// The triggers named by a statement.
enum TriggerNames {
    /// ENABLE or DISABLE TRIGGER: object names; empty for ALL.
    Objects(Vec<ObjectName>),
    /// ALTER TABLE ... ENABLE or DISABLE TRIGGER: names within the table; empty for ALL.
    OfTable(Vec<String>),
}

/// Compiles ENABLE and DISABLE TRIGGER. A trigger on the database or the server becomes another
/// command. Names are resolved at the run.
pub(in crate::statement) fn compile(switch: &ast::TriggerSwitch, to: &mut dyn Compilation) -> Result<(), SqlError> {
    let TriggerScope::Table(target) = &switch.scope else {
        return ddl_scope(&switch.scope).map_or(Ok(()), |scope| compile_switch(switch, scope, to));
    };
    let names = TriggerNames::Objects(switch.names.iter().map(object_name).collect());
    to.add(Box::new(TriggerSwitch { target: object_name(target), names, enable: switch.enable }));
    Ok(())
}

/// Compiles ENABLE and DISABLE TRIGGER of ALTER TABLE.
pub(in crate::statement) fn compile_of_table(
    target: ObjectName,
    enable: bool,
    names: &[Name],
    to: &mut dyn Compilation,
) {
    let names = TriggerNames::OfTable(names.iter().map(|name| name.text.to_string()).collect());
    to.add(Box::new(TriggerSwitch { target, names, enable }));
}

impl Command for TriggerSwitch {
    /// Requires ALTER on the table. The error is 1088, or 4902 for ALTER TABLE.
    fn needs(&self, rights: &Rights<'_>) -> Result<(), SqlError> {
        let denied = match self.names {
            TriggerNames::OfTable(_) => SqlError::alter_object_not_found(&self.target),
            TriggerNames::Objects(_) => SqlError::object_not_found(&self.target),
        };
        rights.switch_triggers(&self.target, &denied)
    }

    fn class(&self) -> StatementClass {
        StatementClass::Module
    }

    fn events(&self) -> EventSource<'_> {
        match &self.names {
            TriggerNames::Objects(_) => EventSource::None,
            TriggerNames::OfTable(names) => EventSource::undoable(|env| {
                let verb = if self.enable { "Enable" } else { "Disable" };
                let actions = action_list(verb, &[("Triggers", names.iter().map(|name| &**name).collect())]);
                let event = env.object_event(EventType::ALTER_TABLE, &self.target, "TABLE");
                event.into_iter().map(|event| event.with_xml("AlterTableActionList", &actions)).collect()
            }),
        }
    }

    fn run(&self, env: &mut Env<'_, '_>) -> Result<(), CommandError> {
        Ok(define(env, |env| switch_all(env, self))?)
    }
}

fn switch_all(env: &mut Env<'_, '_>, switch: &TriggerSwitch) -> Result<(), SqlError> {
    let database = Arc::clone(&env.state.database);
    let catalog = env.catalog(&database);
    // 1088: the table or trigger doesn't exist.
    let unknown = |name: &str| SqlError::object_not_found(name);
    let watched = watched(&catalog, &env.existing(&switch.target)).ok_or_else(|| match &switch.names {
        // 4902: the corresponding error of ALTER TABLE.
        TriggerNames::OfTable(_) => SqlError::alter_object_not_found(&switch.target),
        TriggerNames::Objects(_) => unknown(&switch.target.to_string()),
    })?;
    env.state.transaction.begin_defining(&database)?;
    env.lock_object(database.table(watched.id))?;
    let own = catalog.triggers_of(watched.id);
    let named = |written: &str| own.iter().find(|module| name::same(&module.name, written)).copied();
    let meant: Vec<&Arc<Module>> = match &switch.names {
        TriggerNames::Objects(names) if names.is_empty() => own.clone(),
        TriggerNames::OfTable(names) if names.is_empty() => own.clone(),
        TriggerNames::Objects(names) => {
            let find = |name: &ObjectName| named(&name.object).ok_or_else(|| unknown(&name.to_string()));
            names.iter().map(find).collect::<Result<_, _>>()?
        }
        TriggerNames::OfTable(names) => {
            // 4920: the table has no such trigger.
            let missing = |name: &String| SqlError::trigger_not_found(name, &watched.name);
            names.iter().map(|name| named(name).ok_or_else(|| missing(name))).collect::<Result<_, _>>()?
        }
    };
    let mut next = (*catalog).clone();
    let mut changed = Vec::new();
    for module in meant {
        let Some(trigger) = module.trigger.filter(|trigger| trigger.is_disabled == switch.enable) else { continue };
        env.lock_object(database.table(module.id))?;
        let switched = Trigger { is_disabled: !switch.enable, ..trigger };
        let new = Module { trigger: Some(switched), ..Module::clone(module) };
        next = next.without_module(module).with_module(new.clone()).unwrap_or(next);
        changed.push((Arc::clone(module), new));
    }
    store(env, &database, next, |stored, enlisted| {
        changed.iter().try_for_each(|(old, new)| {
            stored.delete_module(&mut enlisted.transaction, old)?;
            stored.insert_module(&mut enlisted.transaction, new)
        })
    })
}
