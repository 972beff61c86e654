//! Estimated bytes of the columns of a statement's operators.

use crate::aggregate::Aggregate;
use crate::expression::{ColumnId, Expr};
use crate::height::roots;
use crate::physical::Node;
use crate::statement::{Bound, BoundBody};
use crate::window::{Window, WindowFunction};
use sluice_base::hash::HashMap;
use sluice_types::{DataType, Length, RowLayout};

/// The estimated bytes of the values of each column. A column of a table that the statement doesn't
/// use has none.
#[derive(Default)]
pub struct Widths(HashMap<ColumnId, usize>);

impl Widths {
    /// Returns the widths of all columns that the operators of a statement make.
    pub fn of_statement(bound: &Bound) -> Widths {
        let mut widths = Widths::default();
        let changes = match &bound.body {
            BoundBody::Update(change) | BoundBody::Delete(change) => std::slice::from_ref(change),
            BoundBody::Partitioned(change) => &change.changes[..],
            _ => &[],
        };
        for change in changes {
            let columns = change.row.iter().zip(&change.table.columns);
            widths.add(columns.map(|(id, column)| (*id, column.data_type)));
        }
        let subqueries = bound.subqueries.iter().map(|subquery| &subquery.rows.node);
        let mut pending: Vec<&Node> = roots(&bound.body).into_iter().map(|(node, _)| node).chain(subqueries).collect();
        while let Some(node) = pending.pop() {
            widths.add_own(node);
            pending.extend(node.inputs());
        }
        widths
    }

    /// Returns the sum of the widths of `columns`.
    pub fn sum<'c>(&self, columns: impl IntoIterator<Item = &'c ColumnId>) -> usize {
        columns.into_iter().filter_map(|id| self.0.get(id)).sum()
    }

    /// Adds the columns that an operator makes itself.
    fn add_own(&mut self, node: &Node) {
        match node {
            Node::Scan(target) => {
                let columns = &target.table.columns;
                let needed = target.needed.iter().filter_map(|at| target.columns.get(*at).zip(columns.get(*at)));
                self.add(needed.map(|(id, column)| (*id, column.data_type)));
            }
            Node::View(target) => {
                let columns = target.columns.iter().zip(&target.def.columns);
                self.add(columns.map(|(id, column)| (*id, column.data_type)));
            }
            Node::Compute(_, computed) => self.add_values(computed.iter().map(|(id, value)| (*id, value))),
            Node::Values(columns, rows) => {
                let first = rows.first().into_iter().flatten();
                self.add_values(columns.iter().copied().zip(first));
            }
            Node::Aggregate(_, groups, aggregates, _) => self.add_groups(groups, aggregates),
            Node::GroupingSets(sets) => self.add_groups(&sets.groups, &sets.aggregates),
            Node::Window(_, window) => self.add_window(window),
            Node::Union(columns, inputs) => {
                let first = inputs.iter().take(1).flat_map(|input| &input.values);
                self.add_values(columns.iter().copied().zip(first));
            }
            Node::Recursion(recursion) => {
                self.add_values(recursion.columns.iter().copied().zip(&recursion.anchor.values));
                for member in &recursion.members {
                    self.add_values(member.current.iter().copied().zip(&recursion.anchor.values));
                }
            }
            Node::Call(call) => {
                let columns = call.columns.iter().zip(&call.signature.columns);
                self.add(columns.map(|(id, (_, data_type))| (*id, *data_type)));
            }
            _ => {}
        }
    }

    fn add(&mut self, columns: impl IntoIterator<Item = (ColumnId, DataType)>) {
        self.0.extend(columns.into_iter().map(|(id, data_type)| (id, bytes_of(data_type))));
    }

    fn add_values<'e>(&mut self, values: impl IntoIterator<Item = (ColumnId, &'e Expr)>) {
        self.add(values.into_iter().map(|(id, value)| (id, value.data_type)));
    }

    fn add_groups(&mut self, groups: &[(ColumnId, Expr)], aggregates: &[(ColumnId, Aggregate)]) {
        self.add_values(groups.iter().map(|(id, group)| (*id, group)));
        self.add(aggregates.iter().map(|(id, aggregate)| (*id, aggregate.data_type)));
    }

    fn add_window(&mut self, window: &Window) {
        for (id, function) in &window.functions {
            let data_type = match function {
                WindowFunction::RowNumber
                | WindowFunction::Rank
                | WindowFunction::DenseRank
                | WindowFunction::Ntile(_) => DataType::BigInt,
                WindowFunction::PercentRank | WindowFunction::CumeDist => DataType::Float,
                WindowFunction::Percentile { value, .. }
                | WindowFunction::Offset { value, .. }
                | WindowFunction::Edge { value, .. } => value.data_type,
                WindowFunction::Aggregate(aggregate, _) => aggregate.data_type,
            };
            self.add([(*id, data_type)]);
        }
    }
}

/// Returns the estimated bytes of a value. A value of variable length is assumed to have half its
/// maximum, one of a max type 4,000 bytes, as in SQL Server.
fn bytes_of(data_type: DataType) -> usize {
    RowLayout::fixed_bytes(&data_type).unwrap_or_else(|| match data_type.length() {
        Some(Length::Limited(length)) => (usize::from(length) / 2).max(1),
        _ => LONG_BYTES,
    })
}

const LONG_BYTES: usize = 4_000;
