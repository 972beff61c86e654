//! What CREATE DATABASE says about the files of the new database.

use sluice_base::file_growth::FileGrowth;

/// The two files of a database that is to be made.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct NewFiles {
    /// The data file.
    pub data: NewFile,
    /// The log.
    pub log: NewFile,
}

/// One of them; what is not said is as the instance has it.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct NewFile {
    /// Its logical name.
    pub name: Option<String>,
    /// Where it is to be.
    pub path: Option<String>,
    /// In bytes.
    pub size: Option<u64>,
    /// MAXSIZE in bytes; inside, none is without a limit.
    pub max: Option<Option<u64>>,
    /// FILEGROWTH.
    pub growth: Option<FileGrowth>,
}
