//! The length and bytes of a value without its front, both ways. Knows no columns and no rows.

use super::write::NoMatch;
use crate::code_page::{self, CodePage};
use crate::cursor::{Cursor, Stop};
use crate::error::ProtocolError;
use crate::put::{Put, units_of};
use crate::type_info::{decimal_bytes, time_bytes};
use sluice_types::calendar::{
    DAY_1753, DAY_1900, DAY_MAX, OFFSET_MAX, TICKS_END, TICKS_PER_DAY, UNITS_PER_DAY, UNITS_PER_MINUTE,
};
use sluice_types::{DataType, Decimal, Value};

/// Returns the number of bytes that a value of the type has on the wire. Text counts the bytes of
/// `page` or of UTF-16.
///
/// # Errors
/// The value doesn't match the type: it is NULL, of another variant, or out of range.
pub(super) fn len(data_type: DataType, page: CodePage, value: &Value) -> Result<usize, NoMatch> {
    Ok(match (data_type, value) {
        (DataType::Bit, Value::Bit(_)) | (DataType::TinyInt, Value::TinyInt(_)) => 1,
        (DataType::SmallInt, Value::SmallInt(_)) => 2,
        (DataType::Int, Value::Int(_)) | (DataType::Real, Value::Real(_)) => 4,
        (DataType::BigInt, Value::BigInt(_))
        | (DataType::Float, Value::Float(_))
        | (DataType::Money, Value::Money(_))
        | (DataType::DateTime, Value::DateTime(_)) => 8,
        (DataType::SmallMoney, Value::Money(units)) if i32::try_from(*units).is_ok() => 4,
        (DataType::SmallDateTime, Value::DateTime(units)) if small(*units).is_some() => 4,
        (DataType::Decimal { precision, scale, .. }, Value::Decimal(number))
            if number.scale() == scale && number.fits(precision) =>
        {
            decimal_bytes(precision)
        }
        (DataType::Date, Value::Date(_)) => 3,
        (DataType::Time(scale), Value::Time(_)) => time_bytes(scale),
        (DataType::DateTime2(scale), Value::DateTime2(_)) => time_bytes(scale) + 3,
        (DataType::DateTimeOffset(scale), Value::DateTimeOffset(..)) => time_bytes(scale) + 5,
        (DataType::UniqueIdentifier, Value::Guid(_)) => 16,
        (DataType::Char(..) | DataType::VarChar(..), Value::Str(text)) => page.bytes_len(text),
        (DataType::NChar(_) | DataType::NVarChar(_) | DataType::Xml, Value::Str(text)) => units_of(text) * 2,
        (DataType::Binary(_) | DataType::VarBinary(_) | DataType::RowVersion, Value::Bytes(bytes)) => bytes.len(),
        _ => return Err(NoMatch { data_type }),
    })
}

/// Writes the bytes of a value that has a [`len`]. Little-endian, but money has its high half
/// first.
#[inline]
pub(super) fn put(data_type: DataType, page: CodePage, value: &Value, out: &mut impl Put) {
    match (data_type, value) {
        (_, Value::Bit(v)) => out.u8((*v).into()),
        (_, Value::TinyInt(v)) => out.u8(*v),
        (_, Value::SmallInt(v)) => out.put(&v.to_le_bytes()),
        (_, Value::Int(v)) => out.put(&v.to_le_bytes()),
        (_, Value::BigInt(v)) => out.put(&v.to_le_bytes()),
        (_, Value::Real(v)) => out.put(&v.to_le_bytes()),
        (_, Value::Float(v)) => out.put(&v.to_le_bytes()),
        (DataType::SmallMoney, Value::Money(v)) => out.put(&(*v as i32).to_le_bytes()),
        (_, Value::Money(v)) => {
            out.put(&((v >> 32) as i32).to_le_bytes());
            out.put(&(*v as u32).to_le_bytes());
        }
        (DataType::SmallDateTime, Value::DateTime(units)) => {
            let (days, minutes) = small(*units).unwrap_or_default();
            out.u16(days);
            out.u16(minutes);
        }
        (_, Value::DateTime(units)) => {
            out.put(&(units.div_euclid(UNITS_PER_DAY) as i32).to_le_bytes());
            out.u32(units.rem_euclid(UNITS_PER_DAY) as u32);
        }
        (DataType::Decimal { precision, .. }, Value::Decimal(number)) => {
            out.u8((number.units() >= 0).into());
            out.put(&number.units().unsigned_abs().to_le_bytes()[..decimal_bytes(precision) - 1]);
        }
        (_, Value::Date(day)) => put_date(*day, out),
        (DataType::Time(scale), Value::Time(ticks)) => put_time(*ticks, scale, out),
        (DataType::DateTime2(scale), Value::DateTime2(ticks)) => put_moment(*ticks, scale, out),
        (DataType::DateTimeOffset(scale), Value::DateTimeOffset(ticks, minutes)) => {
            put_moment(*ticks, scale, out);
            out.put(&minutes.to_le_bytes());
        }
        (_, Value::Guid(bytes)) => out.put(bytes),
        (DataType::Char(..) | DataType::VarChar(..), Value::Str(text)) => code_page::put(page, text, out),
        (_, Value::Str(text)) => out.wide(text),
        (_, Value::Bytes(bytes)) => out.put(bytes),
        _ => debug_assert!(false, "a value without a length: {value:?} as {data_type}"),
    }
}

