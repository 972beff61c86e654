//! The trees of BACKUP, RESTORE, BULK INSERT and INSERT BULK. Options are kept as written and
//! unchecked, repeated ones too.

use super::ddl::KeyColumn;
use super::name::{Name, ObjectName, TypeName};
use super::option::{NamedOption, OptionValue};

/// `BACKUP DATABASE | LOG name [parts] TO devices [MIRROR TO devices] [WITH options]`.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Backup {
    /// Whether the log is backed up rather than the data.
    pub of_log: bool,
    /// The database: a name, or a variable with its `@`.
    pub database: Name,
    /// `FILE =`, `FILEGROUP =`, `READ_WRITE_FILEGROUPS`; empty means all.
    pub parts: Vec<NamedOption>,
    /// `TO`; never empty.
    pub devices: Vec<BackupDevice>,
    /// `MIRROR TO`; each set is never empty.
    pub mirrors: Vec<Vec<BackupDevice>>,
    /// `WITH`.
    pub options: Vec<NamedOption>,
}

/// `DISK = 'file'` and similar, or a device name.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum BackupDevice {
    /// A file, a tape or a URL.
    File {
        /// `DISK`, `TAPE`, `URL`.
        medium: Name,
        /// A string or a variable.
        file: OptionValue,
    },
    /// A device by name, or by a variable with its `@`.
    Named(Name),
}

/// `RESTORE what [name] [parts] [FROM devices] [WITH options]`.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Restore {
    /// The kind of RESTORE.
    pub kind: RestoreKind,
    /// The database of DATABASE and LOG: a name, or a variable with its `@`.
    pub database: Option<Name>,
    /// `FILE =`, `FILEGROUP =`, `PAGE =`.
    pub parts: Vec<NamedOption>,
    /// `FROM`. Empty if the database is only recovered.
    pub devices: Vec<BackupDevice>,
    /// `WITH MOVE 'file' TO 'path'`, in order.
    pub moves: Vec<(Box<str>, Box<str>)>,
    /// The other options of `WITH`.
    pub options: Vec<NamedOption>,
}

/// The kinds of RESTORE.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum RestoreKind {
    /// `DATABASE`.
    Database,
    /// `LOG`.
    Log,
    /// `HEADERONLY`.
    HeaderOnly,
    /// `FILELISTONLY`.
    FileListOnly,
    /// `LABELONLY`.
    LabelOnly,
    /// `VERIFYONLY`.
    VerifyOnly,
    /// `REWINDONLY`.
    RewindOnly,
}

/// `BULK INSERT table FROM 'file' [WITH (options)]`.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct BulkInsert {
    /// The target table.
    pub table: ObjectName,
    /// The file.
    pub file: Box<str>,
    /// `WITH`, except ORDER.
    pub options: Vec<NamedOption>,
    /// `WITH (ORDER (...))`.
    pub order: Vec<KeyColumn>,
}

/// `INSERT BULK table (column type, ...) [WITH (options)]`, which drivers send before the rows of a
/// bulk load.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct InsertBulk {
    /// The target table.
    pub table: ObjectName,
    /// The columns of the rows, in row order.
    pub columns: Vec<BulkColumn>,
    /// `WITH`, except ORDER.
    pub options: Vec<NamedOption>,
    /// `WITH (ORDER (...))`.
    pub order: Vec<KeyColumn>,
}

/// A column of INSERT BULK.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct BulkColumn {
    /// The name.
    pub name: Name,
    /// The data type.
    pub data_type: TypeName,
    /// `COLLATE`.
    pub collation: Option<Name>,
    /// `NULL` or `NOT NULL`.
    pub nullable: Option<bool>,
}

impl RestoreKind {
    /// Every kind.
    pub const ALL: [RestoreKind; 7] = [
        RestoreKind::Database,
        RestoreKind::Log,
        RestoreKind::HeaderOnly,
        RestoreKind::FileListOnly,
        RestoreKind::LabelOnly,
        RestoreKind::VerifyOnly,
        RestoreKind::RewindOnly,
    ];

    /// Returns the T-SQL keywords.
    pub fn word(self) -> &'static str {
        match self {
            RestoreKind::Database => "DATABASE",
            RestoreKind::Log => "LOG",
            RestoreKind::HeaderOnly => "HEADERONLY",
            RestoreKind::FileListOnly => "FILELISTONLY",
            RestoreKind::LabelOnly => "LABELONLY",
            RestoreKind::VerifyOnly => "VERIFYONLY",
            RestoreKind::RewindOnly => "REWINDONLY",
        }
    }
}
