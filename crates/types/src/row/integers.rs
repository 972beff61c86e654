//! Reads a column of many rows at once, as 64-bit integers without a [`Value`] per row.

use super::layout::RowLayout;
use super::{HEADER, RowDamaged};
use crate::data_type::DataType;
use crate::value::Value;

/// Returns the [`Value`] of an integer in a column of `data_type`, or `None` for types that aren't
/// read as integers.
///
/// The integers have the order of the values. The types are bit, tinyint, smallint, int, bigint,
/// date, datetime, datetime2, money and smallmoney.
pub fn integer_value(data_type: DataType, integer: i64) -> Option<Value> {
    Some(match data_type {
        DataType::Bit => Value::Bit(integer != 0),
        DataType::TinyInt => Value::TinyInt(integer as u8),
        DataType::SmallInt => Value::SmallInt(integer as i16),
        DataType::Int => Value::Int(integer as i32),
        DataType::BigInt => Value::BigInt(integer),
        DataType::Date => Value::Date(integer as i32),
        DataType::DateTime => Value::DateTime(integer),
        DataType::DateTime2(_) => Value::DateTime2(integer),
        _ if data_type.is_money() => Value::Money(integer),
        _ => return None,
    })
}

/// Returns the integer from which [`integer_value`] makes `value`, or `None` for NULL and values of
/// other types. Dates count days or ticks, money ten-thousandths.
pub fn integer_of(value: &Value) -> Option<i64> {
    match *value {
        Value::Bit(bit) => Some(bit.into()),
        Value::TinyInt(number) => Some(number.into()),
        Value::SmallInt(number) => Some(number.into()),
        Value::Int(number) | Value::Date(number) => Some(number.into()),
        Value::BigInt(number) | Value::Money(number) | Value::DateTime(number) | Value::DateTime2(number) => {
            Some(number)
        }
        _ => None,
    }
}

impl RowLayout {
    /// Passes a column of each of `rows`, which are ranges of `bytes`, to `put`: as an integer
    /// ([`integer_value`]), or `None` for NULL. Fails with `RowDamaged` also if the column's type
    /// can't be read as an integer.
    pub fn read_integers(
        &self,
        (bytes, rows): (&[u8], &[std::ops::Range<usize>]),
        column: usize,
        put: impl FnMut(Option<i64>),
    ) -> Result<(), RowDamaged> {
        match self.data_type(column) {
            DataType::Int => self.read_whole((bytes, rows), column, |at: [u8; 4]| i32::from_le_bytes(at).into(), put),
            DataType::BigInt => self.read_whole((bytes, rows), column, i64::from_le_bytes, put),
            DataType::SmallInt => {
                self.read_whole((bytes, rows), column, |at: [u8; 2]| i16::from_le_bytes(at).into(), put)
            }
            DataType::TinyInt => self.read_whole((bytes, rows), column, |[byte]: [u8; 1]| byte.into(), put),
            _ => self.read_one_by_one((bytes, rows), column, put),
        }
    }

    /// Reads rows that have all columns of the layout, which needs only their first bytes, a bit
    /// and the number.
    #[inline(always)]
    fn read_whole<const BYTES: usize>(
        &self,
        (bytes, rows): (&[u8], &[std::ops::Range<usize>]),
        column: usize,
        decode: impl Fn([u8; BYTES]) -> i64,
        mut put: impl FnMut(Option<i64>),
    ) -> Result<(), RowDamaged> {
        let begin = HEADER + self.columns[column].fixed_before;
        let (whole, cell) = (self.whole(), self.cell_place(column));
        for place in rows {
            let row = bytes.get(place.clone()).ok_or(RowDamaged)?;
            if !whole.is(row) {
                self.read_one_by_one((bytes, std::slice::from_ref(place)), column, &mut put)?;
            } else if cell.is_null(row) {
                put(None);
            } else {
                let at = row[begin..].first_chunk().ok_or(RowDamaged)?;
                put(Some(decode(*at)));
            }
        }
        Ok(())
    }

    #[cold]
    fn read_one_by_one(
        &self,
        (bytes, rows): (&[u8], &[std::ops::Range<usize>]),
        column: usize,
        mut put: impl FnMut(Option<i64>),
    ) -> Result<(), RowDamaged> {
        for place in rows {
            match self.read(bytes.get(place.clone()).ok_or(RowDamaged)?, column)? {
                Value::Null => put(None),
                value => put(Some(integer_of(&value).ok_or(RowDamaged)?)),
            }
        }
        Ok(())
    }
}
