//! Storage errors, classified by the caller's reaction. They carry no SQL error numbers:
//! `storage_error` in the crate `table` maps them.

use crate::log_reuse_wait::LogReuseWait;
use sluice_base::ids::{Lsn, PageId};
use sluice_base::sync::Arc;
use sluice_buffer::PageError;
use sluice_vfs::FileError;
use sluice_wal::LogError;
use std::fmt;
use std::path::{Path, PathBuf};

/// The location of damage.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum DamageLocation {
    /// A page of a data file.
    Page(PageId),
    /// A byte offset of a file.
    Offset(u64),
    /// A record of the log.
    Record(Lsn),
}

/// A failed storage operation.
#[derive(Debug)]
pub enum StorageError {
    /// The log has no room and may not grow: roll back, checkpoint or wait. Nothing was changed.
    LogFull {
        /// The log file.
        path: PathBuf,
        /// The length of the file in bytes.
        bytes: u64,
        /// The reason that space is not reused; `Nothing` if unknown.
        waits_for: LogReuseWait,
    },
    /// The data file cannot grow: the statement fails, existing data stays.
    DataFull {
        /// The data file; of a filegroup with several files, the last of them.
        path: PathBuf,
        /// The file's filegroup; empty for a file that is being made.
        filegroup: String,
    },
    /// The file does not hold the bytes that were written. Its content is not used.
    Damaged {
        /// The file.
        path: PathBuf,
        /// The location in the file.
        place: DamageLocation,
        /// The fault.
        what: String,
    },
    /// An earlier write or sync of the log failed. Nothing more can be committed, and the outcome
    /// of commits in progress is known only after the database is opened again.
    Poisoned(Arc<str>),
    /// An earlier sync of the database's pages failed, or several writes in a row, so no page is
    /// written any more. Committed data is in the log. No change begins until the database is
    /// opened again, since the log would grow without end.
    PagesFailed(Arc<str>),
    /// A rollback failed, and its transaction keeps its rows locked until the database is opened
    /// again.
    UndoFailed(Arc<str>),
    /// The database is read-only: the statement fails.
    ReadOnly,
    /// The database was opened without recovery, to be read alone: the statement fails.
    Unrecovered,
    /// A file operation failed.
    File(FileError),
    /// The key is already in a unique index: the statement fails.
    Duplicate,
    /// A row, key or payload is longer than the limit.
    TooLong {
        /// The length in bytes.
        bytes: u64,
        /// The limit in bytes.
        max: u64,
    },
    /// No memory within the instance's limit (all frames are in use): the statement fails, a later
    /// one may succeed.
    OutOfMemory(String),
    /// The database, or the requested file, is not open (any more).
    NotOpen(String),
    /// A transaction of the database is prepared, and its outcome cannot be determined. The
    /// database stays closed until its coordinator answers.
    InDoubt(String),
    /// Chosen as a deadlock victim: the transaction must be rolled back and may be retried.
    Deadlock,
    /// A row to be changed has been changed since the transaction's snapshot: the transaction must
    /// be rolled back.
    UpdateConflict,
    /// Versions that the reader's snapshot needs were discarded for lack of space: the snapshot is
    /// unusable.
    SnapshotLost,
    /// The version of a row for the reader's snapshot was not kept, for lack of space.
    VersionMissing,
    /// No memory for one more lock within the locks' share: the statement fails, a later one may
    /// succeed.
    OutOfLocks,
    /// A lock was not granted within the time limit: the statement fails.
    LockTimeout,
    /// A wait ended because the batch was cancelled.
    Cancelled,
    /// A data file has the greatest number of layers, so that it can't be frozen again: the
    /// statement fails.
    TooManyLayers {
        /// That number.
        max: usize,
    },
}

impl StorageError {
    /// A record of the log that is not the record that was written.
    pub(crate) fn damaged_record(path: &Path, lsn: Lsn, what: String) -> StorageError {
        StorageError::Damaged { path: path.to_owned(), place: DamageLocation::Record(lsn), what }
    }

    /// Returns `Poisoned` with the message of this error. Used after a failure that leaves a commit
    /// in doubt. The log itself isn't changed here.
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
                StorageError::Damaged { path, place: DamageLocation::Offset(offset), what }
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
            PageError::Damaged { path, page, what } => {
                StorageError::Damaged { path, place: DamageLocation::Page(page), what }
            }
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
            StorageError::DataFull { path, .. } => write!(f, "the data file '{}' cannot grow", path.display()),
            StorageError::Damaged { path, place, what } => match place {
                DamageLocation::Page(page) => write!(f, "page {page} of '{}' is damaged: {what}", path.display()),
                DamageLocation::Offset(offset) => {
                    write!(f, "'{}' is damaged at offset {offset}: {what}", path.display())
                }
                DamageLocation::Record(lsn) => {
                    write!(f, "log record {lsn:?} of '{}' is damaged: {what}", path.display())
                }
            },
            StorageError::Poisoned(why) => write!(f, "the log failed earlier and takes no more: {why}"),
            StorageError::PagesFailed(why) => {
                write!(f, "no page of the database is written any more, because an earlier write failed: {why}")
            }
            StorageError::UndoFailed(why) => write!(f, "a transaction could not be rolled back: {why}"),
            StorageError::File(error) => error.fmt(f),
            StorageError::ReadOnly => f.write_str("the database is read-only"),
            StorageError::Unrecovered => f.write_str("the database was opened without recovery, to be read alone"),
            StorageError::Duplicate => f.write_str("the key already exists"),
            StorageError::TooLong { bytes, max } => write!(f, "{bytes} bytes exceed the limit of {max}"),
            StorageError::OutOfMemory(what) | StorageError::NotOpen(what) | StorageError::InDoubt(what) => {
                f.write_str(what)
            }
            StorageError::Deadlock => f.write_str("chosen as a deadlock victim"),
            StorageError::UpdateConflict => f.write_str("the row has been changed since the transaction's snapshot"),
            StorageError::SnapshotLost => f.write_str("there was no room for the row versions of the snapshot"),
            StorageError::VersionMissing => f.write_str("there was no room for a version of the row"),
            StorageError::OutOfLocks => f.write_str("there is no memory for one more lock"),
            StorageError::LockTimeout => f.write_str("a lock was not granted in time"),
            StorageError::Cancelled => f.write_str("a wait was cancelled"),
            StorageError::TooManyLayers { max } => write!(f, "a data file has {max} layers"),
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
