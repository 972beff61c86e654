//! The file specifications of CREATE DATABASE.

use sluice_base::file_growth::FileGrowth;

/// The files of a new database.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct NewFiles {
    /// Primary data file.
    pub data: NewFile,
    /// The other data files, by filegroup.
    pub filegroups: Vec<NewFilegroup>,
    /// Log file.
    pub log: NewFile,
}

/// Data files of one filegroup.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct NewFilegroup {
    /// The filegroup's name; `None` is PRIMARY.
    pub name: Option<String>,
    /// DEFAULT.
    pub is_default: bool,
    /// The files; in PRIMARY, without the primary file.
    pub files: Vec<NewFile>,
}

/// A file of a new database snapshot.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct SnapshotFile {
    /// Logical name of the source's data file.
    pub name: String,
    /// Path in the file system.
    pub path: String,
}

/// Specification of a file; the instance's defaults apply to what is `None`.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct NewFile {
    /// Logical name.
    pub name: Option<String>,
    /// Path in the file system.
    pub path: Option<String>,
    /// SIZE in bytes.
    pub size: Option<u64>,
    /// MAXSIZE in bytes; the inner `None` is UNLIMITED.
    pub max: Option<Option<u64>>,
    /// FILEGROWTH.
    pub growth: Option<FileGrowth>,
}
