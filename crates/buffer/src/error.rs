//! Errors of page accesses, distinguished by the caller's possible reaction.

use sluice_base::ids::{DatabaseId, PageId};
use sluice_base::memory::OutOfMemory;
use sluice_base::sync::Arc;
use sluice_vfs::FileError;
use sluice_wal::LogError;
use std::fmt;
use std::path::PathBuf;

/// The error of a page that can't be accessed or written.
#[derive(Debug)]
pub enum PageError {
    /// The page's bytes differ from the written bytes, or are impossible for a page, or the page
    /// doesn't exist (SQL Server's 824). Reading again gives the same error; other pages work.
    Damaged {
        /// The data file.
        path: PathBuf,
        /// The page.
        page: PageId,
        /// A description of the damage.
        what: String,
    },
    /// The file system failed.
    File(FileError),
    /// The log could not be hardened, so the page was not written.
    Log(LogError),
    /// An earlier sync of the database's pages failed, or several writes in a row. No page is
    /// written until the database is opened anew.
    Poisoned(Arc<str>),
    /// All frames are in use at this moment. The statement may be retried.
    NoFrames {
        /// Number of frames of the pool.
        frames: usize,
    },
    /// The instance's memory limit leaves no space.
    OutOfMemory(OutOfMemory),
    /// The database is not attached to the pool, or has no such file.
    NotAttached {
        /// The database.
        database: DatabaseId,
        /// The requested page, if any.
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
                "no page of this database is written any more, because an earlier write failed ({why}). The database \
                 is opened again when the disk works: recovery brings every committed change back from the log"
            ),
            PageError::NoFrames { frames } => {
                write!(f, "all {frames} buffers of the pool are in use at once; raise max server memory or try again")
            }
            PageError::OutOfMemory(error) => write!(f, "{error}"),
            PageError::NotAttached { database, page } => {
                write!(
                    f,
                    "page {page} of database {} was requested, but the database has no such file open",
                    database.0
                )
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
