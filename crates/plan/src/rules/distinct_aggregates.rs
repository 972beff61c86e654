//! Aggregates of distinct values over groups of these values.
//!
//! `COUNT(DISTINCT b) ... GROUP BY a` counts `b` over the groups by `a, b`. Both aggregations run
//! by chunks and can use tempdb. The rule applies if all aggregates are of the same argument, and
//! each has DISTINCT or is MIN or MAX. The groups, and the values of a group, keep the order in
//! which their first rows came. A NULL is a group, and is skipped with its warning. Hints for
//! groups keep the aggregation as written.

use super::logical::Logical;
use crate::aggregate::{Aggregate, AggregateKind};
use crate::collation::{collation_of, compared_by};
use crate::expression::{ColumnId, Expr};
use crate::physical::{GroupMethod, Node};
use crate::runtime_constant::is_volatile;
use crate::same::same_value;
use sluice_types::DataType;

/// Replaces an aggregation of distinct values by one over groups, where the rule applies.
pub(super) fn rule(node: &mut Node, logical: &mut Logical<'_>) {
    let Node::Aggregate(input, groups, aggregates, GroupMethod::Any) = node else { return };
    let Some(argument) = distinct_argument(aggregates).cloned() else { return };
    let mut inner = Vec::with_capacity(groups.len() + 1);
    let mut column = |value: Expr, collation| {
        let id = logical.new_column(collation);
        let column = Expr::column(id, value.data_type, value.nullable);
        inner.push((id, value));
        column
    };
    for (id, value) in groups.iter_mut() {
        let group = std::mem::replace(value, Expr::column(*id, value.data_type, value.nullable));
        *value = column(group, id.collation);
    }
    let argument = column(argument, None);
    for (_, aggregate) in aggregates {
        (aggregate.argument, aggregate.distinct) = (Some(argument.clone()), false);
    }
    let below = std::mem::replace(&mut **input, Node::OneRow);
    **input = Node::Aggregate(Box::new(below), inner, Vec::new(), GroupMethod::Any);
    logical.is_changed = true;
}

/// Returns the argument of all aggregates, if the rule applies to them.
fn distinct_argument(aggregates: &[(ColumnId, Aggregate)]) -> Option<&Expr> {
    if !aggregates.iter().any(|(_, aggregate)| aggregate.distinct) {
        return None;
    }
    let argument = aggregates.first()?.1.argument.as_ref()?;
    let is_of_argument = |(_, aggregate): &(ColumnId, Aggregate)| {
        let is_extreme = matches!(aggregate.kind, AggregateKind::Min | AggregateKind::Max);
        aggregate.list.is_none()
            && (aggregate.distinct || is_extreme)
            && aggregate.argument.as_ref().is_some_and(|other| same_value(other, argument))
    };
    let has_group_equality = match argument.data_type {
        data_type if data_type.is_string() => {
            compared_by(argument).1.is_none() && collation_of(argument).is_as_default()
        }
        data_type => data_type != DataType::SqlVariant,
    };
    (has_group_equality && !is_volatile(argument) && aggregates.iter().all(is_of_argument)).then_some(argument)
}
