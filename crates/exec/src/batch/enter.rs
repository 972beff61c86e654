//! Enters a called batch or module and leaves it: sets the caller's state aside and restores it.
//!
//! A called program has registers of its own. It shares the session, the transaction and the output
//! with its caller. SET options, USE, table variables, temporary tables and SCOPE_IDENTITY end with
//! the call (`t-sql/statements/set-statements-transact-sql.md`,
//! `t-sql/language-elements/execute-transact-sql.md`).

use super::activation::{Activation, CallRecord, CallerState};
use super::body::lend;
use super::calls::Calls;
use super::compiled_batch::Batch;
use super::ending::Ending;
use super::module_event::ModuleEvent;
use super::module_run::ModuleRun;
use sluice_base::stack;
use sluice_base::sync::Arc;
use sluice_catalog::{Module, ModuleKind, ObjectName};
use sluice_command::statement::{self, Env, OptionSwitch};
use sluice_plan::options_in;
use sluice_query::code::Globals;
use sluice_query::operator::NESTING_MAX;
use sluice_session::host::SystemView;
use sluice_session::running_module::FirstSchema;
use sluice_session::who::Chain;
use sluice_table::database::Database;
use sluice_table::temporary;
use sluice_types::{SqlError, Value};

/// The arguments and context of a batch or module that is entered.
pub(super) struct Entry<'d> {
    /// Number of nesting levels added.
    pub levels: u8,
    /// Values of the first variables.
    pub values: Vec<Value>,
    /// Table-valued parameters: the caller's table variable for each, or `None` for an empty table.
    pub rows: Vec<(usize, Option<Box<str>>)>,
    /// Cursor parameters and the caller's variables that receive their cursors.
    pub cursors: Vec<(usize, Box<str>)>,
    /// Database of the program; `None` for the current one.
    pub database: Option<&'d Arc<Database>>,
    /// The module; `None` for a batch.
    pub module: Option<&'d Module>,
    /// `inserted` and `deleted`, for a trigger.
    pub trigger: Option<[Arc<dyn SystemView>; 2]>,
    /// The database that `DB_NAME()` and dynamic statements mean, for a procedure of master that
    /// another database calls.
    pub caller: Option<Arc<Database>>,
}

impl Entry<'_> {
    /// Returns the entry of a dynamic batch at nesting level `levels`: in the current database,
    /// without a module, rows or cursors.
    pub(super) fn of_text(levels: u8, values: Vec<Value>) -> Entry<'static> {
        let (rows, cursors) = (Vec::new(), Vec::new());
        Entry { levels, values, rows, cursors, database: None, module: None, trigger: None, caller: None }
    }
}

/// Sets the caller's state aside, so that `batch` can run on behalf of the program whose
/// environment is `env`. Fails with 217 if programs are nested too deeply, with 8631 if the stack
/// is too low, and if the batch's database or cursors can't be used. Returns the batch with the
/// error. The batch's registers, options, trigger rows and cursors are set up. On an error nothing
/// of the caller has changed.
pub(super) fn enter(
    env: &mut Env<'_, '_>,
    calls: &Calls<'_>,
    mut batch: Box<Batch>,
    entry: Entry<'_>,
) -> Result<Activation, (Box<Batch>, SqlError)> {
    let outer = env.frame.globals;
    let (options, database) = (env.state.options, Arc::clone(&env.state.database));
    // Entering a database can fail, so it comes before the caller's state is put aside.
    if let Err(error) = check(env, &entry) {
        return Err((batch, error));
    }
    let Entry { levels, values, rows, cursors, database: _, module, trigger, caller } = entry;
    // Modules that a procedure of master calls in master serve the same caller.
    let outer_caller = env.context.callers_database.clone();
    let stays = module.is_some() && database.id == env.state.database.id;
    env.context.callers_database = match caller {
        Some(caller) => Some(outer_caller.clone().unwrap_or(caller)),
        None if stays => outer_caller.clone(),
        None => None,
    };
    let dates = env.state.values.date_settings();
    if let Some(module) = module {
        env.state.set_meaning(options_in(module, options.meaning));
    }
    // A trigger runs with XACT_ABORT ON, as if its first statement had set it.
    env.state.options.xact_abort |= module.is_some_and(|module| module.kind == ModuleKind::Trigger);
    let trigger_rows = std::mem::replace(&mut env.state.module.trigger_rows, trigger);
    let variables = std::mem::take(&mut env.state.module.table_variables);
    let tables_made = env.state.temporary_tables.len();
    let caught = env.context.caught_error();
    env.state.cursors.enter();
    let (chain, impersonated) = (env.state.security.chain, env.state.security.impersonations.len());
    env.state.security.chain = module.and_then(|module| chain_of(env, module));
    if let (Some(context), Some(module)) = (&batch.context, module) {
        statement::enter_module(env, context, module);
    }
    let refusal = lend(env, &variables, &batch, &rows).err();
    let inside = module.map_or(FirstSchema::OfUser, |module| FirstSchema::of_module(&module.schema));
    let schema = std::mem::replace(&mut env.state.module.schema, inside);
    let event = module.and_then(|module| ModuleEvent::begin(env, module));
    let plan = env.state.run_plan(env.context.host, &batch.plan);
    env.state.activity.sight.set_nest_level(outer.nest_level + levels);
    batch.begin(Globals {
        nest_level: outer.nest_level + levels,
        procedure: module.map_or(0, |module| module.id.0),
        options: env.state.options.bits(),
        severity_max: 0,
        scope_identity: None,
        ..outer
    });
    for (register, value) in batch.bound.program.variables.iter().zip(values) {
        batch.frame.set(*register, value);
    }
    let caller = CallerState {
        options,
        dates,
        database,
        trigger_rows,
        variables,
        tables_made,
        caught,
        chain,
        impersonated,
        schema,
        plan,
        cursors,
        callers_database: outer_caller,
        event,
    };
    let call = CallRecord {
        caller,
        refusal,
        completion: None,
        impersonations: None,
        home: None,
        transactions: outer.tran_count,
        measurement: None,
        run: module.map(|_| ModuleRun::begin(env.context)),
    };
    Ok(Activation { tries: calls.tries, call: Some(Box::new(call)), ..Activation::new(batch) })
}

