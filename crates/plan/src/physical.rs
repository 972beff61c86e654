//! The plan of a query: a tree of operators, each with the expressions that it evaluates over its input's rows.
//!
//! Invariants: a column has the id that the operator gave it which makes it; every operator above passes it on, but for an aggregation and a
//! set operation, whose rows have only columns of their own. An expression uses columns of its operator's input, and of the rows around
//! the subquery or the right side of an APPLY that it is in.

use crate::aggregate::Aggregate;
use crate::expression::{ColumnId, Condition, Expr};
use crate::sort_key::SortKey;
use crate::window::Window;
use sluice_base::sync::Arc;
use sluice_catalog::{SystemViewDef, Table};

/// An operator and its input.
#[derive(Clone, Debug)]
pub enum Node {
    /// One row without columns: the source of a SELECT that names none.
    OneRow,
    /// The rows of a VALUES list.
    Values(Vec<ColumnId>, Vec<Vec<Expr>>),
    /// All rows of a table's heap, in the order of its pages.
    Scan(ScanTarget),
    /// The rows of a system view.
    View(ViewTarget),
    /// The rows for which the condition holds.
    Filter(Box<Node>, Condition),
    /// The rows with more columns.
    Compute(Box<Node>, Vec<(ColumnId, Expr)>),
    /// The rows in the order of the keys; rows with equal keys stay in their order.
    Sort(Box<Node>, Vec<SortKey>),
    /// The first rows.
    Top(Box<Node>, Top),
    /// What is left when so many rows (a bigint) have been passed over, and of that as many as the second says.
    Offset(Box<Node>, Expr, Option<Expr>),
    /// One row a group (one in all where there are no groups): the group's values, then the aggregates.
    Aggregate(Box<Node>, Vec<(ColumnId, Expr)>, Vec<(ColumnId, Aggregate)>),
    /// The rows with the values of functions over rows around them; they come partition by partition, in the window's order.
    Window(Box<Node>, Window),
    /// Rows of two inputs side by side.
    Join(Box<Join>),
    /// The rows of one input after the other's.
    Union(Vec<ColumnId>, Vec<Rows>),
}

/// An operator with what is taken of its rows.
#[derive(Clone, Debug)]
pub struct Rows {
    /// The operator.
    pub node: Node,
    /// The values of each row.
    pub values: Vec<Expr>,
}

/// The table that a scan reads.
#[derive(Clone, Debug)]
pub struct ScanTarget {
    /// The database it is in; `None` for the current one.
    pub database: Option<String>,
    /// The table.
    pub table: Arc<Table>,
    /// Its columns, in the table's order.
    pub columns: Vec<ColumnId>,
}

/// The view that an operator reads.
#[derive(Clone, Debug)]
pub struct ViewTarget {
    /// The database it is read in; `None` for the current one.
    pub database: Option<String>,
    /// Its definition.
    pub def: Arc<SystemViewDef>,
    /// Its columns, in the definition's order.
    pub columns: Vec<ColumnId>,
    /// Of a function what it is given, of its parameters' types; may use columns of the rows that it is applied to.
    pub arguments: Vec<Expr>,
}

/// How many of the first rows.
#[derive(Clone, Debug)]
pub struct Top {
    /// As many, a bigint; or that part of all in percent, a float.
    pub count: Expr,
    /// Whether the count is in percent.
    pub percent: bool,
    /// WITH TIES: also the rows that have the last one's values of these, the order's keys.
    pub ties: Option<Vec<Expr>>,
}

/// Two inputs and how their rows meet.
#[derive(Clone, Debug)]
pub struct Join {
    /// Which pairs come out, and what becomes of rows without a partner.
    pub kind: JoinKind,
    /// The outer input.
    pub left: Node,
    /// The inner input. Of an APPLY it uses the left row's columns, and is run for each.
    pub right: Node,
    /// What holds for a pair; always, if none.
    pub on: Option<Condition>,
    /// How the pairs are found.
    pub method: JoinMethod,
}

/// Joins.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum JoinKind {
    /// Pairs.
    Inner,
    /// Pairs, and left rows without one beside NULLs.
    Left,
    /// Pairs, and rows of either side without one beside NULLs.
    Full,
}

/// How a join finds its pairs.
#[derive(Clone, Debug)]
pub enum JoinMethod {
    /// The right input is run again for each left row.
    Loop,
    /// The right input is read once and kept, by the values of its expressions; the left rows look for theirs. Values are of one type
    /// pair by pair; NULL has no partner. Without expressions every right row is a left row's candidate.
    Hash(Vec<Expr>, Vec<Expr>),
}
