//! Aggregates of all groups side by side.
//!
//! COUNT, sums of integers, decimals and doubles, and extremes have states of their own. Other
//! aggregates keep an accumulator of the row operators for each group, which also finishes all
//! results: it divides AVG, and checks COUNT.

use super::chunk::Chunk;
use super::column::{Column, text_of};
use super::expression::Expression;
use super::keys::{compare_bytes_of, compare_rows};
use super::rows::Rows;
use super::values::{Floats, Integers, Values};
use crate::operator::Run;
use crate::operator::accumulator::Accumulator;
use sluice_plan::AggregateKind;
use sluice_plan::chunk_states::text_bytes_max;
use sluice_types::decimal::MAX_PRECISION;
use sluice_types::row::{ColumnForm, ColumnSink, column_form, integer_of, integer_value};
use sluice_types::{DataType, Decimal, KeyColumn, Operator, SqlError, Value, arithmetic, money};
use std::cmp::Ordering;

/// An aggregate.
pub(super) struct Aggregated {
    /// The kind.
    pub(super) kind: AggregateKind,
    /// The argument; `None` for `COUNT(*)`.
    pub(super) argument: Option<Expression>,
    /// The type of the result.
    pub(super) data_type: DataType,
    /// Whether a skipped NULL raises warning 8153.
    pub(super) warns: bool,
}

/// The groups of the rows of a chunk.
#[derive(Clone, Copy)]
pub(super) enum GroupsOfRows<'g> {
    /// All rows belong to group 0.
    Only,
    /// The number of each row's group.
    Each(&'g [u32]),
}

/// The state of an aggregate: the number of values of each group, and what they add up to.
pub(super) struct Taken {
    counts: Vec<i64>,
    state: State,
}

/// The sums or extremes of the groups.
enum State {
    /// Nothing: the values are only counted.
    Count,
    /// The sum of int, bigint or money.
    Integers(Vec<i64>),
    /// The sum of decimals, as integers of the argument's scale.
    Decimals(Vec<i128>),
    /// The sum of doubles.
    Floats(Vec<f64>),
    /// The least or the greatest value.
    Extreme(Column),
    /// The least or the greatest text or binary value.
    Bytes(Vec<Vec<u8>>),
    /// An accumulator for each group.
    Accumulators(Vec<Accumulator>),
}

impl Aggregated {
    /// Returns the bytes of the state of one group.
    pub(super) fn group_bytes(&self) -> usize {
        let state = match Taken::new(self).state {
            State::Count => 0,
            State::Integers(_) | State::Floats(_) => size_of::<i64>(),
            State::Decimals(_) => size_of::<i128>(),
            State::Extreme(_) => size_of::<i128>(),
            State::Bytes(_) => {
                size_of::<Vec<u8>>() + self.argument.as_ref().map_or(0, |value| text_bytes_max(value.data_type))
            }
            State::Accumulators(_) => size_of::<Accumulator>(),
        };
        size_of::<i64>() + state
    }

