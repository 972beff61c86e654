//! The bytes of a value in a row, by its type.

use super::layout::RowLayout;
use super::{RowDamaged, variant};
use crate::ascii_text;
use crate::calendar::{
    DAY_MAX, OFFSET_MAX, SMALL_MINUTES_END, TICKS_END, TICKS_PER_DAY, UNITS_PER_MINUTE, is_datetime,
};
use crate::code_page::CodePage;
use crate::data_type::DataType;
use crate::decimal::Decimal;
use crate::type_spec::RowForm;
use crate::value::Value;
use std::sync::Arc;

/// Writes a value at the start of `place`; NULL leaves the zeros. Panics if the value doesn't have
/// the type.
#[inline]
pub(super) fn put_fixed(place: &mut [u8], data_type: DataType, value: &Value) {
    match (value, data_type) {
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
            assert!(v.scale() == scale && v.fits(precision), "{v} is no {}", data_type);
            if precision <= RowForm::SMALL_DECIMAL {
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
        _ => panic!("{value:?} in a column of {}", data_type),
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

/// Appends the bytes that a plain row has for a non-NULL value. Fixed-length values have their full
/// length, others their bytes without a length.
pub(super) fn put_cell(value: &Value, data_type: DataType, bytes: &mut Vec<u8>) {
    match RowLayout::fixed_bytes(&data_type) {
        None => append(bytes, data_type, value),
        Some(length) => {
            let begin = bytes.len();
            bytes.resize(begin + length, 0);
            put_fixed(&mut bytes[begin..], data_type, value);
        }
    }
}

/// Appends the bytes of a variable-length value to a row; nothing for NULL. Panics if the value
/// doesn't have the type.
pub(super) fn append(row: &mut Vec<u8>, data_type: DataType, value: &Value) {
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
            let units = if precision <= RowForm::SMALL_DECIMAL {
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
        DataType::Xml | DataType::Json | DataType::RowVersion => Err(RowDamaged),
        DataType::SqlVariant => variant::read(bytes),
    }
}

/// Decodes the bytes of a string column and appends the text. Bytes of a code page always decode;
/// UTF-16 with an odd number of bytes or half a surrogate pair is damage.
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

/// Returns the first `N` bytes. The layout guarantees their number; panics if there are fewer.
#[inline(always)]
pub(super) fn array<const N: usize>(bytes: &[u8]) -> [u8; N] {
    let mut array = [0; N];
    array.copy_from_slice(&bytes[..N]);
    array
}
