//! Reads a column of many rows at once, without a [`Value`] per row.
//!
//! Values that are integers inside (numbers, decimals, dates, money, GUIDs) arrive as integers with
//! the order of the values. Texts arrive as UTF-8, binary values as bytes.

use super::cell::{append_text, decode_cell};
use super::layout::RowLayout;
use super::whole::CellPlace;
use super::{HEADER, RowDamaged};
use crate::calendar::{DAY_MAX, SMALL_MINUTES_END, TICKS_END, TICKS_PER_DAY, UNITS_PER_MINUTE, is_datetime};
use crate::data_type::DataType;
use crate::decimal::{Decimal, power_of_ten};
use crate::type_spec::{Family, RowForm};
use crate::value::Value;
use crate::variant;
use std::ops::Range;

/// How the values of a type are represented in a column of many rows.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum ColumnForm {
    /// Integers in the order of the values ([`integer_value`]).
    Integers,
    /// Doubles.
    Floats,
    /// UTF-8.
    Texts,
    /// Bytes.
    Binary,
}

/// Returns the form of a type's values in columns. Returns `None` for types without one: values
/// that may be long, sql_variant, datetimeoffset, documents.
pub fn column_form(data_type: DataType) -> Option<ColumnForm> {
    match (data_type.spec().family, data_type) {
        _ if data_type.is_max() || data_type.is_lob() => None,
        (_, DataType::DateTimeOffset(_)) => None,
        (Family::Integer | Family::Decimal | Family::Money | Family::DateTime | Family::Guid, _) => {
            Some(ColumnForm::Integers)
        }
        (Family::Approximate, _) => Some(ColumnForm::Floats),
        (Family::String, _) => Some(ColumnForm::Texts),
        (_, DataType::Binary(_) | DataType::VarBinary(_)) => Some(ColumnForm::Binary),
        _ => None,
    }
}

/// Returns the [`Value`] of an integer in a column of `data_type`, to which the integer belongs.
/// `None` if the type's form isn't [`ColumnForm::Integers`], or the integer is beyond bigint or a
/// decimal's digits. An integer beyond a smaller type is cut, not refused.
pub fn integer_value(data_type: DataType, integer: i128) -> Option<Value> {
    if let DataType::Decimal { scale, .. } = data_type {
        return Decimal::new(integer, scale).map(Value::Decimal);
    }
    if data_type.spec().family == Family::Guid {
        return Some(variant::of_order((integer ^ i128::MIN).to_be_bytes()));
    }
    let integer = i64::try_from(integer).ok()?;
    Some(match data_type {
        DataType::Bit => Value::Bit(integer != 0),
        DataType::TinyInt => Value::TinyInt(integer as u8),
        DataType::SmallInt => Value::SmallInt(integer as i16),
        DataType::Int => Value::Int(integer as i32),
        DataType::BigInt => Value::BigInt(integer),
        DataType::Date => Value::Date(integer as i32),
        DataType::Time(_) => Value::Time(integer),
        DataType::DateTime | DataType::SmallDateTime => Value::DateTime(integer),
        DataType::DateTime2(_) => Value::DateTime2(integer),
        _ if data_type.is_money() => Value::Money(integer),
        _ => return None,
    })
}

/// Returns the integer from which [`integer_value`] makes `value`, or `None` for NULL and values of
/// other types. Dates count days or ticks, money ten-thousandths, decimals their last digit.
#[inline]
pub fn integer_of(value: &Value) -> Option<i128> {
    let integer = match *value {
        Value::Bit(bit) => bit.into(),
        Value::TinyInt(number) => number.into(),
        Value::SmallInt(number) => number.into(),
        Value::Int(number) | Value::Date(number) => number.into(),
        Value::BigInt(number)
        | Value::Money(number)
        | Value::Time(number)
        | Value::DateTime(number)
        | Value::DateTime2(number) => number,
        Value::Decimal(number) => return Some(number.units()),
        _ => return variant::order_bytes(value).map(|bytes| i128::from_be_bytes(bytes) ^ i128::MIN),
    };
    Some(integer.into())
}

/// Receives the values of a column, one row after the other.
pub trait ColumnSink {
    /// Takes a NULL.
    fn null(&mut self);
    /// Takes an integer of 64 bits.
    fn integer(&mut self, value: i64);
    /// Returns the integers taken so far if all values were integers of 64 bits. Appending to them
    /// takes further integers.
    fn integers(&mut self) -> Option<&mut Vec<i64>> {
        None
    }
    /// Takes an integer of any size.
    fn wide(&mut self, value: i128);
    /// Takes a double.
    fn float(&mut self, value: f64);
    /// Takes the UTF-8 of a text, or the bytes of a binary value.
    fn bytes(&mut self, value: &[u8]);

