//! The files of a database, as views and statements name them.

use sluice_base::counters::FileCounters;
use sluice_base::ids::FileId;
use sluice_base::sync::Arc;
use std::path::PathBuf;

/// A file of a database.
#[derive(Clone, Debug)]
pub struct DatabaseFile {
    /// Data or log.
    pub kind: FileKind,
    /// Logical name.
    pub name: String,
    /// Path in the file system.
    pub path: PathBuf,
    /// Counters of reads and writes.
    pub counters: Arc<FileCounters>,
}

/// The kind of a file, numbered as in `sys.database_files`.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
#[repr(u8)]
pub enum FileKind {
    /// Data file.
    Rows = 0,
    /// Log file.
    Log = 1,
}

impl DatabaseFile {
    /// The file's id. A database has one file of each kind.
    pub fn id(&self) -> FileId {
        match self.kind {
            FileKind::Rows => FileId(1),
            FileKind::Log => FileId(2),
        }
    }
}
