//! ALTER DATABASE ... SET.

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
