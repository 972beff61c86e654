//! The databases that every instance has: their names and ids, as in SQL Server.

use crate::registry::Entry;
pub(crate) use crate::storage::MASTER_ID;
use sluice_base::ids::DatabaseId;
use sluice_exec::DatabaseOptions;

/// Whether the database with this id stays closed until somebody asks for it.
pub(crate) fn sleeps(id: DatabaseId) -> bool {
    id == MODEL_ID || id == MSDB_ID
}

/// Whether a new database begins with a copy of model's objects.
pub(crate) fn model_has_objects(entries: &[Entry]) -> bool {
    entries.iter().any(|entry| entry.id == MODEL_ID && entry.options.has_objects)
}

/// The options that a new database begins with: model's.
pub(crate) fn models_options(entries: &[Entry]) -> DatabaseOptions {
    let model = entries.iter().find(|entry| entry.id == MODEL_ID);
    let options = model.map(|model| model.options.clone()).unwrap_or_default();
    // Its files have their own names, and nobody is kept out of it.
    let DatabaseOptions { delayed_durability, identity_cache, target_recovery_time, .. } = options;
    let DatabaseOptions { allow_snapshot_isolation, read_committed_snapshot, data_growth, .. } = options;
    let DatabaseOptions { auto_create_statistics, auto_update_statistics, .. } = options;
    DatabaseOptions {
        delayed_durability,
        identity_cache,
        target_recovery_time,
        auto_create_statistics,
        auto_update_statistics,
        allow_snapshot_isolation,
        read_committed_snapshot,
        data_growth,
        ..DatabaseOptions::default()
    }
}

/// The options that tempdb begins with: model's, but for those about snapshots.
pub(crate) fn tempdbs_options(entries: &[Entry]) -> DatabaseOptions {
    DatabaseOptions { allow_snapshot_isolation: false, read_committed_snapshot: false, ..models_options(entries) }
}

/// The options of master, and those that msdb begins with: ALLOW_SNAPSHOT_ISOLATION is ON there, as in SQL Server.
pub(crate) fn systems_options() -> DatabaseOptions {
    DatabaseOptions { allow_snapshot_isolation: true, ..DatabaseOptions::default() }
}

pub(crate) const MASTER: &str = "master";
pub(crate) const TEMPDB: &str = "tempdb";
pub(crate) const TEMPDB_ID: DatabaseId = DatabaseId(2);
pub(crate) const MODEL: &str = "model";
pub(crate) const MODEL_ID: DatabaseId = DatabaseId(3);
pub(crate) const MSDB: &str = "msdb";
pub(crate) const MSDB_ID: DatabaseId = DatabaseId(4);
/// Users' databases have ids from here on.
pub(crate) const FIRST_USER_ID: u16 = 5;
