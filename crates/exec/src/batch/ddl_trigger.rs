//! Compiles DDL and logon triggers (`t-sql/statements/create-trigger-transact-sql.md`).

use super::body::{check, context_of};
use super::compiled_batch::Batch;
use super::compiler::Compiler;
use super::types::Types;
use sluice_base::sync::Arc;
use sluice_catalog::{DdlScope, EventType, TriggerEvent};
use sluice_command::statement::{
    Command, CommandError, Compilation, DdlTriggerDefinition, Env, EventSource, check_module_context,
    check_server_context, ddl_definition_event, ddl_scope, ddl_trigger_name, define_ddl_trigger, home, module_options,
};
use sluice_plan::unsupported;
use sluice_session::cached_plan::CachedPlan;
use sluice_session::consequence::StatementClass;
use sluice_session::rights::Rights;
use sluice_syntax::ast::{ModuleContext, ModuleOption, Name, Trigger};
use sluice_types::SqlError;

/// A CREATE or ALTER of a DDL trigger.
struct DdlTriggerCreation {
    definition: DdlTriggerDefinition,
    trigger: Box<Trigger>,
    line: u32,
}

impl Compiler {
    /// Compiles CREATE and ALTER of a trigger ON DATABASE or ALL SERVER. Options of modules are
    /// checked. The body is compiled at the run, to report its errors. Fails with 1084 or 1098 for
    /// an unknown event or one of another scope, with 1034 for a repeated one, with 102 for INSTEAD
    /// OF and NOT FOR REPLICATION, and with 40517 for LOGON together with other events.
    pub(super) fn ddl_trigger(&mut self, trigger: &Trigger, line: u32) -> Result<(), SqlError> {
        let scope = ddl_scope(&trigger.scope).unwrap_or(DdlScope::Database);
        if trigger.instead_of {
            return Err(SqlError::syntax_near("INSTEAD"));
        }
        if trigger.not_for_replication {
            return Err(SqlError::syntax_near("NOT"));
        }
        if trigger.options.contains(&ModuleOption::ExecuteAs(ModuleContext::Owner)) {
            return Err(SqlError::ddl_trigger_as_owner());
        }
        let name = ddl_trigger_name(&trigger.name)?;
        // The EXECUTE AS context is part of the body.
        let others = trigger.options.iter().filter(|option| !matches!(option, ModuleOption::ExecuteAs(_))).cloned();
        let options = module_options(&others.collect::<Vec<_>>(), false)?;
        let events = events_of(scope, &trigger.events)?;
        let text = Arc::from(&*trigger.text.0);
        let definition = DdlTriggerDefinition { verb: trigger.verb, name, scope, events, text, options };
        self.add(Box::new(DdlTriggerCreation { definition, trigger: Box::new(trigger.clone()), line }));
        Ok(())
    }
}

/// Returns the events of a DDL trigger. Fails with 1084 for an unknown event, with 1098 for an
/// event that triggers of the scope can't watch, and with 1034 for a duplicate.
fn events_of(scope: DdlScope, written: &[Name]) -> Result<Vec<EventType>, SqlError> {
    let mut events = Vec::with_capacity(written.len());
    for name in written {
        let event = match (EventType::of_name(&name.text), TriggerEvent::of_word(&name.text)) {
            (Some(event), _) => event,
            (None, Some(_)) => return Err(SqlError::event_not_of_target()),
            (None, None) => return Err(SqlError::invalid_event_type(&name.text)),
        };
        if scope == DdlScope::Database && !event.is_of_databases() {
            return Err(SqlError::event_not_of_target());
        }
        if events.contains(&event) {
            return Err(SqlError::duplicate_trigger_action(event.name()));
        }
        events.push(event);
    }
    if events.contains(&EventType::LOGON) && events.len() > 1 {
        return Err(unsupported("trigger FOR LOGON and other events"));
    }
    Ok(events)
}

impl Command for DdlTriggerCreation {
    fn needs(&self, rights: &Rights<'_>) -> Result<(), SqlError> {
        rights.ddl_triggers(self.definition.scope)
    }

    fn class(&self) -> StatementClass {
        StatementClass::Module
    }

    fn events(&self) -> EventSource<'_> {
        EventSource::undoable(|env| vec![ddl_definition_event(env, &self.definition)])
    }

    /// Creates or alters the trigger after binding its statements, in the database in which it
    /// will run, as far as the named objects exist.
    fn run(&self, env: &mut Env<'_, '_>) -> Result<(), CommandError> {
        let DdlTriggerCreation { definition, trigger, line } = self;
        let types = Types::for_session(env.state);
        let body = Batch::of_trigger(trigger, (*line, Arc::default()), CachedPlan::of_batch("", ""), types);
        let mut body = body.map_err(CommandError::Invalid)?;
        let (here, there) = (Arc::clone(&env.state.database), home(env, definition.scope)?);
        env.change_database(&there)?;
        let checked = check(env, &mut body);
        env.change_database(&here)?;
        checked.map_err(CommandError::Invalid)?;
        if let Some(context) = context_of(&trigger.options) {
            match definition.scope {
                DdlScope::Database => check_module_context(env, &context, DEFAULT_SCHEMA)?,
                DdlScope::Server => check_server_context(env, &context)?,
            }
        }
        Ok(define_ddl_trigger(env, definition)?)
    }
}

const DEFAULT_SCHEMA: &str = sluice_catalog::snapshot::DEFAULT_SCHEMA;
