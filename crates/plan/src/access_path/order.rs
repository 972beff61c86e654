//! Access paths that provide an order and so replace a sort.

use super::{TableUse, choice, covers, whole_scans};
use crate::aggregate::{Aggregate, AggregateKind};
use crate::expression::{ColumnId, Expr};
use crate::order::{Order, ordered_column};
use crate::physical::{GroupMethod, JoinMethod, Node, PathHint, ScanTarget, Seek, Top};
use crate::sort_key::SortKey;
use sluice_catalog::Index;
use sluice_types::{DataType, Value};

/// Whether the rows are ordered by the keys. A scan or seek is reversed, or another index is read,
/// if that provides the order. False, with `node` unchanged, otherwise.
pub(crate) fn bring_into_order(node: &mut Node, keys: &[SortKey]) -> bool {
    match node {
        Node::Filter(input, _) | Node::Compute(input, _) => bring_into_order(input, keys),
        // The left rows keep their order.
        Node::Join(join) if matches!(join.method, JoinMethod::Loop) => bring_into_order(&mut join.left, keys),
        Node::Scan(target) => {
            let found = ways(target).into_iter().find(|way| Order::for_scan(way).turned_to(keys) == Some(false));
            match found {
                Some(way) => *target = way,
                None => return false,
            }
            true
        }
        other => {
            if let Node::Aggregate(input, groups, _, GroupMethod::Stream) = other
                && turn_groups(input, groups, keys)
            {
                return true;
            }
            Order::for_node(other).turned_to(keys) == Some(false)
        }
    }
}

/// Whether the groups of a stream aggregate are ordered by the keys. The input is read in another
/// way if needed.
fn turn_groups(input: &mut Node, groups: &[(ColumnId, Expr)], keys: &[SortKey]) -> bool {
    let value = |key: &SortKey| {
        let (_, expr) = groups.iter().find(|(id, _)| ordered_column(&key.expr) == Some(*id))?;
        Some(SortKey { expr: expr.clone(), descending: key.descending })
    };
    let Some(keys) = keys.iter().map(value).collect::<Option<Vec<SortKey>>>() else { return false };
    let Some(columns) = groups.iter().map(|(_, group)| ordered_column(group)).collect::<Option<Vec<ColumnId>>>() else {
        return false;
    };
    let mut turned = input.clone();
    let is_so = bring_into_order(&mut turned, &keys) && Order::for_node(&turned).brings_together(&columns);
    if is_so {
        *input = turned;
    }
    is_so
}

/// Returns the operator, and the operator with its table read in other orders without row lookups.
/// The first is the operator as it is. Only scans below filters and computations have other ways.
pub(crate) fn ways_to_read(node: &Node) -> Vec<Node> {
    match node {
        Node::Scan(target) => ways(target).into_iter().map(Node::Scan).collect(),
        Node::Filter(input, condition) => {
            let with = |input| Node::Filter(Box::new(input), condition.clone());
            ways_to_read(input).into_iter().map(with).collect()
        }
        Node::Compute(input, computed) => {
            let with = |input| Node::Compute(Box::new(input), computed.clone());
            ways_to_read(input).into_iter().map(with).collect()
        }
        other => vec![other.clone()],
    }
}

/// Returns the cost of reading the operator's table, if known. `None` for an operator above several
/// inputs, and for an unknown row count.
pub(crate) fn cost_of_reading(node: &Node) -> Option<f64> {
    match node {
        Node::Scan(target) => choice::cost_of_scan(target),
        Node::Filter(input, _) | Node::Compute(input, _) => cost_of_reading(input),
        _ => None,
    }
}

/// Returns the ways to read a table: as planned, backwards, and, for a full scan without hints, by
/// other covering indexes.
fn ways(target: &ScanTarget) -> Vec<ScanTarget> {
    let mut found = vec![target.clone()];
    if target.is_whole() && target.hint == PathHint::default() {
        let others = whole_scans(target).into_iter().map(|seek| ScanTarget { seek, ..target.clone() });
        found.extend(others);
    }
    let is_backward = !target.is_backward;
    let both = |way: ScanTarget| [way.clone(), ScanTarget { is_backward, ..way }];
    found.into_iter().flat_map(both).collect()
}

/// Replaces the input of a single MIN or MAX by the first row of an index in the column's order, if
/// there is such an index. A nullable column is read completely, because the aggregate must report
/// skipped NULLs. Other inputs are returned unchanged.
pub(crate) fn with_the_extreme(mut input: Node, aggregates: &[(ColumnId, Aggregate)]) -> Node {
    let [(_, Aggregate { kind, argument: Some(argument), .. })] = aggregates else { return input };
    let descending = match kind {
        AggregateKind::Min => false,
        AggregateKind::Max => true,
        _ => return input,
    };
    if argument.nullable || argument.as_column().is_none() {
        return input;
    }
    let keys = [SortKey { expr: argument.clone(), descending }];
    if !bring_into_order(&mut input, &keys) && !read_by_index(&mut input, &keys[0]) {
        return input;
    }
    let count = Expr::constant(Value::BigInt(1), DataType::BigInt);
    Node::Top(Box::new(input), Top { count, percent: false, ties: None })
}

/// Reads the table by an index ordered by the key, if there is one.
fn read_by_index(node: &mut Node, key: &SortKey) -> bool {
    let Node::Scan(target) = node else { return false };
    let place = key.expr.as_column().and_then(|id| target.columns.iter().position(|column| *column == id));
    let is_it = |index: &&Index| Some(index.keys[0].column) == place && index.filter.is_none();
    let Some(index) =
        target.table.indexes.iter().find(is_it).filter(|_| target.is_whole() && target.hint == PathHint::default())
    else {
        return false;
    };
    target.is_backward = index.keys[0].descending != key.descending;
    let covers = !index.is_clustered() && covers(&target.table, index, TableUse::for_scan(target, &[]).needed);
    target.seek = Some(Seek::all(index.id, covers));
    true
}
