//! The order in which a table's rows come, and what has no need of a sort because of it.

use super::{Asked, covers, whole_scans};
use crate::aggregate::{Aggregate, AggregateKind};
use crate::expression::{ColumnId, Expr};
use crate::physical::{Node, PathHint, ScanTarget, Seek, Top};
use crate::sort_key::SortKey;
use sluice_catalog::Index;
use sluice_types::{DataType, Value};

/// Whether the rows come in the order of the keys; a scan from end to end, or a seek, is turned round if that makes it so.
pub(crate) fn bring_into_order(node: &mut Node, keys: &[SortKey]) -> bool {
    match node {
        Node::Filter(input, _) | Node::Compute(input, _) => bring_into_order(input, keys),
        Node::Scan(target) => {
            if let Some(is_backward) = order_of(target, keys) {
                target.is_backward = is_backward;
                return true;
            }
            let is_free = target.is_whole() && target.hint == PathHint::default();
            is_free && read_in_order(target, keys)
        }
        _ => false,
    }
}

/// What a single MIN or MAX of a column needs of its rows: the one at the end of an index, if there is an index in the column's order. A column that may
/// be NULL is read as a whole: that NULLs were passed over is told.
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

/// Has all rows of a table read another way, which looks none up, if one has the order.
fn read_in_order(target: &mut ScanTarget, keys: &[SortKey]) -> bool {
    let before = target.seek.take();
    for seek in whole_scans(target) {
        target.seek = seek;
        if let Some(is_backward) = order_of(target, keys) {
            target.is_backward = is_backward;
            return true;
        }
    }
    target.seek = before;
    false
}

/// Has all rows of a table read by an index that has the order of the key, if there is one.
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
    let covers = !index.is_clustered() && covers(&target.table, index, Asked::of(target, &[]).needed);
    target.seek = Some(Seek::all(index.id, covers));
    true
}

/// Whether the index that a scan reads is to be read backward to have the order of the keys; none if neither way has it.
fn order_of(target: &ScanTarget, keys: &[SortKey]) -> Option<bool> {
    let table = &target.table;
    let (index, fixed) = match &target.seek {
        Some(seek) => (table.indexes.iter().find(|index| index.id == seek.index)?, seek.fixed),
        None => (table.clustered()?, 0),
    };
    let mut rest = index.keys.iter().enumerate();
    let mut is_backward = None;
    for key in keys {
        let id = key.expr.as_column()?;
        let column = target.columns.iter().position(|column| *column == id)?;
        if index.keys[..fixed].iter().any(|equated| equated.column == column) {
            continue;
        }
        let Some((_, next)) = rest.by_ref().find(|(place, _)| *place >= fixed) else {
            // No two rows have the same key.
            return index.unique.then(|| is_backward.unwrap_or(false));
        };
        let turned = next.descending != key.descending;
        if next.column != column || is_backward.is_some_and(|is_backward| is_backward != turned) {
            return None;
        }
        is_backward = Some(turned);
    }
    Some(is_backward.unwrap_or(false))
}
