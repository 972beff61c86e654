//! Runs a statement's triggers within its transaction, after the statement's own changes
//! (`t-sql/statements/create-trigger-transact-sql`, *Remarks for DML triggers*).
//!
//! SET XACT_ABORT is ON in a trigger by default (`t-sql/statements/set-xact-abort-transact-sql`),
//! so most errors roll back the transaction and end the batch. A trigger that ends the transaction
//! (3609) or catches an error that dooms it (3616) has the same effect.

use super::calls::refuse;
use super::ending::{Ending, Stop};
use super::enter::Entry;
use super::execution::drain_batch;
use super::interpreter::Interpreter;
use sluice_base::sync::Arc;
use sluice_catalog::Module;
use sluice_command::statement;
use sluice_command::triggers::{FiredEvent, Firing, TriggerTables};
use sluice_session::configuration_options::NESTED_TRIGGERS;
use sluice_session::running_triggers::RunningTrigger;
use sluice_table::database::Database;
use sluice_types::SqlError;

impl Interpreter<'_, '_, '_, '_> {
    /// Runs the triggers of a statement and ends the statement. `is_guarded` says whether a TRY
    /// block of the program encloses it.
    pub(super) fn fire(&mut self, firing: &Firing, is_guarded: bool) -> Stop {
        match self.fire_for(firing, is_guarded) {
            Ok(()) => self.end_fired(firing),
            Err(stop) => stop,
        }
    }

    /// Runs the triggers of a statement. If they fail, the transaction ends as the error requires.
    pub(super) fn fire_for(&mut self, firing: &Firing, is_guarded: bool) -> Result<(), Stop> {
        self.within_statement((firing.is_alone, is_guarded), |interpreter| interpreter.run_all_triggers(firing))
    }

    /// Runs triggers as a part of their statement. If they end the batch, returns how, and ends the
    /// transaction unless a TRY block or `fail` handles a raised error. An autocommit transaction
    /// (`is_alone`) ends in any case. `is_guarded` says whether a TRY block of the program encloses
    /// the statement.
    pub(super) fn within_statement(
        &mut self,
        (is_alone, is_guarded): (bool, bool),
        run: impl FnOnce(&mut Self) -> Result<Option<Ending>, SqlError>,
    ) -> Result<(), Stop> {
        let tries = self.calls.tries;
        // The TRY block around the statement catches the errors of its triggers.
        self.calls.tries += u32::from(is_guarded);
        let result = run(self);
        self.calls.tries = tries;
        let stop = match result {
            Ok(None) => return Ok(()),
            Ok(Some(ending)) => Stop::Called(ending),
            Err(error) => Stop::Failed(error),
        };
        if is_alone || !matches!(stop, Stop::Called(Ending::Raised(_)) | Stop::Failed(_)) {
            statement::end_transaction(self.env);
        }
        Err(stop)
    }

    /// Ends the statement after its triggers: commits an autocommit transaction and reports the row
    /// count.
    fn end_fired(&mut self, firing: &Firing) -> Stop {
        let env = &mut *self.env;
        if firing.is_alone
            && let Err(error) = statement::commit(env, false)
        {
            return Stop::Failed(error);
        }
        env.frame.globals.error = 0;
        if let Some(kind) = firing.kind {
            // The triggers' statements have begun since the statement began.
            env.sink.begin(kind);
        }
        env.done(firing.count);
        Stop::Called(Ending::Returned)
    }

    /// Runs the triggers of the tables that cascades have changed, the last table of a chain first,
    /// then those of the statement's table
    /// (`relational-databases/tables/primary-and-foreign-key-constraints.md`). Returns the batch's
    /// ending, or `None` if the batch continues.
    fn run_all_triggers(&mut self, firing: &Firing) -> Result<Option<Ending>, SqlError> {
        for firing in firing.cascaded.iter().chain([firing]) {
            if let Some(ending) = self.run_triggers(firing)? {
                return Ok(Some(ending));
            }
        }
        Ok(None)
    }

