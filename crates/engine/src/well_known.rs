//! The names and ids of the system databases, as in SQL Server.

use crate::registry::Entry;
pub(crate) use crate::storage::MASTER_ID;
use sluice_base::ids::DatabaseId;
use sluice_table::DatabaseOptions;

/// Returns whether the database stays closed until its first use.
pub(crate) fn sleeps(id: DatabaseId) -> bool {
    id == MODEL_ID || id == MSDB_ID
}

/// Returns whether new databases start with a copy of model's objects.
pub(crate) fn model_has_objects(entries: &[Entry]) -> bool {
    entries.iter().any(|entry| entry.id == MODEL_ID && entry.options.has_objects)
}

/// Returns the options of a new database, which are model's. File names and access restrictions are
/// not inherited.
pub(crate) fn models_options(entries: &[Entry]) -> DatabaseOptions {
    let model = entries.iter().find(|entry| entry.id == MODEL_ID);
    let options = model.map(|model| model.options.clone()).unwrap_or_default();
    // File names and access restrictions are not inherited.
    let DatabaseOptions { delayed_durability, identity_cache, max_degree, target_recovery_time, .. } = options;
    let DatabaseOptions { allow_snapshot_isolation, read_committed_snapshot, data_growth, .. } = options;
    let DatabaseOptions { auto_create_statistics, auto_update_statistics, recursive_triggers, .. } = options;
    let DatabaseOptions { compatibility_level, session_defaults, .. } = options;
    DatabaseOptions {
        delayed_durability,
        identity_cache,
        max_degree,
        target_recovery_time,
        auto_create_statistics,
        auto_update_statistics,
        allow_snapshot_isolation,
        read_committed_snapshot,
        recursive_triggers,
        compatibility_level,
        session_defaults,
        data_growth,
        ..DatabaseOptions::default()
    }
}

/// Returns tempdb's options: model's, without the snapshot options, at the latest compatibility
/// level.
pub(crate) fn tempdbs_options(entries: &[Entry]) -> DatabaseOptions {
    DatabaseOptions {
        allow_snapshot_isolation: false,
        read_committed_snapshot: false,
        compatibility_level: DatabaseOptions::default().compatibility_level,
        ..models_options(entries)
    }
}

/// Returns the options of master and the initial ones of msdb, with ALLOW_SNAPSHOT_ISOLATION ON as
/// in SQL Server.
pub(crate) fn systems_options() -> DatabaseOptions {
    DatabaseOptions { allow_snapshot_isolation: true, ..DatabaseOptions::default() }
}

/// Returns the id of a new database: the one after the greatest in the list.
pub(crate) fn next_id(entries: &[Entry]) -> DatabaseId {
    let next = entries.iter().map(|entry| entry.id.0 + 1).max().unwrap_or(FIRST_USER_ID);
    DatabaseId(next.max(FIRST_USER_ID))
}

pub(crate) const MASTER: &str = "master";
pub(crate) const TEMPDB: &str = "tempdb";
pub(crate) const TEMPDB_ID: DatabaseId = DatabaseId(2);
pub(crate) const MODEL: &str = "model";
pub(crate) const MODEL_ID: DatabaseId = DatabaseId(3);
pub(crate) const MSDB: &str = "msdb";
pub(crate) const MSDB_ID: DatabaseId = DatabaseId(4);
/// The first id of user databases.
pub(crate) const FIRST_USER_ID: u16 = 5;
