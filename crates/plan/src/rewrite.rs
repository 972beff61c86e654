//! Rewrites of bound queries: conditions are pushed down to the tables, where `access_path` turns
//! them into seeks. Joins get their keys, and sorts of rows that are already in order are removed.
//!
//! A condition above an outer join is pushed to the preserved side only, its ON condition to the
//! other side only. A full join keeps all conditions. Conditions with outer columns are pushed like
//! others. No condition is evaluated for more rows than before, except the parts of one AND, whose
//! order SQL Server doesn't promise either.

use crate::access_path;
use crate::aggregate::Aggregate;
use crate::columns::{key_of, of_condition};
use crate::expression::{ColumnId, Condition, Expr};
use crate::fallible::{cannot_fail, value_cannot_fail};
use crate::grouped;
use crate::height::roots;
use crate::join_order;
use crate::merge_join;
use crate::needed;
use crate::partitioned_view::prune;
use crate::physical::{GroupMethod, Join, JoinHint, JoinKind, JoinMethod, Node, Rows};
use crate::repeated;
use crate::rules;
use crate::statement::{Bound, BoundBody, BoundChange, Subquery};
use crate::substitute;
use crate::window::{Window, WindowFunction};
use sluice_base::interruption::is_raised;

/// Rewrites a bound statement of `columns` columns with the join hint `hint`. The columns in use
/// are noted first, then `rules` rewrites the logical tree, then each subquery and the statement's
/// own plan are rewritten. Returns `false` if the stack is too small for the new plan.
#[must_use]
pub fn bound(bound: &mut Bound, hint: JoinHint, columns: u32) -> bool {
    needed::note(bound);
    if !rules::apply(bound, hint, columns) {
        return false;
    }
    for place in 0..bound.subqueries.len() {
        let mut rows = std::mem::replace(&mut bound.subqueries[place].rows, NOTHING);
        let again = !bound.subqueries[place].outer.is_empty();
        if again && bound.subqueries[place].exists {
            repeated::split_alternatives(&mut rows.node, &bound.subqueries);
        }
        rewrite(&mut rows.node, again, &bound.subqueries);
        bound.subqueries[place].rows = rows;
    }
    let Bound { body, subqueries, .. } = bound;
    rewrite_body(body, subqueries);
    true
}

/// Whether the hints allow no way to read a table or to join.
pub fn is_refused(bound: &Bound) -> bool {
    let of_body = roots(&bound.body).into_iter().map(|(node, _)| node);
    bound.subqueries.iter().map(|subquery| &subquery.rows.node).chain(of_body).any(has_refused)
}

fn has_refused(node: &Node) -> bool {
    let is_refused = match node {
        Node::Scan(target) => target.is_refused,
        Node::Join(join) => !join.is_allowed_by_hint(),
        _ => false,
    };
    is_refused || node.inputs().into_iter().any(has_refused)
}

fn rewrite_body(body: &mut BoundBody, subqueries: &[Subquery]) {
    match body {
        BoundBody::Select { rows, .. } | BoundBody::SelectInto { rows, .. } | BoundBody::Assign { rows, .. } => {
            rewrite(&mut rows.node, false, subqueries);
        }
        BoundBody::Instead(instead) => rewrite(&mut instead.rows.node, false, subqueries),
        BoundBody::Insert(insert) => {
            rewrite(&mut insert.source.node, false, subqueries);
            insert.inner.iter_mut().for_each(|inner| rewrite_body(&mut inner.body, subqueries));
        }
        BoundBody::Update(change) | BoundBody::Delete(change) => rewrite_change(change, subqueries),
        BoundBody::Partitioned(change) => {
            change.changes.iter_mut().for_each(|change| rewrite_change(change, subqueries));
            if let Some(routed) = &mut change.routed {
                routed.source.iter_mut().for_each(|source| rewrite(&mut source.node, false, subqueries));
                routed.moves.iter_mut().for_each(|change| rewrite_change(change, subqueries));
            }
        }
        BoundBody::Merge(merge) => rewrite(&mut merge.plan.node, false, subqueries),
        BoundBody::Set { .. } | BoundBody::Test(_) | BoundBody::Print(_) => {}
    }
}