    /// Takes a value. Fails for a value that has no form in a column.
    fn value(&mut self, value: &Value) -> Result<(), RowDamaged> {
        match value {
            Value::Null => self.null(),
            Value::Float(number) => self.float(*number),
            Value::Real(number) => self.float((*number).into()),
            Value::Str(text) => self.bytes(text.as_bytes()),
            Value::Bytes(bytes) => self.bytes(bytes),
            other => self.wide(integer_of(other).ok_or(RowDamaged)?),
        }
        Ok(())
    }
}

/// Several rows: the bytes that hold them, and the range of each.
pub type RowRanges<'b> = (&'b [u8], &'b [Range<usize>]);

/// Returns the value of a column from a row that isn't whole.
type OtherRow<'o, E> = &'o mut dyn FnMut(&[u8]) -> Result<Value, E>;

impl RowLayout {
    /// Passes a column of each of `rows` to `sink`. The column of a row that isn't whole (older,
    /// compressed, with links) is read by `other`. Fails with `RowDamaged` also if the column's
    /// type has no form.
    pub fn read_column<E: From<RowDamaged>>(
        &self,
        rows: RowRanges<'_>,
        column: usize,
        sink: &mut impl ColumnSink,
        other: OtherRow<'_, E>,
    ) -> Result<(), E> {
        let data_type = self.data_type(column);
        let whole = (self, column, other);
        let any = |_: i64| true;
        match data_type {
            DataType::Int | DataType::SmallMoney => {
                each_integer(whole, rows, sink, |at: [u8; 4]| i32::from_le_bytes(at).into(), any)
            }
            DataType::BigInt | DataType::Money => each_integer(whole, rows, sink, i64::from_le_bytes, any),
            DataType::SmallInt => each_integer(whole, rows, sink, |at: [u8; 2]| i16::from_le_bytes(at).into(), any),
            DataType::TinyInt => each_integer(whole, rows, sink, |[byte]: [u8; 1]| byte.into(), any),
            DataType::Bit => each_integer(whole, rows, sink, |[byte]: [u8; 1]| (byte != 0).into(), any),
            DataType::Date => {
                let is_day = |day| (0..=i64::from(DAY_MAX)).contains(&day);
                each_integer(whole, rows, sink, |at: [u8; 4]| i32::from_le_bytes(at).into(), is_day)
            }
            DataType::Time(_) => {
                each_integer(whole, rows, sink, i64::from_le_bytes, |ticks| (0..TICKS_PER_DAY).contains(&ticks))
            }
            DataType::SmallDateTime => {
                let units = |at: [u8; 4]| i64::from(u32::from_le_bytes(at)) * UNITS_PER_MINUTE;
                each_integer(whole, rows, sink, units, |units| units < SMALL_MINUTES_END * UNITS_PER_MINUTE)
            }
            DataType::DateTime => each_integer(whole, rows, sink, i64::from_le_bytes, is_datetime),
            DataType::DateTime2(_) => {
                each_integer(whole, rows, sink, i64::from_le_bytes, |ticks| (0..TICKS_END).contains(&ticks))
            }
            DataType::Decimal { precision, .. } if precision <= RowForm::SMALL_DECIMAL => {
                let end = power_of_ten(precision) as u64;
                each_integer(whole, rows, sink, i64::from_le_bytes, |units| units.unsigned_abs() < end)
            }
            DataType::Decimal { precision, .. } => {
                let end = power_of_ten(precision);
                each(whole, rows, sink, |sink, at: [u8; 16]| {
                    let units = i128::from_le_bytes(at);
                    sink.wide(units);
                    units.unsigned_abs() < end
                })
            }
            _ if data_type.spec().family == Family::Guid => each(whole, rows, sink, |sink, at: [u8; 16]| {
                decode_cell(&at, data_type).and_then(|value| sink.value(&value)).is_ok()
            }),
            DataType::Float => each(whole, rows, sink, |sink, at: [u8; 8]| {
                let value = f64::from_le_bytes(at);
                sink.float(value);
                value.is_finite()
            }),
            DataType::Real => each(whole, rows, sink, |sink, at: [u8; 4]| {
                let value = f32::from_le_bytes(at);
                sink.float(value.into());
                value.is_finite()
            }),
            DataType::Binary(_) | DataType::VarBinary(_) => each_slice(whole, rows, sink, |sink, bytes| {
                sink.bytes(bytes);
                Ok(())
            }),
            DataType::Char(..) | DataType::VarChar(..) | DataType::NChar(_) | DataType::NVarChar(_) => {
                let (mut text, is_narrow) = (String::new(), data_type.code_page().is_some());
                each_slice(whole, rows, sink, |sink, bytes| {
                    if is_narrow && bytes.is_ascii() {
                        sink.bytes(bytes);
                        return Ok(());
                    }
                    text.clear();
                    append_text(bytes, data_type, &mut text)?;
                    sink.bytes(text.as_bytes());
                    Ok(())
                })
            }
            _ => Err(RowDamaged.into()),
        }
    }
}

