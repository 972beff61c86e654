//! Encoding of values as rows.

use super::layout::{Column, RowLayout, SMALL_DECIMAL};
use super::{HEADER, RowTooLong, variant};
use crate::calendar::UNITS_PER_MINUTE;
use crate::code_page::CodePage;
use crate::data_type::DataType;
use crate::value::Value;

impl RowLayout {
    /// Encodes `values` (each of its column's type, or NULL) as a row in `row`, whose earlier
    /// content is dropped. Does not allocate once `row` has grown.
    ///
    /// # Panics
    /// If a value is not of its column's type, or the number of values differs from the number of
    /// columns.
    pub fn encode(&self, values: &[Value], row: &mut Vec<u8>) -> Result<(), RowTooLong> {
        assert_eq!(values.len(), self.columns.len(), "one value for each column");
        self.encode_by(|column| &values[column], row)
    }

    /// Does the same as [`RowLayout::encode`]; `value` returns the value of a column, by its number
    /// from 0.
    #[inline]
    pub fn encode_by<'v>(&self, value: impl Fn(usize) -> &'v Value, row: &mut Vec<u8>) -> Result<(), RowTooLong> {
        let (nulls, ends) = self.nulls_and_ends();
        row.clear();
        row.extend_from_slice(&self.empty);
        for (index, column) in self.columns.iter().enumerate() {
            let value = value(index);
            if value.is_null() {
                row[nulls + index / 8] |= 1 << (index % 8);
            }
            if column.data_type.is_fixed_length() {
                put_fixed(&mut row[HEADER + column.fixed_before..nulls], column, value);
                continue;
            }
            append(row, column.data_type, value);
            let end = u16::try_from(row.len()).map_err(|_| RowTooLong { bytes: row.len() })?;
            let slot = ends + 2 * column.variable_before;
            row[slot..slot + 2].copy_from_slice(&end.to_le_bytes());
        }
        if row.len() > usize::from(u16::MAX) {
            return Err(RowTooLong { bytes: row.len() });
        }
        Ok(())
    }
}

/// Writes a value at the start of `place`; NULL leaves the zeros.
#[inline]
fn put_fixed(place: &mut [u8], column: &Column, value: &Value) {
    match (value, column.data_type) {
        (Value::Int(v), DataType::Int) => put(place, v.to_le_bytes()),
        (Value::BigInt(v), DataType::BigInt) => put(place, v.to_le_bytes()),
        (Value::Null, _) => {}
        (Value::Bit(v), DataType::Bit) => place[0] = u8::from(*v),
        (Value::TinyInt(v), DataType::TinyInt) => place[0] = *v,
        (Value::SmallInt(v), DataType::SmallInt) => put(place, v.to_le_bytes()),
        (Value::Float(v), DataType::Float) => put(place, v.to_le_bytes()),
        (Value::Real(v), DataType::Real) => put(place, v.to_le_bytes()),
        (Value::Money(v), DataType::Money) | (Value::Time(v), DataType::Time(_)) => put(place, v.to_le_bytes()),
        (Value::Money(v), DataType::SmallMoney) => {
            put(place, i32::try_from(*v).expect("a smallmoney").to_le_bytes());
        }
        (Value::DateTime(v), DataType::SmallDateTime) => {
            put(place, u32::try_from(v / UNITS_PER_MINUTE).expect("a smalldatetime").to_le_bytes());
        }
        (Value::Guid(v), DataType::UniqueIdentifier) => put(place, *v),
        (Value::DateTimeOffset(v, minutes), DataType::DateTimeOffset(_)) => {
            put(place, v.to_le_bytes());
            put(&mut place[8..], minutes.to_le_bytes());
        }
        (Value::Date(v), DataType::Date) => put(place, v.to_le_bytes()),
        (Value::DateTime(v), DataType::DateTime) => put(place, v.to_le_bytes()),
        (Value::DateTime2(v), DataType::DateTime2(_)) => put(place, v.to_le_bytes()),
        (Value::Decimal(v), DataType::Decimal { precision, scale, .. }) => {
            assert!(v.scale() == scale && v.fits(precision), "{v} is no {}", column.data_type);
            if precision <= SMALL_DECIMAL {
                put(place, (v.units() as i64).to_le_bytes());
            } else {
                put(place, v.units().to_le_bytes());
            }
        }
        (Value::Str(v), DataType::Char(n, page)) => put_char(&mut place[..n.into()], v, page),
        (Value::Bytes(v), DataType::Binary(n)) => {
            place[..v.len().min(n.into())].copy_from_slice(&v[..v.len().min(n.into())])
        }
        (Value::Str(v), DataType::NChar(n)) => put_nchar(&mut place[..2 * usize::from(n)], v),
        _ => panic!("{value:?} in a column of {}", column.data_type),
    }
}

#[inline(always)]
fn put<const N: usize>(place: &mut [u8], bytes: [u8; N]) {
    place[..N].copy_from_slice(&bytes);
}

fn put_char(mut place: &mut [u8], text: &str, page: CodePage) {
    place.fill(b' ');
    if text.is_ascii() {
        let count = text.len().min(place.len());
        place[..count].copy_from_slice(&text.as_bytes()[..count]);
        return;
    }
    for character in text.chars() {
        let bytes = page.encode_or_nearest(character);
        let Some((here, rest)) = place.split_at_mut_checked(bytes.as_ref().len()) else { return };
        here.copy_from_slice(bytes.as_ref());
        place = rest;
    }
}

fn put_nchar(place: &mut [u8], text: &str) {
    let units = text.encode_utf16().chain(std::iter::repeat(u16::from(b' ')));
    for (pair, unit) in place.chunks_exact_mut(2).zip(units) {
        pair.copy_from_slice(&unit.to_le_bytes());
    }
}

fn append(row: &mut Vec<u8>, data_type: DataType, value: &Value) {
    match (value, data_type) {
        (Value::Null, _) => {}
        (Value::Str(text), DataType::NVarChar(_)) if text.is_ascii() => {
            let begin = row.len();
            row.resize(begin + 2 * text.len(), 0);
            row[begin..].chunks_exact_mut(2).zip(text.bytes()).for_each(|(pair, byte)| pair[0] = byte);
        }
        (Value::Str(text), DataType::NVarChar(_)) => {
            row.reserve(2 * text.len());
            text.encode_utf16().for_each(|unit| row.extend_from_slice(&unit.to_le_bytes()));
        }
        (Value::Str(text), DataType::VarChar(_, page)) => page.append(text, row),
        (Value::Variant(inner), DataType::SqlVariant) => row.extend(variant::bytes(inner)),
        (Value::Bytes(bytes), DataType::VarBinary(_)) => row.extend_from_slice(bytes),
        _ => panic!("{value:?} in a column of {data_type}"),
    }
}
