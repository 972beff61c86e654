//! The files of a database, as views and statements name them.

use sluice_base::counters::FileCounters;
use sluice_base::ids::{FileId, FilegroupId};
use sluice_base::sync::Arc;
use std::path::PathBuf;

/// A file of a database.
#[derive(Clone, Debug)]
pub struct DatabaseFile {
    /// The file's id.
    pub id: FileId,
    /// Data or log.
    pub kind: FileKind,
    /// The filegroup of a data file; `None` for the log.
    pub filegroup: Option<FilegroupId>,
    /// Logical name.
    pub name: String,
    /// Path in the file system.
    pub path: PathBuf,
    /// Counters of reads and writes.
    pub counters: Arc<FileCounters>,
}

/// The kind of a file.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum FileKind {
    /// Data file.
    Rows,
    /// Log file.
    Log,
    /// The persisted log buffer, which views show as a log file.
    LogBuffer,
}

impl FileKind {
    /// The number and the name of the type in `sys.database_files`.
    pub fn shown(self) -> (u8, &'static str) {
        match self {
            FileKind::Rows => (0, "ROWS"),
            FileKind::Log | FileKind::LogBuffer => (1, "LOG"),
        }
    }
}
