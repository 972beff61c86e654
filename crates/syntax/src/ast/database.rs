//! The trees of ALTER DATABASE ... SET and ALTER DATABASE SCOPED CONFIGURATION. Options are kept as
//! written and unchecked.

use super::name::Name;
use super::option::NamedOption;

/// A change by ALTER DATABASE SCOPED CONFIGURATION.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum ScopedChange {
    /// `[FOR SECONDARY] SET name = value`.
    Set {
        /// Whether the option is that of secondary replicas.
        secondary: bool,
        /// The option.
        option: NamedOption,
    },
    /// `CLEAR PROCEDURE_CACHE`.
    ClearProcedureCache,
}

/// `ALTER DATABASE name | CURRENT SET options [WITH termination]`.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct AlterDatabaseSet {
    /// The database; `None` is `CURRENT`.
    pub database: Option<Name>,
    /// Never empty.
    pub options: Vec<NamedOption>,
    /// The treatment of other sessions' transactions.
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
        /// The time to wait.
        seconds: u32,
    },
}
