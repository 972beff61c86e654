//! Bound queries and sources, on their way from one clause to the next.

use super::scope::Source;
use sluice_base::sync::Arc;
use sluice_catalog::{Module, SystemViewDef, Table};
use sluice_plan::expression::{ColumnId, Expr};
use sluice_plan::physical::{Node, Rows};
use sluice_plan::statement::OutputColumn;
use sluice_syntax::ast;

/// A bound query.
pub(super) struct BoundQuery {
    /// The plan.
    pub rows: Rows,
    /// One column per value of the plan's rows.
    pub columns: Vec<OutputColumn>,
}

/// A bound item of the select list.
pub(super) struct Item<'a> {
    pub value: Expr,
    pub name: String,
    /// The item as written, if it was written as an expression.
    pub written: Option<&'a ast::Expr>,
    /// The item's column, with DISTINCT.
    pub column: Option<ColumnId>,
}

/// The object that a name denotes.
pub(super) enum Resolved {
    /// A user table.
    Table(Arc<Table>),
    /// A system view.
    View(Arc<SystemViewDef>),
    /// A user view or function.
    Module(Arc<Module>),
}

/// A bound part of FROM.
pub(super) struct BoundSource {
    /// The operator.
    pub node: Node,
    /// The visible sources, in written order.
    pub sources: Vec<Source>,
}
