//! The state of a query being bound: its scope, its groups and its window functions.

use super::scope::Scope;
use sluice_plan::aggregate::Aggregate;
use sluice_plan::expression::{ColumnId, Expr};
use sluice_plan::physical::GroupingLevel;
use sluice_plan::window::Window;
use sluice_syntax::ast;

/// The state of a query being bound. Levels form a stack, innermost last.
#[derive(Clone, Debug, Default)]
pub(super) struct Level {
    /// The visible columns.
    pub scope: Scope,
    /// The aggregation, once GROUP BY is bound.
    pub aggregation: Option<Aggregation>,
    /// The window functions, in clauses that allow them.
    pub windows: Option<Windows>,
    /// The columns of outer queries that the query uses.
    pub outer: Vec<ColumnId>,
}

/// The aggregation of the current query.
#[derive(Clone, Debug, Default)]
pub(super) struct Aggregation {
    /// The grouping expressions, as written and as bound over the source, with the columns of their
    /// values.
    pub groups: Vec<(ast::Expr, Expr, ColumnId)>,
    /// The aggregates, as written and as bound, with their columns.
    pub aggregates: Vec<(ast::Call, Aggregate, ColumnId)>,
    /// The groupings as positions in `groups`; `None` if there is only one.
    pub sets: Option<Vec<Vec<usize>>>,
    /// The GROUPING and GROUPING_ID columns.
    pub levels: Vec<(ColumnId, GroupingLevel)>,
    /// GROUP BY ALL with WHERE: the column that is NULL for rows outside WHERE.
    pub qualified: Option<ColumnId>,
    /// The clause being bound.
    pub clause: Clause,
    /// Whether an aggregate's argument is being bound. Names then denote the source's columns.
    pub(super) inside: bool,
}

/// A clause evaluated over the groups.
#[derive(Clone, Copy, Debug, Default)]
pub(super) enum Clause {
    #[default]
    SelectList,
    Having,
    OrderBy,
}

/// The window functions of a query.
#[derive(Clone, Debug, Default)]
pub(super) struct Windows {
    /// The windows of the WINDOW clause.
    pub(super) named: Vec<ast::NamedWindow>,
    /// The functions as written, and their result columns.
    pub(super) known: Vec<(ast::Call, Expr)>,
    /// The distinct partitionings and orders.
    pub(super) divisions: Vec<Division>,
    /// Whether a function's arguments are being bound.
    pub(super) inside: bool,
}

/// A partitioning and order of the rows.
#[derive(Clone, Debug)]
pub(super) struct Division {
    /// The clauses as written.
    pub(super) partition_by: Vec<ast::Expr>,
    pub(super) order_by: Vec<ast::OrderItem>,
    /// The bound window.
    pub(super) window: Window,
}
