//! RESTORE DATABASE ... FROM DATABASE_SNAPSHOT: reverts a database to its snapshot
//! (`revert-a-database-to-a-database-snapshot.md`). Other forms of RESTORE are not compiled here.

use crate::statement::database::return_to;
use sluice_base::sync::Arc;
use sluice_command::statement::{Command, CommandError, Compilation, Env, EventSource};
use sluice_session::consequence::StatementClass;
use sluice_session::host::RevertingSession;
use sluice_session::rights::Rights;
use sluice_syntax::ast::{BackupDevice, Literal, NamedOption, OptionValue, Restore, RestoreKind};
use sluice_types::SqlError;
use std::time::Duration;

/// The revert of a database to a snapshot.
struct Revert {
    database: Box<str>,
    snapshot: Box<str>,
    /// WITH KEEP_CONNECTIONS (`docs/decisions/2026-11-29-keep-connections.md`).
    keeps_connections: bool,
}

/// Compiles RESTORE. Returns false for a form other than DATABASE ... FROM DATABASE_SNAPSHOT, and
/// for one with a variable or an option other than KEEP_CONNECTIONS.
pub(crate) fn compile(restore: &Restore, to: &mut dyn Compilation) -> bool {
    let keeps = |option: &NamedOption| option.name.is(KEEP_CONNECTIONS) && option.value.is_none();
    let is_plain = restore.parts.is_empty() && restore.moves.is_empty() && restore.options.iter().all(keeps);
    let (RestoreKind::Database, Some(database), [device], true) =
        (restore.kind, &restore.database, &restore.devices[..], is_plain)
    else {
        return false;
    };
    let Some(snapshot) = snapshot_of(device).filter(|_| !database.text.starts_with('@')) else { return false };
    let keeps_connections = !restore.options.is_empty();
    to.add(Box::new(Revert { database: database.text.clone(), snapshot: snapshot.into(), keeps_connections }));
    true
}

/// Returns the name in `DATABASE_SNAPSHOT = 'name'`.
fn snapshot_of(device: &BackupDevice) -> Option<&str> {
    let BackupDevice::File { medium, file } = device else { return None };
    match file {
        _ if !medium.is("DATABASE_SNAPSHOT") => None,
        OptionValue::Literal { value: Literal::String(name) | Literal::NationalString(name), .. } => Some(&**name),
        OptionValue::Word(name) => Some(&*name.text),
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
        Ok(revert(env, self)?)
    }
}

/// Reverts a database. Fails with 3021 inside a transaction, with 3137 if there is no such
/// database, and with 3002 if it is a snapshot. Without KEEP_CONNECTIONS, fails with 3102 if it is
/// the session's own, and with 3101 if another session uses it.
fn revert(env: &mut Env<'_, '_>, revert: &Revert) -> Result<(), SqlError> {
    if !env.is_autocommit() {
        return Err(SqlError::backup_in_transaction());
    }
    let (host, Revert { database: written, snapshot, keeps_connections }) = (env.context.host, revert);
    if host.database_id(written).is_none() {
        return Err(SqlError::database_not_reverted());
    }
    let database = host.database(written).ok_or_else(|| host.not_open(written))?;
    if database.is_snapshot() {
        return Err(SqlError::backup_of_snapshot());
    }
    if *keeps_connections {
        let session = RevertingSession { id: env.state.id, cancel: &env.state.activity.cancel };
        let reverted = host.revert_database(written, snapshot, Some(&session));
        enter_present_opening(env);
        return reverted;
    }
    if Arc::ptr_eq(&database, &env.state.database) {
        return Err(SqlError::restored_database_in_own_use("RESTORE", &database.name));
    }
    if !env.state.use_alone(&database, Some(Duration::ZERO))? {
        return Err(SqlError::restored_database_in_use());
    }
    let reverted = host.revert_database(written, snapshot, None);
    return_to(env, &database)?;
    reverted
}

/// Continues the batch in the present opening of the session's database, if that was closed.
fn enter_present_opening(env: &mut Env<'_, '_>) {
    env.state.rejoin(env.context.host);
    env.context.database = Arc::clone(&env.state.database);
}

const KEEP_CONNECTIONS: &str = "KEEP_CONNECTIONS";
