//! A database's files as its views and statements name them.

use sluice_base::counters::FileCounters;
use sluice_base::ids::FileId;
use sluice_base::sync::Arc;
use std::path::PathBuf;

/// A file of a database.
#[derive(Clone, Debug)]
pub struct DatabaseFile {
    /// What it is for.
    pub kind: FileKind,
    /// Its logical name.
    pub name: String,
    /// Where it is.
    pub path: PathBuf,
    /// What has been asked of it.
    pub counters: Arc<FileCounters>,
}

/// What a file is for; the numbers of `sys.database_files`.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
#[repr(u8)]
pub enum FileKind {
    /// Pages.
    Rows = 0,
    /// The log.
    Log = 1,
}

impl DatabaseFile {
    /// Its number in the database: a database has one of each.
    pub fn id(&self) -> FileId {
        match self.kind {
            FileKind::Rows => FileId(1),
            FileKind::Log => FileId(2),
        }
    }
}
