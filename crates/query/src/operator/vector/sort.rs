//! Sorts of chunks: the row numbers are sorted by key, then the rows come out one by one.
//!
//! If the keys of a row fit into 64 bits together, each row's keys are packed into one number, and
//! the numbers are sorted. Otherwise rows are compared by the fronts of their first keys
//! ([`fronts`]), and only rows with equal fronts by their keys, one by one. Rows with equal keys
//! keep their order. NULL is the least value.
//!
//! If memory is short, sorted runs go to tempdb.

use super::chunk::Chunk;
use super::column::Column;
use super::expression::Expression;
use super::keys::{compare_nulls_first, fronts};
use super::source::Source;
use crate::code::Row;
use crate::operator::runs::{Merging, Runs};
use crate::operator::value_bytes::put_row;
use crate::operator::{Cursor, Operator, Run, Workspace, order};
use sluice_types::SqlError;
use std::cmp::Ordering;

/// Sorts its input.
pub(in crate::operator) struct Sort {
    /// The input.
    pub(super) input: Box<dyn Source>,
    /// The keys, and whether each is descending.
    pub(super) keys: Vec<(Expression, bool)>,
    /// The columns of the result, as numbers of the input's columns.
    pub(super) columns: Vec<usize>,
    /// The source in the frame that gets a result row.
    pub(super) source: usize,
}

/// The rows in memory, not sorted yet.
struct Gathered<'r> {
    of: &'r Sort,
    descending: Vec<bool>,
    keys: Vec<Column>,
    columns: Vec<Column>,
    count: u32,
}

struct Sorted<'r> {
    of: &'r Sort,
    columns: Vec<Column>,
    order: std::vec::IntoIter<u32>,
    _workspace: Workspace,
}

impl Operator for Sort {
    fn open<'r>(&'r self, run: &mut Run<'_, 'r>) -> Result<Box<dyn Cursor<'r> + 'r>, SqlError> {
        run.take_grant()?;
        let workspace = Workspace::new(run);
        let mut gathered = Gathered::for_sort(self);
        let mut runs = Runs::new(gathered.descending.iter().copied());
        let (mut input, mut chunk) = (self.input.open(run)?, Chunk::new(self.input.types()));
        while input.next(run, &mut chunk)? {
            // The keys are at most as large as the columns that they are computed from, and others.
            let bytes = 2 * chunk.memory() + chunk.len * (self.keys.len() * size_of::<i64>() + size_of::<(u64, u32)>());
            if !workspace.fits(bytes) {
                gathered.spill(&mut runs, run)?;
                workspace.empty();
                workspace.take(bytes)?;
            }
            gathered.take(&chunk, run)?;
        }
        drop(input);
        run.check_cancelled()?;
        if runs.is_empty() {
            let order = gathered.order(run)?;
            let columns = gathered.columns;
            return Ok(Box::new(Sorted { of: self, columns, order: order.into_iter(), _workspace: workspace }));
        }
        gathered.spill(&mut runs, run)?;
        drop((gathered, workspace));
        Ok(Box::new(Merging::new(runs.merge(run.context)?, std::slice::from_ref(&self.source))))
    }
}

impl<'r> Gathered<'r> {
    fn for_sort(sort: &'r Sort) -> Gathered<'r> {
        Gathered {
            of: sort,
            descending: sort.keys.iter().map(|(_, descending)| *descending).collect(),
            keys: sort.keys.iter().map(|(key, _)| Column::new(key.data_type)).collect(),
            columns: sort.columns.iter().map(|number| Column::new(sort.input.types()[*number])).collect(),
            count: 0,
        }
    }

    fn take(&mut self, chunk: &Chunk, run: &mut Run<'_, '_>) -> Result<(), SqlError> {
        for ((key, _), all) in self.of.keys.iter().zip(&mut self.keys) {
            all.append(key.column(chunk, run)?.as_ref());
        }
        for (number, all) in self.of.columns.iter().zip(&mut self.columns) {
            all.append(&chunk.columns[*number]);
        }
        self.count += chunk.len as u32;
        Ok(())
    }

    /// Returns the row numbers in the order of the keys. Fails if the batch is cancelled.
    fn order(&self, run: &Run<'_, '_>) -> Result<Vec<u32>, SqlError> {
        let go_on = || run.check_cancelled();
        match packed(&self.keys, &self.descending) {
            Some(numbers) => in_order(numbers, go_on),
            None => compared(&self.keys, &self.descending, go_on),
        }
    }

    /// Writes the rows to tempdb as a sorted run, in the form of the row-by-row sort. No row is
    /// left in memory. Does nothing without rows.
    #[cold]
    fn spill(&mut self, runs: &mut Runs, run: &Run<'_, '_>) -> Result<(), SqlError> {
        if self.count == 0 {
            return Ok(());
        }
        runs.begin(run.context)?;
        let (mut keys, mut row) = (Vec::with_capacity(self.keys.len()), Row::Nulls);
        for number in self.order(run)? {
            keys.clear();
            keys.extend(self.keys.iter().map(|key| key.get(number as usize)));
            show(&self.columns, number, &mut row);
            runs.push(&keys, |out| put_row(&row, out))?;
        }
        *self = Gathered::for_sort(self.of);
        Ok(())
    }
}

/// Writes row `number` of `columns` to `row`.
fn show(columns: &[Column], number: u32, row: &mut Row) {
    let values = columns.iter().map(|column| column.get(number as usize));
    match row {
        Row::Values(row) => {
            row.clear();
            row.extend(values);
        }
        other => *other = Row::Values(values.collect()),
    }
}

impl<'r> Cursor<'r> for Sorted<'r> {
    fn next(&mut self, run: &mut Run<'_, 'r>) -> Result<bool, SqlError> {
        let Some(number) = self.order.next() else { return Ok(false) };
        show(&self.columns, number, &mut run.frame.rows[self.of.source]);
        Ok(true)
    }
}

