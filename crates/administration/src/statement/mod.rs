//! The statements, one family per file. [`compile`] has a line for each.

mod backup;
mod buffer_pool_extension;
mod checkpoint;
mod configure;
mod database;
mod dbcc;
mod event_session;
mod kill;
mod message;
mod restore;
mod shutdown;

pub use checkpoint::FLUSH_LOG;
pub use configure::{configure, options_named};
pub use database::{detach_database, may_detach_database};
pub use dbcc::command::dbcc_commands;
pub use message::{NewMessage, add_message, alter_message, drop_message};

use database::command as database_command;
use dbcc::command as dbcc_command;
use sluice_command::statement::Compilation;
use sluice_syntax::ast::{Statement, StatementKind};
use sluice_types::SqlError;

/// Compiles a statement to commands, which are added to `to` in order. Returns false if the
/// statement isn't one of these, or is a RESTORE that isn't from a database snapshot. An error is
/// one of compilation.
pub fn compile(statement: &Statement, to: &mut dyn Compilation) -> Result<bool, SqlError> {
    match &statement.kind {
        StatementKind::AlterDatabase(alter) => database_command::compile_change(alter, to),
        StatementKind::AlterDatabaseSet(alter) => database_command::compile_set(alter, to),
        StatementKind::AlterScopedConfiguration(option) => database_command::compile_scoped(option, to),
        StatementKind::Backup(backup) => backup::compile(backup, to)?,
        StatementKind::BufferPoolExtension(extension) => buffer_pool_extension::compile(extension, to)?,
        StatementKind::Checkpoint(duration) => checkpoint::compile(duration.as_ref(), to)?,
        StatementKind::CreateDatabase(definition) => database_command::compile_create(definition, to)?,
        StatementKind::DropDatabase { if_exists, names } => database_command::compile_drop(*if_exists, names, to),
        StatementKind::Dbcc(dbcc) => dbcc_command::compile(dbcc, to)?,
        StatementKind::EventSession(session) => event_session::compile(session, to),
        StatementKind::Kill { session, status_only } => kill::compile(session, *status_only, to)?,
        StatementKind::Reconfigure { with_override } => configure::compile(*with_override, to),
        StatementKind::Shutdown { no_wait } => shutdown::compile(*no_wait, to),
        StatementKind::Restore(restore) => return Ok(restore::compile(restore, to)),
        _ => return Ok(false),
    }
    Ok(true)
}
