//! Errors of file operations, worded so that an administrator can act on them.

use std::fmt;
use std::io;
use std::path::{Path, PathBuf};

/// The operation that failed.
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
    /// Forcing written bytes to stable storage.
    Sync,
    /// Reserving space.
    Allocate,
    /// Reading or changing the length.
    Length,
    /// Checking whether a file or folder exists.
    Exists,
    /// Reading a folder's entries.
    List,
    /// Creating a folder.
    MakeFolder,
    /// Renaming a file.
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

/// A failed file operation.
#[derive(Debug)]
pub struct FileError {
    /// The operation.
    pub operation: Operation,
    /// The file or folder.
    pub path: PathBuf,
    /// Offset and length in bytes, for reads and writes.
    pub range: Option<(u64, u64)>,
    /// The system's error.
    pub source: io::Error,
}

impl FileError {
    /// Returns the error of an operation on the whole file or folder.
    pub fn new(operation: Operation, path: &Path, source: io::Error) -> FileError {
        FileError { operation, path: path.to_owned(), range: None, source }
    }

    /// Returns the error of an operation on `length` bytes at `offset`.
    pub fn at(operation: Operation, path: &Path, offset: u64, length: u64, source: io::Error) -> FileError {
        FileError { operation, path: path.to_owned(), range: Some((offset, length)), source }
    }

    /// Whether the file system is full or the quota is used up.
    pub fn is_disk_full(&self) -> bool {
        matches!(self.source.kind(), io::ErrorKind::StorageFull | io::ErrorKind::QuotaExceeded)
    }

    /// Whether the file or folder doesn't exist.
    pub fn is_not_found(&self) -> bool {
        self.source.kind() == io::ErrorKind::NotFound
    }

    /// Whether another holder, in this or another process, has the lock.
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
