//! How the rows of a group come together: one behind the other in the input, or by a table of groups.
//!
//! Rows that come in order as they are read need no table. Another index is read for the order's sake where that costs less; a sort is paid for where a hint
//! asks for ordered groups.

use crate::access_path::{cost_of_reading, ways_to_read};
use crate::cardinality;
use crate::collation::group_key;
use crate::cost;
use crate::expression::{ColumnId, Expr};
use crate::order::{Order, ordered_column};
use crate::physical::{GroupMethod, Node};
use crate::sort_key::SortKey;

/// The method for groups of these values, as `hint` has it; the input comes so then.
pub(crate) fn method_of(input: &mut Node, groups: &[(ColumnId, Expr)], hint: GroupMethod) -> GroupMethod {
    if groups.is_empty() || hint == GroupMethod::Hash {
        return GroupMethod::Hash;
    }
    if let Some(columns) = groups.iter().map(|(_, group)| ordered_column(group)).collect::<Option<Vec<ColumnId>>>() {
        let is_told = hint == GroupMethod::Stream;
        for way in ways_to_read(input) {
            if Order::of(&way).brings_together(&columns) && (is_told || pays(input, &way)) {
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

/// Whether another way to read the input costs less, with groups in order, than the present one with a table of them.
fn pays(input: &Node, way: &Node) -> bool {
    let more = match cost_of_reading(input).zip(cost_of_reading(way)) {
        Some((before, after)) => after - before,
        None => 0.0,
    };
    // Read as it is, or from the other end, it costs the same.
    more <= 0.0 || cardinality::rows(input).is_some_and(|rows| more < cost::saved_by_ordered_groups(rows))
}
