//! The file specifications of CREATE DATABASE.

use sluice_base::file_growth::FileGrowth;

/// The two files of a new database.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct NewFiles {
    /// Data file.
    pub data: NewFile,
    /// Log file.
    pub log: NewFile,
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
