//! A database's files: CREATE DATABASE, and what ALTER DATABASE does beside SET.

use super::name::Name;
use super::option::NamedOption;
use crate::span::Span;

/// `CREATE DATABASE name [CONTAINMENT] [ON files] [LOG ON files] [COLLATE] [WITH options]`, and its other forms.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct CreateDatabase {
    /// Its name.
    pub name: Name,
    /// `CONTAINMENT =`.
    pub containment: Option<Name>,
    /// `ON`; the first is the primary one.
    pub filegroups: Vec<Filegroup>,
    /// `LOG ON`.
    pub log: Vec<FileSpec>,
    /// `COLLATE`.
    pub collation: Option<Name>,
    /// `FOR ATTACH`, `AS SNAPSHOT OF`.
    pub origin: Option<DatabaseOrigin>,
    /// `WITH`.
    pub options: Vec<NamedOption>,
}

/// Where the files of a new database come from.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum DatabaseOrigin {
    /// `FOR ATTACH`.
    Attach,
    /// `FOR ATTACH_REBUILD_LOG`.
    AttachRebuildLog,
    /// `AS SNAPSHOT OF database`.
    SnapshotOf(Name),
}

/// Files of one filegroup.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Filegroup {
    /// `FILEGROUP name`; `None` is the primary one.
    pub name: Option<Name>,
    /// `CONTAINS FILESTREAM | MEMORY_OPTIMIZED_DATA`.
    pub contains: Option<Name>,
    /// `DEFAULT`.
    pub is_default: bool,
    /// At least one.
    pub files: Vec<FileSpec>,
}

/// `(NAME = ..., FILENAME = ..., SIZE = ..., MAXSIZE = ..., FILEGROWTH = ...)`.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct FileSpec {
    /// `NAME`; an identifier or a string.
    pub name: Option<Name>,
    /// `NEWNAME`.
    pub new_name: Option<Name>,
    /// `FILENAME`.
    pub file: Option<Box<str>>,
    /// `SIZE`.
    pub size: Option<FileSize>,
    /// `MAXSIZE`.
    pub size_max: Option<FileSizeMax>,
    /// `FILEGROWTH`.
    pub growth: Option<FileGrowth>,
    /// `OFFLINE`.
    pub offline: bool,
    /// The whole specification.
    pub span: Span,
}

/// `number [unit]`; without a unit megabytes.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct FileSize {
    /// How many of the unit.
    pub number: u32,
    /// Which one, if said.
    pub unit: Option<SizeUnit>,
}

/// Units of files' sizes, in powers of 1,024.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum SizeUnit {
    /// `KB`.
    Kilobytes,
    /// `MB`.
    Megabytes,
    /// `GB`.
    Gigabytes,
    /// `TB`.
    Terabytes,
}

/// How large a file may become.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum FileSizeMax {
    /// So large.
    Size(FileSize),
    /// `UNLIMITED`.
    Unlimited,
}

/// By how much a file grows.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum FileGrowth {
    /// By so much; zero is not at all.
    Size(FileSize),
    /// `n%` of what it is.
    Percent(u32),
}

/// `ALTER DATABASE name | CURRENT change`.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct AlterDatabase {
    /// The database; `None` is `CURRENT`.
    pub database: Option<Name>,
    /// What changes.
    pub change: DatabaseChange,
}

/// What ALTER DATABASE changes beside options.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum DatabaseChange {
    /// `ADD FILE files [TO FILEGROUP name]`.
    AddFiles {
        /// At least one.
        files: Vec<FileSpec>,
        /// `TO FILEGROUP`.
        filegroup: Option<Name>,
    },
    /// `ADD LOG FILE files`.
    AddLogFiles(Vec<FileSpec>),
    /// `REMOVE FILE name`.
    RemoveFile(Name),
    /// `MODIFY FILE file`.
    ModifyFile(Box<FileSpec>),
    /// `ADD FILEGROUP name [CONTAINS ...]`.
    AddFilegroup {
        /// Its name.
        name: Name,
        /// `CONTAINS`.
        contains: Option<Name>,
    },
    /// `REMOVE FILEGROUP name`.
    RemoveFilegroup(Name),
    /// `MODIFY FILEGROUP name change`.
    ModifyFilegroup {
        /// Its name.
        name: Name,
        /// `DEFAULT`, `READ_ONLY`, `NAME = x`.
        change: NamedOption,
    },
    /// `MODIFY NAME = name`.
    ModifyName(Name),
    /// `COLLATE name`.
    Collate(Name),
}

impl SizeUnit {
    /// How it is written.
    pub fn word(self) -> &'static str {
        match self {
            SizeUnit::Kilobytes => "KB",
            SizeUnit::Megabytes => "MB",
            SizeUnit::Gigabytes => "GB",
            SizeUnit::Terabytes => "TB",
        }
    }
}

impl DatabaseChange {
    /// The words it begins with.
    pub fn words(&self) -> &'static str {
        match self {
            DatabaseChange::AddFiles { .. } => "ADD FILE",
            DatabaseChange::AddLogFiles(_) => "ADD LOG FILE",
            DatabaseChange::RemoveFile(_) => "REMOVE FILE",
            DatabaseChange::ModifyFile(_) => "MODIFY FILE",
            DatabaseChange::AddFilegroup { .. } => "ADD FILEGROUP",
            DatabaseChange::RemoveFilegroup(_) => "REMOVE FILEGROUP",
            DatabaseChange::ModifyFilegroup { .. } => "MODIFY FILEGROUP",
            DatabaseChange::ModifyName(_) => "MODIFY NAME",
            DatabaseChange::Collate(_) => "COLLATE",
        }
    }
}
