//! COUNT, SUM, AVG, MIN and MAX over integers, kept for all groups side by side.

use super::chunk::Chunk;
use super::expression::{Expression, Values};
use crate::code::Frame;
use crate::operator::accumulator::Accumulator;
use sluice_plan::AggregateKind;
use sluice_types::row::integer_value;
use sluice_types::{DataType, SqlError, Value, integer};

/// An aggregate over integers.
pub(super) struct Aggregated {
    /// The kind: COUNT, COUNT_BIG, MIN or MAX, or SUM or AVG of int or bigint.
    pub(super) kind: AggregateKind,
    /// The argument and its type; `None` for `COUNT(*)`.
    pub(super) argument: Option<(Expression, DataType)>,
    /// The type of the result.
    pub(super) data_type: DataType,
}

/// The state of an aggregate: a count and a value for each group.
#[derive(Default)]
pub(super) struct Taken {
    counts: Vec<i64>,
    values: Vec<i64>,
}

impl Aggregated {
    /// Adds the rows of a chunk; `groups` has the number of each row's group, below `count`.
    /// Returns whether a NULL argument was skipped (warning 8153). Fails with 8115 if a sum
    /// overflows its type.
    pub(super) fn take(
        &self,
        (chunk, frame): (&Chunk, &Frame),
        (groups, count): (&[u32], usize),
        taken: &mut Taken,
    ) -> Result<bool, SqlError> {
        taken.counts.resize(count, 0);
        taken.values.resize(count, 0);
        let Some((argument, _)) = &self.argument else {
            groups.iter().for_each(|group| taken.counts[*group as usize] += 1);
            return Ok(false);
        };
        let values = argument.values(chunk, frame)?;
        let rows = (&values, groups);
        match (self.kind, self.data_type) {
            (AggregateKind::Min, _) => taken.combine(rows, |least, value| Ok(least.min(value))),
            (AggregateKind::Max, _) => taken.combine(rows, |most, value| Ok(most.max(value))),
            (AggregateKind::Sum | AggregateKind::Avg, DataType::Int) => taken.combine(rows, |sum, value| {
                integer::add_i32(sum as i32, value as i32).map(i64::from).map_err(|error| error.to_sql(DataType::Int))
            }),
            (AggregateKind::Sum | AggregateKind::Avg, _) => taken.combine(rows, |sum, value| {
                integer::add_i64(sum, value).map_err(|error| error.to_sql(DataType::BigInt))
            }),
            _ => taken.combine(rows, |_, _| Ok(0)),
        }
    }

    /// Returns the aggregate of a group in its result type: NULL without values, or 0 for COUNT.
    /// AVG divides here.
    pub(super) fn finish(&self, taken: &Taken, group: usize) -> Result<Value, SqlError> {
        let count = taken.counts.get(group).copied().unwrap_or_default();
        let of_type = |(_, data_type): &(Expression, DataType)| integer_value(*data_type, taken.values[group]);
        let value = self.argument.as_ref().filter(|_| count > 0).and_then(of_type).unwrap_or(Value::Null);
        Accumulator::of_taken(self.kind, self.data_type, count, value).finish()
    }
}

impl Taken {
    /// Removes all groups but the last, which becomes group 0.
    pub(super) fn keep_last(&mut self) {
        for values in [&mut self.counts, &mut self.values] {
            values.drain(..values.len().saturating_sub(1));
        }
    }

    /// Combines each row's value with its group's value by `combine`; the first value of a group is
    /// taken as it is. NULLs are skipped. Returns whether there was a NULL.
    #[inline(always)]
    fn combine(
        &mut self,
        (values, groups): (&Values<'_>, &[u32]),
        combine: impl Fn(i64, i64) -> Result<i64, SqlError>,
    ) -> Result<bool, SqlError> {
        let mut has_nulls = false;
        let mut take = |group: u32, value: i64| {
            let group = group as usize;
            let before = self.values[group];
            self.values[group] = if self.counts[group] == 0 { value } else { combine(before, value)? };
            self.counts[group] += 1;
            Ok(())
        };
        if let Some(values) = values.all() {
            groups.iter().zip(values).try_for_each(|(group, value)| take(*group, *value))?;
            return Ok(false);
        }
        for (row, group) in groups.iter().enumerate() {
            match values.get(row) {
                Some(value) => take(*group, value)?,
                None => has_nulls = true,
            }
        }
        Ok(has_nulls)
    }
}
