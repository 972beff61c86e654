//! MERGE.

use super::condition::Condition;
use super::dml::{Assignment, Output, Target};
use super::expr::Expr;
use super::name::Name;
use super::query::{CommonTable, Hint, Top};
use super::table::TableSource;
use crate::span::Span;

/// `[WITH ...] MERGE [TOP] [INTO] target [AS alias] USING source ON condition clauses [OUTPUT]
/// [OPTION];`.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Merge {
    /// Common table expressions.
    pub with: Vec<CommonTable>,
    /// `TOP`.
    pub top: Option<Top>,
    /// The target table.
    pub target: Target,
    /// The target's alias.
    pub alias: Option<Name>,
    /// `USING`.
    pub source: TableSource,
    /// `ON`.
    pub condition: Condition,
    /// Never empty.
    pub clauses: Vec<MergeClause>,
    /// `OUTPUT`; `$action` is a pseudo column.
    pub output: Option<Output>,
    /// `OPTION (...)`.
    pub hints: Vec<Hint>,
}

/// `WHEN match [AND condition] THEN action`.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct MergeClause {
    /// The rows that the clause applies to.
    pub rows: MergeMatch,
    /// `AND`.
    pub condition: Option<Condition>,
    /// The action on the rows.
    pub action: MergeAction,
    /// The whole clause.
    pub span: Span,
}

/// The rows that a clause applies to.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum MergeMatch {
    /// `MATCHED`.
    Matched,
    /// `NOT MATCHED [BY TARGET]`.
    NotMatchedByTarget,
    /// `NOT MATCHED BY SOURCE`.
    NotMatchedBySource,
}

/// The action of a clause.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum MergeAction {
    /// `UPDATE SET ...`.
    Update(Vec<Assignment>),
    /// `DELETE`.
    Delete,
    /// `INSERT [(columns)] VALUES (...)`, or without values `DEFAULT VALUES`.
    Insert {
        /// The columns; empty means all.
        columns: Vec<Name>,
        /// The values; may hold `DEFAULT`.
        values: Option<Vec<Expr>>,
    },
}

impl MergeMatch {
    /// Returns the T-SQL keywords.
    pub fn words(self) -> &'static str {
        match self {
            MergeMatch::Matched => "MATCHED",
            MergeMatch::NotMatchedByTarget => "NOT MATCHED BY TARGET",
            MergeMatch::NotMatchedBySource => "NOT MATCHED BY SOURCE",
        }
    }
}
