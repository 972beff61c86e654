//! Which columns of tables a bound statement asks something about: those whose values say how many rows there will be.

use crate::columns::of_operator;
use crate::expression::ColumnId;
use crate::physical::{Node, ScanTarget};
use crate::statement::{Bound, BoundBody, Subquery};
use sluice_base::sync::Arc;
use sluice_catalog::Table;

/// A table that a statement reads, and what it asks.
#[derive(Clone, Debug)]
pub struct AskedTable {
    /// The database it is in; `None` for the current one.
    pub database: Option<String>,
    /// The table.
    pub table: Arc<Table>,
    /// How many rows it has, about.
    pub rows: u64,
    /// The places of the columns that conditions, joins and groups are about, and those of the index that is sought.
    pub columns: Vec<usize>,
}

/// The tables whose rows are counted, with the columns that are asked about.
pub fn asked_tables(bound: &Bound) -> Vec<AskedTable> {
    let mut found = Vec::new();
    let nodes = bound.subqueries.iter().map(|subquery| &subquery.rows.node).chain(of_body(&bound.body));
    for node in nodes {
        let mut used = Vec::new();
        gather(node, &bound.subqueries, &mut used);
        tables(node, &used, &mut found);
    }
    found
}

fn of_body(body: &BoundBody) -> Option<&Node> {
    match body {
        BoundBody::Select { rows, .. } | BoundBody::SelectInto { rows, .. } | BoundBody::Assign { rows, .. } => {
            Some(&rows.node)
        }
        BoundBody::Instead(instead) => Some(&instead.rows.node),
        BoundBody::Insert(insert) => Some(&insert.source.node),
        BoundBody::Update(change) | BoundBody::Delete(change) => change.plan.as_ref().map(|plan| &plan.node),
        BoundBody::Merge(merge) => Some(&merge.plan.node),
        BoundBody::Set { .. } | BoundBody::Test(_) | BoundBody::Print(_) => None,
    }
}

/// The columns that say how many rows an operator gives; what is merely computed or put into an order says nothing.
fn gather(node: &Node, subqueries: &[Subquery], used: &mut Vec<ColumnId>) {
    if matches!(node, Node::Filter(..) | Node::Join(_) | Node::Aggregate(..) | Node::Scan(_)) {
        of_operator(node, subqueries, used);
    }
    node.inputs().into_iter().for_each(|input| gather(input, subqueries, used));
}

fn tables(node: &Node, used: &[ColumnId], found: &mut Vec<AskedTable>) {
    if let Node::Scan(target) = node {
        found.extend(of_target(target, used));
    }
    node.inputs().into_iter().for_each(|input| tables(input, used, found));
}

fn of_target(target: &ScanTarget, used: &[ColumnId]) -> Option<AskedTable> {
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
    Some(AskedTable { database: target.database.clone(), table: Arc::clone(&target.table), rows, columns })
}
