//! Decoding of rows, a column at a time and in place.

use super::elsewhere::{HAS_LINKS, has_links, is_link};
use super::layout::{RowLayout, SMALL_DECIMAL, fixed_bytes};
use super::{FORMAT, HEADER, RowDamaged, variant};
use crate::ascii_text;
use crate::calendar::{
    DAY_MAX, OFFSET_MAX, SMALL_MINUTES_END, TICKS_END, TICKS_PER_DAY, UNITS_PER_MINUTE, is_datetime,
};
use crate::data_type::DataType;
use crate::decimal::Decimal;
use crate::value::Value;
use sluice_base::codec::get_u16;
use std::ops::Range;
use std::sync::Arc;

/// The parts of a row whose header and extent have been checked.
struct Parts<'a> {
    row: &'a [u8],
    count: usize,
    nulls: usize,
    ends: usize,
}

impl RowLayout {
    /// Returns the value of column `column`, from 0, or NULL if the row is older than the column.
    /// Fails with `RowDamaged` also if the row has only a link to the value ([`RowLayout::link`]).
    pub fn read(&self, row: &[u8], column: usize) -> Result<Value, RowDamaged> {
        let parts = self.parts(row)?;
        self.value(&parts, column)
    }

    /// Replaces `values` with all values of the row.
    pub fn read_all(&self, row: &[u8], values: &mut Vec<Value>) -> Result<(), RowDamaged> {
        let parts = self.parts(row)?;
        values.clear();
        for column in 0..self.len() {
            values.push(self.value(&parts, column)?);
        }
        Ok(())
    }

    /// Returns a column of type int, or `None` for NULL, without creating a [`Value`].
    ///
    /// # Panics
    /// If the column is of another type.
    #[inline]
    pub fn read_i32(&self, row: &[u8], column: usize) -> Result<Option<i32>, RowDamaged> {
        assert_eq!(self.data_type(column), DataType::Int);
        let bytes = self.fixed(&self.parts(row)?, column)?;
        Ok(bytes.map(|bytes| i32::from_le_bytes(array(bytes))))
    }

    /// Returns a column of type bigint, or `None` for NULL, without creating a [`Value`].
    ///
    /// # Panics
    /// If the column is of another type.
    #[inline]
    pub fn read_i64(&self, row: &[u8], column: usize) -> Result<Option<i64>, RowDamaged> {
        assert_eq!(self.data_type(column), DataType::BigInt);
        let bytes = self.fixed(&self.parts(row)?, column)?;
        Ok(bytes.map(|bytes| i64::from_le_bytes(array(bytes))))
    }

    /// Whether the column is NULL.
    pub fn is_null(&self, row: &[u8], column: usize) -> Result<bool, RowDamaged> {
        Ok(self.parts(row)?.is_null(column))
    }

    /// Appends a string column's text to `text`. Returns false and appends nothing if the column is
    /// NULL.
    ///
    /// # Panics
    /// If the column is not a string.
    pub fn read_text(&self, row: &[u8], column: usize, text: &mut String) -> Result<bool, RowDamaged> {
        let data_type = self.data_type(column);
        assert!(data_type.is_string(), "the text of a column of {data_type}");
        match self.bytes(&self.parts(row)?, column)? {
            None => Ok(false),
            Some(bytes) => {
                append_text(bytes, data_type, text)?;
                Ok(true)
            }
        }
    }