fn put_date(day: i32, out: &mut impl Put) {
    out.put(&day.to_le_bytes()[..3]);
}

fn put_time(ticks: i64, scale: u8, out: &mut impl Put) {
    let units = ticks as u64 / TICKS_PER_UNIT[usize::from(scale.min(7))];
    out.put(&units.to_le_bytes()[..time_bytes(scale)]);
}

/// Writes a datetime2: the time in units of its scale, then the date.
#[inline]
pub(crate) fn put_moment(ticks: i64, scale: u8, out: &mut impl Put) {
    put_time(ticks.rem_euclid(TICKS_PER_DAY), scale, out);
    put_date(ticks.div_euclid(TICKS_PER_DAY) as i32, out);
}

/// Returns a smalldatetime's days and minutes, or `None` if it is out of range.
fn small(units: i64) -> Option<(u16, u16)> {
    let days = u16::try_from(units.div_euclid(UNITS_PER_DAY)).ok()?;
    Some((days, (units.rem_euclid(UNITS_PER_DAY) / UNITS_PER_MINUTE) as u16))
}

/// Decodes a value whose type determines its length. An infinite number, and a date or time out of
/// range, is an error.
pub(super) fn scalar(data_type: DataType, cursor: &mut Cursor<'_>) -> Result<Value, Stop> {
    let beyond = |value: i64| Stop::from(ProtocolError::invalid(data_type.name(), value as u64));
    Ok(match data_type {
        DataType::Bit => Value::Bit(cursor.u8()? != 0),
        DataType::TinyInt => Value::TinyInt(cursor.u8()?),
        DataType::SmallInt => Value::SmallInt(i16::from_le_bytes(cursor.array()?)),
        DataType::Int => Value::Int(cursor.i32()?),
        DataType::BigInt => Value::BigInt(i64::from_le_bytes(cursor.array()?)),
        DataType::Real => {
            let number = f32::from_le_bytes(cursor.array()?);
            if !number.is_finite() {
                return Err(beyond(number.to_bits().into()));
            }
            Value::Real(number)
        }
        DataType::Float => {
            let number = f64::from_le_bytes(cursor.array()?);
            if !number.is_finite() {
                return Err(beyond(number.to_bits() as i64));
            }
            Value::Float(number)
        }
        DataType::SmallMoney => Value::Money(cursor.i32()?.into()),
        DataType::Money => {
            let upper = cursor.i32()?;
            Value::Money(i64::from(upper) << 32 | i64::from(cursor.u32()?))
        }
        DataType::Decimal { precision, scale, .. } => decimal(precision, scale, cursor)?,
        DataType::SmallDateTime => {
            let (days, minutes) = (i64::from(cursor.u16()?), i64::from(cursor.u16()?));
            if minutes >= UNITS_PER_DAY / UNITS_PER_MINUTE {
                return Err(beyond(minutes));
            }
            Value::DateTime(days * UNITS_PER_DAY + minutes * UNITS_PER_MINUTE)
        }
        DataType::DateTime => {
            let (days, units) = (cursor.i32()?, i64::from(cursor.u32()?));
            if !(DAY_1753 - DAY_1900..=DAY_MAX - DAY_1900).contains(&days) || units >= UNITS_PER_DAY {
                return Err(beyond(days.into()));
            }
            Value::DateTime(i64::from(days) * UNITS_PER_DAY + units)
        }
        DataType::Date => Value::Date(date(cursor)?),
        DataType::Time(scale) => Value::Time(time(scale, cursor)?),
        DataType::DateTime2(scale) => Value::DateTime2(moment(scale, cursor)?),
        DataType::DateTimeOffset(scale) => {
            let ticks = moment(scale, cursor)?;
            let minutes = i16::from_le_bytes(cursor.array()?);
            let local = ticks + i64::from(minutes) * TICKS_PER_DAY / (24 * 60);
            if !(-OFFSET_MAX..=OFFSET_MAX).contains(&minutes) || !(0..TICKS_END).contains(&local) {
                return Err(beyond(minutes.into()));
            }
            Value::DateTimeOffset(ticks, minutes)
        }
        DataType::UniqueIdentifier => Value::Guid(cursor.array()?),
        _ => return Err(ProtocolError::unsupported("a value", data_type.name()).into()),
    })
}

