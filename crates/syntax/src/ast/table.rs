//! Table sources, the items of FROM.

use super::condition::Condition;
use super::expr::Expr;
use super::name::{Name, ObjectName};
use super::query::{Hint, Query};
use super::rowset::{OpenJson, OpenRowset, OpenXml, Pivot, TableSample, Unpivot};
use super::statement::Statement;
use crate::span::Span;

/// A table source.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct TableSource {
    /// The kind and its operands.
    pub kind: TableSourceKind,
    /// The whole source.
    pub span: Span,
}

/// The kinds of table sources.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum TableSourceKind {
    /// A table or view.
    Table {
        /// The name.
        name: ObjectName,
        /// Alias.
        alias: Option<Name>,
        /// `TABLESAMPLE`.
        sample: Option<Box<TableSample>>,
        /// `WITH (...)`.
        hints: Vec<Hint>,
    },
    /// A table variable.
    Variable {
        /// The name, with `@`.
        name: Name,
        /// Alias.
        alias: Option<Name>,
    },
    /// A table-valued function.
    Function {
        /// The name.
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
    /// `(INSERT | UPDATE | DELETE | MERGE ... OUTPUT ...) AS alias`: the output rows of a nested
    /// DML statement.
    Change {
        /// The change.
        change: Box<Statement>,
        /// Alias.
        alias: TableAlias,
    },
    /// `value.nodes('path') AS alias(column)`.
    Nodes {
        /// The call of the method on a variable or column of type xml.
        call: Box<Expr>,
        /// Alias.
        alias: TableAlias,
    },
    /// `OPENJSON(value [, path]) [WITH (columns)]`.
    OpenJson(Box<OpenJson>),
    /// `OPENXML(document, path [, flags]) [WITH (columns) | WITH table]`.
    OpenXml(Box<OpenXml>),
    /// `OPENROWSET(BULK 'file', ...)`.
    OpenRowset(Box<OpenRowset>),
    /// `source PIVOT (aggregate FOR column IN (values)) AS alias`.
    Pivot(Box<Pivot>),
    /// `source UNPIVOT (value FOR column IN (columns)) AS alias`.
    Unpivot(Box<Unpivot>),
    /// A join or an APPLY.
    Join {
        /// The kind.
        kind: JoinKind,
        /// `LOOP`, `HASH`, `MERGE`, `REMOTE` before JOIN.
        hint: Option<JoinHint>,
        /// Left side.
        left: Box<TableSource>,
        /// Right side.
        right: Box<TableSource>,
        /// `ON`; `None` for cross joins and APPLY.
        condition: Option<Condition>,
    },
}

/// `alias [(columns)]`.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct TableAlias {
    /// The alias.
    pub name: Name,
    /// The names of the columns.
    pub columns: Vec<Name>,
}

/// Join algorithms that a hint can request.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum JoinHint {
    /// `LOOP`.
    Loop,
    /// `HASH`.
    Hash,
    /// `MERGE`.
    Merge,
    /// `REMOTE`.
    Remote,
}

/// The kinds of joins.
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

impl JoinHint {
    /// Returns the T-SQL keywords.
    pub fn word(self) -> &'static str {
        match self {
            JoinHint::Loop => "LOOP",
            JoinHint::Hash => "HASH",
            JoinHint::Merge => "MERGE",
            JoinHint::Remote => "REMOTE",
        }
    }
}

impl JoinKind {
    /// Returns the T-SQL keywords.
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

    /// Returns the keywords with the algorithm hint: `LEFT HASH JOIN`.
    pub fn words_with(self, hint: Option<JoinHint>) -> String {
        match hint {
            None => self.words().to_owned(),
            Some(hint) => self.words().replace("JOIN", &format!("{} JOIN", hint.word())),
        }
    }

    /// Whether the join takes an ON clause.
    pub fn takes_condition(self) -> bool {
        matches!(self, JoinKind::Inner | JoinKind::Left | JoinKind::Right | JoinKind::Full)
    }
}