    /// Adds the rows of a chunk, whose groups are below `count`. Returns whether a skipped NULL
    /// raises warning 8153. Fails with 8115 if a sum overflows its type.
    pub(super) fn take(
        &self,
        chunk: &Chunk,
        (groups, count): (GroupsOfRows<'_>, usize),
        taken: &mut Taken,
        run: &mut Run<'_, '_>,
    ) -> Result<bool, SqlError> {
        taken.grow_to(count, self);
        let Some(argument) = &self.argument else {
            match groups {
                GroupsOfRows::Only => taken.counts[0] += chunk.len as i64,
                GroupsOfRows::Each(groups) => groups.iter().for_each(|group| taken.counts[*group as usize] += 1),
            }
            return Ok(false);
        };
        let values = argument.values(chunk, Rows::All(chunk.len), run)?;
        let Taken { counts, state } = taken;
        let rows = RowsToTake { values: &values, groups, count: chunk.len, counts };
        let has_nulls = match state {
            State::Count => rows.take(|_, _, _| Ok(())),
            State::Integers(sums) => self.add_integers(sums, rows),
            State::Decimals(sums) => self.add_decimals(sums, rows),
            State::Floats(sums) => self.add_floats(sums, rows),
            State::Extreme(extreme) => keep_extreme(extreme, self.wanted(), rows),
            State::Bytes(extremes) => keep_bytes(extremes, self.wanted(), rows, argument.data_type),
            State::Accumulators(accumulators) => {
                let column = KeyColumn::ascending(argument.data_type);
                rows.take(|group, row, _| accumulators[group].add_one(&values.get(row), column))
            }
        }?;
        Ok(has_nulls && self.warns)
    }

    /// Adds the groups of `other`, whose numbers here are `groups`, all below `count`. Fails with
    /// 8115 if a sum overflows its type.
    pub(super) fn merge(
        &self,
        taken: &mut Taken,
        (other, groups, count): (&Taken, &[u32], usize),
    ) -> Result<(), SqlError> {
        taken.grow_to(count, self);
        for (from, group) in groups.iter().enumerate() {
            let more = other.counts.get(from).copied().unwrap_or_default();
            if more > 0 {
                self.merge_group(taken, *group as usize, (other, from))?;
                taken.counts[*group as usize] += more;
            }
        }
        Ok(())
    }

    fn merge_group(&self, taken: &mut Taken, group: usize, (other, from): (&Taken, usize)) -> Result<(), SqlError> {
        let is_first = taken.counts[group] == 0;
        match (&mut taken.state, &other.state) {
            (State::Integers(sums), State::Integers(more)) => self.add_integer(&mut sums[group], more[from]),
            (State::Decimals(sums), State::Decimals(more)) => {
                self.add_decimal(&mut sums[group], more[from], self.decimal_digits())
            }
            (State::Floats(sums), State::Floats(more)) => self.add_float(&mut sums[group], more[from], is_first),
            (State::Extreme(extremes), State::Extreme(more)) => {
                if is_first || compare_rows((more, from), (&*extremes, group)) == self.wanted() {
                    extremes.set_from(group, more, from);
                }
                Ok(())
            }
            (State::Bytes(extremes), State::Bytes(more)) => {
                let data_type = self.argument.as_ref().map_or(self.data_type, |argument| argument.data_type);
                if is_first || compare_bytes_of(data_type, &more[from], &extremes[group]) == self.wanted() {
                    extremes[group].clone_from(&more[from]);
                }
                Ok(())
            }
            (State::Accumulators(accumulators), State::Accumulators(more)) => accumulators[group].merge(&more[from]),
            // Values are counted by the caller.
            _ => Ok(()),
        }
    }

    /// Returns the aggregate of a group in its result type: NULL without values, or 0 for COUNT.
    /// AVG divides here.
    pub(super) fn finish(&self, taken: &Taken, group: usize) -> Result<Value, SqlError> {
        let count = taken.counts.get(group).copied().unwrap_or_default();
        let value = match &taken.state {
            State::Accumulators(accumulators) => match accumulators.get(group) {
                Some(accumulator) => return accumulator.finish(),
                None => Value::Null,
            },
            _ if count == 0 => Value::Null,
            State::Count => Value::Null,
            State::Integers(sums) => integer_value(self.data_type, sums[group].into()).unwrap_or_default(),
            State::Decimals(sums) => Decimal::new(sums[group], self.scale()).map_or(Value::Null, Value::Decimal),
            State::Floats(sums) => Value::Float(sums[group]),
            State::Extreme(extreme) => extreme.get_as(group, self.data_type),
            State::Bytes(extremes) if self.data_type.is_string() => Value::text(text_of(&extremes[group])),
            State::Bytes(extremes) => Value::bytes(&extremes[group][..]),
        };
        Accumulator::of_taken(self.kind, self.data_type, count, value).finish()
    }

    /// Returns the scale of the argument.
    fn scale(&self) -> u8 {
        match self.argument.as_ref().map(|argument| argument.data_type) {
            Some(DataType::Decimal { scale, .. }) => scale,
            _ => 0,
        }
    }

    /// Returns the error of a sum that overflows, from the row operators' function.
    #[cold]
    fn fail(&self, sum: &Value, value: &Value) -> Result<(), SqlError> {
        arithmetic::evaluate(Operator::Add, sum, value, self.data_type).map(|_| ())
    }

    /// Returns how the kept extreme compares with other values.
    fn wanted(&self) -> Ordering {
        if self.kind == AggregateKind::Min { Ordering::Less } else { Ordering::Greater }
    }

    fn add_integers(&self, sums: &mut [i64], rows: RowsToTake<'_>) -> Result<bool, SqlError> {
        rows.take_integers(|group, value| self.add_integer(&mut sums[group], value))
    }

    #[inline(always)]
    fn add_integer(&self, sum: &mut i64, value: i64) -> Result<(), SqlError> {
        let data_type = self.data_type;
        let fits = |sum: i64| match data_type {
            DataType::Int => i32::try_from(sum).is_ok(),
            _ => money::fits(sum, &data_type),
        };
        let shown = |integer: i64| integer_value(data_type, integer.into()).unwrap_or_default();
        match sum.checked_add(value).filter(|sum| fits(*sum)) {
            Some(next) => {
                *sum = next;
                Ok(())
            }
            None => self.fail(&shown(*sum), &shown(value)),
        }
    }

    /// Adds decimals. A sum of fewer than 10^13 integers of 64 bits can't overflow 32 digits.
    fn add_decimals(&self, sums: &mut [i128], rows: RowsToTake<'_>) -> Result<bool, SqlError> {
        if rows.values.integers().is_some() {
            return rows.take_integers(|group, value| {
                sums[group] += i128::from(value);
                Ok(())
            });
        }
        let (values, digits) = (rows.values, self.decimal_digits());
        rows.take(|group, row, _| {
            self.add_decimal(&mut sums[group], integer_of(&values.get(row)).unwrap_or_default(), digits)
        })
    }

    /// Returns the digits of the greatest sum. The row operators keep the sum in the result's
    /// scale, which is longer for AVG.
    fn decimal_digits(&self) -> u8 {
        match self.data_type {
            DataType::Decimal { scale, .. } => MAX_PRECISION - scale.saturating_sub(self.scale()),
            _ => MAX_PRECISION,
        }
    }

    #[inline]
    fn add_decimal(&self, sum: &mut i128, value: i128, digits: u8) -> Result<(), SqlError> {
        let shown = |units: i128| Decimal::new(units, self.scale()).map_or(Value::Null, Value::Decimal);
        let fits = |sum: &i128| Decimal::new(*sum, self.scale()).is_some_and(|sum| sum.fits(digits));
        match sum.checked_add(value).filter(fits) {
            Some(next) => {
                *sum = next;
                Ok(())
            }
            None => self.fail(&shown(*sum), &shown(value)),
        }
    }

    fn add_floats(&self, sums: &mut [f64], rows: RowsToTake<'_>) -> Result<bool, SqlError> {
        let values = rows.values;
        let floats = values.floats();
        rows.take(|group, row, is_first| {
            let value = match floats {
                Some(Floats::Each(values)) => values[row],
                Some(Floats::Same(value)) => value,
                None => 0.0,
            };
            self.add_float(&mut sums[group], value, is_first)
        })
    }

    #[inline]
    fn add_float(&self, sum: &mut f64, value: f64, is_first: bool) -> Result<(), SqlError> {
        let next = if is_first { value } else { *sum + value };
        if !next.is_finite() {
            return self.fail(&Value::Float(*sum), &Value::Float(value));
        }
        *sum = next;
        Ok(())
    }
}

/// Values to take, their groups, and the numbers of values of the groups.
struct RowsToTake<'t> {
    values: &'t Values<'t>,
    groups: GroupsOfRows<'t>,
    count: usize,
    counts: &'t mut [i64],
}

