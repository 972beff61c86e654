//! ALTER DATABASE ... SET ALLOW_SNAPSHOT_ISOLATION and READ_COMMITTED_SNAPSHOT: the waits before
//! these options change.
//!
//! ALLOW_SNAPSHOT_ISOLATION lets other sessions go on and waits for them. A change to ON waits for
//! transactions that keep no versions; a change to OFF waits for transactions that read from a
//! snapshot. READ_COMMITTED_SNAPSHOT needs the database without other connections, so no statement
//! reads from a snapshot when it changes.

use super::user_access::be_alone;
use sluice_base::sync::Arc;
use sluice_command::statement::Env;
use sluice_plan::unsupported;
use sluice_syntax::ast::Termination;
use sluice_table::database::Database;
use sluice_table::database_options::{DatabaseOptions, SnapshotState};
use sluice_table::storage_error::lock_error;
use sluice_txn::LockMode;
use sluice_types::SqlError;

/// Waits as the changed options require, then calls `set`. READ_COMMITTED_SNAPSHOT needs the
/// database alone, for which `termination` may end other sessions; afterwards it's shared again.
/// Fails with 40517 for ALLOW_SNAPSHOT_ISOLATION of tempdb.
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
    if allow.is_some() && database.storage.is_temporary() {
        return Err(unsupported("ALTER DATABASE tempdb SET ALLOW_SNAPSHOT_ISOLATION"));
    }
    if committed {
        be_alone(env, database, termination)?;
    }
    let result = match allow {
        Some(allow) => change_allow(env, database, allow, set),
        None => set(env),
    };
    if committed { result.and(env.state.share(database)) } else { result }
}

/// Moves the snapshot state to ON or OFF, and back to its former state on failure.
fn change_allow(
    env: &mut Env<'_, '_>,
    database: &Database,
    on: bool,
    set: impl FnOnce(&mut Env<'_, '_>) -> Result<(), SqlError>,
) -> Result<(), SqlError> {
    let before = database.snapshot_state();
    database.set_snapshot_state(if on { SnapshotState::ToOn } else { SnapshotState::ToOff });
    // The exclusive lock makes two changes run one after the other. Transactions that read from a
    // snapshot hold the lock in another mode, so each waits for the other's end.
    let others = env.state.transaction.lock(database.snapshots(), LockMode::Exclusive);
    let others = others.and_then(|_| match on {
        true => database.storage.wait_for_all(&env.state.transaction.locks).map_err(|error| lock_error(&error)),
        false => Ok(()),
    });
    let result = others.and_then(|()| set(env));
    if result.is_err() {
        database.set_snapshot_state(before);
    }
    env.state.transaction.locks.unlock(database.snapshots());
    result
}