fn rewrite_change(change: &mut BoundChange, subqueries: &[Subquery]) {
    let mut conditions = Vec::new();
    change.condition.clone().into_iter().for_each(|condition| condition.split_into(&mut conditions));
    change.seek = access_path::of_change((&change.table, &change.row), &conditions, subqueries);
    change.plan.iter_mut().for_each(|plan| rewrite(&mut plan.node, false, subqueries));
}

fn rewrite(node: &mut Node, is_repeated: bool, subqueries: &[Subquery]) {
    push(node, Vec::new(), Around { subqueries, is_repeated });
    let whole = std::mem::replace(node, Node::OneRow);
    *node = if is_repeated { repeated::again(whole, subqueries) } else { repeated::once(whole, subqueries) };
}

/// The context of a rewritten operator.
#[derive(Clone, Copy)]
struct Around<'s> {
    /// The statement's subqueries.
    subqueries: &'s [Subquery],
    /// Whether the statement executes the operator repeatedly.
    is_repeated: bool,
}

/// Pushes `conditions` from above `node` as far down as possible. Each kind of operator has its own
/// function, which keeps this function's stack frame small.
fn push(node: &mut Node, mut conditions: Vec<Condition>, around: Around<'_>) {
    // The binder checks for interruption afterwards and drops a partly rewritten plan.
    if is_raised() {
        return;
    }
    let above = match node {
        Node::Filter(..) => return push_filter(node, conditions, around),
        Node::Sort(..) => return push_sort(node, conditions, around),
        Node::Join(join) => push_join(join, conditions, around),
        Node::Compute(input, computed) => push_compute((input, computed), conditions, around),
        Node::Window(input, window) => push_window((input, window), conditions, around),
        Node::Aggregate(input, groups, aggregates, method) => {
            push_aggregate((input, groups, aggregates, method), conditions, around)
        }
        Node::Union(columns, inputs) => push_union((columns, inputs), conditions, around),
        Node::Recursion(_) => {
            push_inputs(node, Around { is_repeated: true, ..around });
            conditions
        }
        Node::Scan(target) => {
            access_path::seek(target, &mut conditions, around.subqueries);
            conditions
        }
        Node::View(target) => {
            access_path::seek_view(target, &conditions, around.subqueries);
            conditions
        }
        _ => {
            push_inputs(node, around);
            conditions
        }
    };
    filter(node, above);
}

fn push_inputs(node: &mut Node, around: Around<'_>) {
    node.inputs_mut().into_iter().for_each(|input| push(input, Vec::new(), around));
}

fn push_filter(node: &mut Node, mut conditions: Vec<Condition>, around: Around<'_>) {
    if let Node::Filter(input, condition) = std::mem::replace(node, Node::OneRow) {
        condition.split_into(&mut conditions);
        *node = *input;
        push(node, conditions, around);
    }
}

fn push_sort(node: &mut Node, conditions: Vec<Condition>, around: Around<'_>) {
    let Node::Sort(input, keys) = node else { return };
    push(input, conditions, around);
    let is_in_order = match keys.first() {
        Some(key) if !key.descending && key.expr.as_column().is_some_and(|id| is_numbered(input, id)) => true,
        _ => access_path::bring_into_order(input, keys),
    };
    if is_in_order {
        let input = std::mem::replace(&mut **input, Node::OneRow);
        *node = input;
    }
}

fn push_compute(
    (input, computed): (&mut Node, &[(ColumnId, Expr)]),
    conditions: Vec<Condition>,
    around: Around<'_>,
) -> Vec<Condition> {
    let is_own = |used: &[ColumnId]| used.iter().any(|id| computed.iter().any(|(own, _)| own == id));
    let (above, below) = parted(conditions, |used| !is_own(used), around.subqueries);
    push(input, below, around);
    above
}