impl RowsToTake<'_> {
    /// Calls `add` with group and row of each value that isn't NULL, and whether it is the first of
    /// its group. Returns whether there was a NULL.
    #[inline(always)]
    fn take(self, mut add: impl FnMut(usize, usize, bool) -> Result<(), SqlError>) -> Result<bool, SqlError> {
        let (RowsToTake { values, groups, count, counts }, mut has_nulls) = (self, false);
        for row in 0..count {
            if values.is_null(row) {
                has_nulls = true;
                continue;
            }
            let group = match groups {
                GroupsOfRows::Only => 0,
                GroupsOfRows::Each(groups) => groups[row] as usize,
            };
            add(group, row, counts[group] == 0)?;
            counts[group] += 1;
        }
        Ok(has_nulls)
    }

    /// Calls `add` with group and integer of each value that isn't NULL. The values are integers of
    /// 64 bits, or none is taken.
    #[inline(always)]
    fn take_integers(self, mut add: impl FnMut(usize, i64) -> Result<(), SqlError>) -> Result<bool, SqlError> {
        let (all, has_nulls) = (self.values, !self.values.nulls().is_empty());
        match (all.integers(), self.groups) {
            (Some(Integers::Each(values)), GroupsOfRows::Only) if !has_nulls => {
                values.iter().try_for_each(|value| add(0, *value))?;
                self.counts[0] += self.count as i64;
                Ok(false)
            }
            (Some(Integers::Each(values)), GroupsOfRows::Each(groups)) if !has_nulls => {
                for (group, value) in groups.iter().zip(values) {
                    add(*group as usize, *value)?;
                    self.counts[*group as usize] += 1;
                }
                Ok(false)
            }
            (Some(Integers::Each(values)), _) => self.take(|group, row, _| add(group, values[row])),
            (Some(Integers::Same(value)), _) => self.take(|group, _, _| add(group, value)),
            // The values are NULL.
            (None, _) => self.take(|_, _, _| Ok(())),
        }
    }
}

