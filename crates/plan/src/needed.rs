//! The columns that a statement uses of its tables, so that a covering index can replace a table.
//!
//! A column has one origin in a statement, and every use of a column is in an expression; passing a
//! column on isn't a use. The used columns are those of all expressions, except expressions whose
//! value nothing uses. These are removed first.

use crate::columns::{of_expr, of_operator};
use crate::expression::{ColumnId, Expr};
use crate::physical::{Node, Rows};
use crate::statement::{Bound, BoundBody, Subquery};
use sluice_base::hash::HashSet;

/// Records in each scan which columns the statement uses. The target of an UPDATE, DELETE or MERGE
/// keeps all columns, because its clauses read them outside the plan. Expressions whose value
/// nothing uses are removed first.
pub(crate) fn note(bound: &mut Bound) {
    let mut found = ColumnUses::default();
    let Bound { subqueries, body, .. } = bound;
    for subquery in subqueries.iter() {
        found.rows(&subquery.rows, subqueries);
    }
    if let Some(rows) = queried(body) {
        found.rows(rows, subqueries);
    }
    let used = found.used();
    subqueries.iter_mut().for_each(|subquery| narrow_rows(&mut subquery.rows, &used));
    if let Some(rows) = queried(body) {
        narrow_rows(rows, &used);
    }
}

/// Returns the rows of a statement that uses only their values.
fn queried(body: &mut BoundBody) -> Option<&mut Rows> {
    match body {
        BoundBody::Select { rows, .. } | BoundBody::SelectInto { rows, .. } | BoundBody::Assign { rows, .. } => {
            Some(rows)
        }
        BoundBody::Instead(instead) => Some(&mut instead.rows),
        BoundBody::Insert(insert) => Some(&mut insert.source),
        BoundBody::Partitioned(change) => change.routed.as_mut()?.source.as_mut(),
        _ => None,
    }
}

/// The uses of columns found so far.
#[derive(Default)]
struct ColumnUses {
    /// Columns used by expressions that are always evaluated.
    used: Vec<ColumnId>,
    /// Computed columns, and the columns that each of them uses.
    computed: Vec<(ColumnId, Vec<ColumnId>)>,
}

impl ColumnUses {
    fn rows(&mut self, rows: &Rows, subqueries: &[Subquery]) {
        rows.values.iter().for_each(|value| of_expr(value, subqueries, &mut self.used));
        self.node(&rows.node, subqueries);
    }

    fn node(&mut self, node: &Node, subqueries: &[Subquery]) {
        match node {
            Node::Compute(_, computed) => {
                let used = |value: &Expr| {
                    let mut used = Vec::new();
                    of_expr(value, subqueries, &mut used);
                    used
                };
                self.computed.extend(computed.iter().map(|(id, value)| (*id, used(value))));
            }
            Node::Current(columns) => self.used.extend_from_slice(columns),
            node => of_operator(node, subqueries, &mut self.used),
        }
        node.inputs().into_iter().for_each(|input| self.node(input, subqueries));
    }

    /// Returns all used columns.
    fn used(self) -> HashSet<ColumnId> {
        let mut used: HashSet<ColumnId> = self.used.into_iter().collect();
        let mut rest = self.computed;
        loop {
            let (asked, idle): (Vec<_>, Vec<_>) = rest.into_iter().partition(|(id, _)| used.contains(id));
            if asked.is_empty() {
                return used;
            }
            used.extend(asked.into_iter().flat_map(|(_, of)| of));
            rest = idle;
        }
    }
}

fn narrow_rows(rows: &mut Rows, used: &HashSet<ColumnId>) {
    let node = std::mem::replace(&mut rows.node, Node::OneRow);
    rows.node = narrowed(node, used);
}

/// Removes unused computed columns, and records the used columns in the scans.
fn narrowed(node: Node, used: &HashSet<ColumnId>) -> Node {
    match node {
        Node::Scan(mut target) => {
            // The table that a statement changes is read completely.
            if target.locator.is_none() {
                target.address = target.address.filter(|id| used.contains(id));
                target.needed.retain(|place| used.contains(&target.columns[*place]));
            }
            Node::Scan(target)
        }
        Node::Compute(input, mut computed) => {
            computed.retain(|(id, _)| used.contains(id));
            let input = narrowed(*input, used);
            if computed.is_empty() { input } else { Node::Compute(Box::new(input), computed) }
        }
        other => other.with_inputs(|input| narrowed(input, used)),
    }
}
