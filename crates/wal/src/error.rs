//! Errors of the log, classified by the reaction of the caller.

use sluice_base::ids::Lsn;
use sluice_base::memory::OutOfMemory;
use sluice_base::sync::Arc;
use sluice_vfs::FileError;
use std::fmt;
use std::path::PathBuf;

/// A failed operation on a log.
#[derive(Debug)]
pub enum LogError {
    /// No room is left for user records and the log cannot grow (SQL Server's 9002). Nothing was
    /// appended. Reserved space can still be used.
    Full {
        /// The log file.
        path: PathBuf,
        /// The length of the log file in bytes.
        bytes: u64,
    },
    /// An earlier write or sync of the log failed, so nothing can be appended or hardened. Records
    /// hardened before the failure are on disk. The text names the failed operation.
    Poisoned(Arc<str>),
    /// The file does not hold the blocks that were hardened. The log is refused, never shortened.
    Damaged {
        /// The log file.
        path: PathBuf,
        /// The offset in the file, in bytes.
        offset: u64,
        /// The expected block, or [`Lsn::NONE`] for a fault in the file header.
        lsn: Lsn,
        /// The fault, and the remedy for the administrator.
        what: String,
    },
    /// A file operation outside the stream failed: opening or reading. Nothing was changed.
    File(FileError),
    /// The log buffer does not fit in the memory of the instance.
    OutOfMemory(OutOfMemory),
    /// The record does not fit in a log block.
    RecordTooLong {
        /// The length of the record in bytes, its header included.
        bytes: usize,
        /// The longest record that fits, in bytes.
        limit: usize,
    },
}

impl fmt::Display for LogError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            LogError::Full { path, bytes } => {
                write!(f, "the log '{}' ({bytes} bytes) is full and cannot grow", path.display())
            }
            LogError::Poisoned(what) => write!(f, "the log takes no more records since an earlier failure: {what}"),
            LogError::Damaged { path, offset, lsn, what } => {
                write!(f, "the log '{}' is damaged at byte {offset} (block {lsn:?}): {what}", path.display())
            }
            LogError::File(error) => error.fmt(f),
            LogError::OutOfMemory(error) => error.fmt(f),
            LogError::RecordTooLong { bytes, limit } => {
                write!(f, "a log record of {bytes} bytes is longer than the {limit} bytes that fit in a block")
            }
        }
    }
}

impl std::error::Error for LogError {
    fn source(&self) -> Option<&(dyn std::error::Error + 'static)> {
        match self {
            LogError::File(error) => Some(error),
            LogError::OutOfMemory(error) => Some(error),
            _ => None,
        }
    }
}

impl From<FileError> for LogError {
    fn from(error: FileError) -> LogError {
        LogError::File(error)
    }
}

impl From<OutOfMemory> for LogError {
    fn from(error: OutOfMemory) -> LogError {
        LogError::OutOfMemory(error)
    }
}
