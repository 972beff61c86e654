//! Conditions: what WHERE, IF, CHECK and the like take; true, false or unknown.
//!
//! Invariant: `And` and `Or` hold two or more operands and only what was written without parentheses at one level,
//! so that a chain of thousands is flat.

use super::cursor::CursorName;
use super::expr::Expr;
use super::name::Name;
use super::query::Query;
use crate::span::Span;

/// A condition.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Condition {
    /// What it is.
    pub kind: ConditionKind,
    /// Where it stands; enclosing parentheses excluded.
    pub span: Span,
}

/// The kinds of conditions.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum ConditionKind {
    /// `left operator right`.
    Comparison {
        /// The operator.
        operator: ComparisonOperator,
        /// Left operand.
        left: Expr,
        /// Right operand.
        right: Expr,
    },
    /// `left operator ALL | ANY (query)`.
    Quantified {
        /// The operator.
        operator: ComparisonOperator,
        /// Left operand.
        left: Expr,
        /// `ALL` (else `ANY`, also written `SOME`).
        all: bool,
        /// One column.
        query: Box<Query>,
    },
    /// Every operand.
    And(Vec<Condition>),
    /// Any operand.
    Or(Vec<Condition>),
    /// `NOT`.
    Not(Box<Condition>),
    /// `operand IS [NOT] NULL`.
    IsNull {
        /// The value.
        operand: Expr,
        /// `NOT`.
        negated: bool,
    },
    /// `left IS [NOT] DISTINCT FROM right`.
    IsDistinct {
        /// Left operand.
        left: Expr,
        /// Right operand.
        right: Expr,
        /// `NOT`.
        negated: bool,
    },
    /// `operand [NOT] IN (list)`.
    InList {
        /// The value.
        operand: Expr,
        /// At least one.
        list: Vec<Expr>,
        /// `NOT`.
        negated: bool,
    },
    /// `operand [NOT] IN (query)`.
    InQuery {
        /// The value.
        operand: Expr,
        /// One column.
        query: Box<Query>,
        /// `NOT`.
        negated: bool,
    },
    /// `operand [NOT] BETWEEN low AND high`.
    Between {
        /// The value.
        operand: Expr,
        /// Inclusive.
        low: Expr,
        /// Inclusive.
        high: Expr,
        /// `NOT`.
        negated: bool,
    },
    /// `operand [NOT] LIKE pattern [ESCAPE escape]`.
    Like {
        /// The value.
        operand: Expr,
        /// The pattern.
        pattern: Expr,
        /// The escape character.
        escape: Option<Expr>,
        /// `NOT`.
        negated: bool,
    },
    /// `EXISTS (query)`.
    Exists(Box<Query>),
    /// `UPDATE(column)`, in a trigger: whether its statement sets the column.
    Updated(Name),
    /// `WHERE CURRENT OF cursor`: the row that a cursor is at. It stands alone.
    CurrentOf(CursorName),
}

/// Comparisons.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum ComparisonOperator {
    /// `=`.
    Equal,
    /// `<>`, `!=`.
    NotEqual,
    /// `<`.
    Less,
    /// `<=`, `!>`.
    LessOrEqual,
    /// `>`.
    Greater,
    /// `>=`, `!<`.
    GreaterOrEqual,
}

impl Condition {
    /// A condition of this kind.
    pub fn new(kind: ConditionKind, span: Span) -> Condition {
        Condition { kind, span }
    }
}

impl ComparisonOperator {
    /// How it is written.
    pub fn symbol(self) -> &'static str {
        match self {
            ComparisonOperator::Equal => "=",
            ComparisonOperator::NotEqual => "<>",
            ComparisonOperator::Less => "<",
            ComparisonOperator::LessOrEqual => "<=",
            ComparisonOperator::Greater => ">",
            ComparisonOperator::GreaterOrEqual => ">=",
        }
    }
}
