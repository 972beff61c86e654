//! RESTORE DATABASE ... FROM DATABASE_SNAPSHOT: reverts a database to its snapshot
//! (`revert-a-database-to-a-database-snapshot.md`). Other forms of RESTORE are not compiled here.

use super::Env;
use super::command::{Command, CommandError, Compilation};
use crate::statement::ddl::database_state::return_to;
use crate::statement::event::EventSource;
use sluice_base::sync::Arc;
use sluice_session::consequence::StatementClass;
use sluice_session::rights::Rights;
use sluice_syntax::ast::{BackupDevice, Literal, OptionValue, Restore, RestoreKind};
use sluice_types::SqlError;
use std::time::Duration;

/// The revert of a database to a snapshot.
struct Revert {
    database: Box<str>,
    snapshot: Box<str>,
}

/// Compiles RESTORE. Returns false for a form other than DATABASE ... FROM DATABASE_SNAPSHOT, and
/// for one with a variable or an option.
pub(in crate::statement) fn compile(restore: &Restore, to: &mut dyn Compilation) -> bool {
    let is_plain = restore.parts.is_empty() && restore.moves.is_empty() && restore.options.is_empty();
    let (RestoreKind::Database, Some(database), [device], true) =
        (restore.kind, &restore.database, &restore.devices[..], is_plain)
    else {
        return false;
    };
    let Some(snapshot) = snapshot_of(device).filter(|_| !database.text.starts_with('@')) else { return false };
    to.add(Box::new(Revert { database: database.text.clone(), snapshot: snapshot.into() }));
    true
}

/// Returns the name in `DATABASE_SNAPSHOT = 'name'`.
fn snapshot_of(device: &BackupDevice) -> Option<&str> {
    match device {
        BackupDevice::File { medium, file: OptionValue::Literal { value, .. } } if medium.is("DATABASE_SNAPSHOT") => {
            match value {
                Literal::String(name) | Literal::NationalString(name) => Some(&**name),
                _ => None,
            }
        }
        BackupDevice::File { medium, file: OptionValue::Word(name) } if medium.is("DATABASE_SNAPSHOT") => {
            Some(&*name.text)
        }
        _ => None,
    }
}

impl Command for Revert {
    fn needs(&self, rights: &Rights<'_>) -> Result<(), SqlError> {
        rights.restore(&self.database)
    }

    fn class(&self) -> StatementClass {
        StatementClass::RestoreDatabase
    }

    fn events(&self) -> EventSource<'_> {
        EventSource::None
    }

    fn run(&self, env: &mut Env<'_, '_>) -> Result<(), CommandError> {
        Ok(revert(env, &self.database, &self.snapshot)?)
    }
}

/// Reverts the database `written`. Fails with 3021 inside a transaction, with 3137 if there is no
/// such database, with 3102 if it is the session's own, with 3101 if another session uses it, and
/// with 3002 if it is a snapshot.
fn revert(env: &mut Env<'_, '_>, written: &str, snapshot: &str) -> Result<(), SqlError> {
    if !env.is_autocommit() {
        return Err(SqlError::backup_in_transaction());
    }
    let host = env.context.host;
    if host.database_id(written).is_none() {
        return Err(SqlError::database_not_reverted());
    }
    let database = host.database(written).ok_or_else(|| host.not_open(written))?;
    if database.is_snapshot() {
        return Err(SqlError::backup_of_snapshot());
    }
    if Arc::ptr_eq(&database, &env.state.database) {
        return Err(SqlError::restored_database_in_own_use("RESTORE", &database.name));
    }
    if !env.state.use_alone(&database, Some(Duration::ZERO))? {
        return Err(SqlError::restored_database_in_use());
    }
    let reverted = host.revert_database(written, snapshot);
    return_to(env, &database)?;
    reverted
}
