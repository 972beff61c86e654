//! The statements, one family per file. [`compile`] has a line for each.

mod backup;
mod buffer_pool_extension;
mod checkpoint;
mod configure;
mod dbcc;
mod event_session;
mod kill;
mod message;
mod restore;

pub use checkpoint::compile_flush_log;
pub use configure::{configure, options_named};
pub use dbcc::command::dbcc_commands;
pub use message::{NewMessage, add_message, alter_message, drop_message};

use dbcc::command as dbcc_command;
use sluice_command::statement::Compilation;
use sluice_syntax::ast::{Statement, StatementKind};
use sluice_types::SqlError;

/// Compiles a statement to commands. Returns false if the statement isn't one of these. The
/// commands are added to `to` in order. An error is one of compilation.
pub fn compile(statement: &Statement, to: &mut dyn Compilation) -> Result<bool, SqlError> {
    match &statement.kind {
        StatementKind::Backup(backup) => backup::compile(backup, to),
        StatementKind::BufferPoolExtension(extension) => buffer_pool_extension::compile(extension, to)?,
        StatementKind::Checkpoint(duration) => checkpoint::compile(duration.as_ref(), to)?,
        StatementKind::Dbcc(dbcc) => dbcc_command::compile(dbcc, to)?,
        StatementKind::EventSession(session) => event_session::compile(session, to),
        StatementKind::Kill { session, status_only } => kill::compile(session, *status_only, to)?,
        StatementKind::Reconfigure { with_override } => configure::compile(*with_override, to),
        StatementKind::Restore(restore) => return Ok(restore::compile(restore, to)),
        _ => return Ok(false),
    }
    Ok(true)
}
