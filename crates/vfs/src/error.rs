//! What goes wrong with a file, told so that a person can act on it.

use std::fmt;
use std::io;
use std::path::{Path, PathBuf};

/// What was tried.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Operation {
    /// Opening or creating a file.
    Open,
    /// Taking the exclusive lock of a folder or file.
    Lock,
    /// Reading.
    Read,
    /// Writing.
    Write,
    /// Forcing what was written to stable storage.
    Sync,
    /// Reserving space.
    Allocate,
    /// Asking for or changing the length.
    Length,
    /// Looking whether a file or folder is there.
    Exists,
    /// Reading a folder's entries.
    List,
    /// Making a folder.
    MakeFolder,
    /// Giving a file or folder another name.
    Rename,
    /// Removing a file.
    Remove,
}

impl Operation {
    fn verb(self) -> &'static str {
        match self {
            Operation::Open => "open",
            Operation::Lock => "lock",
            Operation::Read => "read",
            Operation::Write => "write",
            Operation::Sync => "sync",
            Operation::Allocate => "reserve space in",
            Operation::Length => "size",
            Operation::Exists => "look for",
            Operation::List => "list the folder",
            Operation::MakeFolder => "make the folder",
            Operation::Rename => "rename",
            Operation::Remove => "remove",
        }
    }
}

/// A file operation that failed.
#[derive(Debug)]
pub struct FileError {
    /// What was tried.
    pub operation: Operation,
    /// On which file or folder.
    pub path: PathBuf,
    /// Where in the file, in bytes, and over how many bytes; for reads and writes.
    pub range: Option<(u64, u64)>,
    /// What the system said.
    pub source: io::Error,
}

impl FileError {
    /// An operation on the whole file or folder failed.
    pub fn new(operation: Operation, path: &Path, source: io::Error) -> FileError {
        FileError { operation, path: path.to_owned(), range: None, source }
    }

    /// An operation on `length` bytes at `offset` failed.
    pub fn at(operation: Operation, path: &Path, offset: u64, length: u64, source: io::Error) -> FileError {
        FileError { operation, path: path.to_owned(), range: Some((offset, length)), source }
    }

    /// Whether the file system has no room left (or the quota is used up).
    pub fn is_disk_full(&self) -> bool {
        matches!(self.source.kind(), io::ErrorKind::StorageFull | io::ErrorKind::QuotaExceeded)
    }

    /// Whether the file or folder is not there.
    pub fn is_not_found(&self) -> bool {
        self.source.kind() == io::ErrorKind::NotFound
    }

    /// Whether another process (or another opener in this one) holds the lock.
    pub fn is_locked(&self) -> bool {
        self.operation == Operation::Lock && self.source.kind() == io::ErrorKind::WouldBlock
    }
}

impl fmt::Display for FileError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "could not {} '{}'", self.operation.verb(), self.path.display())?;
        if let Some((offset, length)) = self.range {
            write!(f, " ({length} bytes at offset {offset})")?;
        }
        write!(f, ": {}", self.source)
    }
}

impl std::error::Error for FileError {
    fn source(&self) -> Option<&(dyn std::error::Error + 'static)> {
        Some(&self.source)
    }
}
