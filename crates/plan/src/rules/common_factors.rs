//! Common factors of a disjunction: `(a AND b) OR (a AND c)` becomes `a AND (b OR c)`.
//!
//! A condition holds or doesn't hold, so both forms hold for the same rows, with NULLs too. The
//! factor is evaluated for rows for which another part of the conjunction came first. Only factors
//! that cannot fail are taken out. A factor that equates two tables becomes the key of their join.

use super::logical::Logical;
use crate::expression::Condition;
use crate::fallible::cannot_fail;
use crate::physical::Node;
use crate::same::same_condition;

/// Takes common factors out of the disjunctions of a filter or a join.
pub(super) fn rule(node: &mut Node, logical: &mut Logical<'_>) {
    let condition = match node {
        Node::Filter(_, condition) => condition,
        Node::Join(join) => match &mut join.on {
            Some(on) => on,
            None => return,
        },
        _ => return,
    };
    logical.is_changed |= match condition {
        Condition::Or(_) => factor(condition),
        Condition::And(parts) => parts.iter_mut().map(factor).filter(|is_changed| *is_changed).count() > 0,
        _ => false,
    };
}

/// Takes the common factors out of `condition` if it is a disjunction. Returns whether there are
/// any.
fn factor(condition: &mut Condition) -> bool {
    let Condition::Or(branches) = condition else { return false };
    let Some((first, others)) = branches.split_first() else { return false };
    let is_common = |part: &&Condition| cannot_fail(part) && others.iter().all(|other| has_part(other, part));
    let mut parts: Vec<Condition> = first.conjuncts().iter().filter(is_common).cloned().collect();
    if parts.is_empty() {
        return false;
    }
    let rest = |branch: &Condition| {
        let is_factor = |part: &Condition| parts.iter().any(|factor| same_condition(factor, part));
        Condition::all_of(branch.conjuncts().iter().filter(|part| !is_factor(part)).cloned().collect())
    };
    // A branch without other parts holds wherever the factors hold.
    if let Some(rests) = branches.iter().map(rest).collect::<Option<Vec<_>>>() {
        parts.push(Condition::Or(rests));
    }
    if let Some(factored) = Condition::all_of(parts) {
        *condition = factored;
    }
    true
}

/// Whether one of the parts of a conjunction is `part`.
fn has_part(condition: &Condition, part: &Condition) -> bool {
    condition.conjuncts().iter().any(|own| same_condition(own, part))
}
