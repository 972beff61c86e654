//! What can go wrong with a page, told apart by what the caller can do.

use sluice_base::ids::{DatabaseId, PageId};
use sluice_base::memory::OutOfMemory;
use sluice_base::sync::Arc;
use sluice_vfs::FileError;
use sluice_wal::LogError;
use std::fmt;
use std::path::PathBuf;

/// A page could not be had or could not be written.
#[derive(Debug)]
pub enum PageError {
    /// The page's bytes are not those that were written, or no page can have them, or there is no such page (SQL Server's 824). Reading
    /// again gives the same; other pages work.
    Damaged {
        /// The data file.
        path: PathBuf,
        /// The page.
        page: PageId,
        /// What is wrong with it.
        what: String,
    },
    /// The file system failed.
    File(FileError),
    /// The log could not be hardened, so the page was not written.
    Log(LogError),
    /// An earlier write or sync of the database's pages failed: none is written any more until a restart.
    Poisoned(Arc<str>),
    /// Every frame is held at this moment; the statement may be tried again.
    NoFrames {
        /// How many frames the pool has.
        frames: usize,
    },
    /// The instance's memory limit leaves no room.
    OutOfMemory(OutOfMemory),
    /// The database is not attached to the pool, or has no such file.
    NotAttached {
        /// The database.
        database: DatabaseId,
        /// The page asked for, if one was.
        page: PageId,
    },
}

impl fmt::Display for PageError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            PageError::Damaged { path, page, what } => write!(
                f,
                "page {page} of '{}' (at byte offset {:#x}) is damaged: {what}. Restore the database from a backup, \
                 or run DBCC CHECKDB to see what the damage touches",
                path.display(),
                u64::from(page.page) * crate::page::PAGE_SIZE as u64
            ),
            PageError::File(error) => write!(f, "{error}"),
            PageError::Log(error) => write!(f, "{error}"),
            PageError::Poisoned(why) => write!(
                f,
                "no page of this database is written any more, because an earlier write failed ({why}). Mend the disk, \
                 then restart: recovery brings every committed change back from the log"
            ),
            PageError::NoFrames { frames } => {
                write!(f, "all {frames} buffers of the pool are in use at once; raise max server memory or try again")
            }
            PageError::OutOfMemory(error) => write!(f, "{error}"),
            PageError::NotAttached { database, page } => {
                write!(f, "page {page} was asked of database {}, which has no such file open", database.0)
            }
        }
    }
}

impl std::error::Error for PageError {
    fn source(&self) -> Option<&(dyn std::error::Error + 'static)> {
        match self {
            PageError::File(error) => Some(error),
            PageError::OutOfMemory(error) => Some(error),
            _ => None,
        }
    }
}

impl From<FileError> for PageError {
    fn from(error: FileError) -> PageError {
        PageError::File(error)
    }
}

impl From<LogError> for PageError {
    fn from(error: LogError) -> PageError {
        PageError::Log(error)
    }
}

impl From<OutOfMemory> for PageError {
    fn from(error: OutOfMemory) -> PageError {
        PageError::OutOfMemory(error)
    }
}
