//! Errors outside a batch: opening an instance, connecting, a session that ended.

use sluice_base::memory::OutOfMemory;
use sluice_txn::StorageError;
use sluice_types::SqlError;
use sluice_vfs::FileError;
use std::fmt;
use std::path::PathBuf;

/// The reason why an instance can't be opened, closed or connected to.
#[derive(Debug)]
pub enum InstanceError {
    /// Another process, or another instance in this process, uses the folder.
    InUse {
        /// The folder.
        folder: PathBuf,
    },
    /// The folder has databases but no master database that lists them.
    NoMaster {
        /// The folder.
        folder: PathBuf,
        /// One of the database files.
        found: PathBuf,
    },
    /// A database that the instance needs is not usable.
    Database {
        /// The database's name.
        name: String,
        /// The storage error.
        source: StorageError,
    },
    /// A file or folder could not be used.
    File(FileError),
    /// The memory limit is too small.
    OutOfMemory(OutOfMemory),
    /// The administrator's password can't be set.
    Password {
        /// The reason, for the user.
        why: String,
    },
    /// The number of sessions is at its limit.
    TooManySessions {
        /// The limit.
        most: usize,
    },
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
            InstanceError::TooManySessions { .. } => {
                write!(f, "there are too many sessions; end one before connecting again")
            }
        }
    }
}

impl InstanceError {
    /// Returns the error for a client whose log-in the instance has no session for. That is 17809
    /// for too many sessions, 701 for too little memory, and otherwise 6005, a shutdown.
    pub fn for_client(&self) -> SqlError {
        match self {
            InstanceError::TooManySessions { most } => SqlError::too_many_connections(most),
            InstanceError::OutOfMemory(error) => SqlError::out_of_memory(error),
            InstanceError::Closed
            | InstanceError::InUse { .. }
            | InstanceError::NoMaster { .. }
            | InstanceError::Database { .. }
            | InstanceError::File(_)
            | InstanceError::Password { .. } => SqlError::shutdown_in_progress(),
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
            | InstanceError::TooManySessions { .. }
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

/// The reason why a session has ended. Acknowledged commits are not affected.
#[derive(Clone, Debug)]
pub enum SessionEnded {
    /// The instance was closed and the open transaction rolled back.
    InstanceClosed,
    /// Another session ended it, by KILL or because its transaction was in the way. The transaction
    /// is rolled back.
    Killed,
    /// A bug stopped the session.
    Fault {
        /// The panic's message.
        what: String,
    },
    /// An error of severity 20 or above, which ends sessions as in SQL Server. Its sink has
    /// received the error.
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

/// The reason why pulled rows end or a value can't be read.
#[derive(Clone, Debug)]
pub enum QueryError {
    /// A statement reported an error.
    Sql(SqlError),
    /// The session has ended.
    Ended(SessionEnded),
    /// The result set has no such column.
    NoColumn {
        /// The name or position.
        column: String,
    },
    /// The column's value isn't of the wanted type.
    WrongType {
        /// The column's name.
        column: String,
        /// Type of the value, or NULL.
        data_type: String,
        /// The wanted Rust type.
        wanted: &'static str,
    },
}

impl QueryError {
    /// Returns the number of the statement's error, if it is one.
    pub fn number(&self) -> Option<i32> {
        if let QueryError::Sql(error) = self { Some(error.number) } else { None }
    }
}

impl fmt::Display for QueryError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            QueryError::Sql(error) => {
                let text = crate::messages::text(error);
                write!(
                    f,
                    "Msg {}, Level {}, State {}, Line {}: {text}",
                    error.number, error.severity, error.state, error.line
                )
            }
            QueryError::Ended(ended) => ended.fmt(f),
            QueryError::NoColumn { column } => write!(f, "the result has no column '{column}'"),
            QueryError::WrongType { column, data_type, wanted } => {
                write!(f, "the value of column '{column}' is {data_type}, which isn't read as {wanted}")
            }
        }
    }
}

impl std::error::Error for QueryError {
    fn source(&self) -> Option<&(dyn std::error::Error + 'static)> {
        if let QueryError::Ended(ended) = self { Some(ended) } else { None }
    }
}

impl From<SessionEnded> for QueryError {
    fn from(ended: SessionEnded) -> QueryError {
        QueryError::Ended(ended)
    }
}
