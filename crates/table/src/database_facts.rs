//! Facts about databases and files for the views over all databases.

use crate::database::Database;
use crate::database_file::DatabaseFile;
use crate::database_options::SnapshotState;
use sluice_base::file_growth::FileGrowth;
use sluice_base::ids::ObjectId;
use sluice_base::sync::Arc;
use sluice_catalog::Catalog;
use sluice_catalog::security::ids;
use sluice_txn::{LogReuseWait, RecoveryModel};

/// Facts that a database stores itself and `sys.databases` shows. A database that isn't open
/// is listed with the facts of its last opening.
#[derive(Clone, Debug)]
pub struct DatabaseFacts {
    /// Security identifier of the owner.
    pub owner: Option<Arc<[u8]>>,
    /// Time of the creation or the last renaming, in local nanoseconds.
    pub created_ns: Option<i64>,
    /// ALLOW_SNAPSHOT_ISOLATION.
    pub snapshot_state: SnapshotState,
    /// Recovery model.
    pub recovery_model: RecoveryModel,
    /// The reason why the log isn't truncated.
    pub log_reuse_wait: LogReuseWait,
}

/// A file of a database, whether it is open or not.
#[derive(Clone, Debug)]
pub struct FileFacts {
    /// The file.
    pub file: DatabaseFile,
    /// Length in bytes, or 0 if the file can't be read.
    pub bytes: u64,
    /// Bytes that the file takes on the disk: fewer for a snapshot's file.
    pub bytes_on_disk: u64,
    /// Growth step.
    pub growth: FileGrowth,
    /// Greatest length in bytes, or `u64::MAX` without a limit.
    pub max_bytes: u64,
    /// Whether the file's filegroup is READ_ONLY.
    pub is_read_only: bool,
    /// Whether the file has only the pages in which a snapshot differs from its source.
    pub is_sparse: bool,
}

impl Database {
    /// Returns the database's facts, of which `catalog` has the owner and the creation time. Owner
    /// and time are `None` if the catalog lacks them.
    pub fn facts(&self, catalog: &Catalog) -> DatabaseFacts {
        DatabaseFacts {
            owner: catalog.security().principal(ids::DBO).map(|dbo| Arc::clone(&dbo.sid)),
            created_ns: catalog.dates().get(&ObjectId(0)).map(|dates| dates.created_ns),
            snapshot_state: self.snapshot_state(),
            recovery_model: self.storage.recovery_model(),
            log_reuse_wait: self.storage.log_reuse_wait(),
        }
    }
}
