//! The choice of merge joins, and the orders that they need.
//!
//! Without a hint, a merge join is chosen only if both inputs arrive in key order, possibly by
//! reading another index, and if it is cheaper than a hash join. No sort is added for it. If a hint
//! allows only merge joins, unordered inputs are sorted.

use crate::access_path::{cost_of_reading, ways_to_read};
use crate::cardinality;
use crate::cost;
use crate::expression::{ColumnId, Expr};
use crate::order::{self, Order, Placed, compared_column};
use crate::physical::{JoinHint, JoinMethod, MergeKeys, Node};
use crate::sort_key::SortKey;

/// The keys of the left and the right rows, equal in a pair.
pub(crate) type Keys = (Vec<Expr>, Vec<Expr>);

/// Both inputs in an order that makes equal keys adjacent.
struct Ordered {
    left: Node,
    right: Node,
    sequence: Vec<Placed>,
}

/// Chooses between hash and merge join and puts the inputs into the required order. `is_repeated`:
/// the statement executes the join many times. A merge join may read other indexes. Without keys
/// it's a hash join. A repeated join is one too, unless the hint demands a merge join, which then
/// may sort.
pub(crate) fn method_of(
    (left, right): (&mut Node, &mut Node),
    keys: Keys,
    ways: JoinHint,
    is_repeated: bool,
) -> JoinMethod {
    if keys.0.is_empty() || !ways.merge {
        return JoinMethod::Hash(keys.0, keys.1);
    }
    let is_forced = !ways.hash;
    // A hash join keeps its table between executions.
    if is_repeated && !is_forced {
        return JoinMethod::Hash(keys.0, keys.1);
    }
    let found = in_order((left, right), &keys);
    let chosen = match found {
        Some(found) if is_forced || pays((left, right), &found, &keys) => found,
        _ if is_forced => sorted((left, right), &keys),
        _ => return JoinMethod::Hash(keys.0, keys.1),
    };
    let is_unique = (is_unique(&chosen.left, &keys.0), is_unique(&chosen.right, &keys.1));
    (*left, *right) = (chosen.left, chosen.right);
    let of = |side: &[Expr]| chosen.sequence.iter().map(|(place, _)| side[*place].clone()).collect();
    let descending = chosen.sequence.iter().map(|(_, descending)| *descending).collect();
    JoinMethod::Merge(MergeKeys { left: of(&keys.0), right: of(&keys.1), descending, is_unique })
}

/// Returns both inputs read in an order of all keys, if possible.
fn in_order((left, right): (&Node, &Node), keys: &Keys) -> Option<Ordered> {
    let columns = |side: &[Expr]| side.iter().map(compared_column).collect::<Option<Vec<ColumnId>>>();
    let pairs: Vec<_> = columns(&keys.0)?.into_iter().zip(columns(&keys.1)?).collect();
    let with_order = |node: &Node| -> Vec<(Node, Order)> {
        ways_to_read(node)
            .into_iter()
            .map(|way| (Order::for_node(&way), way))
            .map(|(order, way)| (way, order))
            .collect()
    };
    let (lefts, rights) = (with_order(left), with_order(right));
    for (left, left_order) in &lefts {
        for (right, right_order) in &rights {
            if let Some(sequence) = left_order.common(right_order, &pairs) {
                return Some(Ordered { left: left.clone(), right: right.clone(), sequence });
            }
        }
    }
    None
}

/// Returns both inputs in an order of all keys, with sorts added as needed.
fn sorted((left, right): (&Node, &Node), keys: &Keys) -> Ordered {
    let own = |node: &Node, side: &[Expr]| {
        let columns = side.iter().map(compared_column).collect::<Option<Vec<ColumnId>>>()?;
        let pairs: Vec<_> = columns.into_iter().map(|id| (id, id)).collect();
        let order = Order::for_node(node);
        order.common(&order, &pairs)
    };
    let by = |node: &Node, side: &[Expr], sequence: &[Placed]| {
        let key = |(place, descending): &Placed| SortKey { expr: side[*place].clone(), descending: *descending };
        Node::Sort(Box::new(node.clone()), sequence.iter().map(key).collect())
    };
    if let Some(sequence) = own(left, &keys.0) {
        return Ordered { left: left.clone(), right: by(right, &keys.1, &sequence), sequence };
    }
    if let Some(sequence) = own(right, &keys.1) {
        return Ordered { left: by(left, &keys.0, &sequence), right: right.clone(), sequence };
    }
    let sequence: Vec<Placed> = (0..keys.0.len()).map(|place| (place, false)).collect();
    Ordered { left: by(left, &keys.0, &sequence), right: by(right, &keys.1, &sequence), sequence }
}

fn is_unique(node: &Node, keys: &[Expr]) -> bool {
    let columns: Vec<ColumnId> = keys.iter().filter_map(compared_column).collect();
    order::is_unique(node, &columns)
}

/// Whether a merge join is estimated to be cheaper than a hash join on the right side.
fn pays((left, right): (&Node, &Node), found: &Ordered, keys: &Keys) -> bool {
    let (Some(left_rows), Some(right_rows)) = (cardinality::rows(left), cardinality::rows(right)) else {
        return false;
    };
    let more = |before: &Node, after: &Node| {
        cost_of_reading(before).zip(cost_of_reading(after)).map_or(0.0, |(before, after)| after - before)
    };
    let shares = keys.0.iter().zip(&keys.1);
    let shares =
        shares.map(|(one, other)| cardinality::of_equation((left, one, left_rows), (right, other, right_rows)));
    let pairs = left_rows * right_rows * cardinality::together(shares.collect());
    let kept = if is_unique(left, &keys.0) || is_unique(right, &keys.1) { 0.0 } else { right_rows };
    let merge =
        cost::of_merge_join(left_rows + right_rows, kept, pairs) + more(left, &found.left) + more(right, &found.right);
    merge < cost::of_hash_join(right_rows, left_rows, pairs)
}
