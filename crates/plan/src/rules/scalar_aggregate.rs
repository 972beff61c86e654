//! Correlated scalar aggregates as joins with groups.
//!
//! `a.x < (SELECT AVG(b.y) FROM b WHERE b.k = a.k)` joins `a` with the rows of `b` grouped by
//! `b.k`. Each left row has at most one group, so no left row is repeated. The rule applies if
//!
//! - the subquery is one aggregation without groups, correlated by equalities only;
//! - its rows, without the equalities, use no column of the left rows;
//! - no aggregate and no condition below it can fail, since groups without a left row are computed
//!   too.
//!
//! A SUM or AVG of ints can overflow. The groups have its sum as bigint, which has room for 2^32
//! ints, and the condition converts the sum of its row's group to int, which may fail. An outer
//! join keeps that condition above the join, where it sees the groups of left rows only.
//!
//! A left row without a group has NULL aggregates, and a COUNT of 0. A condition that isn't true
//! beside a NULL drops such rows anyway, and the join is an inner join, whose order is free.
//! Otherwise it is an outer join. A small left side seeks the rows of its groups, as the subquery
//! would (`access_path::join`). OPTION (FORCE ORDER) keeps subqueries as written.

use super::logical::{Logical, TAKEN_MAX, is_safe, without_filters};
use crate::aggregate::{Aggregate, AggregateKind};
use crate::collation::{collation_of, compared_by, label};
use crate::columns::{key_of, of_condition, outer};
use crate::expression::{ColumnId, Condition, Expr, ExprKind, Step, operands};
use crate::fallible::{aggregate_cannot_fail, none_can_fail, value_cannot_fail};
use crate::physical::{Join, JoinKind, Node, Rows};
use crate::repeated::is_volatile;
use crate::runtime_constant::{self, condition_is_volatile};
use crate::statement::Subquery;
use crate::subquery_uses;
use sluice_types::{Comparison, DataType, Operator, Value};

/// The groups that replace a subquery.
struct Grouped {
    /// The aggregation by the right sides of the equalities.
    node: Node,
    /// The join's condition: the left sides equal the groups.
    on: Vec<Condition>,
    /// The subquery's value over the columns of `node`.
    value: Expr,
    /// The columns of COUNT, with its type.
    counts: Vec<(ColumnId, DataType)>,
    /// The columns of the other aggregates, which are NULL for no rows.
    others: Vec<ColumnId>,
    /// Whether the value may fail.
    is_fallible: bool,
}

/// Replaces a filter's correlated aggregates by joins with groups, where the rule applies.
pub(super) fn rule(node: &mut Node, logical: &mut Logical<'_>) {
    let Node::Filter(input, condition) = node else { return };
    if logical.hint.in_order {
        return;
    }
    let mut numbers = subquery_uses::in_condition(condition);
    while let Some(number) = numbers.first().copied() {
        let uses = numbers.len();
        numbers.retain(|other| *other != number);
        // The binder copies expressions, so a subquery can have uses elsewhere.
        let is_used_elsewhere = logical.uses.iter().filter(|used| **used == number).count() > uses - numbers.len();
        if is_used_elsewhere || logical.taken >= TAKEN_MAX {
            continue;
        }
        let left = input.columns();
        let Some(grouped) = grouped(number, &left, logical) else { continue };
        logical.taken += 1;
        logical.is_changed = true;
        logical.subqueries[number].leave();
        let Grouped { node: right, on, value, counts, others, is_fallible } = grouped;
        let is_it = |kind: &ExprKind| matches!(kind, ExprKind::Subquery(used) if *used == number);
        let is_other = |kind: &ExprKind| matches!(kind, ExprKind::Column(id) if others.contains(id));
        let drops_null = !is_fallible
            && is_null_if(&value, &is_other)
            && condition.conjuncts().iter().any(|part| match part {
                Condition::Compare(_, one, other) => is_null_if(one, &is_it) || is_null_if(other, &is_it),
                _ => false,
            });
        let (kind, value) = match drops_null {
            true => (JoinKind::Inner, value),
            false => (JoinKind::Left, with_counts(value, &counts)),
        };
        subquery_uses::replace_in(condition, &|kind| is_it(kind).then(|| value.clone()));
        let left = std::mem::replace(&mut **input, Node::OneRow);
        let join = Join::new(kind, left, right, Condition::all_of(on));
        **input = Node::Join(Box::new(Join { hint: logical.hint, ..join }));
    }
}

