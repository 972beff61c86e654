//! Rules over the logical tree: rewrites of a bound query that hold for any stored rows.
//!
//! The logical tree is the bound tree before a physical choice: scans without a seek, joins with
//! an open method. Each rule is one file with one function `rule`, which looks at one operator and
//! replaces it if the rule applies. The driver visits each operator once, inputs first, and
//! subqueries before the queries around them. A rule never raises an error and never makes
//! evaluation raise one that the written query wouldn't raise (`fallible`).
//!
//! `rewrite` runs afterwards. It pushes conditions down and makes the physical choices.

mod logical;

mod common_factors;
mod constant_dates;
mod distinct_aggregates;
mod implied_constants;
mod implied_sources;
mod not_in;
mod scalar_aggregate;
mod semi_join;

use crate::height;
use crate::physical::{JoinHint, Node, Rows};
use crate::statement::{Bound, BoundBody, Subquery};
use crate::subquery_uses;
use logical::Logical;
use sluice_base::interruption::is_raised;

/// A rule: replaces the operator if it applies.
type Rule = fn(&mut Node, &mut Logical<'_>);

/// The rules, in the order of their application to an operator.
const RULES: [Rule; 8] = [
    constant_dates::rule,
    common_factors::rule,
    scalar_aggregate::rule,
    implied_sources::rule,
    implied_constants::rule,
    semi_join::rule,
    not_in::rule,
    distinct_aggregates::rule,
];

/// Applies the rules to a statement's queries. `columns` is the number of columns that the binder
/// has created. Returns `false` if the stack is too small for the new plan.
#[must_use]
pub(crate) fn apply(bound: &mut Bound, hint: JoinHint, columns: u32) -> bool {
    let is_correlated = |subquery: &Subquery| !subquery.exists && !subquery.outer.is_empty();
    let uses = match bound.subqueries.iter().any(is_correlated) {
        true => subquery_uses::in_statement(bound),
        false => Vec::new(),
    };
    let Bound { subqueries, body, .. } = bound;
    let mut logical = Logical { subqueries, hint, taken: 0, is_changed: false, uses, columns };
    for place in 0..logical.subqueries.len() {
        let mut node = std::mem::replace(&mut logical.subqueries[place].rows.node, Node::OneRow);
        visit(&mut node, &mut logical);
        logical.subqueries[place].rows.node = node;
    }
    if let Some(rows) = queried(body) {
        visit(&mut rows.node, &mut logical);
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
        BoundBody::Partitioned(change) => change.routed.as_mut()?.source.as_mut(),
        _ => None,
    }
}

fn visit(node: &mut Node, logical: &mut Logical<'_>) {
    // The binder checks for interruption afterwards.
    if is_raised() {
        return;
    }
    node.inputs_mut().into_iter().for_each(|input| visit(input, logical));
    RULES.iter().for_each(|rule| rule(node, logical));
}
