//! Compiles trigger statements and the bodies of triggers.
//!
//! A body is compiled for the columns of the trigger's table or view. `inserted` and `deleted` have
//! these columns, and UPDATE(column) uses their ids.

use super::body::{attributed, check, context_of};
use super::compiled_batch::Batch;
use super::compiler::{Compiler, Owner, compile_statements, syntax_error};
use super::types::Types;
use sluice_base::sync::Arc;
use sluice_binder::Binder;
use sluice_catalog::snapshot::DEFAULT_SCHEMA;
use sluice_catalog::{Column, EventType, Module, ModuleKind, TriggerEvent, TriggerEvents};
use sluice_command::statement::{
    Command, CommandError, Compilation, Env, EventSource, ModuleDefinition, TriggerDefinition, check_module_context,
    define_module, module_options,
};
use sluice_command::triggers::TriggerTables;
use sluice_plan::{Variables, object_name, unsupported};
use sluice_session::cached_plan::CachedPlan;
use sluice_session::consequence::StatementClass;
use sluice_session::rights::Rights;
use sluice_session::running_module::FirstSchema;
use sluice_syntax::ast::{self, ModuleOption, Statement, StatementKind, Trigger, TriggerScope};
use sluice_types::SqlError;

/// A CREATE or ALTER of a trigger.
struct TriggerCreation {
    definition: ModuleDefinition,
    trigger: Box<Trigger>,
    target: ast::ObjectName,
    line: u32,
}

impl Compiler {
    /// Compiles the statement. The body is compiled when the statement runs, since earlier
    /// statements may change the table. Events and options are checked now: 1084 and 1098 for the
    /// event, 1034 for a repeated one. Triggers on the database or the server are compiled as DDL
    /// triggers.
    pub(super) fn trigger(&mut self, trigger: &Trigger, line: u32) -> Result<(), SqlError> {
        let target = match &trigger.scope {
            TriggerScope::Table(name) => name.clone(),
            TriggerScope::Database | TriggerScope::Server => return self.ddl_trigger(trigger, line),
        };
        // The EXECUTE AS context is part of the body.
        let others = trigger.options.iter().filter(|option| !matches!(option, ModuleOption::ExecuteAs(_))).cloned();
        let options = module_options(&others.collect::<Vec<_>>(), false)?;
        let mut events = TriggerEvents::default();
        for written in &trigger.events {
            // 1084: unknown event.
            let unknown = || match EventType::of_name(&written.text) {
                // 1098: a DDL event on a table.
                Some(_) => SqlError::event_not_of_target(),
                None => SqlError::invalid_event_type(&written.text),
            };
            let event = TriggerEvent::of_word(&written.text).ok_or_else(unknown)?;
            if events.has(event) {
                // 1034: duplicate event.
                return Err(SqlError::duplicate_trigger_action(event.word()));
            }
            events = events.and(event);
        }
        let watched = TriggerDefinition {
            target: object_name(&target),
            events,
            instead_of: trigger.instead_of,
            not_for_replication: trigger.not_for_replication,
        };
        let definition = ModuleDefinition {
            verb: trigger.verb,
            name: object_name(&trigger.name),
            kind: ModuleKind::Trigger,
            text: Arc::from(&*trigger.text.0),
            trigger: Some(watched),
            options,
        };
        let trigger = Box::new(trigger.clone());
        self.add(Box::new(TriggerCreation { definition, trigger, target, line }));
        Ok(())
    }
}

impl Batch {
    /// Compiles the body of a trigger that is defined on `line`, for a table or view with these
    /// columns. `plan` has the defining text. Fails with all errors found, attributed to the
    /// trigger. The rows of `inserted` and `deleted` are filled at each run.
    pub(super) fn of_trigger(
        trigger: &Trigger,
        (line, columns): (u32, Arc<[Column]>),
        plan: Arc<CachedPlan>,
        types: Types,
    ) -> Result<Batch, Vec<SqlError>> {
        let name = &trigger.name.name.text;
        let owner = Owner::Trigger(name.clone(), Arc::clone(&columns));
        let program = compile_statements(&trigger.body, &[], owner, types);
        let program = program
            .map_err(|errors| errors.into_iter().map(|error| attributed(error, name, line)).collect::<Vec<_>>())?;
        let batch = Batch::of_program(program, plan, Vec::new(), "");
        let context = context_of(&trigger.options);
        Ok(Batch { context, trigger: Some(TriggerTables::new(columns, trigger.instead_of)), ..batch })
    }

    /// Compiles the body of a trigger of the catalog. Fails with the errors of syntax or
    /// compilation. A module that isn't a trigger fails with 40517.
    pub(super) fn of_trigger_module(
        module: &Module,
        columns: Arc<[Column]>,
        types: Types,
    ) -> Result<Batch, Vec<SqlError>> {
        let script = sluice_plan::script_of(module);
        if !script.errors.is_empty() {
            return Err(script.errors.iter().map(syntax_error).collect());
        }
        match script.statements.first() {
            Some(Statement { kind: StatementKind::Trigger(trigger), line, .. }) => {
                let plan = CachedPlan::of_module(module);
                Batch::of_trigger(trigger, (*line, columns), plan, types)
            }
            _ => Err(vec![unsupported("module of this kind")]),
        }
    }
}

impl Command for TriggerCreation {
    fn needs(&self, rights: &Rights<'_>) -> Result<(), SqlError> {
        rights.define_trigger(&object_name(&self.target))
    }

    fn class(&self) -> StatementClass {
        StatementClass::Module
    }

    fn events(&self) -> EventSource<'_> {
        self.definition.events()
    }

    /// Creates or alters the trigger after binding its statements as far as the named objects
    /// exist.
    fn run(&self, env: &mut Env<'_, '_>) -> Result<(), CommandError> {
        let TriggerCreation { definition, trigger, target, line } = self;
        if target.name.text.starts_with('#') {
            return Err(SqlError::trigger_on_temporary_object().into());
        }
        let unknown = |_| SqlError::trigger_target_not_found(object_name(target));
        let columns = Binder::new(&env.names(), &Variables::default()).trigger_columns(target);
        let columns: Arc<[Column]> = Arc::from(columns.map_err(unknown)?);
        let types = Types::for_session(env.state);
        let body = Batch::of_trigger(trigger, (*line, columns), CachedPlan::of_batch("", ""), types);
        let mut body = body.map_err(CommandError::Invalid)?;
        let watched = definition.trigger.as_ref().map(|trigger| env.existing(&trigger.target));
        let schema = watched.as_ref().and_then(|watched| watched.schema.as_deref());
        let inside = FirstSchema::of_module(schema.unwrap_or(DEFAULT_SCHEMA));
        let around = std::mem::replace(&mut env.state.module.schema, inside);
        let rows = body.trigger.as_ref().map(TriggerTables::views);
        let around_rows = std::mem::replace(&mut env.state.module.trigger_rows, rows);
        let checked = check(env, &mut body);
        env.state.module.trigger_rows = around_rows;
        env.state.module.schema = around;
        checked.map_err(CommandError::Invalid)?;
        if let Some(context) = &body.context {
            // A trigger belongs to the schema of its table.
            check_module_context(env, context, schema.unwrap_or(DEFAULT_SCHEMA))?;
        }
        define_module(env, definition)
    }
}