fn push_window(
    (input, window): (&mut Node, &Window),
    conditions: Vec<Condition>,
    around: Around<'_>,
) -> Vec<Condition> {
    // A condition on partition columns keeps or removes whole partitions.
    let mut others = input.columns();
    others.retain(|id| window.partition.iter().all(|expr| expr.as_column() != Some(*id)));
    others.extend(window.functions.iter().map(|(id, _)| *id));
    let (above, below) = parted(conditions, |used| !used.iter().any(|id| others.contains(id)), around.subqueries);
    push(input, below, around);
    above
}

type Groups<'n> = (&'n mut Box<Node>, &'n [(ColumnId, Expr)], &'n [(ColumnId, Aggregate)], &'n mut GroupMethod);

fn push_aggregate(
    (input, groups, aggregates, method): Groups<'_>,
    conditions: Vec<Condition>,
    around: Around<'_>,
) -> Vec<Condition> {
    let (above, below) = parted_by_groups(groups, aggregates, conditions, around.subqueries);
    push(input, below, around);
    if groups.is_empty() {
        let whole = std::mem::replace(&mut **input, Node::OneRow);
        **input = access_path::with_the_extreme(whole, aggregates);
    }
    *method = grouped::method_of(input, groups, *method);
    above
}

/// Splits the conditions into those that stay above the groups, and those on group columns,
/// rewritten for the rows below.
fn parted_by_groups(
    groups: &[(ColumnId, Expr)],
    aggregates: &[(ColumnId, Aggregate)],
    conditions: Vec<Condition>,
    subqueries: &[Subquery],
) -> (Vec<Condition>, Vec<Condition>) {
    let (mut above, mut below) = (Vec::new(), Vec::new());
    let is_group = |id: ColumnId| groups.iter().find(|(group, _)| *group == id).map(|(_, value)| value);
    for condition in conditions {
        let mut used = Vec::new();
        of_condition(&condition, subqueries, &mut used);
        let is_aggregate = |id: &ColumnId| aggregates.iter().any(|(aggregate, _)| aggregate == id);
        let is_of_groups = used.iter().any(|id| is_group(*id).is_some()) && !used.iter().any(is_aggregate);
        match substitute::condition(&condition, &is_group).filter(|_| is_of_groups) {
            Some(condition) => below.push(condition),
            None => above.push(condition),
        }
    }
    (above, below)
}

/// A condition above a union applies to each input, if it can be evaluated in all of them. Inputs
/// that can't have its rows are removed.
fn push_union(
    (columns, inputs): (&[ColumnId], &mut Vec<Rows>),
    conditions: Vec<Condition>,
    around: Around<'_>,
) -> Vec<Condition> {
    let (above, mut below) = parted_by_inputs(columns, inputs, conditions);
    prune(inputs, &mut below);
    inputs.iter_mut().zip(below).for_each(|(rows, below)| push(&mut rows.node, below, around));
    above
}

fn parted_by_inputs(
    columns: &[ColumnId],
    inputs: &[Rows],
    conditions: Vec<Condition>,
) -> (Vec<Condition>, Vec<Vec<Condition>>) {
    let mut above = Vec::new();
    let mut below: Vec<Vec<Condition>> = inputs.iter().map(|_| Vec::new()).collect();
    for condition in conditions {
        let of_input = |input: &Rows| {
            let made = |id: ColumnId| input.values.get(columns.iter().position(|column| *column == id)?);
            substitute::condition(&condition, &made)
        };
        match inputs.iter().map(of_input).collect::<Option<Vec<_>>>() {
            Some(parts) => below.iter_mut().zip(parts).for_each(|(below, part)| below.push(part)),
            None => above.push(condition),
        }
    }
    (above, below)
}

