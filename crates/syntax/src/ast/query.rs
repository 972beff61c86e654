//! Queries: SELECT with all around it.
//!
//! Invariant: chains of UNION and the like are flat lists, evaluated from left to right; INTERSECT binds tighter and
//! so stands as a list of its own inside.

use super::condition::Condition;
use super::dml::AssignmentOperator;
use super::expr::{Expr, Over};
use super::for_clause::ForClause;
use super::grouping::GroupBy;
use super::name::{Name, ObjectName};
use super::table::TableSource;
use crate::span::Span;

/// `[WITH ...] body [ORDER BY ...] [OFFSET ...] [FOR ...] [OPTION (...)]`.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Query {
    /// Common table expressions.
    pub with: Vec<CommonTable>,
    /// The SELECTs.
    pub body: QueryBody,
    /// `ORDER BY`.
    pub order_by: Vec<OrderItem>,
    /// `OFFSET ... FETCH ...`.
    pub offset: Option<Offset>,
    /// `FOR XML | JSON | BROWSE ...`.
    pub for_clause: Option<Box<ForClause>>,
    /// `OPTION (...)`.
    pub hints: Vec<Hint>,
    /// The whole query.
    pub span: Span,
}

/// What a query selects.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum QueryBody {
    /// One SELECT.
    Select(Box<Select>),
    /// `first UNION ALL second ...`.
    Combined {
        /// The first operand.
        first: Box<QueryBody>,
        /// The others in order; at least one.
        rest: Vec<Combination>,
    },
}

impl QueryBody {
    /// The first SELECT, which has the INTO of the whole.
    pub fn leading(&self) -> &Select {
        match self {
            QueryBody::Select(select) => select,
            QueryBody::Combined { first, .. } => first.leading(),
        }
    }

    fn leading_mut(&mut self) -> &mut Select {
        match self {
            QueryBody::Select(select) => select,
            QueryBody::Combined { first, .. } => first.leading_mut(),
        }
    }

    /// Takes its INTO from it.
    pub fn take_into(&mut self) -> Option<ObjectName> {
        self.leading_mut().into.take()
    }
}

/// An operator and its right operand.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Combination {
    /// The operator.
    pub operator: SetOperator,
    /// The right operand.
    pub body: QueryBody,
}

/// Operators on whole results.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum SetOperator {
    /// `UNION`.
    Union,
    /// `UNION ALL`.
    UnionAll,
    /// `EXCEPT`.
    Except,
    /// `INTERSECT`.
    Intersect,
}

/// `SELECT [DISTINCT] [TOP] items [INTO] [FROM] [WHERE] [GROUP BY] [HAVING] [WINDOW]`.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Select {
    /// `DISTINCT`.
    pub distinct: bool,
    /// `TOP`.
    pub top: Option<Top>,
    /// At least one. Either all are assignments or none is (else the statement is refused when it is bound).
    pub items: Vec<SelectItem>,
    /// `INTO`.
    pub into: Option<ObjectName>,
    /// `INTO ... ON filegroup`.
    pub into_filegroup: Option<Name>,
    /// `FROM`; several mean a cross join.
    pub from: Vec<TableSource>,
    /// `WHERE`.
    pub condition: Option<Condition>,
    /// `GROUP BY`.
    pub group_by: GroupBy,
    /// `HAVING`.
    pub having: Option<Condition>,
    /// `WINDOW name AS (...)`.
    pub windows: Vec<NamedWindow>,
    /// The operand's own order, where the SELECT is an operand of a set operator in a subquery.
    pub order: Option<Box<OperandOrder>>,
    /// The whole SELECT.
    pub span: Span,
}

/// `ORDER BY ... [OFFSET ...]` of one operand of a set operator.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct OperandOrder {
    /// `ORDER BY`.
    pub order_by: Vec<OrderItem>,
    /// `OFFSET ... FETCH ...`.
    pub offset: Option<Offset>,
}

/// `name AS (window)`.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct NamedWindow {
    /// Its name.
    pub name: Name,
    /// The window.
    pub window: Over,
}

/// `TOP (count) [PERCENT] [WITH TIES]`.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Top {
    /// How many.
    pub count: Expr,
    /// Percent of the rows.
    pub percent: bool,
    /// Also the rows that tie with the last.
    pub with_ties: bool,
}

/// An item of a select list.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct SelectItem {
    /// What it is.
    pub kind: SelectItemKind,
    /// The whole item.
    pub span: Span,
}

/// The kinds of items.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum SelectItemKind {
    /// `value`, `value AS alias`, `value alias`, `alias = value`.
    Value {
        /// The value.
        value: Expr,
        /// The column's name.
        alias: Option<Name>,
    },
    /// `*`, `t.*`.
    Star(Option<ObjectName>),
    /// `@x = value`, `@x += value`.
    Assignment {
        /// The variable.
        variable: Name,
        /// How.
        operator: AssignmentOperator,
        /// The value.
        value: Expr,
    },
}

/// An item of ORDER BY.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct OrderItem {
    /// What to order by.
    pub value: Expr,
    /// `DESC`.
    pub descending: bool,
}

/// `OFFSET skip ROWS [FETCH NEXT fetch ROWS ONLY]`.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Offset {
    /// Rows passed over.
    pub skip: Expr,
    /// Rows returned.
    pub fetch: Option<Expr>,
}

/// `name [(columns)] AS (query)`.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct CommonTable {
    /// Its name.
    pub name: Name,
    /// Its columns' names.
    pub columns: Vec<Name>,
    /// The query.
    pub query: Query,
}

/// A query or table hint: words, then arguments in parentheses.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Hint {
    /// At least one.
    pub words: Vec<Name>,
    /// The arguments; also a value without parentheses (`MAXDOP 2`, `INDEX = i`). Words come as columns of one part.
    pub arguments: Vec<Expr>,
    /// Of `OPTIMIZE FOR (@x = value, @y UNKNOWN)`: the variables, and their values if known.
    pub assumptions: Vec<(Name, Option<Expr>)>,
}

impl SetOperator {
    /// How it is written.
    pub fn words(self) -> &'static str {
        match self {
            SetOperator::Union => "UNION",
            SetOperator::UnionAll => "UNION ALL",
            SetOperator::Except => "EXCEPT",
            SetOperator::Intersect => "INTERSECT",
        }
    }
}
