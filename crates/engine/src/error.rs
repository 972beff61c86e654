//! What goes wrong outside a batch: opening an instance, connecting, a session that ended.

use sluice_base::memory::OutOfMemory;
use sluice_txn::StorageError;
use sluice_vfs::FileError;
use std::fmt;
use std::path::PathBuf;

/// Why an instance can't be opened, closed or connected to.
#[derive(Debug)]
pub enum InstanceError {
    /// Another process, or another instance of this one, has the folder.
    InUse {
        /// The folder.
        folder: PathBuf,
    },
    /// The folder has databases but no master database that knows them.
    NoMaster {
        /// The folder.
        folder: PathBuf,
        /// One of the files found.
        found: PathBuf,
    },
    /// A database that the instance cannot do without is not usable.
    Database {
        /// Its name.
        name: String,
        /// What is wrong with it.
        source: StorageError,
    },
    /// A file or folder could not be used.
    File(FileError),
    /// The memory limit is too small.
    OutOfMemory(OutOfMemory),
    /// The administrator can't be given a password.
    Password {
        /// What is wrong.
        why: String,
    },
    /// There are as many sessions as there can be.
    TooManySessions,
    /// The instance was closed.
    Closed,
}

impl fmt::Display for InstanceError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            InstanceError::InUse { folder } => {
                let folder = folder.display();
                write!(
                    f,
                    "the data folder '{folder}' is in use by another instance of Sluice; end that one, or name another folder"
                )
            }
            InstanceError::NoMaster { folder, found } => write!(
                f,
                "the data folder '{}' has '{}' but no 'master.mdf', which lists its databases; restore that file, or name another folder",
                folder.display(),
                found.display()
            ),
            InstanceError::Database { name, source } => write!(f, "the database '{name}' can't be opened: {source}"),
            InstanceError::File(error) => error.fmt(f),
            InstanceError::OutOfMemory(error) => error.fmt(f),
            InstanceError::Password { why } => write!(f, "sa can't be given its password: {why}"),
            InstanceError::Closed => write!(f, "the instance is closed"),
            InstanceError::TooManySessions => write!(f, "there are too many sessions; end one before connecting again"),
        }
    }
}

impl std::error::Error for InstanceError {
    fn source(&self) -> Option<&(dyn std::error::Error + 'static)> {
        match self {
            InstanceError::Database { source, .. } => Some(source),
            InstanceError::File(error) => Some(error),
            InstanceError::OutOfMemory(error) => Some(error),
            InstanceError::InUse { .. }
            | InstanceError::NoMaster { .. }
            | InstanceError::Password { .. }
            | InstanceError::TooManySessions
            | InstanceError::Closed => None,
        }
    }
}

impl From<FileError> for InstanceError {
    fn from(error: FileError) -> InstanceError {
        InstanceError::File(error)
    }
}

impl From<OutOfMemory> for InstanceError {
    fn from(error: OutOfMemory) -> InstanceError {
        InstanceError::OutOfMemory(error)
    }
}

/// A session that can't go on. What was committed is on disk or will be, as always.
#[derive(Clone, Debug)]
pub enum SessionEnded {
    /// The instance was closed; what was open is rolled back.
    InstanceClosed,
    /// It was ended for another session, which wanted its transaction out of the way; that is rolled back.
    Killed,
    /// A bug of ours stopped it.
    Fault {
        /// What failed.
        what: String,
    },
    /// An error of a severity that ends sessions (20 and above, as in SQL Server), which its sink was told of then.
    Error {
        /// The error's number.
        number: i32,
    },
}

impl fmt::Display for SessionEnded {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            SessionEnded::InstanceClosed => write!(f, "the session ended: the instance was closed"),
            SessionEnded::Killed => {
                write!(
                    f,
                    "the session was ended by KILL or ALTER DATABASE ... WITH ROLLBACK and its transaction rolled back; connect again"
                )
            }
            SessionEnded::Fault { what } => {
                write!(f, "the session ended by a fault in Sluice itself, please report it: {what}")
            }
            SessionEnded::Error { number } => {
                write!(f, "the session was ended by error {number}; connect again to go on")
            }
        }
    }
}

impl std::error::Error for SessionEnded {}
