//! The choice between stream and hash aggregation.
//!
//! Input that is already ordered by the groups is streamed. Another index is read for its order if
//! that is cheaper. A sort is added only if OPTION (ORDER GROUP) requires it.

use crate::access_path::{cost_of_reading, ways_to_read};
use crate::cardinality;
use crate::collation::group_key;
use crate::cost;
use crate::expression::{ColumnId, Expr};
use crate::order::{Order, ordered_column};
use crate::physical::{GroupMethod, Node};
use crate::sort_key::SortKey;

/// Chooses the method for `groups` and applies it to the input. `hint` restricts the choice.
/// Without groups, it's hash aggregation. A stream may change how the input is read, or add a sort
/// if the hint requires it.
pub(crate) fn method_of(input: &mut Node, groups: &[(ColumnId, Expr)], hint: GroupMethod) -> GroupMethod {
    if groups.is_empty() || hint == GroupMethod::Hash {
        return GroupMethod::Hash;
    }
    if let Some(columns) = groups.iter().map(|(_, group)| ordered_column(group)).collect::<Option<Vec<ColumnId>>>() {
        let is_forced = hint == GroupMethod::Stream;
        for way in ways_to_read(input) {
            if Order::for_node(&way).brings_together(&columns) && (is_forced || pays(input, &way)) {
                *input = way;
                return GroupMethod::Stream;
            }
        }
    }
    if hint == GroupMethod::Stream {
        let key = |(_, group): &(ColumnId, Expr)| SortKey { expr: group_key(group), descending: false };
        let keys = groups.iter().map(key).collect();
        *input = Node::Sort(Box::new(std::mem::replace(input, Node::OneRow)), keys);
        return GroupMethod::Stream;
    }
    GroupMethod::Hash
}

/// Whether reading the input as `way`, with ordered groups, is cheaper than hash aggregation over
/// the present input.
fn pays(input: &Node, way: &Node) -> bool {
    let more = match cost_of_reading(input).zip(cost_of_reading(way)) {
        Some((before, after)) => after - before,
        None => 0.0,
    };
    // Equal cost, for example the same index read backwards.
    more <= 0.0 || cardinality::rows(input).is_some_and(|rows| more < cost::saved_by_ordered_groups(rows))
}
