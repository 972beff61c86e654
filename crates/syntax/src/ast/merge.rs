//! MERGE.

use super::condition::Condition;
use super::dml::{Assignment, Output, Target};
use super::expr::Expr;
use super::name::Name;
use super::query::{CommonTable, Hint, Top};
use super::table::TableSource;
use crate::span::Span;

/// `[WITH ...] MERGE [TOP] [INTO] target [AS alias] USING source ON condition clauses [OUTPUT] [OPTION];`.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Merge {
    /// Common table expressions.
    pub with: Vec<CommonTable>,
    /// `TOP`.
    pub top: Option<Top>,
    /// What is changed.
    pub target: Target,
    /// Its alias.
    pub alias: Option<Name>,
    /// `USING`.
    pub source: TableSource,
    /// `ON`.
    pub condition: Condition,
    /// At least one.
    pub clauses: Vec<MergeClause>,
    /// `OUTPUT`; `$action` comes as a pseudo column.
    pub output: Option<Output>,
    /// `OPTION (...)`.
    pub hints: Vec<Hint>,
}

/// `WHEN match [AND condition] THEN action`.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct MergeClause {
    /// Of which rows.
    pub rows: MergeMatch,
    /// `AND`.
    pub condition: Option<Condition>,
    /// What happens to them.
    pub action: MergeAction,
    /// The whole clause.
    pub span: Span,
}

/// Which rows a clause is about.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum MergeMatch {
    /// `MATCHED`.
    Matched,
    /// `NOT MATCHED [BY TARGET]`.
    NotMatchedByTarget,
    /// `NOT MATCHED BY SOURCE`.
    NotMatchedBySource,
}

/// What a clause does.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum MergeAction {
    /// `UPDATE SET ...`.
    Update(Vec<Assignment>),
    /// `DELETE`.
    Delete,
    /// `INSERT [(columns)] VALUES (...)`, or without values `DEFAULT VALUES`.
    Insert {
        /// Columns given; empty means all.
        columns: Vec<Name>,
        /// The values; may hold `DEFAULT`.
        values: Option<Vec<Expr>>,
    },
}

impl MergeMatch {
    /// How it is written.
    pub fn words(self) -> &'static str {
        match self {
            MergeMatch::Matched => "MATCHED",
            MergeMatch::NotMatchedByTarget => "NOT MATCHED BY TARGET",
            MergeMatch::NotMatchedBySource => "NOT MATCHED BY SOURCE",
        }
    }
}
