//! Groups of a source's rows, and their aggregates.

use super::expression::Expression;
use super::groups::Groups;
use super::source::Source;
use super::sums::{Aggregated, Taken};
use crate::operator::aggregate::{Group, Grouped};
use crate::operator::{Cursor, Operator, Run, Workspace};
use sluice_types::row::integer_value;
use sluice_types::{DataType, SqlError, Value};

/// Groups rows, as [`crate::operator::aggregate::Aggregate`] does, of whose aggregates it makes use for the result.
pub(in crate::operator) struct Aggregate {
    /// Where rows come from.
    pub(super) input: Source,
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
        let (mut chunks, mut chunk) = self.input.open(run)?;
        let (mut of_rows, mut counted) = (Vec::new(), usize::from(self.keys.is_empty()));
        while chunks.next(run, &mut chunk)? {
            if self.keys.is_empty() {
                of_rows.clear();
                of_rows.resize(chunk.len, 0);
            } else {
                groups.find((&chunk, run.frame), &self.keys, &workspace, &mut of_rows)?;
                let more = groups.len() - counted;
                (0..more).try_for_each(|_| workspace.take(self.aggregates.len() * AGGREGATE_BYTES))?;
                counted = groups.len();
            }
            for (aggregate, taken) in self.aggregates.iter().zip(&mut taken) {
                let has_nulls = aggregate.take((&chunk, run.frame), (&of_rows, counted), taken)?;
                run.notes.nulls_passed_over |= has_nulls;
            }
        }
        let groups = (0..counted).map(|group| self.group(&groups, &taken, group)).collect();
        Ok(Box::new(Grouped::new(groups, self.source, workspace)))
    }
}

impl Aggregate {
    fn group(&self, groups: &Groups, taken: &[Taken], group: usize) -> Group {
        let value = |(number, data_type): (usize, &DataType)| {
            groups.value(group, number).and_then(|value| integer_value(*data_type, value)).unwrap_or(Value::Null)
        };
        Group {
            values: self.key_types.iter().enumerate().map(value).collect(),
            accumulators: self.aggregates.iter().zip(taken).map(|(one, taken)| one.finish(taken, group)).collect(),
        }
    }
}

/// What an aggregate of a group takes, with what is made of it in the end.
const AGGREGATE_BYTES: usize = 2 * size_of::<i64>() + size_of::<crate::operator::accumulator::Accumulator>();
