//! Queries: SELECT and the clauses around it.
//!
//! Invariant: chains of UNION and similar operators are flat lists, evaluated from left to right.
//! INTERSECT binds tighter and is a nested list of its own.

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

/// The SELECTs of a query.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum QueryBody {
    /// One SELECT.
    Select(Box<Select>),
    /// `first UNION ALL second ...`.
    Combined {
        /// The first operand.
        first: Box<QueryBody>,
        /// The others in order; never empty.
        rest: Vec<Combination>,
    },
}

impl QueryBody {
    /// Returns the first SELECT, which holds the INTO of the whole query.
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

    /// Removes and returns the INTO clause.
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

/// Set operators.
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
    /// Never empty. Assignments can't be mixed with values; the binder refuses such a statement.
    pub items: Vec<SelectItem>,
    /// `INTO`.
    pub into: Option<ObjectName>,
    /// `INTO ... ON filegroup`.
    pub into_filegroup: Option<Name>,
    /// `FROM`; several sources are a cross join.
    pub from: Vec<TableSource>,
    /// `WHERE`.
    pub condition: Option<Condition>,
    /// `GROUP BY`.
    pub group_by: GroupBy,
    /// `HAVING`.
    pub having: Option<Condition>,
    /// `WINDOW name AS (...)`.
    pub windows: Vec<NamedWindow>,
    /// The operand's own order, if the SELECT is an operand of a set operator in a subquery.
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
    /// The name.
    pub name: Name,
    /// The window.
    pub window: Over,
}

/// `TOP (count) [PERCENT] [WITH TIES]`.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Top {
    /// The row count or percentage.
    pub count: Expr,
    /// `PERCENT`.
    pub percent: bool,
    /// `WITH TIES`.
    pub with_ties: bool,
}

/// An item of a select list.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct SelectItem {
    /// The kind and its operands.
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
        /// The assignment operator.
        operator: AssignmentOperator,
        /// The value.
        value: Expr,
    },
}

/// An item of ORDER BY.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct OrderItem {
    /// The sort key.
    pub value: Expr,
    /// `DESC`.
    pub descending: bool,
}

/// `OFFSET skip ROWS [FETCH NEXT fetch ROWS ONLY]`.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Offset {
    /// The number of rows to skip.
    pub skip: Expr,
    /// The number of rows to return.
    pub fetch: Option<Expr>,
}

/// `name [(columns)] AS (query)`.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct CommonTable {
    /// The name.
    pub name: Name,
    /// Its columns' names.
    pub columns: Vec<Name>,
    /// The query.
    pub query: Query,
}

/// A query or table hint: words, then arguments in parentheses.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Hint {
    /// Never empty.
    pub words: Vec<Name>,
    /// The arguments, including a value without parentheses (`MAXDOP 2`, `INDEX = i`). Words are
    /// one-part columns.
    pub arguments: Vec<Expr>,
    /// The variables of `OPTIMIZE FOR (@x = value, @y UNKNOWN)` and their values; `None` is
    /// `UNKNOWN`.
    pub assumptions: Vec<(Name, Option<Expr>)>,
}

impl SetOperator {
    /// Returns the T-SQL keywords.
    pub fn words(self) -> &'static str {
        match self {
            SetOperator::Union => "UNION",
            SetOperator::UnionAll => "UNION ALL",
            SetOperator::Except => "EXCEPT",
            SetOperator::Intersect => "INTERSECT",
        }
    }
}
