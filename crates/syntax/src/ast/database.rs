//! ALTER DATABASE ... SET and BACKUP.

use super::literal::Literal;
use super::name::Name;
use crate::span::Span;

/// `ALTER DATABASE name | CURRENT SET options [WITH termination]`.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct AlterDatabaseSet {
    /// The database; `None` is `CURRENT`.
    pub database: Option<Name>,
    /// At least one.
    pub options: Vec<DatabaseOption>,
    /// What becomes of others' transactions.
    pub termination: Option<Termination>,
}

/// `name value`, `name = value`, or `name` alone.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct DatabaseOption {
    /// The option; compare with [`Name::is`].
    pub name: Name,
    /// Its value, if it has one.
    pub value: Option<DatabaseOptionValue>,
    /// The whole option.
    pub span: Span,
}

/// A value of a database option.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum DatabaseOptionValue {
    /// A word: `ON`, `FORCED`, `SIMPLE`.
    Word(Name),
    /// A number or string.
    Literal {
        /// The value.
        value: Literal,
        /// `SECONDS` and the like.
        unit: Option<Name>,
    },
}

/// `WITH NO_WAIT | ROLLBACK IMMEDIATE | ROLLBACK AFTER n`.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Termination {
    /// `NO_WAIT`.
    NoWait,
    /// `ROLLBACK IMMEDIATE`.
    RollbackImmediate,
    /// `ROLLBACK AFTER n [SECONDS]`.
    RollbackAfter {
        /// How long to wait.
        seconds: u32,
    },
}

/// `BACKUP DATABASE | LOG name TO DISK = 'file', ... [WITH options]`.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Backup {
    /// Whether the log is backed up, not the data.
    pub of_log: bool,
    /// The database.
    pub database: Name,
    /// The files, at least one.
    pub files: Vec<Box<str>>,
    /// Words that have no value; compare with [`Name::is`].
    pub options: Vec<Name>,
}