/// Whether the rows are ordered by the unique column `id`, a ROW_NUMBER over all rows.
fn is_numbered(node: &Node, id: ColumnId) -> bool {
    match node {
        Node::Window(input, window) => {
            let numbers = |(column, function): &(ColumnId, WindowFunction)| {
                *column == id && matches!(function, WindowFunction::RowNumber)
            };
            let is_it = window.partition.is_empty() && window.functions.iter().any(numbers);
            // Another window above without partition and order keeps the order.
            is_it || (window.partition.is_empty() && window.order.is_empty() && is_numbered(input, id))
        }
        Node::Sort(..) => false,
        _ => node.passage().is_some_and(|(_, input)| is_numbered(input, id)),
    }
}

/// Pushes conditions into and below a join. Returns the conditions that stay above the join.
fn push_join(join: &mut Join, mut conditions: Vec<Condition>, around: Around<'_>) -> Vec<Condition> {
    let held = join_order::reorder(join, &mut conditions, around.subqueries);
    let mut above = push_into_join(join, conditions, around);
    above.extend(held);
    above
}

/// Pushes conditions into and below a join whose order is settled.
fn push_into_join(join: &mut Join, conditions: Vec<Condition>, around: Around<'_>) -> Vec<Condition> {
    let (left, right) = (join.left.columns(), join.right.columns());
    let (above, on, to_left, to_right) = shared_out(join, (&left, &right), conditions, around.subqueries);
    let is_hash = matches!(join.method, JoinMethod::Hash(..));
    let may_seek = is_hash && !matches!(join.kind, JoinKind::Full | JoinKind::NotIn) && join.hint.loops;
    let is_forced = !join.hint.hash && !join.hint.merge;
    // An inner join can exchange its sides, unless a hint fixes its order.
    let may_turn = is_hash && join.kind == JoinKind::Inner && !join.hint.in_order;
    let other = (may_turn
        && may_seek
        && access_path::join::is_single(&join.left)
        && access_path::join::may_be_sought(&join.left))
    .then(|| (Box::new(join.left.clone()), to_left.clone()));
    push(&mut join.left, to_left, around);
    if may_seek {
        let is_forced = is_forced || access_path::join::is_to_be_sought(&join.right);
        let inner = sought((&join.right, &left), (&to_right, &on), around);
        if let Some(inner) = inner.filter(|inner| is_forced || access_path::join::pays(&join.left, inner)) {
            (join.right, join.on, join.method) = (*inner, None, JoinMethod::Loop);
            return above;
        }
    }
    // The right side of an APPLY runs for each left row.
    let is_repeated = around.is_repeated || !is_hash;
    push(&mut join.right, to_right, Around { is_repeated, ..around });
    if let Some((node, to_node)) = other
        && let Some(inner) = sought((&node, &right), (&to_node, &on), around)
        && (is_forced || access_path::join::is_to_be_sought(&node) || access_path::join::pays(&join.right, &inner))
    {
        join.left = std::mem::replace(&mut join.right, *inner);
        (join.on, join.method) = (None, JoinMethod::Loop);
        return above;
    }
    let may_hash = is_hash && !is_forced;
    pair(join, (&left, &right), on, (may_turn, may_hash), around);
    above
}

/// Chooses the method of a join that doesn't seek.
fn pair<'c>(
    join: &mut Join,
    mut sides: (&'c [ColumnId], &'c [ColumnId]),
    mut on: Vec<Condition>,
    (may_turn, may_hash): (bool, bool),
    around: Around<'_>,
) {
    if may_turn && access_path::join::keeps_less_turned(&join.left, &join.right) {
        std::mem::swap(&mut join.left, &mut join.right);
        sides = (sides.1, sides.0);
    }
    if may_hash {
        let mut keys = (Vec::new(), Vec::new());
        // The keys of a semi-join are evaluated for all rows of both sides. The rule `not_in` has
        // checked its keys.
        let is_key = |(one, other): &(Expr, Expr)| {
            join.kind.returns_right()
                || join.kind == JoinKind::NotIn
                || value_cannot_fail(one) && value_cannot_fail(other)
        };
        on.retain(|condition| match key_of(condition, sides.0, sides.1, around.subqueries).filter(is_key) {
            Some((left_key, right_key)) => {
                keys.0.push(left_key);
                keys.1.push(right_key);
                false
            }
            None => true,
        });
        join.method = merge_join::method_of((&mut join.left, &mut join.right), keys, join.hint, around.is_repeated);
        join.builds_left = !around.is_repeated
            && matches!(join.kind, JoinKind::Semi | JoinKind::Anti)
            && matches!(&join.method, JoinMethod::Hash(keys, _) if !keys.is_empty())
            && access_path::join::keeps_less_of_left(&join.left, &join.right);
    }
    join.on = Condition::all_of(on);
}

