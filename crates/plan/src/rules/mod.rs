//! Rules over the logical tree: rewrites of a bound query that hold whatever is stored.
//!
//! The logical tree is the bound tree before a physical choice: scans without a seek, joins with
//! an open method. Each rule is one file with one function `rule`, which looks at one operator and
//! replaces it if the rule applies. The driver visits each operator once, inputs first, and
//! subqueries before the queries around them. A rule never raises an error and never makes
//! evaluation raise one that the written query wouldn't raise (`fallible`).
//!
//! `rewrite` runs afterwards. It pushes conditions down and makes the physical choices.

mod common_factors;
mod implied_constants;
mod implied_sources;
mod semi_join;
#[cfg(test)]
mod tests;

use crate::expression::{ColumnId, Condition};
use crate::height;
use crate::physical::{JoinHint, Node, Rows};
use crate::statement::{Bound, BoundBody, Subquery};
use sluice_base::interruption::is_raised;

/// What rules know of the statement around an operator.
pub(crate) struct Logical<'b> {
    /// The statement's subqueries. A rule that makes a subquery part of the tree takes its rows.
    subqueries: &'b mut [Subquery],
    /// The statement's join hints.
    hint: JoinHint,
    /// The number of subqueries that rules have made part of the tree.
    taken: usize,
    /// Whether a rule has applied.
    is_changed: bool,
}

/// A rule: replaces the operator if it applies.
type Rule = fn(&mut Node, &mut Logical<'_>);

/// The rules, in the order of their application to an operator.
const RULES: [Rule; 4] = [common_factors::rule, implied_sources::rule, implied_constants::rule, semi_join::rule];

/// Applies the rules to a statement's queries. Returns `false` if the stack is too small for the
/// new plan.
#[must_use]
pub(crate) fn apply(bound: &mut Bound, hint: JoinHint) -> bool {
    let Bound { subqueries, body, .. } = bound;
    let mut logical = Logical { subqueries, hint, taken: 0, is_changed: false };
    for place in 0..logical.subqueries.len() {
        let mut node = std::mem::replace(&mut logical.subqueries[place].rows.node, Node::OneRow);
        logical.visit(&mut node);
        logical.subqueries[place].rows.node = node;
    }
    if let Some(rows) = queried(body) {
        logical.visit(&mut rows.node);
    }
    // The new plan can be higher than the written one.
    !logical.is_changed || height::note(bound)
}

/// Returns the rows of a statement that reads them and changes none of the tables it reads.
fn queried(body: &mut BoundBody) -> Option<&mut Rows> {
    match body {
        BoundBody::Select { rows, .. } | BoundBody::SelectInto { rows, .. } | BoundBody::Assign { rows, .. } => {
            Some(rows)
        }
        BoundBody::Insert(insert) => Some(&mut insert.source),
        _ => None,
    }
}

impl Logical<'_> {
    fn visit(&mut self, node: &mut Node) {
        // The binder checks for interruption afterwards.
        if is_raised() {
            return;
        }
        node.inputs_mut().into_iter().for_each(|input| self.visit(input));
        RULES.iter().for_each(|rule| rule(node, self));
    }
}

/// Returns the positions of the sources with columns that the condition uses.
fn sources_of(condition: &Condition, sources: &[Vec<ColumnId>], subqueries: &[Subquery]) -> Vec<usize> {
    let mut used = Vec::new();
    crate::columns::of_condition(condition, subqueries, &mut used);
    crate::join_order::sources_of(sources, &used)
}