    #[inline]
    fn parts<'a>(&self, row: &'a [u8]) -> Result<Parts<'a>, RowDamaged> {
        if row.len() < HEADER || row[0] != FORMAT || row[1] & !HAS_LINKS != 0 {
            return Err(RowDamaged);
        }
        let count = usize::from(get_u16(row, 2));
        if count > self.columns.len() {
            return Err(RowDamaged);
        }
        let (fixed_bytes, variable_count) = self.extent(count);
        let nulls = HEADER + fixed_bytes;
        let ends = nulls + count.div_ceil(8);
        if row.len() < ends + 2 * variable_count {
            return Err(RowDamaged);
        }
        Ok(Parts { row, count, nulls, ends })
    }

    fn value(&self, parts: &Parts<'_>, column: usize) -> Result<Value, RowDamaged> {
        match self.bytes(parts, column)? {
            None => Ok(Value::Null),
            Some(bytes) => decode_cell(bytes, self.data_type(column)),
        }
    }

    /// Returns the bytes of a column, or `None` for NULL.
    #[inline]
    fn bytes<'a>(&self, parts: &Parts<'a>, column: usize) -> Result<Option<&'a [u8]>, RowDamaged> {
        if self.columns[column].data_type.is_fixed_length() {
            return self.fixed(parts, column);
        }
        let Some(range) = self.variable(parts, column)? else { return Ok(None) };
        if has_links(parts.row) && is_link(parts.row, &range)? {
            return Err(RowDamaged);
        }
        parts.row.get(range).map(Some).ok_or(RowDamaged)
    }

    /// Returns the range of a variable column's bytes, or `None` for NULL.
    pub(super) fn variable_range(&self, row: &[u8], column: usize) -> Result<Option<Range<usize>>, RowDamaged> {
        let range = self.variable(&self.parts(row)?, column)?;
        if range.as_ref().is_some_and(|range| range.end > row.len()) { Err(RowDamaged) } else { Ok(range) }
    }

    #[inline]
    fn variable(&self, parts: &Parts<'_>, column: usize) -> Result<Option<Range<usize>>, RowDamaged> {
        if parts.is_null(column) {
            return Ok(None);
        }
        let number = self.columns[column].variable_before;
        let first = parts.ends + 2 * self.extent(parts.count).1;
        let begin = if number == 0 { first } else { parts.end(number - 1) };
        let end = parts.end(number);
        if begin < first || end < begin { Err(RowDamaged) } else { Ok(Some(begin..end)) }
    }

    #[inline]
    fn fixed<'a>(&self, parts: &Parts<'a>, column: usize) -> Result<Option<&'a [u8]>, RowDamaged> {
        if parts.is_null(column) {
            return Ok(None);
        }
        let place = self.columns[column];
        let length = fixed_bytes(place.data_type).ok_or(RowDamaged)?;
        let begin = HEADER + place.fixed_before;
        Ok(Some(&parts.row[begin..begin + length]))
    }
}

impl Parts<'_> {
    #[inline]
    fn is_null(&self, column: usize) -> bool {
        column >= self.count || self.row[self.nulls + column / 8] >> (column % 8) & 1 == 1
    }

    fn end(&self, number: usize) -> usize {
        get_u16(self.row, self.ends + 2 * number).into()
    }
}

/// Returns the non-NULL value of a column of type `data_type` from its bytes
/// ([`super::CellPlace`]).
///
/// # Errors
/// The bytes are invalid for the type.
///
/// # Panics
/// If the type has a fixed length and there are too few bytes.
#[inline]
pub fn decode_cell(bytes: &[u8], data_type: DataType) -> Result<Value, RowDamaged> {
    match data_type {
        DataType::Int => Ok(Value::Int(i32::from_le_bytes(array(bytes)))),
        DataType::BigInt => Ok(Value::BigInt(i64::from_le_bytes(array(bytes)))),
        _ => decode_others(bytes, data_type),
    }
}

