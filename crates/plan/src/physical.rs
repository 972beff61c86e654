//! The physical plan of a query: a tree of operators, each with the expressions it evaluates over its input's rows.

use crate::expression::{Condition, Expr};
use sluice_base::sync::Arc;
use sluice_catalog::{SystemViewDef, Table};
use sluice_types::DataType;

/// An operator and its input.
#[derive(Clone, Debug)]
pub enum Node {
    /// One row without columns: the source of a SELECT that names none.
    OneRow,
    /// The rows of a VALUES list.
    Values(Vec<Vec<Expr>>),
    /// All rows of a table's heap, in the order of its pages.
    Scan(ScanTarget),
    /// The rows of a system view.
    View(ViewTarget),
    /// The rows for which the condition holds.
    Filter(Box<Node>, Condition),
    /// For each row, the values of the expressions.
    Project(Box<Node>, Vec<Expr>),
    /// The rows in the order of the keys; rows with equal keys stay in their order.
    Sort(Box<Node>, Vec<SortKey>),
    /// The first rows, as many as the expression says.
    Top(Box<Node>, Expr),
    /// One row a group (one in all where there are no groups): the group's values, then the aggregates.
    Aggregate(Box<Node>, Vec<Expr>, Vec<Aggregate>),
}

/// The table that a scan reads.
#[derive(Clone, Debug)]
pub struct ScanTarget {
    /// The database it is in; `None` for the current one.
    pub database: Option<String>,
    /// The table.
    pub table: Arc<Table>,
}

/// The view that an operator reads.
#[derive(Clone, Debug)]
pub struct ViewTarget {
    /// The database it is read in; `None` for the current one.
    pub database: Option<String>,
    /// Its definition.
    pub def: Arc<SystemViewDef>,
}

/// One key of an order.
#[derive(Clone, Debug)]
pub struct SortKey {
    /// What is compared; NULL comes first.
    pub expr: Expr,
    /// Whether the greatest comes first.
    pub descending: bool,
}

/// One aggregate.
#[derive(Clone, Debug)]
pub struct Aggregate {
    /// Which.
    pub kind: AggregateKind,
    /// What it is taken over; `None` only for `COUNT(*)`.
    pub argument: Option<Expr>,
    /// Whether equal values count once.
    pub distinct: bool,
    /// The type of its value.
    pub data_type: DataType,
}

/// The aggregate functions.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum AggregateKind {
    /// `COUNT`, an int.
    Count,
    /// `COUNT_BIG`, a bigint.
    CountBig,
    /// `SUM`.
    Sum,
    /// `MIN`.
    Min,
    /// `MAX`.
    Max,
    /// `AVG`.
    Avg,
}

impl AggregateKind {
    /// The aggregate called `name`, if it is one.
    pub fn named(name: &str) -> Option<AggregateKind> {
        let known = [
            ("count", AggregateKind::Count),
            ("count_big", AggregateKind::CountBig),
            ("sum", AggregateKind::Sum),
            ("min", AggregateKind::Min),
            ("max", AggregateKind::Max),
            ("avg", AggregateKind::Avg),
        ];
        known.iter().find(|(text, _)| text.eq_ignore_ascii_case(name)).map(|(_, kind)| *kind)
    }

    /// Its name as messages show it.
    pub fn name(self) -> &'static str {
        match self {
            AggregateKind::Count => "count",
            AggregateKind::CountBig => "count_big",
            AggregateKind::Sum => "sum",
            AggregateKind::Min => "min",
            AggregateKind::Max => "max",
            AggregateKind::Avg => "avg",
        }
    }
}