/// Returns the groups that replace a subquery over rows with the columns `left`, or `None` if the
/// rule doesn't apply.
fn grouped(number: usize, left: &[ColumnId], logical: &mut Logical<'_>) -> Option<Grouped> {
    let subqueries = &*logical.subqueries;
    let Subquery { rows: Rows { node, values }, outer: around, .. } = &subqueries[number];
    let ([value], true) = (&values[..], around.iter().any(|id| left.contains(id))) else { return None };
    let Node::Aggregate(input, groups, aggregates, method) = node else { return None };
    let may_move = |(_, aggregate): &(ColumnId, Aggregate)| is_movable(aggregate) || is_int_sum(aggregate);
    if !groups.is_empty() || !aggregates.iter().all(may_move) || is_fixed(value) {
        return None;
    }
    let (source, conditions) = without_filters(input);
    let right = source.columns();
    let (mut keys, mut own, mut all) = (Vec::new(), Vec::new(), Vec::new());
    conditions.into_iter().for_each(|condition| condition.clone().split_into(&mut all));
    for condition in all {
        match key_of(&condition, left, &right, subqueries) {
            Some(key) => keys.push(key),
            None => own.push(condition),
        }
    }
    let is_own = |condition: &Condition| {
        let mut used = Vec::new();
        of_condition(condition, subqueries, &mut used);
        !condition_is_volatile(condition) && !used.iter().any(|id| left.contains(id))
    };
    let is_free = !outer(source, subqueries).iter().any(|id| left.contains(id));
    let applies = !keys.is_empty() && keys.iter().all(is_group_key) && own.iter().all(is_own) && none_can_fail(&own);
    if !applies || !is_free || is_volatile(source) || !is_safe(source) {
        return None;
    }
    let mut source = source.clone();
    if let Some(condition) = Condition::all_of(own) {
        source = Node::Filter(Box::new(source), condition);
    }
    let (mut value, method) = (value.clone(), *method);
    let (sums, mut aggregates): (Vec<_>, Vec<_>) = aggregates.clone().into_iter().partition(|(_, one)| is_int_sum(one));
    let is_fallible = !sums.is_empty();
    let is_count = |(_, aggregate): &&(ColumnId, Aggregate)| {
        matches!(aggregate.kind, AggregateKind::Count | AggregateKind::CountBig)
    };
    let (counts, others): (Vec<_>, Vec<_>) = aggregates.iter().partition(is_count);
    let counts = counts.into_iter().map(|(id, aggregate)| (*id, aggregate.data_type)).collect();
    let others = others.into_iter().map(|(id, _)| *id).collect();
    for (id, sum) in sums {
        let result = wide_sum(sum, logical, &mut aggregates);
        let is_it = |kind: &ExprKind| matches!(kind, ExprKind::Column(used) if *used == id);
        subquery_uses::replace(&mut value, &|kind| is_it(kind).then(|| result.clone()));
    }
    let (mut groups, mut on) = (Vec::new(), Vec::new());
    for (one, other) in keys {
        let id = logical.new_column(label(&other).ok().and_then(|label| label.collation()));
        let group = Expr::column(id, other.data_type, other.nullable);
        on.push(Condition::Compare(Comparison::Equal, one, group));
        groups.push((id, other));
    }
    let node = Node::Aggregate(Box::new(source), groups, aggregates, method);
    Some(Grouped { node, on, value, counts, others, is_fallible })
}

