//! ALTER DATABASE ... SET ALLOW_SNAPSHOT_ISOLATION and READ_COMMITTED_SNAPSHOT: what has to come about before they change.
//!
//! As the documentation of the SET options has it: ALLOW_SNAPSHOT_ISOLATION lets those go on who use the database, and waits for them.
//! On its way to ON that is every transaction that has kept no versions, on its way to OFF every one that reads by a snapshot. For
//! READ_COMMITTED_SNAPSHOT nobody else may be connected to the database; so nobody reads by a statement's snapshot when it changes.

use super::Env;
use super::user_access::be_alone;
use sluice_base::sync::Arc;
use sluice_plan::unsupported;
use sluice_syntax::ast::Termination;
use sluice_table::database::Database;
use sluice_table::database_options::{DatabaseOptions, SnapshotState};
use sluice_table::storage_error::lock_error;
use sluice_txn::LockMode;
use sluice_types::SqlError;

/// Sets `options` as the statement wants them, by `set`, when what they ask for has come about.
pub(super) fn change(
    env: &mut Env<'_, '_>,
    database: &Arc<Database>,
    wanted: &DatabaseOptions,
    termination: Option<&Termination>,
    set: impl FnOnce(&mut Env<'_, '_>) -> Result<(), SqlError>,
) -> Result<(), SqlError> {
    let now = database.options();
    let allow =
        (wanted.allow_snapshot_isolation != now.allow_snapshot_isolation).then_some(wanted.allow_snapshot_isolation);
    let committed = wanted.read_committed_snapshot != now.read_committed_snapshot;
    check(database, allow, committed && wanted.read_committed_snapshot)?;
    if committed {
        be_alone(env, database, termination)?;
    }
    let result = match allow {
        Some(allow) => change_allow(env, database, allow, set),
        None => set(env),
    };
    if committed { result.and(env.state.share(database)) } else { result }
}

/// What the system's databases have no choice about.
fn check(database: &Database, allow: Option<bool>, committed: bool) -> Result<(), SqlError> {
    let is_system = SYSTEM.contains(&database.name.as_str());
    if committed && is_system {
        // 5058: the option cannot be set in this database.
        let args = vec!["READ_COMMITTED_SNAPSHOT".to_owned(), database.name.clone()];
        return Err(SqlError::new(5058, 16, 1, args));
    }
    // Nothing is kept that is set for these two: they are not in the list of databases.
    if allow.is_some() && is_system && database.name != "msdb" {
        return Err(unsupported(&format!("ALTER DATABASE {} SET ALLOW_SNAPSHOT_ISOLATION", database.name)));
    }
    Ok(())
}

/// Goes over to ON or OFF; back to where it was if it comes to nothing.
fn change_allow(
    env: &mut Env<'_, '_>,
    database: &Database,
    on: bool,
    set: impl FnOnce(&mut Env<'_, '_>) -> Result<(), SqlError>,
) -> Result<(), SqlError> {
    let before = database.snapshot_state();
    database.set_snapshot_state(if on { SnapshotState::ToOn } else { SnapshotState::ToOff });
    // Had alone, so that two of these take turns, and whoever reads by a snapshot waits for the outcome or is waited for.
    let others = env.state.lock(database.snapshots(), LockMode::Exclusive);
    let others = others.and_then(|_| match on {
        true => database.storage.wait_for_all(&env.state.locks).map_err(|error| lock_error(&error)),
        false => Ok(()),
    });
    let result = others.and_then(|()| set(env));
    if result.is_err() {
        database.set_snapshot_state(before);
    }
    env.state.locks.unlock(database.snapshots());
    result
}

/// Databases where READ_COMMITTED_SNAPSHOT stays OFF.
const SYSTEM: [&str; 3] = ["master", "tempdb", "msdb"];
