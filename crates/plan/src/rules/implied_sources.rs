//! Conditions on one source implied by a disjunction over several sources.
//!
//! `(n.a = 1 AND m.b = 2) OR (n.a = 3 AND m.b = 4)` implies `n.a = 1 OR n.a = 3`, which filters
//! `n` before the join. The disjunction stays. A disjunction is used if each branch has parts that
//! use columns of that source alone and cannot fail.

use super::logical::{Logical, sources_of};
use crate::expression::Condition;
use crate::fallible::cannot_fail;
use crate::physical::Node;
use crate::plain_joins::{self, SourceColumns};
use crate::statement::Subquery;

/// Adds to a filter over plain joins the conditions that its disjunctions over several sources
/// imply. Sets `is_changed` if there are any.
pub(super) fn rule(node: &mut Node, logical: &mut Logical<'_>) {
    let Node::Filter(input, condition) = node else { return };
    let Node::Join(join) = &**input else { return };
    let is_or = |part: &&Condition| matches!(part, Condition::Or(_));
    if !plain_joins::is_plain(join) || !condition.conjuncts().iter().any(|part| is_or(&part)) {
        return;
    }
    let (mut leaves, mut of_joins) = (Vec::new(), Vec::new());
    plain_joins::gather(join, &mut leaves, &mut of_joins);
    let sources = SourceColumns::new(&leaves);
    let mut implied = Vec::new();
    for part in condition.conjuncts().iter().filter(is_or) {
        if sources_of(part, &sources, logical.subqueries).len() > 1 {
            let of_source = |source| of_source(part, source, &sources, logical.subqueries);
            implied.extend((0..leaves.len()).filter_map(of_source));
        }
    }
    if !implied.is_empty() {
        logical.is_changed = true;
        let mut parts = Vec::new();
        std::mem::replace(condition, Condition::And(Vec::new())).split_into(&mut parts);
        parts.append(&mut implied);
        *condition = Condition::And(parts);
    }
}

/// Returns the condition on one source that a disjunction implies, if each branch restricts the
/// source.
fn of_source(
    condition: &Condition,
    source: usize,
    sources: &SourceColumns,
    subqueries: &[Subquery],
) -> Option<Condition> {
    let Condition::Or(branches) = condition else { return None };
    let is_own = |part: &&Condition| cannot_fail(part) && sources_of(part, sources, subqueries)[..] == [source];
    let of_branch = |branch: &Condition| Condition::all_of(branch.conjuncts().iter().filter(is_own).cloned().collect());
    Some(Condition::Or(branches.iter().map(of_branch).collect::<Option<_>>()?))
}
