//! Trees of plain inner joins: their sources, and the conditions between them.
//!
//! A plain join has no method, no kept order and no condition pushed into its sources yet. The
//! order of the joins in such a tree is free.

use crate::columns::of_expr;
use crate::expression::{ColumnId, Condition, Expr};
use crate::physical::{Join, JoinKind, JoinMethod, Node};
use crate::statement::Subquery;
use sluice_base::hash::HashMap;
use sluice_types::Comparison;

/// Whether the join is an inner join without a hint for its order or method.
pub(crate) fn is_plain(join: &Join) -> bool {
    let is_hash = matches!(&join.method, JoinMethod::Hash(left, right) if left.is_empty() && right.is_empty());
    join.kind == JoinKind::Inner && !join.hint.in_order && is_hash
}

/// Collects the sources of a tree of plain joins in written order, and its conditions.
pub(crate) fn gather<'n>(join: &'n Join, leaves: &mut Vec<&'n Node>, conditions: &mut Vec<Condition>) {
    for side in [&join.left, &join.right] {
        let mut node = side;
        let mut over = Vec::new();
        while let Node::Filter(input, condition) = node {
            over.push(condition);
            node = &**input;
        }
        match node {
            Node::Join(inner) if is_plain(inner) && inner.hint == join.hint => {
                over.into_iter().for_each(|condition| condition.clone().split_into(conditions));
                gather(inner, leaves, conditions);
            }
            _ => leaves.push(side),
        }
    }
    join.on.iter().for_each(|on| on.clone().split_into(conditions));
}

/// The sources of a tree of plain joins, by their columns. No two sources share a column.
pub(crate) struct SourceColumns(HashMap<ColumnId, usize>);

impl SourceColumns {
    /// Returns the columns of these sources, which are known by their positions.
    pub(crate) fn new(leaves: &[&Node]) -> SourceColumns {
        SourceColumns::from_columns(leaves.iter().map(|leaf| leaf.columns()))
    }

    /// Returns the columns of sources of which each is given as its columns.
    pub(crate) fn from_columns(sources: impl IntoIterator<Item = Vec<ColumnId>>) -> SourceColumns {
        let of_source = |(place, columns): (usize, Vec<ColumnId>)| columns.into_iter().map(move |id| (id, place));
        SourceColumns(sources.into_iter().enumerate().flat_map(of_source).collect())
    }

    /// Returns the position of the source that has a column. `None` for an outer column.
    pub(crate) fn source_of(&self, id: ColumnId) -> Option<usize> {
        self.0.get(&id).copied()
    }

    /// Returns the positions of the sources that have these columns, in order. Outer columns are
    /// skipped, and no position is repeated.
    pub(crate) fn sources_of(&self, used: &[ColumnId]) -> Vec<usize> {
        let mut sources: Vec<usize> = used.iter().filter_map(|id| self.source_of(*id)).collect();
        sources.sort_unstable();
        sources.dedup();
        sources
    }
}

/// Returns the sides of an equality between two sources, with the sources' positions. `None` for
/// any other condition, and if a side uses columns of no source or of several.
pub(crate) fn equated<'c>(
    condition: &'c Condition,
    columns: &SourceColumns,
    subqueries: &[Subquery],
) -> Option<(&'c Expr, usize, &'c Expr, usize)> {
    let Condition::Compare(Comparison::Equal, left, right) = condition else { return None };
    let source = |expr: &Expr| {
        let mut used = Vec::new();
        of_expr(expr, subqueries, &mut used);
        <[usize; 1]>::try_from(columns.sources_of(&used)).ok().map(|[only]| only)
    };
    let (one, other) = (source(left)?, source(right)?);
    (one != other).then_some((left, one, right, other))
}

/// Returns the sets of columns that are equal in every row for which the conditions hold. Only
/// columns of one type form a set.
pub(crate) fn equal_columns(parts: &[Condition]) -> Vec<Vec<Expr>> {
    let mut classes: Vec<Vec<Expr>> = Vec::new();
    for part in parts {
        let Condition::Compare(Comparison::Equal, left, right) = part else { continue };
        let (Some(left_id), Some(right_id)) = (left.as_column(), right.as_column()) else { continue };
        if left.data_type != right.data_type {
            continue;
        }
        let (known, rest): (Vec<_>, Vec<_>) =
            classes.into_iter().partition(|class| has_column(class, left_id) || has_column(class, right_id));
        let mut class: Vec<Expr> = known.into_iter().flatten().collect();
        for side in [left, right] {
            if !side.as_column().is_some_and(|id| has_column(&class, id)) {
                class.push(side.clone());
            }
        }
        classes = rest;
        classes.push(class);
    }
    classes
}

/// Whether the column is one of the expressions.
pub(crate) fn has_column(class: &[Expr], id: ColumnId) -> bool {
    class.iter().any(|column| column.as_column() == Some(id))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn sources_of_columns_are_in_order_without_repetition() {
        let id = |number| ColumnId { number, collation: None };
        let columns = SourceColumns::from_columns([vec![id(4), id(1)], vec![], vec![id(2)]]);
        assert_eq!(columns.sources_of(&[id(2), id(1), id(9), id(4)]), [0, 2]);
        assert_eq!(columns.source_of(id(9)), None);
    }
}
