//! The columns whose statistics the optimizer needs for a bound statement.

use sluice_base::sync::Arc;
use sluice_catalog::Table;
use sluice_plan::columns::of_operator;
use sluice_plan::{Bound, ColumnId, Node, ScanTarget, Subquery, roots};

/// A table that a statement reads, and the columns that need statistics.
#[derive(Clone, Debug)]
pub(super) struct StatisticsTarget {
    /// The table's database; `None` is the current database.
    pub(super) database: Option<String>,
    /// The table.
    pub(super) table: Arc<Table>,
    /// The estimated number of rows.
    pub(super) rows: u64,
    /// The ordinals of columns used by conditions, joins, groups and the seek's index.
    pub(super) columns: Vec<usize>,
}

/// Returns the tables with known row counts, and the columns that need statistics. Those are
/// columns in predicates and join keys. A table that occurs twice has two entries.
pub(super) fn statistics_targets(bound: &Bound) -> Vec<StatisticsTarget> {
    let mut found = Vec::new();
    let of_body = roots(&bound.body).into_iter().map(|(node, _)| node);
    let nodes = bound.subqueries.iter().map(|subquery| &subquery.rows.node).chain(of_body);
    for node in nodes {
        let mut used = Vec::new();
        gather(node, &bound.subqueries, &mut used);
        tables(node, &used, &mut found);
    }
    found
}

/// Collects the columns that determine an operator's row count. Columns that are only computed or
/// sorted don't count.
fn gather(node: &Node, subqueries: &[Subquery], used: &mut Vec<ColumnId>) {
    if matches!(node, Node::Filter(..) | Node::Join(_) | Node::Aggregate(..) | Node::Scan(_)) {
        of_operator(node, subqueries, used);
    }
    node.inputs().into_iter().for_each(|input| gather(input, subqueries, used));
}

fn tables(node: &Node, used: &[ColumnId], found: &mut Vec<StatisticsTarget>) {
    if let Node::Scan(target) = node {
        found.extend(of_target(target, used));
    }
    node.inputs().into_iter().for_each(|input| tables(input, used, found));
}

fn of_target(target: &ScanTarget, used: &[ColumnId]) -> Option<StatisticsTarget> {
    let rows = target.rows?;
    let is_used = |place: &usize| used.contains(&target.columns[*place]);
    let mut columns: Vec<usize> = (0..target.columns.len()).filter(is_used).collect();
    if let Some(seek) = &target.seek
        && let Some(index) = target.table.indexes.iter().find(|index| index.id == seek.index)
    {
        columns.extend(index.keys.first().map(|key| key.column));
    }
    columns.sort_unstable();
    columns.dedup();
    Some(StatisticsTarget { database: target.database.clone(), table: Arc::clone(&target.table), rows, columns })
}
