//! Chunks of the rows of a row operator, for a part of a plan that has no form over chunks beside a
//! part that has one.

use super::chunk::Chunk;
use super::source::{Chunks, Opened, ROWS, Source, Start};
use crate::code::Piece;
use crate::operator::{Cursor, Operator, Run};
use sluice_plan::{ColumnId, Node};
use sluice_types::row::column_form;
use sluice_types::{DataType, SqlError};

/// Reads the rows of a row operator.
pub(super) struct RowSource {
    /// The operator.
    pub(super) operator: Box<dyn Operator>,
    /// The values of the columns.
    pub(super) values: Vec<Piece>,
    /// The types of the columns.
    pub(super) types: Vec<DataType>,
}

/// Reads rows into chunks.
pub(super) struct Reading<'r> {
    /// The values of the columns.
    values: &'r [Piece],
    /// The rows; `None` after the last.
    rows: Option<Box<dyn Cursor<'r> + 'r>>,
}

impl<'r> Reading<'r> {
    pub(super) fn new(values: &'r [Piece], rows: Box<dyn Cursor<'r> + 'r>) -> Reading<'r> {
        Reading { values, rows: Some(rows) }
    }
}

impl Source for RowSource {
    fn types(&self) -> &[DataType] {
        &self.types
    }

    fn begin<'r>(&'r self, _start: Start, run: &mut Run<'_, 'r>) -> Result<Opened<'r>, SqlError> {
        Ok(Opened::Single(Box::new(Reading::new(&self.values, self.operator.open(run)?))))
    }
}

impl<'r> Chunks<'r> for Reading<'r> {
    fn next(&mut self, run: &mut Run<'_, 'r>, chunk: &mut Chunk) -> Result<bool, SqlError> {
        chunk.clear();
        while chunk.len < ROWS {
            let Some(rows) = &mut self.rows else { break };
            if !rows.next(run)? {
                self.rows = None;
                break;
            }
            for (value, column) in self.values.iter().zip(&mut chunk.columns) {
                column.push(&run.value(*value)?);
            }
            chunk.len += 1;
        }
        Ok(chunk.len > 0)
    }
}

/// Returns the types of the columns of `node` that `is_needed` accepts, or `None` if a type is not
/// known here or has no form in columns.
pub(super) fn typed_columns(node: &Node, is_needed: &dyn Fn(ColumnId) -> bool) -> Option<Vec<(ColumnId, DataType)>> {
    let mut columns = Vec::new();
    add_columns(node, &mut columns)?;
    columns.retain(|(id, _)| is_needed(*id));
    columns.iter().all(|(_, data_type)| column_form(*data_type).is_some()).then_some(columns)
}

fn add_columns(node: &Node, columns: &mut Vec<(ColumnId, DataType)>) -> Option<()> {
    match node {
        // A row's locator has no form in columns.
        Node::Scan(target) if target.locator.is_some() || target.address.is_some() => return None,
        Node::Scan(target) => {
            let types = target.table.columns.iter().map(|column| column.stored_type());
            columns.extend(target.columns.iter().copied().zip(types));
        }
        Node::Compute(input, computed) => {
            add_columns(input, columns)?;
            columns.extend(computed.iter().map(|(id, value)| (*id, value.data_type)));
        }
        Node::Aggregate(_, groups, aggregates, _) => {
            columns.extend(groups.iter().map(|(id, group)| (*id, group.data_type)));
            columns.extend(aggregates.iter().map(|(id, aggregate)| (*id, aggregate.data_type)));
        }
        Node::Join(join) => {
            add_columns(&join.left, columns)?;
            if join.kind.returns_right() {
                add_columns(&join.right, columns)?;
            }
        }
        // An operator that passes on rows of its input.
        other => match other.inputs()[..] {
            [input] if input.columns() == other.columns() => add_columns(input, columns)?,
            _ => return None,
        },
    }
    Some(())
}
