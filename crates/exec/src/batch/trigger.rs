//! Compiles trigger statements and the bodies of triggers.
//!
//! A body is compiled for the columns of the trigger's table or view. `inserted` and `deleted` have
//! these columns, and UPDATE(column) uses their ids.

use super::body::{attributed, check, context_of};
use super::compiler::{Compiler, Owner, compile_statements, syntax_error};
use super::ending::Stop;
use super::program::Step;
use super::{Batch, Types};
use sluice_base::sync::Arc;
use sluice_catalog::snapshot::DEFAULT_SCHEMA;
use sluice_catalog::{Column, Module, ModuleKind, ObjectName, TriggerEvent, TriggerEvents};
use sluice_command::statement::{self, Env, ModuleDefinition, TriggerDefinition, module_options};
use sluice_command::triggers::TriggerTables;
use sluice_plan::{Binder, Variables, object_name, unsupported};
use sluice_session::cached_plan::CachedPlan;
use sluice_syntax::ast::{self, ModuleOption, Statement, StatementKind, Trigger, TriggerScope};
use sluice_types::SqlError;

/// A CREATE or ALTER of a trigger.
pub(super) struct TriggerStep {
    definition: ModuleDefinition,
    trigger: Box<Trigger>,
    target: ast::ObjectName,
    line: u32,
}

impl Compiler {
    /// Compiles the statement. The body is compiled when the statement runs, since earlier
    /// statements may change the table.
    pub(super) fn trigger(&mut self, trigger: &Trigger, line: u32) -> Result<(), SqlError> {
        let target = match &trigger.scope {
            TriggerScope::Table(name) => name.clone(),
            TriggerScope::Database => return Err(unsupported("CREATE TRIGGER ON DATABASE")),
            TriggerScope::Server => return Err(unsupported("CREATE TRIGGER ON ALL SERVER")),
        };
        // The EXECUTE AS context is part of the body.
        let others = trigger.options.iter().filter(|option| !matches!(option, ModuleOption::ExecuteAs(_))).cloned();
        let options = module_options(&others.collect::<Vec<_>>(), false)?;
        let mut events = TriggerEvents::default();
        for written in &trigger.events {
            // 1084: unknown event.
            let unknown = || SqlError::new(1084, 15, 1, vec![written.text.to_string()]);
            let event = TriggerEvent::of_word(&written.text).ok_or_else(unknown)?;
            if events.has(event) {
                // 1034: duplicate event.
                return Err(SqlError::new(1034, 15, 1, vec![event.word().to_owned()]));
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
        self.step(Step::DefineTrigger(Box::new(TriggerStep { definition, trigger, target, line })));
        Ok(())
    }
}

impl TriggerStep {
    /// Returns the name of the trigger's table or view.
    pub(super) fn watched(&self) -> ObjectName {
        object_name(&self.target)
    }
}

impl Batch {
    /// Compiles the body of a trigger that is defined on `line`, for a table or view with these
    /// columns. `plan` has the defining text.
    fn of_trigger(
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
        Ok(Batch { context, trigger: Some(TriggerTables::new(columns)), ..batch })
    }

    /// Compiles the body of a trigger of the catalog.
    pub(super) fn of_trigger_module(
        module: &Module,
        columns: Arc<[Column]>,
        types: Types,
    ) -> Result<Batch, Vec<SqlError>> {
        let script = sluice_syntax::parse(&module.definition);
        if !script.errors.is_empty() {
            return Err(script.errors.iter().map(syntax_error).collect());
        }
        match script.statements.first() {
            Some(Statement { kind: StatementKind::Trigger(trigger), line, .. }) => {
                let plan = CachedPlan::of_procedure(&module.definition, module.id);
                Batch::of_trigger(trigger, (*line, columns), plan, types)
            }
            _ => Err(vec![unsupported("module of this kind")]),
        }
    }
}

/// Creates or alters a trigger after binding its statements as far as the named objects exist.
pub(super) fn define(env: &mut Env<'_, '_>, step: &TriggerStep) -> Result<(), Stop> {
    let TriggerStep { definition, trigger, target, line } = step;
    if target.name.text.starts_with('#') {
        return Err(Stop::Failed(unsupported("trigger of a temporary table")));
    }
    let unknown = |_| SqlError::new(8197, 16, 4, vec![object_name(target).to_string()]);
    let columns = Binder::new(&env.names(), &Variables::default()).trigger_columns(target);
    let columns: Arc<[Column]> = Arc::from(columns.map_err(unknown).map_err(Stop::Failed)?);
    let types = Types::of(&env.state.work, &env.state.database);
    let mut body =
        Batch::of_trigger(trigger, (*line, columns), CachedPlan::of_batch("", ""), types).map_err(Stop::Refused)?;
    let schema = definition.trigger.as_ref().and_then(|trigger| trigger.target.schema.as_deref());
    let schema = schema.filter(|schema| *schema != DEFAULT_SCHEMA).map(Arc::from);
    let around = std::mem::replace(&mut env.state.module_schema, schema);
    let rows = body.trigger.as_ref().map(TriggerTables::views);
    let around_rows = std::mem::replace(&mut env.state.trigger_rows, rows);
    let checked = check(env, &mut body);
    env.state.trigger_rows = around_rows;
    env.state.module_schema = around;
    checked.map_err(Stop::Refused)?;
    if let Some(context) = &body.context {
        // A trigger belongs to the schema of its table.
        let schema = target.schema.as_ref().map_or(DEFAULT_SCHEMA, |schema| &schema.text);
        statement::check_module_context(env, context, schema).map_err(Stop::Failed)?;
    }
    statement::define_module(env, definition).map_err(Stop::of_command)
}