fn keep_extreme(extremes: &mut Column, wanted: Ordering, rows: RowsToTake<'_>) -> Result<bool, SqlError> {
    let typed = rows.values.typed();
    rows.take(|group, row, is_first| {
        let (column, row) = typed.at(row);
        if is_first || compare_rows((column, row), (&*extremes, group)) == wanted {
            extremes.set_from(group, column, row);
        }
        Ok(())
    })
}

fn keep_bytes(
    extremes: &mut [Vec<u8>],
    wanted: Ordering,
    rows: RowsToTake<'_>,
    data_type: DataType,
) -> Result<bool, SqlError> {
    let typed = rows.values.typed();
    rows.take(|group, row, is_first| {
        let (column, row) = typed.at(row);
        let value = column.bytes_of(row);
        if is_first || compare_bytes_of(data_type, value, &extremes[group]) == wanted {
            extremes[group].clear();
            extremes[group].extend_from_slice(value);
        }
        Ok(())
    })
}

impl Taken {
    /// Returns the state before the first row.
    pub(super) fn new(aggregated: &Aggregated) -> Taken {
        use AggregateKind::{Avg, Count, CountBig, Max, Min, Sum};
        let argument = aggregated.argument.as_ref().map(|argument| argument.data_type);
        let state = match (aggregated.kind, argument, aggregated.data_type) {
            (Count | CountBig, ..) | (_, None, _) => State::Count,
            (Min | Max, Some(argument), _) => match column_form(argument) {
                Some(ColumnForm::Texts | ColumnForm::Binary) => State::Bytes(Vec::new()),
                _ => State::Extreme(Column::new(argument)),
            },
            (Sum | Avg, Some(argument), DataType::Int | DataType::BigInt | DataType::Money)
                if argument == aggregated.data_type =>
            {
                State::Integers(Vec::new())
            }
            (Sum | Avg, Some(DataType::Decimal { .. }), DataType::Decimal { .. }) => State::Decimals(Vec::new()),
            (Sum | Avg, Some(DataType::Float), DataType::Float) => State::Floats(Vec::new()),
            _ => State::Accumulators(Vec::new()),
        };
        Taken { counts: Vec::new(), state }
    }

    fn grow_to(&mut self, count: usize, aggregated: &Aggregated) {
        self.counts.resize(count, 0);
        match &mut self.state {
            State::Count => {}
            State::Integers(sums) => sums.resize(count, 0),
            State::Decimals(sums) => sums.resize(count, 0),
            State::Floats(sums) => sums.resize(count, 0.0),
            State::Extreme(extremes) => (extremes.len()..count).for_each(|_| extremes.null()),
            State::Bytes(extremes) => extremes.resize(count, Vec::new()),
            State::Accumulators(accumulators) => {
                accumulators.resize_with(count, || Accumulator::new(aggregated.kind, aggregated.data_type, false));
            }
        }
    }

    /// Removes all groups but the last, which becomes group 0.
    pub(super) fn keep_last(&mut self) {
        fn last<T>(values: &mut Vec<T>) {
            values.drain(..values.len().saturating_sub(1));
        }
        last(&mut self.counts);
        match &mut self.state {
            State::Count => {}
            State::Integers(sums) => last(sums),
            State::Decimals(sums) => last(sums),
            State::Floats(sums) => last(sums),
            State::Extreme(extremes) => extremes.keep_last(),
            State::Bytes(extremes) => last(extremes),
            State::Accumulators(accumulators) => last(accumulators),
        }
    }
}