/// Whether the aggregate is a SUM or AVG of ints, which fails only if the sum overflows.
fn is_int_sum(aggregate: &Aggregate) -> bool {
    let is_safe = |value: &Expr| value_cannot_fail(value) && !runtime_constant::is_volatile(value);
    matches!(aggregate.kind, AggregateKind::Sum | AggregateKind::Avg)
        && aggregate.data_type == DataType::Int
        && aggregate.argument.is_some()
        && aggregate.expressions().all(is_safe)
}

/// Adds the sum of ints as bigint to `aggregates`, for AVG with the number of values. Returns the
/// result of the aggregate over their columns, which fails with 8115 if the sum isn't an int.
fn wide_sum(sum: Aggregate, logical: &mut Logical<'_>, aggregates: &mut Vec<(ColumnId, Aggregate)>) -> Expr {
    let converted = |value: Expr, data_type| {
        let nullable = value.nullable;
        let kind = ExprKind::Convert { input: Box::new(value), style: None, tolerant: false };
        Expr { kind, data_type, nullable }
    };
    let (total, data_type) = (logical.new_column(None), DataType::BigInt);
    let argument = sum.argument.clone().map(|argument| converted(argument, data_type));
    let result = converted(Expr::column(total, data_type, true), DataType::Int);
    let is_average = sum.kind == AggregateKind::Avg;
    aggregates.push((total, Aggregate { kind: AggregateKind::Sum, argument, data_type, ..sum.clone() }));
    if !is_average {
        return result;
    }
    let (count, data_type) = (logical.new_column(None), DataType::Int);
    aggregates.push((count, Aggregate { kind: AggregateKind::Count, data_type, ..sum }));
    let right = Expr::column(count, data_type, true);
    result.chained(Step { operator: Operator::Divide, right, data_type })
}

/// Whether the aggregate can be computed for groups that the written query doesn't read.
fn is_movable(aggregate: &Aggregate) -> bool {
    aggregate_cannot_fail(aggregate) && !aggregate.expressions().any(runtime_constant::is_volatile)
}

/// Whether the subquery's value must be computed where it is written.
fn is_fixed(value: &Expr) -> bool {
    runtime_constant::is_volatile(value) || value.draws() || !subquery_uses::in_expr(value).is_empty()
}

/// Whether groups have the equality of the condition, for the sides of an equality.
fn is_group_key((one, other): &(Expr, Expr)) -> bool {
    let is_plain = |side: &Expr| {
        let is_by_default = || compared_by(side).1.is_none() && collation_of(side).is_as_default();
        value_cannot_fail(side)
            && side.data_type != DataType::SqlVariant
            && (!side.data_type.is_string() || is_by_default())
            && !matches!(&side.kind, ExprKind::Call(_))
    };
    is_plain(one) && is_plain(other)
}

/// Whether the expression is NULL if the parts for which `is_part` holds are NULL. Only operators
/// and conversions of numbers and dates count.
fn is_null_if(expr: &Expr, is_part: &dyn Fn(&ExprKind) -> bool) -> bool {
    match &expr.kind {
        kind if is_part(kind) => true,
        ExprKind::Chain(first, steps) if !expr.data_type.is_string() => {
            operands(first, steps).any(|operand| is_null_if(operand, is_part))
        }
        ExprKind::Unary(_, operand) | ExprKind::Convert { input: operand, .. } => is_null_if(operand, is_part),
        _ => false,
    }
}

/// Returns the value with 0 for a COUNT without a group.
fn with_counts(mut value: Expr, counts: &[(ColumnId, DataType)]) -> Expr {
    subquery_uses::replace(&mut value, &|kind| {
        let ExprKind::Column(id) = kind else { return None };
        let (_, data_type) = counts.iter().find(|(count, _)| count == id)?;
        let zero = match data_type {
            DataType::Int => Value::Int(0),
            _ => Value::BigInt(0),
        };
        let count = Expr::column(*id, *data_type, true);
        let is_missing = Condition::IsNull(count.clone(), false);
        let branches = vec![(is_missing, Expr::constant(zero, *data_type))];
        let kind = ExprKind::Case(branches, Some(Box::new(count)));
        Some(Expr { kind, data_type: *data_type, nullable: false })
    });
    value
}