/// Splits the conditions of a join and above the join: above it, on its pairs, on the left side, on
/// the right side.
fn shared_out(
    join: &mut Join,
    (left, right): (&[ColumnId], &[ColumnId]),
    conditions: Vec<Condition>,
    subqueries: &[Subquery],
) -> (Vec<Condition>, Vec<Condition>, Vec<Condition>, Vec<Condition>) {
    let avoids = |others: &[ColumnId], used: &[ColumnId]| !used.iter().any(|id| others.contains(id));
    let mut on = Vec::new();
    if let Some(condition) = join.on.take() {
        condition.split_into(&mut on);
    }
    let (mut above, mut to_left, mut to_right) = (Vec::new(), Vec::new(), Vec::new());
    match join.kind {
        JoinKind::Inner => {
            on.extend(conditions);
            (on, to_left) = parted(on, |used| avoids(right, used), subqueries);
            (on, to_right) = parted(on, |used| avoids(left, used), subqueries);
        }
        JoinKind::Left => {
            (above, to_left) = parted(conditions, |used| avoids(right, used), subqueries);
            (on, to_right) = parted(on, |used| avoids(left, used), subqueries);
        }
        JoinKind::Full => above = conditions,
        JoinKind::NotIn => to_left = conditions,
        JoinKind::Semi | JoinKind::Anti => {
            // The rows are left rows, so all conditions above are about them. A condition that can
            // fail stays with the pairs.
            to_left = conditions;
            let (fallible, safe) = on.into_iter().partition(|condition| !cannot_fail(condition));
            (on, to_right) = parted(safe, |used| avoids(left, used), subqueries);
            if join.kind == JoinKind::Semi {
                let own;
                (on, own) = parted(on, |used| avoids(right, used), subqueries);
                to_left.extend(own);
            }
            on.extend::<Vec<_>>(fallible);
        }
    }
    (above, on, to_left, to_right)
}

/// Returns the inner side of a join as a seek by the outer row's columns. Returns `None` if no
/// index can be sought by these columns.
fn sought(
    (inner, outer): (&Node, &[ColumnId]),
    (own, on): (&[Condition], &[Condition]),
    around: Around<'_>,
) -> Option<Box<Node>> {
    if on.is_empty() || !access_path::join::may_be_sought(inner) {
        return None;
    }
    let mut inner = Box::new(inner.clone());
    push(&mut inner, [own, on].concat(), around);
    access_path::join::is_sought(&inner, outer, around.subqueries).then_some(inner)
}

/// Splits the conditions by whether `goes` accepts their columns.
fn parted(
    conditions: Vec<Condition>,
    goes: impl Fn(&[ColumnId]) -> bool,
    subqueries: &[Subquery],
) -> (Vec<Condition>, Vec<Condition>) {
    let (going, staying) = conditions.into_iter().partition(|condition| {
        let mut used = Vec::new();
        of_condition(condition, subqueries, &mut used);
        goes(&used)
    });
    (staying, going)
}

/// Adds a filter above `node` if there are conditions.
fn filter(node: &mut Node, conditions: Vec<Condition>) {
    if let Some(condition) = Condition::all_of(conditions) {
        let input = Box::new(std::mem::replace(node, Node::OneRow));
        *node = Node::Filter(input, condition);
    }
}

const NOTHING: Rows = Rows { node: Node::OneRow, values: Vec::new() };
