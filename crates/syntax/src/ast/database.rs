//! ALTER DATABASE ... SET.

use super::name::Name;
use super::option::NamedOption;

/// `ALTER DATABASE name | CURRENT SET options [WITH termination]`.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct AlterDatabaseSet {
    /// The database; `None` is `CURRENT`.
    pub database: Option<Name>,
    /// At least one.
    pub options: Vec<NamedOption>,
    /// What becomes of others' transactions.
    pub termination: Option<Termination>,
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
