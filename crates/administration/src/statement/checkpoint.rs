//! CHECKPOINT, and the procedure that flushes the log's tail (L2d).

use sluice_catalog::security::codes;
use sluice_command::statement::{
    Command, CommandError, CommandProcedure, Compilation, Env, EventSource, command_arguments, procedure, whole_number,
};
use sluice_plan::unsupported;
use sluice_session::consequence::StatementClass;
use sluice_session::rights::Rights;
use sluice_syntax::ast::{Execute, Expr};
use sluice_table::storage_error::sql_error;
use sluice_txn::StorageError;
use sluice_types::SqlError;

/// CHECKPOINT.
struct Checkpoint;

/// `sys.sp_flush_log`.
struct LogFlush;

/// Compiles CHECKPOINT. A duration asks for a checkpoint within that many seconds. It has no
/// effect, because manual checkpoints are never slowed down. A duration that isn't a positive
/// number fails with 40517.
pub(crate) fn compile(duration: Option<&Expr>, to: &mut dyn Compilation) -> Result<(), SqlError> {
    if duration.is_some_and(|duration| whole_number(duration).is_none_or(|seconds| seconds <= 0)) {
        return Err(unsupported("CHECKPOINT with a duration that is no positive number"));
    }
    to.add(Box::new(Checkpoint));
    Ok(())
}

/// `sys.sp_flush_log`.
pub static FLUSH_LOG: CommandProcedure =
    CommandProcedure { name: "sp_flush_log", parameters: &[], compile: compile_flush_log };

/// Compiles `EXEC sys.sp_flush_log`. The return status is 0.
fn compile_flush_log(execute: &Execute, to: &mut dyn Compilation) -> Result<(), SqlError> {
    let [] = command_arguments(&FLUSH_LOG, &execute.arguments)?;
    to.add(Box::new(LogFlush));
    to.set_status(execute)
}

impl Command for Checkpoint {
    fn needs(&self, rights: &Rights<'_>) -> Result<(), SqlError> {
        rights.on_database(codes::CHECKPOINT)
    }

    fn class(&self) -> StatementClass {
        StatementClass::Other
    }

    fn events(&self) -> EventSource<'_> {
        EventSource::None
    }

    fn run(&self, env: &mut Env<'_, '_>) -> Result<(), CommandError> {
        Ok(checkpoint(env)?)
    }
}

impl Command for LogFlush {
    fn needs(&self, rights: &Rights<'_>) -> Result<(), SqlError> {
        rights.everybody("relational-databases/system-stored-procedures/sys-sp-flush-log-transact-sql.md")
    }

    fn class(&self) -> StatementClass {
        StatementClass::Other
    }

    fn events(&self) -> EventSource<'_> {
        EventSource::None
    }

    fn run(&self, env: &mut Env<'_, '_>) -> Result<(), CommandError> {
        procedure(env, |env| flush_log(env).map(|()| 0))
    }

    fn has_end(&self) -> bool {
        false
    }
}

/// Runs CHECKPOINT in the current database.
fn checkpoint(env: &mut Env<'_, '_>) -> Result<(), SqlError> {
    let database = &env.state.database;
    database.storage.checkpoint().map_err(|error| sql_error(&error, &database.name))
}

/// Runs `sys.sp_flush_log` in the current database. On return, all earlier commits are durable
/// (L3). Does nothing in tempdb (T2).
fn flush_log(env: &mut Env<'_, '_>) -> Result<(), SqlError> {
    let database = &env.state.database;
    if database.storage.is_temporary() {
        return Ok(());
    }
    database.storage.log.flush_tail().map_err(|error| sql_error(&StorageError::from(error), &database.name))
}
