//! EXISTS, NOT EXISTS, IN and NOT IN as semi-joins and anti-joins.
//!
//! An EXISTS of a conjunction joins the rows it tests with the rows of its subquery. The
//! correlated conditions become the join's condition. The rule applies if
//!
//! - the subquery is correlated by at least one equality; an uncorrelated one runs once anyway;
//! - the right side, without these conditions, uses no column of the left rows;
//! - nothing in the right side can fail. A condition that can fail stays in the join's condition
//!   and is evaluated for pairs with equal keys only. Operators below groups may fail, since the
//!   first row of groups already needs all their rows, and a semi-join without left rows reads no
//!   right row.
//!
//! NOT IN with a nullable side is correlated by a disjunction without an equality, and stays a
//! subquery. OPTION (FORCE ORDER) keeps all subqueries as written.

use super::logical::Logical;
use crate::columns::{key_of, outer};
use crate::expression::{ColumnId, Condition, ExprKind};
use crate::fallible::{cannot_fail, value_cannot_fail};
use crate::physical::{Join, JoinHint, JoinKind, JoinMethod, Node, Own, Rows};
use crate::repeated::is_volatile;
use crate::runtime_constant::condition_is_volatile;
use crate::statement::Subquery;

/// Replaces a filter's EXISTS conditions by joins with their subqueries, where the rule applies and
/// the hints allow it. A statement gets at most [`TAKEN_MAX`] such joins.
pub(super) fn rule(node: &mut Node, logical: &mut Logical<'_>) {
    let Node::Filter(input, condition) = node else { return };
    let hint = JoinHint { merge: false, ..logical.hint };
    if hint.in_order || !hint.loops && !hint.hash || !has_exists(condition) {
        return;
    }
    let left = input.columns();
    let mut parts = Vec::new();
    std::mem::replace(condition, Condition::And(Vec::new())).split_into(&mut parts);
    let mut joined = std::mem::replace(&mut **input, Node::OneRow);
    parts.retain(|part| {
        let Condition::Exists(number, is_negated) = part else { return true };
        if logical.taken >= TAKEN_MAX {
            return true;
        }
        let Some((right, on)) = joinable(*number, &left, logical.subqueries) else { return true };
        logical.taken += 1;
        logical.is_changed = true;
        logical.subqueries[*number].leave();
        let kind = if *is_negated { JoinKind::Anti } else { JoinKind::Semi };
        let left = std::mem::replace(&mut joined, Node::OneRow);
        let method = JoinMethod::Hash(Vec::new(), Vec::new());
        joined = Node::Join(Box::new(Join { kind, left, right, on: Condition::all_of(on), method, hint, keep: false }));
        false
    });
    *node = match Condition::all_of(parts) {
        Some(condition) => Node::Filter(Box::new(joined), condition),
        None => joined,
    };
}

fn has_exists(condition: &Condition) -> bool {
    condition.conjuncts().iter().any(|part| matches!(part, Condition::Exists(..)))
}

/// Returns the right side and the conditions of the join that replaces an EXISTS over rows with
/// the columns `left`. Returns `None` if the rule doesn't apply.
fn joinable(number: usize, left: &[ColumnId], subqueries: &[Subquery]) -> Option<(Node, Vec<Condition>)> {
    let Subquery { rows: Rows { node, .. }, outer: around, .. } = &subqueries[number];
    if !around.iter().any(|id| left.contains(id)) {
        return None;
    }
    let (source, conditions) = without_conditions(node);
    let right = source.columns();
    let mut on = Vec::new();
    conditions.into_iter().for_each(|condition| condition.clone().split_into(&mut on));
    let has_key = on.iter().any(|condition| {
        let key = key_of(condition, left, &right, subqueries);
        key.is_some_and(|(one, other)| value_cannot_fail(&one) && value_cannot_fail(&other))
    });
    let is_free = !outer(source, subqueries).iter().any(|id| left.contains(id));
    let is_steady = !is_volatile(source) && !on.iter().any(condition_is_volatile);
    (has_key && is_free && is_steady && is_safe(source)).then(|| (source.clone(), on))
}

/// Returns the rows of an EXISTS below its conditions, and the conditions.
fn without_conditions(node: &Node) -> (&Node, Vec<&Condition>) {
    let (mut node, mut conditions) = (node, Vec::new());
    // The binder puts TOP (1) over the rows of an EXISTS.
    if let Node::Top(input, top) = node
        && top.ties.is_none()
        && !top.percent
        && matches!(&top.count.kind, ExprKind::Constant(count) if count.as_i64() == Some(1))
    {
        node = input;
    }
    while let Node::Filter(input, condition) = node {
        conditions.push(condition);
        node = input;
    }
    (node, conditions)
}

/// Whether reading more rows of the operator than the written query reads raises no error.
fn is_safe(node: &Node) -> bool {
    let mut all_safe = match node {
        // The first group needs all rows already.
        Node::Aggregate(..) | Node::GroupingSets(_) => return true,
        Node::OneRow | Node::Values(..) | Node::Scan(_) | Node::Filter(..) | Node::Compute(..) => true,
        Node::Join(_) | Node::Sort(..) | Node::Union(..) => true,
        _ => false,
    };
    node.each_own(&mut |own| {
        all_safe &= match own {
            Own::Value(value) => value_cannot_fail(value),
            Own::Condition(condition) => cannot_fail(condition),
        };
    });
    all_safe && node.inputs().into_iter().all(is_safe)
}

/// The maximum number of subqueries of a statement that become joins. Each makes the plan higher.
const TAKEN_MAX: usize = 32;
