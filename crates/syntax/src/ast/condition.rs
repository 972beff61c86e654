//! Conditions of WHERE, IF, CHECK and similar clauses: true, false or unknown.
//!
//! Invariant: `And` and `Or` hold at least two operands, all written at one level without
//! parentheses. A chain of thousands of operands is therefore flat.

use super::cursor::CursorName;
use super::expr::Expr;
use super::name::Name;
use super::query::Query;
use crate::span::Span;

/// A condition.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Condition {
    /// The kind and its operands.
    pub kind: ConditionKind,
    /// The source range, without enclosing parentheses.
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
        /// A query of one column.
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
        /// Never empty.
        list: Vec<Expr>,
        /// `NOT`.
        negated: bool,
    },
    /// `operand [NOT] IN (query)`.
    InQuery {
        /// The value.
        operand: Expr,
        /// A query of one column.
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
    /// `REGEXP_LIKE(operand, pattern [, flags])`.
    RegexpLike {
        /// The text.
        operand: Expr,
        /// The regular expression.
        pattern: Expr,
        /// Letters that change the matching.
        flags: Option<Expr>,
    },
    /// `EXISTS (query)`.
    Exists(Box<Query>),
    /// `UPDATE(column)` in a trigger: whether the triggering statement sets the column.
    Updated(Name),
    /// `WHERE CURRENT OF cursor`: the cursor's current row. Never part of a larger condition.
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
    /// Creates a condition.
    pub fn new(kind: ConditionKind, span: Span) -> Condition {
        Condition { kind, span }
    }
}

impl ComparisonOperator {
    /// Returns the T-SQL keywords.
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
