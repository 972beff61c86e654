//! Groups of a source's rows, and their aggregates.

use super::chunk::Chunk;
use super::expression::Expression;
use super::groups::Groups;
use super::source::Source;
use super::sums::{Aggregated, Taken};
use crate::code::Row;
use crate::operator::{Cursor, Operator, Run, Workspace};
use sluice_types::row::integer_value;
use sluice_types::{DataType, SqlError, Value};

/// Groups rows, as [`crate::operator::aggregate::Aggregate`] does, and gives them in the same order.
pub(in crate::operator) struct Aggregate {
    /// Where rows come from.
    pub(super) input: Box<dyn Source>,
    /// The grouping expressions and their types; none: all rows are one group, also if there are none.
    pub(super) keys: Vec<Expression>,
    /// Their types.
    pub(super) key_types: Vec<DataType>,
    /// The aggregates.
    pub(super) aggregates: Vec<Aggregated>,
    /// Where the row goes: the groups' values, then the aggregates.
    pub(super) source: usize,
}

impl Operator for Aggregate {
    fn open<'r>(&'r self, run: &mut Run<'_, 'r>) -> Result<Box<dyn Cursor<'r> + 'r>, SqlError> {
        let workspace = Workspace::new(run);
        let mut groups = Groups::new(self.keys.len());
        let mut taken: Vec<Taken> = self.aggregates.iter().map(|_| Taken::default()).collect();
        let (mut chunks, mut chunk) = (self.input.open(run)?, Chunk::new(self.input.width()));
        let (mut of_rows, mut counted) = (Vec::new(), usize::from(self.keys.is_empty()));
        while chunks.next(run, &mut chunk)? {
            if self.keys.is_empty() {
                of_rows.clear();
                of_rows.resize(chunk.len, 0);
            } else {
                groups.find((&chunk, run.frame), &self.keys, &workspace, &mut of_rows)?;
                if groups.len() > counted {
                    workspace.take((groups.len() - counted) * self.aggregates.len() * AGGREGATE_BYTES)?;
                }
                counted = groups.len();
            }
            for (aggregate, taken) in self.aggregates.iter().zip(&mut taken) {
                let has_nulls = aggregate.take((&chunk, run.frame), (&of_rows, counted), taken)?;
                run.notes.nulls_passed_over |= has_nulls;
            }
        }
        Ok(Box::new(Grouped { of: self, groups, taken, next: 0, count: counted, _workspace: workspace }))
    }
}

/// The groups, one after the other.
struct Grouped<'r> {
    of: &'r Aggregate,
    groups: Groups,
    taken: Vec<Taken>,
    next: usize,
    count: usize,
    _workspace: Workspace,
}

impl<'r> Cursor<'r> for Grouped<'r> {
    fn next(&mut self, run: &mut Run<'_, 'r>) -> Result<bool, SqlError> {
        if self.next == self.count {
            return Ok(false);
        }
        let group = self.next;
        self.next += 1;
        let key = |(number, data_type): (usize, &DataType)| {
            let value = self.groups.value(group, number);
            value.and_then(|value| integer_value(*data_type, value)).unwrap_or(Value::Null)
        };
        let mut values: Vec<Value> = self.of.key_types.iter().enumerate().map(key).collect();
        for (aggregate, taken) in self.of.aggregates.iter().zip(&self.taken) {
            values.push(aggregate.finish(taken, group)?);
        }
        run.frame.rows[self.of.source] = Row::Values(values);
        Ok(true)
    }
}

/// What an aggregate of a group takes.
const AGGREGATE_BYTES: usize = 2 * size_of::<i64>();
