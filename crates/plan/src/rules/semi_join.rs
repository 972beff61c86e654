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
//! NOT IN with a nullable side is correlated by a disjunction without an equality, and left to
//! `not_in`. A semi-join of joined rows goes below the joins where it is estimated to test fewer
//! rows there. OPTION (FORCE ORDER) keeps all subqueries as written.

use super::logical::{Logical, is_safe, join_exists, without_filters};
use crate::cardinality;
use crate::columns::{key_of, of_condition, outer};
use crate::expression::{ColumnId, Condition, ExprKind};
use crate::fallible::{cannot_fail, value_cannot_fail};
use crate::physical::{Join, JoinHint, JoinKind, Node, Rows};
use crate::plain_joins::is_plain;
use crate::repeated::is_volatile;
use crate::runtime_constant::condition_is_volatile;
use crate::statement::Subquery;

/// Replaces a filter's EXISTS conditions by joins with their subqueries, where the rule applies and
/// the hints allow it.
pub(super) fn rule(node: &mut Node, logical: &mut Logical<'_>) {
    let Node::Filter(input, condition) = node else { return };
    let hint = JoinHint { merge: false, ..logical.hint };
    if hint.in_order || !hint.loops && !hint.hash || !has_exists(condition) {
        return;
    }
    let left = input.columns();
    join_exists(node, logical, |number, is_negated, input, others, subqueries| {
        let Some((right, on)) = joinable(number, &left, subqueries) else { return false };
        let kind = if is_negated { JoinKind::Anti } else { JoinKind::Semi };
        let place = left_side(input, &on, others, subqueries);
        let left = std::mem::replace(place, Node::OneRow);
        *place = Node::Join(Box::new(Join { hint, ..Join::new(kind, left, right, Condition::all_of(on)) }));
        true
    });
}

/// Returns the operator that becomes the left side of the semi-join: a source of the plain joins
/// `node`, if it has all left columns of the semi-join's condition and fewer rows than the joins
/// under the conditions `others`. Otherwise it's `node` itself.
fn left_side<'n>(node: &'n mut Node, on: &[Condition], others: &[Condition], subqueries: &[Subquery]) -> &'n mut Node {
    let Some(all) = cardinality::rows_with(node, others).filter(|_| on.iter().all(cannot_fail)) else { return node };
    let (mut used, columns) = (Vec::new(), node.columns());
    on.iter().for_each(|condition| of_condition(condition, subqueries, &mut used));
    used.retain(|id| columns.contains(id));
    let has_all = |side: &Node| {
        let columns = side.columns();
        used.iter().all(|id| columns.contains(id))
    };
    let mut path = Vec::new();
    let mut source = &*node;
    while let Node::Join(join) = source
        && is_plain(join)
    {
        let is_left = has_all(&join.left);
        if !is_left && !has_all(&join.right) {
            return node;
        }
        path.push(is_left);
        source = if is_left { &join.left } else { &join.right };
    }
    let columns = source.columns();
    let is_own = |condition: &&Condition| {
        let mut used = Vec::new();
        of_condition(condition, subqueries, &mut used);
        !used.is_empty() && used.iter().all(|id| columns.contains(id))
    };
    let own: Vec<Condition> = others.iter().filter(is_own).cloned().collect();
    if cardinality::rows_with(source, &own).is_none_or(|rows| rows >= all) {
        return node;
    }
    source_at(node, &path)
}

/// Returns the source of joins at the end of a path, whose steps say whether it goes left.
fn source_at<'n>(node: &'n mut Node, path: &[bool]) -> &'n mut Node {
    let Some((is_left, rest)) = path.split_first() else { return node };
    match node {
        Node::Join(join) => source_at(if *is_left { &mut join.left } else { &mut join.right }, rest),
        other => other,
    }
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
    let (source, conditions) = without_filters(without_top(node));
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

/// Returns the rows of an EXISTS below the TOP (1) that the binder puts over them. Without such a
/// TOP, returns `node`.
pub(super) fn without_top(node: &Node) -> &Node {
    match node {
        Node::Top(input, top)
            if top.ties.is_none()
                && !top.percent
                && matches!(&top.count.kind, ExprKind::Constant(count) if count.as_i64() == Some(1)) =>
        {
            input
        }
        _ => node,
    }
}
