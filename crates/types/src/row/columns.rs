//! Reads a column of many rows at once, without a [`Value`] per row.
//!
//! Values that are integers inside (numbers, decimals, dates, money, uniqueidentifiers) arrive as
//! integers with the order of the values. Texts arrive as UTF-8, binary values as bytes.

use super::cell::append_text;
use super::layout::RowLayout;
use super::{HEADER, RowDamaged};
use crate::calendar::{DAY_MAX, SMALL_MINUTES_END, TICKS_END, TICKS_PER_DAY, UNITS_PER_MINUTE, is_datetime};
use crate::data_type::DataType;
use crate::decimal::{Decimal, power_of_ten};
use crate::guid;
use crate::type_spec::{Family, RowForm};
use crate::value::Value;
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

/// Returns the [`Value`] of an integer in a column of `data_type`. Returns `None` if the type's
/// form isn't [`ColumnForm::Integers`], or the integer is none of its values.
pub fn integer_value(data_type: DataType, integer: i128) -> Option<Value> {
    if let DataType::Decimal { scale, .. } = data_type {
        return Decimal::new(integer, scale).map(Value::Decimal);
    }
    if data_type == DataType::UniqueIdentifier {
        return Some(Value::Guid(guid::from_ordered((integer ^ i128::MIN).to_be_bytes())));
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
        Value::Guid(ref bytes) => return Some(ordered_guid(bytes)),
        _ => return None,
    };
    Some(integer.into())
}

fn ordered_guid(bytes: &[u8; 16]) -> i128 {
    i128::from_be_bytes(guid::ordered(bytes)) ^ i128::MIN
}

/// Receives the values of a column, one row after the other.
pub trait ColumnSink {
    /// Takes a NULL.
    fn null(&mut self);
    /// Takes an integer of 64 bits.
    fn integer(&mut self, value: i64);
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

/// Rows as ranges of bytes.
pub type RowRanges<'b> = (&'b [u8], &'b [Range<usize>]);

/// Returns the value of a column from a row that isn't whole.
type OtherRow<'o, E> = &'o mut dyn FnMut(&[u8]) -> Result<Value, E>;

impl RowLayout {
    /// Passes a column of each of `rows` to `sink`. The column of a row that isn't whole (older,
    /// compressed, with links) is read by `other`. Fails with `RowDamaged` also if the column's type
    /// has no form.
    pub fn read_column<E: From<RowDamaged>>(
        &self,
        rows: RowRanges<'_>,
        column: usize,
        sink: &mut impl ColumnSink,
        other: OtherRow<'_, E>,
    ) -> Result<(), E> {
        let data_type = self.data_type(column);
        let whole = (self, column, other);
        match data_type {
            DataType::Int => each(whole, rows, sink, |sink, at: [u8; 4]| {
                sink.integer(i32::from_le_bytes(at).into());
                true
            }),
            DataType::BigInt | DataType::Money => each(whole, rows, sink, |sink, at: [u8; 8]| {
                sink.integer(i64::from_le_bytes(at));
                true
            }),
            DataType::SmallInt => each(whole, rows, sink, |sink, at: [u8; 2]| {
                sink.integer(i16::from_le_bytes(at).into());
                true
            }),
            DataType::TinyInt => each(whole, rows, sink, |sink, [byte]: [u8; 1]| {
                sink.integer(byte.into());
                true
            }),
            DataType::Bit => each(whole, rows, sink, |sink, [byte]: [u8; 1]| {
                sink.integer((byte != 0).into());
                true
            }),
            DataType::SmallMoney => each(whole, rows, sink, |sink, at: [u8; 4]| {
                sink.integer(i32::from_le_bytes(at).into());
                true
            }),
            DataType::Date => each(whole, rows, sink, |sink, at: [u8; 4]| {
                let day = i32::from_le_bytes(at);
                sink.integer(day.into());
                (0..=DAY_MAX).contains(&day)
            }),
            DataType::Time(_) => each(whole, rows, sink, |sink, at: [u8; 8]| {
                let ticks = i64::from_le_bytes(at);
                sink.integer(ticks);
                (0..TICKS_PER_DAY).contains(&ticks)
            }),
            DataType::SmallDateTime => each(whole, rows, sink, |sink, at: [u8; 4]| {
                let minutes = i64::from(u32::from_le_bytes(at));
                sink.integer(minutes * UNITS_PER_MINUTE);
                minutes < SMALL_MINUTES_END
            }),
            DataType::DateTime => each(whole, rows, sink, |sink, at: [u8; 8]| {
                let units = i64::from_le_bytes(at);
                sink.integer(units);
                is_datetime(units)
            }),
            DataType::DateTime2(_) => each(whole, rows, sink, |sink, at: [u8; 8]| {
                let ticks = i64::from_le_bytes(at);
                sink.integer(ticks);
                (0..TICKS_END).contains(&ticks)
            }),
            DataType::Decimal { precision, .. } if precision <= RowForm::SMALL_DECIMAL => {
                let end = power_of_ten(precision) as u64;
                each(whole, rows, sink, |sink, at: [u8; 8]| {
                    let units = i64::from_le_bytes(at);
                    sink.integer(units);
                    units.unsigned_abs() < end
                })
            }
            DataType::Decimal { precision, .. } => {
                let end = power_of_ten(precision);
                each(whole, rows, sink, |sink, at: [u8; 16]| {
                    let units = i128::from_le_bytes(at);
                    sink.wide(units);
                    units.unsigned_abs() < end
                })
            }
            DataType::UniqueIdentifier => each(whole, rows, sink, |sink, at: [u8; 16]| {
                sink.wide(ordered_guid(&at));
                true
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

/// Reads a fixed column of `N` bytes. `put` returns whether the bytes are valid.
#[inline(always)]
fn each<const N: usize, S: ColumnSink, E: From<RowDamaged>>(
    (layout, column, other): Reading<'_, '_, E>,
    (bytes, places): RowRanges<'_>,
    sink: &mut S,
    put: impl Fn(&mut S, [u8; N]) -> bool,
) -> Result<(), E> {
    let begin = HEADER + layout.columns[column].fixed_before;
    let (whole, cell) = (layout.whole(), layout.cell_place(column));
    for place in places {
        let row = bytes.get(place.clone()).ok_or(RowDamaged)?;
        if !whole.is(row) {
            sink.value(&other(row)?)?;
        } else if cell.is_null(row) {
            sink.null();
        } else {
            let is_valid = put(sink, *row[begin..].first_chunk().ok_or(RowDamaged)?);
            if !is_valid {
                return Err(RowDamaged.into());
            }
        }
    }
    Ok(())
}

/// Reads a column of texts or binary values.
#[inline(always)]
fn each_slice<S: ColumnSink, E: From<RowDamaged>>(
    (layout, column, other): Reading<'_, '_, E>,
    (bytes, places): RowRanges<'_>,
    sink: &mut S,
    mut put: impl FnMut(&mut S, &[u8]) -> Result<(), RowDamaged>,
) -> Result<(), E> {
    let (whole, cell) = (layout.whole(), layout.cell_place(column));
    for place in places {
        let row = bytes.get(place.clone()).ok_or(RowDamaged)?;
        if !whole.is(row) {
            sink.value(&other(row)?)?;
        } else if cell.is_null(row) {
            sink.null();
        } else {
            put(sink, cell.bytes(row)?)?;
        }
    }
    Ok(())
}