/// Packs each row's keys into one number, so that the numbers have the order of the keys. Returns
/// `None` if the keys need more than 64 bits, or one isn't a column of integers of 64 bits.
fn packed(keys: &[Column], descending: &[bool]) -> Option<Vec<u64>> {
    let (mut numbers, mut bits) = (vec![0u64; keys.first()?.len()], 0);
    for (column, descending) in keys.iter().zip(descending) {
        let values = column.as_narrow()?;
        let there = || values.iter().enumerate().filter(|(row, _)| !column.is_null(*row)).map(|(_, value)| *value);
        let (least, most) =
            there().fold((i64::MAX, i64::MIN), |(least, most), value| (least.min(value), most.max(value)));
        // 0 stands for NULL.
        let range = if most < least { 0 } else { most.abs_diff(least).checked_add(1)? };
        let width = u64::BITS - range.leading_zeros();
        bits += width;
        if bits > u64::BITS {
            return None;
        }
        for (row, number) in numbers.iter_mut().enumerate() {
            let place = if column.is_null(row) { 0 } else { values[row].abs_diff(least) + 1 };
            *number = number.checked_shl(width).unwrap_or(0) | if *descending { range - place } else { place };
        }
    }
    Some(numbers)
}

fn in_order(numbers: Vec<u64>, go_on: impl Fn() -> Result<(), SqlError>) -> Result<Vec<u32>, SqlError> {
    let mut rows: Vec<(u64, u32)> = numbers.into_iter().zip(0..).collect();
    order::sort_packed(&mut rows, go_on)?;
    Ok(rows.into_iter().map(|(_, row)| row).collect())
}

fn compared(
    keys: &[Column],
    descending: &[bool],
    go_on: impl Fn() -> Result<(), SqlError>,
) -> Result<Vec<u32>, SqlError> {
    let Some((first, is_descending)) = keys.first().zip(descending.first()) else { return Ok(Vec::new()) };
    let mut rows: Vec<(u64, u32)> = fronts(first).into_iter().zip(0..).collect();
    if *is_descending {
        rows.iter_mut().for_each(|(front, _)| *front = !*front);
    }
    let compare = |left: u32, right: u32| {
        let orders = keys.iter().zip(descending).map(|(column, descending)| {
            let order = compare_nulls_first((column, left as usize), (column, right as usize));
            if *descending { order.reverse() } else { order }
        });
        orders.fold(Ordering::Equal, Ordering::then)
    };
    order::sort(&mut rows, |left, right| left.0.cmp(&right.0).then_with(|| compare(left.1, right.1)), go_on)?;
    Ok(rows.into_iter().map(|(_, row)| row).collect())
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;
    use sluice_types::compare::compare_nulls_first as by_value;
    use sluice_types::{DataType, Decimal, Length, Value};

    fn column(values: &[Option<i64>]) -> Column {
        let mut column = Column::new(DataType::BigInt);
        values.iter().for_each(|value| column.push(&value.map_or(Value::Null, Value::BigInt)));
        column
    }

    proptest! {
        #[test]
        fn packed_keys_sort_as_keys_do(
            rows in proptest::collection::vec(
                (proptest::option::of(-3i64..4), proptest::option::of(prop_oneof![any::<i64>(), -2i64..3])), 0..60),
            descending in any::<[bool; 2]>(),
        ) {
            let (first, second): (Vec<_>, Vec<_>) = rows.into_iter().unzip();
            let small = [column(&first), column(&first)];
            let numbers = packed(&small, &descending).expect("small values fit");
            let go_on = || Ok(());
            prop_assert_eq!(in_order(numbers, go_on), compared(&small, &descending, go_on));
            let keys = [column(&first), column(&second)];
            if let Some(numbers) = packed(&keys, &descending) {
                prop_assert_eq!(in_order(numbers, go_on), compared(&keys, &descending, go_on));
            }
        }

        #[test]
        fn compared_keys_sort_as_values_do(
            texts in proptest::collection::vec(proptest::option::of("(same )?(beginning)?[a-cA-Cé ]{0,3}"), 0..40),
            numbers in any::<[Option<f64>; 8]>(),
            wide in any::<[Option<i128>; 4]>(),
            is_descending: bool,
        ) {
            let decimal = |units: i128| Decimal::new(units >> 2, 0).map(Value::Decimal);
            let number = |number: f64| number.is_finite().then_some(Value::Float(number));
            let floats = numbers.into_iter().chain([Some(0.0), Some(-0.0), Some(-1.5), Some(f64::MIN_POSITIVE)]);
            let wide = wide.into_iter().chain([0, 1, 7, -9, 1 << 70, 2 << 70, -(1 << 80)].map(Some));
            let text = |text: &Option<String>| Some(Value::text(text.as_deref()?));
            for (data_type, values) in [
                (DataType::varchar(Length::Limited(20)), texts.iter().map(text).collect()),
                (DataType::Float, floats.map(|value| number(value?)).collect()),
                (DataType::decimal(38, 0), wide.map(|value| decimal(value?)).collect::<Vec<_>>()),
            ] {
                let values: Vec<Value> = values.into_iter().map(Option::unwrap_or_default).collect();
                let mut column = Column::new(data_type);
                values.iter().for_each(|value| column.push(value));
                let mut expected: Vec<u32> = (0..values.len() as u32).collect();
                expected.sort_by(|left, right| {
                    let order = by_value(&values[*left as usize], &values[*right as usize]);
                    if is_descending { order.reverse() } else { order }
                });
                prop_assert_eq!(compared(&[column], &[is_descending], || Ok(())), Ok(expected));
            }
        }
    }
}
