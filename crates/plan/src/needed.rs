//! Which columns of its tables a statement uses, so that an index which has them can stand for a table.
//!
//! A column has one maker in a statement, and whoever uses it says so in an expression; what operators merely pass on counts for nothing. So
//! the columns of all expressions of a statement are the ones that are used, but for values that are computed for nobody: these go first.

use crate::columns::{of_expr, of_operator};
use crate::expression::{ColumnId, Expr};
use crate::physical::{Node, Rows};
use crate::statement::{Bound, BoundBody, Subquery};
use sluice_base::hash::HashSet;

/// Notes for each table that the statement reads which of its columns it uses. Of what finds the rows of an UPDATE, DELETE or MERGE all are said to be
/// used: their clauses read them beside the plan.
pub(crate) fn note(bound: &mut Bound) {
    let mut found = Found::default();
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

/// The rows of a statement whose values are all that is wanted of them.
fn queried(body: &mut BoundBody) -> Option<&mut Rows> {
    match body {
        BoundBody::Select { rows, .. } | BoundBody::SelectInto { rows, .. } | BoundBody::Assign { rows, .. } => {
            Some(rows)
        }
        BoundBody::Instead(instead) => Some(&mut instead.rows),
        BoundBody::Insert(insert) => Some(&mut insert.source),
        _ => None,
    }
}

/// What uses columns.
#[derive(Default)]
struct Found {
    /// The columns that something uses which is always asked for.
    used: Vec<ColumnId>,
    /// Computed columns, and the columns that each of them uses.
    computed: Vec<(ColumnId, Vec<ColumnId>)>,
}

impl Found {
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

    /// The columns that are used in the end.
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

/// The operator without what it computes for nobody; its tables know what is used of them.
fn narrowed(node: Node, used: &HashSet<ColumnId>) -> Node {
    match node {
        Node::Scan(mut target) => {
            // The table that a statement changes is read as a whole.
            if target.locator.is_none() {
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