    /// Runs the triggers in order. Returns the batch's ending, or `None` if the batch continues.
    fn run_triggers(&mut self, firing: &Firing) -> Result<Option<Ending>, SqlError> {
        for event in &firing.events {
            let mut triggers: Vec<&Arc<Module>> = firing.triggers.iter().collect();
            triggers.sort_by_key(|module| module.trigger.map_or(0, |trigger| trigger.rank(event.event)));
            for module in triggers {
                let watches = module.trigger.is_some_and(|trigger| trigger.events.has(event.event));
                let fires = || self.env.context.fires(module) || recurs(&firing.database, module);
                if !watches || !fires() || !self.cascades(module) {
                    continue;
                }
                if let Some(ending) = self.run_trigger(firing, event, module)? {
                    return Ok(Some(ending));
                }
            }
        }
        Ok(None)
    }

    /// Whether the running triggers may fire `module`: with 'nested triggers' off, an AFTER trigger
    /// fires no other AFTER trigger (`database-engine/configure-windows`,
    /// `configure-the-nested-triggers-server-configuration-option.md`).
    fn cascades(&self, module: &Module) -> bool {
        module.trigger.is_some_and(|trigger| trigger.instead_of)
            || !self.env.context.is_in_after_trigger()
            || self.env.context.host.configurations().in_use(NESTED_TRIGGERS) != 0
    }

    fn run_trigger(
        &mut self,
        firing: &Firing,
        event: &FiredEvent,
        module: &Arc<Module>,
    ) -> Result<Option<Ending>, SqlError> {
        let state = &*self.env.state;
        let mut batch = match self.calls.plans.take_trigger(&firing.database, (module, &firing.columns), state) {
            Ok(batch) => batch,
            Err(errors) => return Ok(Some(ended(refuse(self.env, self.calls, errors)))),
        };
        self.env.frame.globals.row_count = firing.count as i64;
        let tables = batch.trigger.take();
        tables.iter().for_each(|tables| tables.fill(event));
        let running = RunningTrigger { module: Arc::clone(module), updated: Arc::clone(&event.updated), event: None };
        self.env.context.enter_trigger(running);
        let entry = Entry {
            levels: 1,
            values: Vec::new(),
            rows: Vec::new(),
            cursors: Vec::new(),
            database: Some(&firing.database),
            module: Some(module),
            trigger: tables.as_ref().map(TriggerTables::views),
            caller: None,
        };
        let (mut batch, result) = drain_batch(self.env, self.calls, batch, entry);
        self.env.context.leave_trigger();
        tables.iter().for_each(TriggerTables::empty);
        batch.trigger = tables;
        self.calls.plans.put_procedure(firing.database.id, Arc::clone(module), batch);
        self.end_trigger(result)
    }

    /// Returns the batch's ending after a trigger, or `None` if the batch continues. Fails with
    /// 3609 if the trigger ended the transaction, with 3616 if it caught an error that doomed it.
    pub(super) fn end_trigger(&mut self, result: Result<Ending, SqlError>) -> Result<Option<Ending>, SqlError> {
        let globals = &mut self.env.frame.globals;
        match result? {
            Ending::Returned if globals.is_doomed => {
                // 3616: an error was raised and caught in the trigger.
                Err(SqlError::error_in_trigger())
            }
            // 3609: the trigger ended the transaction.
            Ending::Returned if globals.tran_count == 0 => Err(SqlError::transaction_ended_in_trigger()),
            Ending::Returned => Ok(None),
            ending => Ok(Some(ended(ending))),
        }
    }
}

/// Whether an AFTER trigger fires itself (`alter-database-transact-sql-set-options`,
/// RECURSIVE_TRIGGERS).
fn recurs(database: &Database, module: &Module) -> bool {
    module.trigger.is_some_and(|trigger| !trigger.instead_of) && database.options().recursive_triggers
}

/// Returns the ending for the batch: an error that ends a trigger's body also ends the batch.
pub(super) fn ended(ending: Ending) -> Ending {
    if matches!(ending, Ending::ScopeEnded) { Ending::BatchEnded } else { ending }
}
