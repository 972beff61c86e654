//! What goes wrong in storage, by what the caller can do about it. No SQL error numbers here: one file in `exec` maps
//! these to them.

use crate::log_reuse_wait::LogReuseWait;
use sluice_base::ids::{Lsn, PageId};
use sluice_base::sync::Arc;
use sluice_buffer::PageError;
use sluice_vfs::FileError;
use sluice_wal::LogError;
use std::fmt;
use std::path::{Path, PathBuf};

/// Where damage was found.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Place {
    /// In a page of a data file.
    Page(PageId),
    /// At a byte offset of a file.
    Offset(u64),
    /// In a record of the log.
    Record(Lsn),
}

/// A storage operation that failed.
#[derive(Debug)]
pub enum StorageError {
    /// The log has no room and may not grow: roll back, checkpoint or wait. Nothing was changed.
    LogFull {
        /// The log file.
        path: PathBuf,
        /// How long the file is, in bytes.
        bytes: u64,
        /// What its space waits for; `Nothing` where nobody has looked.
        waits_for: LogReuseWait,
    },
    /// The data file cannot grow: the statement fails, what was there stays.
    DataFull {
        /// The data file.
        path: PathBuf,
    },
    /// What is on disk is not what was written there. What it says is not used.
    Damaged {
        /// The file.
        path: PathBuf,
        /// Where in it.
        place: Place,
        /// What is wrong.
        what: String,
    },
    /// An earlier write or sync of the log failed: nothing more can be committed, and the outcome of commits under way
    /// is known only after the database is opened again.
    Poisoned(Arc<str>),
    /// An earlier write or sync of the database's pages failed: none is written any more. What is committed is in the log;
    /// nothing new is begun until the database is opened again, lest the log grow without end.
    PagesFailed(Arc<str>),
    /// A file operation failed.
    File(FileError),
    /// The key is already in a unique index: the statement fails.
    Duplicate,
    /// A row, key or payload longer than what fits.
    TooLong {
        /// How many bytes it has.
        bytes: u64,
        /// How many fit.
        max: u64,
    },
    /// No memory within the instance's limit (all frames are in use): the statement fails, a later one may succeed.
    OutOfMemory(String),
    /// The database, or the file that was asked for, is not open (any more).
    NotOpen(String),
    /// A transaction of the database is prepared, and what became of it cannot be asked: the database stays closed until its
    /// coordinator answers.
    InDoubt(String),
    /// Chosen to give way in a deadlock: the transaction must be rolled back; it may succeed when tried again.
    Deadlock,
    /// A row that the transaction is about to change has been changed since its snapshot: the transaction must be rolled back.
    UpdateConflict,
    /// What the reader's snapshot needs has been given up for want of room: the snapshot is of no more use.
    SnapshotLost,
    /// What a row was for the reader's snapshot was not kept, for want of room.
    VersionMissing,
    /// No memory for one more lock within the part of the instance's that locks may have: the statement fails, a later one may succeed.
    OutOfLocks,
    /// A lock was not to be had in the time given: the statement fails.
    LockTimeout,
    /// A wait was ended because the batch is to end.
    Cancelled,
}

impl StorageError {
    /// A record of the log that cannot be what was written.
    pub(crate) fn damaged_record(path: &Path, lsn: Lsn, what: String) -> StorageError {
        StorageError::Damaged { path: path.to_owned(), place: Place::Record(lsn), what }
    }

    /// The same, where the outcome of a commit is in doubt: the log takes no more, whatever it was that failed.
    pub(crate) fn into_poisoned(self) -> StorageError {
        match self {
            StorageError::Poisoned(why) => StorageError::Poisoned(why),
            other => StorageError::Poisoned(Arc::from(other.to_string())),
        }
    }
}

impl From<LogError> for StorageError {
    fn from(error: LogError) -> StorageError {
        match error {
            LogError::Full { path, bytes } => StorageError::LogFull { path, bytes, waits_for: LogReuseWait::Nothing },
            LogError::Poisoned(why) => StorageError::Poisoned(why),
            LogError::Damaged { path, offset, what, .. } => {
                StorageError::Damaged { path, place: Place::Offset(offset), what }
            }
            LogError::File(error) => StorageError::File(error),
            LogError::OutOfMemory(error) => StorageError::OutOfMemory(error.to_string()),
            LogError::RecordTooLong { bytes, limit } => {
                StorageError::TooLong { bytes: bytes as u64, max: limit as u64 }
            }
        }
    }
}

impl From<FileError> for StorageError {
    fn from(error: FileError) -> StorageError {
        StorageError::File(error)
    }
}

impl From<PageError> for StorageError {
    fn from(error: PageError) -> StorageError {
        match error {
            PageError::Damaged { path, page, what } => StorageError::Damaged { path, place: Place::Page(page), what },
            PageError::File(error) => StorageError::File(error),
            PageError::Log(error) => StorageError::from(error),
            PageError::Poisoned(why) => StorageError::PagesFailed(why),
            error @ (PageError::NoFrames { .. } | PageError::OutOfMemory(_)) => {
                StorageError::OutOfMemory(error.to_string())
            }
            error @ PageError::NotAttached { .. } => StorageError::NotOpen(error.to_string()),
        }
    }
}

impl fmt::Display for StorageError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            StorageError::LogFull { path, bytes, .. } => {
                write!(f, "the log '{}' is full at {bytes} bytes", path.display())
            }
            StorageError::DataFull { path } => write!(f, "the data file '{}' cannot grow", path.display()),
            StorageError::Damaged { path, place, what } => match place {
                Place::Page(page) => write!(f, "page {page} of '{}' is damaged: {what}", path.display()),
                Place::Offset(offset) => write!(f, "'{}' is damaged at offset {offset}: {what}", path.display()),
                Place::Record(lsn) => write!(f, "log record {lsn:?} of '{}' is damaged: {what}", path.display()),
            },
            StorageError::Poisoned(why) => write!(f, "the log failed earlier and takes no more: {why}"),
            StorageError::PagesFailed(why) => {
                write!(f, "no page of the database is written any more, because an earlier write failed: {why}")
            }
            StorageError::File(error) => error.fmt(f),
            StorageError::Duplicate => f.write_str("the key is already there"),
            StorageError::TooLong { bytes, max } => write!(f, "{bytes} bytes where at most {max} fit"),
            StorageError::OutOfMemory(what) | StorageError::NotOpen(what) | StorageError::InDoubt(what) => {
                f.write_str(what)
            }
            StorageError::Deadlock => f.write_str("chosen to give way in a deadlock"),
            StorageError::UpdateConflict => f.write_str("the row has been changed since the transaction's snapshot"),
            StorageError::SnapshotLost => f.write_str("there was no room for the row versions of the snapshot"),
            StorageError::VersionMissing => f.write_str("there was no room for a version of the row"),
            StorageError::OutOfLocks => f.write_str("there is no memory for one more lock"),
            StorageError::LockTimeout => f.write_str("a lock was not to be had in time"),
            StorageError::Cancelled => f.write_str("a wait was cancelled"),
        }
    }
}

impl std::error::Error for StorageError {
    fn source(&self) -> Option<&(dyn std::error::Error + 'static)> {
        match self {
            StorageError::File(error) => Some(error),
            _ => None,
        }
    }
}
