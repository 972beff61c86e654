//! NOT IN with a nullable side as an anti-join that knows of NULLs.
//!
//! The binder makes `a NOT IN (SELECT b FROM t)` a NOT EXISTS over the rows of `t` with `a = b`,
//! `a IS NULL` or `b IS NULL`. Without an equality alone it is no ordinary anti-join, and each left
//! row would be compared with each right row. The join of this rule finds partners by hash, and
//! applies the NULLs of either side to the whole table (`query::operator::join`).
//!
//! The rule applies under the conditions of `semi_join` if the hints allow a hash join. The rows of
//! a table function, such as STRING_SPLIT, may fail, and the conversion of their values as well:
//! the first left row that isn't among them needs them all. Conditions on these rows stay below the
//! join and guard the conversion.

use super::logical::{Logical, is_safe, join_exists};
use super::semi_join::without_top;
use crate::columns::{key_of, outer};
use crate::expression::{ColumnId, Condition, Expr};
use crate::fallible::value_cannot_fail;
use crate::physical::{Join, JoinHint, JoinKind, Node};
use crate::repeated::is_volatile;
use crate::same::same_value;
use crate::statement::Subquery;

/// Replaces a filter's NOT IN conditions by joins with their queries, where the rule applies.
pub(super) fn rule(node: &mut Node, logical: &mut Logical<'_>) {
    let Node::Filter(input, condition) = node else { return };
    let is_absence = |part: &Condition| matches!(part, Condition::Exists(_, true));
    if logical.hint.in_order || !logical.hint.hash || !condition.conjuncts().iter().any(is_absence) {
        return;
    }
    let left = input.columns();
    join_exists(node, logical, |number, is_negated, input, _, subqueries| {
        let Some((right, on)) = joinable(number, &left, subqueries).filter(|_| is_negated) else { return false };
        let left = std::mem::replace(input, Node::OneRow);
        let hint = JoinHint { loops: false, hash: true, merge: false, in_order: true };
        *input = Node::Join(Box::new(Join { hint, ..Join::new(JoinKind::NotIn, left, right, Some(on)) }));
        true
    });
}

/// Returns the right side and the equality of the join that replaces a NOT IN over rows with the
/// columns `left`. Returns `None` if the rule doesn't apply.
fn joinable(number: usize, left: &[ColumnId], subqueries: &[Subquery]) -> Option<(Node, Condition)> {
    let Node::Filter(source, Condition::Or(decides)) = without_top(&subqueries[number].rows.node) else { return None };
    let is_equality = |part: &&Condition| matches!(part, Condition::Compare(..));
    let (equality, nulls): (Vec<_>, Vec<_>) = decides.iter().partition(is_equality);
    let [equality] = equality[..] else { return None };
    let (one, other) = key_of(equality, left, &source.columns(), subqueries)?;
    let is_tested = |side: &Expr| {
        let is_it = |part: &&Condition| matches!(part, Condition::IsNull(expr, false) if same_value(expr, side));
        nulls.iter().any(is_it)
    };
    let are_of_sides = nulls.iter().all(|part| match part {
        Condition::IsNull(expr, false) => same_value(expr, &one) || same_value(expr, &other),
        _ => false,
    });
    let knows_nulls = are_of_sides && [&one, &other].into_iter().all(|side| !side.nullable || is_tested(side));
    let is_free = !outer(source, subqueries).iter().any(|id| left.contains(id));
    let is_steady = !is_volatile(source) && value_cannot_fail(&one);
    let may_be_read = calls_function(source) || is_safe(source) && value_cannot_fail(&other);
    (knows_nulls && is_free && is_steady && may_be_read).then(|| ((**source).clone(), equality.clone()))
}

/// Whether the rows are those of a table function, perhaps filtered.
fn calls_function(node: &Node) -> bool {
    match node {
        Node::Call(_) | Node::Invoke(_) => true,
        Node::Filter(input, _) | Node::Compute(input, _) => calls_function(input),
        _ => false,
    }
}
