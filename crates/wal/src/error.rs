//! What goes wrong with a log, by what the caller can do about it.

use sluice_base::ids::Lsn;
use sluice_base::memory::OutOfMemory;
use sluice_base::sync::Arc;
use sluice_vfs::FileError;
use std::fmt;
use std::path::PathBuf;

/// An operation on a log that failed.
#[derive(Debug)]
pub enum LogError {
    /// No room is left for user records and the log cannot grow (SQL Server's 9002). Nothing was appended; what was
    /// reserved can still be used.
    Full {
        /// The log file.
        path: PathBuf,
        /// Its length in bytes.
        bytes: u64,
    },
    /// An earlier write or sync of the log failed: nothing can be appended or hardened any more. What was hardened
    /// before is on disk. The text names the failed operation.
    Poisoned(Arc<str>),
    /// The log holds something else than was hardened. It is refused, never shortened.
    Damaged {
        /// The log file.
        path: PathBuf,
        /// Where in the file, in bytes.
        offset: u64,
        /// The block that should be there, or [`Lsn::NONE`] when a file header is concerned.
        lsn: Lsn,
        /// What is wrong and what a person can do.
        what: String,
    },
    /// A file operation failed outside the log's stream: opening, reading. Nothing was changed.
    File(FileError),
    /// The log buffer does not fit in the instance's memory.
    OutOfMemory(OutOfMemory),
    /// The record does not fit in a log block.
    RecordTooLong {
        /// The record's length in bytes, its header included.
        bytes: usize,
        /// The longest that fits.
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
