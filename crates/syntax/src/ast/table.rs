//! Table sources: what FROM lists.

use super::condition::Condition;
use super::expr::Expr;
use super::name::{Name, ObjectName};
use super::query::{Hint, Query};
use crate::span::Span;

/// A table source.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct TableSource {
    /// What it is.
    pub kind: TableSourceKind,
    /// The whole source.
    pub span: Span,
}

/// The kinds of table sources.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum TableSourceKind {
    /// A table or view.
    Table {
        /// Its name.
        name: ObjectName,
        /// Alias.
        alias: Option<Name>,
        /// `WITH (...)`.
        hints: Vec<Hint>,
    },
    /// A table variable.
    Variable {
        /// Its name, with `@`.
        name: Name,
        /// Alias.
        alias: Option<Name>,
    },
    /// A table-valued function.
    Function {
        /// Its name.
        name: ObjectName,
        /// Its arguments.
        arguments: Vec<Expr>,
        /// Alias.
        alias: Option<TableAlias>,
    },
    /// `(query) AS alias`.
    Derived {
        /// The query.
        query: Box<Query>,
        /// Alias.
        alias: TableAlias,
    },
    /// `(VALUES (...), (...)) AS alias(columns)`.
    Values {
        /// At least one row, each of at least one value.
        rows: Vec<Vec<Expr>>,
        /// Alias.
        alias: TableAlias,
    },
    /// A join or an APPLY.
    Join {
        /// The kind.
        kind: JoinKind,
        /// Left side.
        left: Box<TableSource>,
        /// Right side.
        right: Box<TableSource>,
        /// `ON`; none for cross joins and APPLY.
        condition: Option<Condition>,
    },
}

/// `alias [(columns)]`.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct TableAlias {
    /// The alias.
    pub name: Name,
    /// Names for the columns.
    pub columns: Vec<Name>,
}

/// Joins.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum JoinKind {
    /// `[INNER] JOIN`.
    Inner,
    /// `LEFT [OUTER] JOIN`.
    Left,
    /// `RIGHT [OUTER] JOIN`.
    Right,
    /// `FULL [OUTER] JOIN`.
    Full,
    /// `CROSS JOIN`.
    Cross,
    /// `CROSS APPLY`.
    CrossApply,
    /// `OUTER APPLY`.
    OuterApply,
}

impl JoinKind {
    /// How it is written.
    pub fn words(self) -> &'static str {
        match self {
            JoinKind::Inner => "INNER JOIN",
            JoinKind::Left => "LEFT JOIN",
            JoinKind::Right => "RIGHT JOIN",
            JoinKind::Full => "FULL JOIN",
            JoinKind::Cross => "CROSS JOIN",
            JoinKind::CrossApply => "CROSS APPLY",
            JoinKind::OuterApply => "OUTER APPLY",
        }
    }

    /// Whether it takes an ON clause.
    pub fn takes_condition(self) -> bool {
        matches!(self, JoinKind::Inner | JoinKind::Left | JoinKind::Right | JoinKind::Full)
    }
}