/// Fails if a program can't be entered. Changes to the program's database.
fn check(env: &mut Env<'_, '_>, entry: &Entry<'_>) -> Result<(), SqlError> {
    if env.frame.globals.nest_level + entry.levels > NESTING_MAX {
        return Err(SqlError::nesting_level_exceeded(NESTING_MAX));
    }
    if stack::is_low() {
        return Err(SqlError::out_of_stack());
    }
    entry.cursors.iter().try_for_each(|(_, variable)| env.state.cursors.check_free(variable))?;
    entry.database.map_or(Ok(()), |database| env.change_database(database))
}

/// Restores the caller's state after the run of `batch`. `env` is the caller's environment. The
/// call's temporary tables are dropped and its cursors and impersonations end. `@@ERROR`,
/// `@@ROWCOUNT` and the like stay as the batch left them, nesting level and scope identity don't.
/// Returns `ending`, or the error that ended the restoring.
pub(super) fn leave(
    env: &mut Env<'_, '_>,
    batch: &mut Batch,
    (caller, run): (CallerState, Option<ModuleRun>),
    ending: Ending,
) -> Result<Ending, SqlError> {
    if let Some(run) = run {
        run.end(env.context, &batch.plan);
    }
    if let Some(event) = caller.event {
        event.end(env.context.host, batch.frame.globals.row_count);
    }
    let outer = env.frame.globals;
    let mut inner = Env { state: env.state, frame: &mut batch.frame, context: env.context, sink: env.sink };
    inner.state.activity.leave_plan(caller.plan);
    drop_temporary(&mut inner, caller.tables_made);
    statement::impersonation_over(inner.state, inner.context.host, caller.impersonated);
    inner.state.security.chain = caller.chain;
    let lock_timeout_ms = batch.frame.globals.lock_timeout_ms;
    if lock_timeout_ms != outer.lock_timeout_ms {
        statement::switch(env, OptionSwitch::LockTimeout(outer.lock_timeout_ms.map_or(-1, i64::from)));
    }
    env.state.activity.sight.set_nest_level(outer.nest_level);
    env.frame.globals = Globals {
        nest_level: outer.nest_level,
        procedure: outer.procedure,
        severity_max: outer.severity_max,
        row_limit: outer.row_limit,
        options: outer.options,
        scope_identity: outer.scope_identity,
        line: outer.line,
        lock_timeout_ms: outer.lock_timeout_ms,
        ..batch.frame.globals
    };
    env.state.module.schema = caller.schema;
    env.state.module.trigger_rows = caller.trigger_rows;
    env.state.module.table_variables = caller.variables;
    // A program that hasn't returned gives back no cursors.
    let cursors = if matches!(ending, Ending::Returned) { caller.cursors } else { Vec::new() };
    let given = cursors.into_iter().map(|(place, variable)| (batch.parameters[place].name.clone(), variable));
    env.state.cursors.leave(&given.collect::<Vec<_>>());
    env.frame.globals.cursor_rows = env.state.cursors.rows_opened_last(env.frame.globals.cursor_rows);
    env.state.options = caller.options;
    env.state.values.show_options(caller.options.meaning);
    env.state.values.restore_dates(caller.dates);
    env.context.set_caught(caller.caught);
    env.context.callers_database = caller.callers_database;
    env.change_database(&caller.database)?;
    Ok(ending)
}

/// Returns the owner of the module's schema, for ownership chaining: objects of the same owner need
/// no permission of the caller. `None` for a procedure of master that runs in another database.
fn chain_of(env: &Env<'_, '_>, module: &Module) -> Option<Chain> {
    if temporary::is_temporary(&module.name) {
        // Everybody can create one, so it starts no ownership chain.
        return None;
    }
    let catalog = env.state.transaction.work.catalog(&env.state.database);
    if module.options.is_marked && catalog.module_by_id(module.id).is_none_or(|own| **own != *module) {
        // Objects of the caller's database have other owners than a procedure of master.
        return None;
    }
    let schema = catalog.schema(&module.schema)?;
    Some((env.state.database.id, schema.owner))
}

/// Drops the session's temporary tables created after the first `made`. Tables that can't be
/// dropped now are dropped with the session.
fn drop_temporary(env: &mut Env<'_, '_>, made: usize) {
    if env.state.temporary_tables.len() == made {
        return;
    }
    let Some(tempdb) = env.context.host.database(temporary::TEMPDB) else { return };
    let catalog = env.state.transaction.work.catalog(&tempdb);
    let tables = env.state.temporary_tables[made..].iter().filter_map(|id| catalog.table_by_id(*id));
    let own: Vec<_> = tables.filter(|table| temporary::is_private(&table.name)).collect();
    if !env.is_autocommit() {
        env.state.transaction.ended_tables.extend(own.iter().map(|table| table.id));
    }
    let names: Vec<ObjectName> = own.iter().map(|table| ObjectName::unqualified(&table.name)).collect();
    let _ = statement::drop_tables(env, true, &names);
}
