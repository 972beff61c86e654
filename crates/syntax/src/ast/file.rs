//! A database's files: CREATE DATABASE, and what ALTER DATABASE does beside SET.

use super::database::Termination;
use super::name::Name;
use super::option::NamedOption;
use crate::span::Span;

/// `CREATE DATABASE name [CONTAINMENT] [ON files] [LOG ON files] [COLLATE] [WITH options]`, and its
/// other forms.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct CreateDatabase {
    /// The name.
    pub name: Name,
    /// `CONTAINMENT =`.
    pub containment: Option<Name>,
    /// `ON`; the first filegroup is the primary filegroup.
    pub filegroups: Vec<Filegroup>,
    /// `LOG ON`.
    pub log: Vec<FileSpec>,
    /// `COLLATE`.
    pub collation: Option<Name>,
    /// `FOR ATTACH`, `AS SNAPSHOT OF`, `AS COPY OF`.
    pub origin: Option<DatabaseOrigin>,
    /// `WITH`.
    pub options: Vec<NamedOption>,
}

/// The origin of a new database's files.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum DatabaseOrigin {
    /// `FOR ATTACH`.
    Attach,
    /// `FOR ATTACH_REBUILD_LOG`.
    AttachRebuildLog,
    /// `AS SNAPSHOT OF database`.
    SnapshotOf(Name),
    /// `AS COPY OF [server.]database [(SERVICE_OBJECTIVE = ...)]`.
    CopyOf {
        /// The server.
        server: Option<Name>,
        /// The source.
        database: Name,
        /// `SERVICE_OBJECTIVE`.
        objective: Option<NamedOption>,
    },
}

/// Files of one filegroup.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Filegroup {
    /// `FILEGROUP name`; `None` is the primary filegroup.
    pub name: Option<Name>,
    /// `CONTAINS FILESTREAM | MEMORY_OPTIMIZED_DATA`.
    pub contains: Option<Name>,
    /// `DEFAULT`.
    pub is_default: bool,
    /// Never empty.
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

/// `number [unit]`. The default unit is the megabyte.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct FileSize {
    /// The number of units.
    pub number: u32,
    /// The unit; `None` if omitted.
    pub unit: Option<SizeUnit>,
}

/// Units of file sizes, in powers of 1,024.
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

/// The maximum size of a file.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum FileSizeMax {
    /// `MAXSIZE = size`.
    Size(FileSize),
    /// `UNLIMITED`.
    Unlimited,
}

/// The growth increment of a file.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum FileGrowth {
    /// `FILEGROWTH = size`; zero disables growth.
    Size(FileSize),
    /// `n%` of the current size.
    Percent(u32),
}

/// `ALTER DATABASE name | CURRENT change`.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct AlterDatabase {
    /// The database; `None` is `CURRENT`.
    pub database: Option<Name>,
    /// The change.
    pub change: DatabaseChange,
}

/// Changes that ALTER DATABASE makes, except options.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum DatabaseChange {
    /// `ADD FILE files [TO FILEGROUP name]`.
    AddFiles {
        /// Never empty.
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
        /// The name.
        name: Name,
        /// `CONTAINS`.
        contains: Option<Name>,
    },
    /// `REMOVE FILEGROUP name`.
    RemoveFilegroup(Name),
    /// `MODIFY FILEGROUP name change [WITH termination]`.
    ModifyFilegroup {
        /// The name.
        name: Name,
        /// `DEFAULT`, `READ_ONLY`, `NAME = x`.
        change: NamedOption,
        /// `WITH termination`.
        termination: Option<Termination>,
    },
    /// `MODIFY NAME = name`.
    ModifyName(Name),
    /// `COLLATE name`.
    Collate(Name),
}

impl SizeUnit {
    /// Returns the T-SQL keywords.
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
    /// Returns the leading keywords.
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
