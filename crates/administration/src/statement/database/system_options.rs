//! Options that can't be set in a system database, by the tables of
//! `relational-databases/databases/master-database.md` and its neighbours on tempdb, model, msdb.

use super::altered::{MASTER_ID, MODEL_ID, MSDB_ID, TEMPDB_ID};
use sluice_table::database::Database;
use sluice_types::SqlError;

/// Returns 5058 if the option can't be set in `database`. The option's name is compared without
/// case. READ_ONLY stands for READ_WRITE too, and an access for all accesses.
pub(super) fn fixed(database: &Database, option: &str) -> Option<SqlError> {
    let fixed = match database.id {
        MASTER_ID => MASTER,
        TEMPDB_ID => TEMPDB,
        MODEL_ID => MODEL,
        MSDB_ID => MSDB,
        _ => return None,
    };
    let name = fixed.iter().chain(EVERYWHERE).find(|name| name.eq_ignore_ascii_case(option))?;
    let error = SqlError::option_cannot_be_set(name, &database.name);
    Some(if name.ends_with("_USER") { error.in_state(5) } else { error })
}

/// Options of master that can't be modified.
const MASTER: &[&str] = &[
    "ALLOW_SNAPSHOT_ISOLATION",
    "AUTO_CLOSE",
    "AUTO_SHRINK",
    "DB_CHAINING",
    "DISABLE_BROKER",
    "ENABLE_BROKER",
    "MULTI_USER",
    "NEW_BROKER",
    "READ_COMMITTED_SNAPSHOT",
    "READ_ONLY",
    "RESTRICTED_USER",
    "SINGLE_USER",
];
/// Options of tempdb that can't be modified.
const TEMPDB: &[&str] = &[
    "AUTO_CLOSE",
    "AUTO_SHRINK",
    "DB_CHAINING",
    "MULTI_USER",
    "READ_COMMITTED_SNAPSHOT",
    "READ_ONLY",
    "RECOVERY",
    "RESTRICTED_USER",
    "SINGLE_USER",
    "TRUSTWORTHY",
];
/// Options of model that can't be modified.
const MODEL: &[&str] = &["DB_CHAINING", "DISABLE_BROKER", "ENABLE_BROKER", "NEW_BROKER", "TRUSTWORTHY"];
/// Options of msdb that can't be modified.
const MSDB: &[&str] = &["ALLOW_SNAPSHOT_ISOLATION", "READ_COMMITTED_SNAPSHOT"];
/// Options that can be modified in no system database.
const EVERYWHERE: &[&str] = &["CHANGE_TRACKING", "ENCRYPTION", "MIXED_PAGE_ALLOCATION"];
