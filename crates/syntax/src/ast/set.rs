//! SET of session options (SET of a variable is a statement kind of its own).

use super::expr::Expr;
use super::name::{Name, ObjectName};

/// A session option being set.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum SetOption {
    /// `SET a, b ON | OFF`.
    Switch {
        /// At least one; compare with [`Name::is`].
        options: Vec<Name>,
        /// `ON`.
        on: bool,
    },
    /// `SET STATISTICS IO, TIME ON | OFF`.
    Statistics {
        /// At least one.
        options: Vec<Name>,
        /// `ON`.
        on: bool,
    },
    /// `SET IDENTITY_INSERT table ON | OFF`.
    IdentityInsert {
        /// The table.
        table: ObjectName,
        /// `ON`.
        on: bool,
    },
    /// `SET LOCK_TIMEOUT 100`, `SET DATEFORMAT dmy` and the like; a bare word comes as a column of one part.
    Value {
        /// The option.
        option: Name,
        /// The value.
        value: Expr,
    },
    /// `SET TRANSACTION ISOLATION LEVEL level`.
    IsolationLevel(IsolationLevel),
}

/// Isolation levels.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum IsolationLevel {
    /// `READ UNCOMMITTED`.
    ReadUncommitted,
    /// `READ COMMITTED`.
    ReadCommitted,
    /// `REPEATABLE READ`.
    RepeatableRead,
    /// `SNAPSHOT`.
    Snapshot,
    /// `SERIALIZABLE`.
    Serializable,
}

impl IsolationLevel {
    /// How it is written.
    pub fn words(self) -> &'static str {
        match self {
            IsolationLevel::ReadUncommitted => "READ UNCOMMITTED",
            IsolationLevel::ReadCommitted => "READ COMMITTED",
            IsolationLevel::RepeatableRead => "REPEATABLE READ",
            IsolationLevel::Snapshot => "SNAPSHOT",
            IsolationLevel::Serializable => "SERIALIZABLE",
        }
    }
}