/// A column of a layout, and the function for rows that aren't whole.
type Reading<'l, 'o, E> = (&'l RowLayout, usize, OtherRow<'o, E>);

/// Reads a fixed column of `N` bytes, which are an integer. Usually all rows are whole and none is
/// NULL; then no integer is taken on its own.
#[inline(always)]
fn each_integer<const N: usize, S: ColumnSink, E: From<RowDamaged>>(
    (layout, column, other): Reading<'_, '_, E>,
    (bytes, places): RowRanges<'_>,
    sink: &mut S,
    decode: impl Fn([u8; N]) -> i64,
    is_valid: impl Fn(i64) -> bool,
) -> Result<(), E> {
    let begin = HEADER + layout.columns[column].fixed_before;
    let (whole, cell) = (layout.whole(), layout.cell_place(column));
    if let Some(integers) = sink.integers() {
        let (before, mut are_plain) = (integers.len(), true);
        integers.extend(places.iter().map(|place| {
            let row = bytes.get(place.clone()).filter(|row| whole.is(row) && !cell.is_null(row));
            let integer = row.and_then(|row| row[begin..].first_chunk()).map(|at| decode(*at));
            are_plain &= integer.is_some_and(&is_valid);
            integer.unwrap_or_default()
        }));
        if are_plain {
            return Ok(());
        }
        integers.truncate(before);
    }
    each((layout, column, other), (bytes, places), sink, |sink, at| {
        let integer = decode(at);
        sink.integer(integer);
        is_valid(integer)
    })
}

/// Reads a fixed column of `N` bytes. `put` returns whether the bytes are valid.
#[inline(always)]
fn each<const N: usize, S: ColumnSink, E: From<RowDamaged>>(
    reading: Reading<'_, '_, E>,
    rows: RowRanges<'_>,
    sink: &mut S,
    put: impl Fn(&mut S, [u8; N]) -> bool,
) -> Result<(), E> {
    let (layout, column, _) = reading;
    let begin = HEADER + layout.columns[column].fixed_before;
    each_row(reading, rows, sink, |sink, row, _| {
        let bytes = *row[begin..].first_chunk().ok_or(RowDamaged)?;
        if put(sink, bytes) { Ok(()) } else { Err(RowDamaged) }
    })
}

/// Reads a column of texts or binary values.
#[inline(always)]
fn each_slice<S: ColumnSink, E: From<RowDamaged>>(
    reading: Reading<'_, '_, E>,
    rows: RowRanges<'_>,
    sink: &mut S,
    mut put: impl FnMut(&mut S, &[u8]) -> Result<(), RowDamaged>,
) -> Result<(), E> {
    each_row(reading, rows, sink, |sink, row, cell| put(sink, cell.bytes(row)?))
}

/// Reads a column of each row: `put` takes the row and the column's place in it, unless the value
/// is NULL or the row lacks columns.
#[inline(always)]
fn each_row<S: ColumnSink, E: From<RowDamaged>>(
    (layout, column, other): Reading<'_, '_, E>,
    (bytes, places): RowRanges<'_>,
    sink: &mut S,
    mut put: impl FnMut(&mut S, &[u8], &CellPlace) -> Result<(), RowDamaged>,
) -> Result<(), E> {
    let (whole, cell) = (layout.whole(), layout.cell_place(column));
    for place in places {
        let row = bytes.get(place.clone()).ok_or(RowDamaged)?;
        if !whole.is(row) {
            sink.value(&other(row)?)?;
        } else if cell.is_null(row) {
            sink.null();
        } else {
            put(sink, row, &cell)?;
        }
    }
    Ok(())
}