/// Decodes a sign and the bytes of digits. The specification has 4, 8, 12 or 16 digit bytes;
/// mssql-jdbc sends only those the number needs, and servers accept that.
fn decimal(precision: u8, scale: u8, cursor: &mut Cursor<'_>) -> Result<Value, Stop> {
    const PLACE: &str = "a decimal";
    let is_negative = cursor.u8()? == 0;
    let digits = cursor.rest();
    if !(1..=16).contains(&digits.len()) {
        return Err(ProtocolError::invalid(PLACE, digits.len() as u64).into());
    }
    let mut all = [0; 16];
    all[..digits.len()].copy_from_slice(cursor.bytes(digits.len())?);
    let units = i128::try_from(u128::from_le_bytes(all)).ok();
    let number = units.and_then(|units| Decimal::new(if is_negative { -units } else { units }, scale));
    let number = number.filter(|number| number.fits(precision));
    number.map(Value::Decimal).ok_or(ProtocolError::invalid(PLACE, u64::from(precision)).into())
}

fn date(cursor: &mut Cursor<'_>) -> Result<i32, Stop> {
    let [a, b, c] = cursor.array()?;
    let day = i32::from_le_bytes([a, b, c, 0]);
    if day > DAY_MAX { Err(ProtocolError::invalid("a date", day as u64).into()) } else { Ok(day) }
}

fn time(scale: u8, cursor: &mut Cursor<'_>) -> Result<i64, Stop> {
    let length = time_bytes(scale);
    let mut bytes = [0; 8];
    bytes[..length].copy_from_slice(cursor.bytes(length)?);
    // The product can't overflow: five bytes in units of 100 ns are far below the limit, and so are
    // shorter times in their units.
    let ticks = u64::from_le_bytes(bytes) * TICKS_PER_UNIT[usize::from(scale.min(7))];
    let ticks = i64::try_from(ticks).ok().filter(|ticks| *ticks < TICKS_PER_DAY);
    ticks.ok_or(ProtocolError::invalid("a time", u64::from_le_bytes(bytes)).into())
}

/// Decodes a time of the scale and the date after it to 100 ns since 0001-01-01. Fails if either is
/// out of range.
pub(super) fn moment(scale: u8, cursor: &mut Cursor<'_>) -> Result<i64, Stop> {
    let ticks = time(scale, cursor)?;
    Ok(i64::from(date(cursor)?) * TICKS_PER_DAY + ticks)
}

/// Units of 100 ns in a unit of a time, by its scale.
const TICKS_PER_UNIT: [u64; 8] = [10_000_000, 1_000_000, 100_000, 10_000, 1000, 100, 10, 1];
