//! The columns that a statement uses of its tables, so that a covering index can replace a table.
//!
//! A column has one origin in a statement, and every use of a column is in an expression; passing a
//! column on isn't a use. The used columns are those of all expressions, except expressions whose
//! value nothing uses. These are removed first, with the subqueries that only they use.

use crate::columns::{of_expr, of_operator};
use crate::expression::{ColumnId, Expr};
use crate::physical::{Node, Rows};
use crate::statement::{Bound, BoundBody, Subquery};
use crate::subquery_uses;
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
    let mut narrowing = Narrowing { used: found.used(), dropped: Vec::new() };
    subqueries.iter_mut().for_each(|subquery| narrowing.rows(&mut subquery.rows));
    if let Some(rows) = queried(body) {
        narrowing.rows(rows);
    }
    leave(bound, narrowing.dropped);
}

/// Removes those of the subqueries that nothing uses any more, with the subqueries in them. The
/// columns of outer rows that such a subquery names may have no place when it is compiled.
fn leave(bound: &mut Bound, mut dropped: Vec<usize>) {
    while !dropped.is_empty() {
        let used: HashSet<usize> = subquery_uses::all_in_statement(bound).into_iter().collect();
        let mut nested = Vec::new();
        for number in dropped.into_iter().filter(|number| !used.contains(number)) {
            nested.extend(subquery_uses::all_in_rows(&bound.subqueries[number].rows));
            bound.subqueries[number].leave();
        }
        dropped = nested;
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

/// The removal of what nothing uses.
struct Narrowing {
    used: HashSet<ColumnId>,
    /// The subqueries that removed expressions have used.
    dropped: Vec<usize>,
}

impl Narrowing {
    fn rows(&mut self, rows: &mut Rows) {
        let node = std::mem::replace(&mut rows.node, Node::OneRow);
        rows.node = self.narrowed(node);
    }

    /// Removes unused computed columns, and records the used columns in the scans.
    fn narrowed(&mut self, node: Node) -> Node {
        match node {
            Node::Scan(mut target) => {
                // The table that a statement changes is read completely.
                if target.locator.is_none() {
                    target.address = target.address.filter(|id| self.used.contains(id));
                    target.needed.retain(|place| self.used.contains(&target.columns[*place]));
                }
                Node::Scan(target)
            }
            Node::Compute(input, mut computed) => {
                let is_used = |(id, value): &(ColumnId, Expr)| {
                    let is_used = self.used.contains(id);
                    if !is_used {
                        self.dropped.extend(subquery_uses::all_in_expr(value));
                    }
                    is_used
                };
                computed.retain(is_used);
                let input = self.narrowed(*input);
                if computed.is_empty() { input } else { Node::Compute(Box::new(input), computed) }
            }
            other => other.with_inputs(|input| self.narrowed(input)),
        }
    }
}