fn decode_others(bytes: &[u8], data_type: DataType) -> Result<Value, RowDamaged> {
    let checked = |value: Option<Value>| value.ok_or(RowDamaged);
    match data_type {
        DataType::Bit => Ok(Value::Bit(bytes[0] != 0)),
        DataType::TinyInt => Ok(Value::TinyInt(bytes[0])),
        DataType::SmallInt => Ok(Value::SmallInt(i16::from_le_bytes(array(bytes)))),
        DataType::Int => Ok(Value::Int(i32::from_le_bytes(array(bytes)))),
        DataType::BigInt => Ok(Value::BigInt(i64::from_le_bytes(array(bytes)))),
        DataType::Float => {
            let value = f64::from_le_bytes(array(bytes));
            checked(value.is_finite().then_some(Value::Float(value)))
        }
        DataType::Real => {
            let value = f32::from_le_bytes(array(bytes));
            checked(value.is_finite().then_some(Value::Real(value)))
        }
        DataType::Money => Ok(Value::Money(i64::from_le_bytes(array(bytes)))),
        DataType::SmallMoney => Ok(Value::Money(i32::from_le_bytes(array(bytes)).into())),
        DataType::UniqueIdentifier => Ok(Value::Guid(array(bytes))),
        DataType::Time(_) => {
            let ticks = i64::from_le_bytes(array(bytes));
            checked((0..TICKS_PER_DAY).contains(&ticks).then_some(Value::Time(ticks)))
        }
        DataType::SmallDateTime => {
            let minutes = i64::from(u32::from_le_bytes(array(bytes)));
            checked((minutes < SMALL_MINUTES_END).then_some(Value::DateTime(minutes * UNITS_PER_MINUTE)))
        }
        DataType::Date => {
            let day = i32::from_le_bytes(array(bytes));
            checked((0..=DAY_MAX).contains(&day).then_some(Value::Date(day)))
        }
        DataType::DateTime => {
            let units = i64::from_le_bytes(array(bytes));
            checked(is_datetime(units).then_some(Value::DateTime(units)))
        }
        DataType::DateTime2(_) => {
            let ticks = i64::from_le_bytes(array(bytes));
            checked((0..TICKS_END).contains(&ticks).then_some(Value::DateTime2(ticks)))
        }
        DataType::DateTimeOffset(_) => {
            let (ticks, minutes) = (i64::from_le_bytes(array(bytes)), i16::from_le_bytes(array(&bytes[8..])));
            let is_moment = (0..TICKS_END).contains(&ticks) && minutes.abs() <= OFFSET_MAX;
            checked(is_moment.then_some(Value::DateTimeOffset(ticks, minutes)))
        }
        DataType::Decimal { precision, scale, .. } => {
            let units = if precision <= SMALL_DECIMAL {
                i64::from_le_bytes(array(bytes)).into()
            } else {
                i128::from_le_bytes(array(bytes))
            };
            checked(Decimal::new(units, scale).filter(|value| value.fits(precision)).map(Value::Decimal))
        }
        DataType::Char(..) | DataType::VarChar(..) | DataType::NChar(_) | DataType::NVarChar(_) => {
            let is_wide = data_type.code_page().is_none();
            let ascii = if is_wide { ascii_text::of_wide(bytes) } else { ascii_text::of_bytes(bytes).map(Arc::from) };
            if let Some(text) = ascii {
                return Ok(Value::Str(text));
            }
            let mut text = String::with_capacity(bytes.len());
            append_text(bytes, data_type, &mut text)?;
            Ok(Value::text(text))
        }
        DataType::Binary(_) | DataType::VarBinary(_) => Ok(Value::bytes(bytes)),
        // Rows store these types in the form of `DataType::stored`.
        DataType::Xml | DataType::RowVersion => Err(RowDamaged),
        DataType::SqlVariant => variant::read(bytes),
    }
}

pub(super) fn append_text(bytes: &[u8], data_type: DataType, text: &mut String) -> Result<(), RowDamaged> {
    if let Some(page) = data_type.code_page() {
        page.decode(bytes, text);
        return Ok(());
    }
    let (pairs, rest) = bytes.as_chunks::<2>();
    if !rest.is_empty() {
        return Err(RowDamaged);
    }
    if pairs.iter().all(|pair| pair[0].is_ascii() && pair[1] == 0) {
        text.extend(pairs.iter().map(|pair| char::from(pair[0])));
        return Ok(());
    }
    for character in char::decode_utf16(pairs.iter().map(|pair| u16::from_le_bytes(*pair))) {
        text.push(character.map_err(|_| RowDamaged)?);
    }
    Ok(())
}

/// Returns the first bytes. The layout guarantees their number.
#[inline(always)]
fn array<const N: usize>(bytes: &[u8]) -> [u8; N] {
    let mut array = [0; N];
    array.copy_from_slice(&bytes[..N]);
    array
}
