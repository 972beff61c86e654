//! ALTER SERVER CONFIGURATION SET BUFFER POOL EXTENSION
//! (`t-sql/statements/alter-server-configuration-transact-sql.md`).

use crate::statement::database::file_size_bytes;
use sluice_catalog::security::codes;
use sluice_command::statement::{Command, CommandError, Compilation, Env, EventSource};
use sluice_session::consequence::StatementClass;
use sluice_session::rights::Rights;
use sluice_syntax::ast::{BufferPoolExtension, FileSize, SizeUnit};
use sluice_types::SqlError;

/// A compiled statement.
enum Change {
    On { file: Box<str>, bytes: u64 },
    Off,
}

/// Compiles ALTER SERVER CONFIGURATION SET BUFFER POOL EXTENSION.
pub(crate) fn compile(extension: &BufferPoolExtension, to: &mut dyn Compilation) -> Result<(), SqlError> {
    let change = match extension {
        BufferPoolExtension::Off => Change::Off,
        BufferPoolExtension::On { file, size } => {
            // The unit is KB if none is written.
            let unit = size.unit.or(Some(SizeUnit::Kilobytes));
            Change::On { file: file.clone(), bytes: file_size_bytes(FileSize { unit, ..*size }) }
        }
    };
    to.add(Box::new(change));
    Ok(())
}

impl Command for Change {
    fn needs(&self, rights: &Rights<'_>) -> Result<(), SqlError> {
        rights.server_or(codes::ALTER_SERVER_STATE, SqlError::action_denied())
    }

    fn class(&self) -> StatementClass {
        StatementClass::Other
    }

    fn events(&self) -> EventSource<'_> {
        // "This statement doesn't support DDL triggers."
        EventSource::None
    }

    fn run(&self, env: &mut Env<'_, '_>) -> Result<(), CommandError> {
        Ok(change(env, self)?)
    }
}

/// Turns the extension on or off. Sends 872 or 873 if there is nothing to do. Fails with 574 in a
/// transaction, with 868 for an extension smaller than the instance's memory, and with 864 for one
/// more than 32 times as large.
fn change(env: &mut Env<'_, '_>, change: &Change) -> Result<(), SqlError> {
    if !env.is_autocommit() {
        return Err(SqlError::not_allowed_in_user_transaction("ALTER SERVER CONFIGURATION"));
    }
    let host = env.context.host;
    let (has_changed, nothing_to_do) = match change {
        Change::On { file, bytes } => (host.turn_extension_on(file, *bytes)?, SqlError::extension_already_enabled()),
        Change::Off => (host.turn_extension_off()?, SqlError::extension_already_disabled()),
    };
    if !has_changed {
        env.inform(nothing_to_do);
    }
    Ok(())
}
