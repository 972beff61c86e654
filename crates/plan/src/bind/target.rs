//! The table whose rows a statement changes: itself, or the table below a view, a common table
//! expression or a derived table.
//!
//! Its scan is looked for in the plan that finds the rows, by the columns that names mean; it may
//! be below what passes whole rows on, and nothing else. Rules of updatable views:
//! `t-sql/statements/create-view-transact-sql`.

use super::Binder;
use super::scope::Source;
use crate::expression::ColumnId;
use crate::lock_hints::LockHints;
use crate::physical::{Node, ScanTarget};
use sluice_base::sync::Arc;
use sluice_catalog::Table;
use sluice_types::SqlError;

/// A table whose rows are changed.
#[derive(Clone)]
pub(super) struct ChangeTarget {
    /// The database it is in; `None` for the current one.
    pub database: Option<String>,
    /// The table.
    pub table: Arc<Table>,
    /// What hints in FROM say of its locks.
    pub hints: LockHints,
    /// Its columns, as its scan names them.
    pub row: Vec<ColumnId>,
    /// Its columns, as names see them.
    pub source: Source,
}

impl ChangeTarget {
    /// Whether names see the table's columns as they are: it is no view's.
    pub(super) fn is_whole(&self) -> bool {
        self.source.columns.len() == self.table.columns.len()
    }
}

impl Binder<'_> {
    /// The target that `source` is, in the plan that has it: 4405 where its columns named `changed`
    /// are of several tables (of none named: where it has several), 4403 where rows are no longer a
    /// table's, 10700 where they are a parameter's.
    pub(super) fn target_in(
        &self,
        node: &Node,
        source: &Source,
        changed: &[ColumnId],
    ) -> Result<ChangeTarget, SqlError> {
        let mut scans = Vec::new();
        reachable(node, &mut scans);
        let shows =
            |scan: &&&ScanTarget| scan.columns.iter().any(|id| source.columns.iter().any(|column| column.id == *id));
        let mut own: Vec<&&ScanTarget> = scans.iter().filter(shows).collect();
        let is_stored = |id: &&ColumnId| scans.iter().any(|scan| scan.columns.contains(*id));
        if own.len() > 1 && changed.iter().any(|id| is_stored(&id)) {
            own.retain(|scan| changed.iter().filter(is_stored).all(|id| scan.columns.contains(id)));
        }
        match own.as_slice() {
            [scan] => {
                if scan.table.is_variable() {
                    self.variables.check_change(&scan.table.name)?;
                }
                Ok(ChangeTarget {
                    database: scan.database.clone(),
                    table: Arc::clone(&scan.table),
                    hints: scan.hints,
                    row: scan.columns.clone(),
                    source: source.clone(),
                })
            }
            // 4403: aggregates, DISTINCT, GROUP BY, PIVOT; 4405: several base tables.
            [] if scans.is_empty() => Err(SqlError::new(4403, 16, 1, vec![source.alias.clone()])),
            _ => Err(SqlError::new(4405, 16, 1, vec![source.alias.clone()])),
        }
    }

    /// Has the scan of `target`, which goes by the target's hints, tell where its rows are: the
    /// column that does.
    pub(super) fn located(&mut self, node: &mut Node, target: &ChangeTarget) -> ColumnId {
        let locator = self.new_column();
        locate(node, target, locator);
        locator
    }
}

/// The scans whose rows are parts of the operator's rows as they are.
fn reachable<'n>(node: &'n Node, found: &mut Vec<&'n ScanTarget>) {
    match node {
        Node::Scan(target) => found.push(target),
        Node::Filter(..)
        | Node::Compute(..)
        | Node::Sort(..)
        | Node::Top(..)
        | Node::Offset(..)
        | Node::Window(..)
        | Node::Join(_) => node.inputs().into_iter().for_each(|input| reachable(input, found)),
        _ => {}
    }
}

fn locate(node: &mut Node, of: &ChangeTarget, locator: ColumnId) {
    match node {
        Node::Scan(target) if target.columns == of.row => {
            target.locator = Some(locator);
            target.hints = of.hints;
        }
        _ => {
            let whole = std::mem::replace(node, Node::OneRow);
            *node = whole.with_inputs(|mut input| {
                locate(&mut input, of, locator);
                input
            });
        }
    }
}
