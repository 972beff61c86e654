//! The trees of SET of session options. SET of a variable is `StatementKind::SetVariable`.

use super::expr::Expr;
use super::name::{Name, ObjectName};

/// A SET of session options.
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
        /// Never empty.
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
    /// `SET LOCK_TIMEOUT 100`, `SET DATEFORMAT dmy` and similar. A bare word is a one-part column;
    /// numbers may have a sign.
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
    /// Returns the T-SQL keywords.
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
