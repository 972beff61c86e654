//! Conversions to binary and varbinary, and from bytes to values of other types
//! (binary-and-varbinary-transact-sql.md).
//!
//! Bytes of strings and binary values are padded and truncated on the right, all others on the
//! left. Integers are big-endian. The documentation guarantees for decimals and dates only that the
//! bytes convert back to the same value; the bytes here are SQL Server's.

use super::xml::KEEPS_BLANKS;
use crate::calendar::{
    DAY_MAX, OFFSET_MAX, TICKS_END, TICKS_PER_DAY, TICKS_PER_SECOND, UNITS_PER_DAY, UNITS_PER_MINUTE, is_datetime,
    round_ticks, round_time, split_ticks,
};
use crate::data_type::{DataType, Length};
use crate::decimal::Decimal;
use crate::error::SqlError;
use crate::hexadecimal::hex;
use crate::long::not_whole;
use crate::memory::want;
use crate::value::Value;
use crate::xml;
use std::sync::Arc;

/// Converts to binary or varbinary. The bytes are cut or padded to the length: strings and bytes at
/// their end, numbers at their front. Hexadecimal text with style 1 or 2 is decoded. Fails with 206
/// for a type that doesn't convert. A long value fails too: it must be read whole first. An unknown
/// style fails with 9809, and bad hexadecimal text with 8114.
pub(super) fn to_binary(value: &Value, from: &DataType, to: &DataType, style: i32) -> Result<Value, SqlError> {
    let bytes = match value {
        Value::Bytes(bytes) => return Ok(Value::Bytes(fit_shared(bytes, to))),
        Value::Str(text) if *from == DataType::Xml => {
            let text = xml::entitized(text, style & KEEPS_BLANKS != 0);
            let units = text.encode_utf16().flat_map(u16::to_le_bytes);
            return Ok(Value::bytes(fit_right([0xFF, 0xFE].into_iter().chain(units).collect(), to)));
        }
        Value::Str(text) => return of_text(text, from, to, style).map(|bytes| Value::bytes(fit_right(bytes, to))),
        Value::Long(_) => return Err(not_whole()),
        Value::Bit(v) => vec![u8::from(*v)],
        Value::TinyInt(v) => vec![*v],
        Value::SmallInt(v) => v.to_be_bytes().to_vec(),
        Value::Int(v) => v.to_be_bytes().to_vec(),
        Value::BigInt(v) => v.to_be_bytes().to_vec(),
        Value::Float(v) => v.to_be_bytes().to_vec(),
        Value::Decimal(v) => of_decimal(*v, from),
        Value::Real(v) => v.to_be_bytes().to_vec(),
        // A smallmoney has the last four bytes.
        Value::Money(v) => v.to_be_bytes()[8 - usize::from(from.spec().max_length.unsigned_abs())..].to_vec(),
        Value::Date(day) => day.to_le_bytes()[..DATE_BYTES].to_vec(),
        Value::Time(ticks) => of_time(*ticks, if let DataType::Time(scale) = from { *scale } else { 7 }),
        // Days and minutes, two bytes each.
        Value::DateTime(units) if *from == DataType::SmallDateTime => {
            let (days, rest) = (units / UNITS_PER_DAY, units % UNITS_PER_DAY / UNITS_PER_MINUTE);
            [(days as u16).to_be_bytes(), (rest as u16).to_be_bytes()].concat()
        }
        Value::DateTime(units) => {
            let (days, rest) = (units.div_euclid(UNITS_PER_DAY), units.rem_euclid(UNITS_PER_DAY));
            [(days as i32).to_be_bytes(), (rest as i32).to_be_bytes()].concat()
        }
        Value::DateTime2(ticks) => of_ticks(*ticks, from),
        Value::DateTimeOffset(ticks, minutes) => {
            let DataType::DateTimeOffset(scale) = from else { return Ok(Value::Null) };
            let mut bytes = of_ticks(*ticks, &DataType::DateTime2(*scale));
            bytes.extend(minutes.to_le_bytes());
            bytes
        }
        _ => return Err(SqlError::type_clash(from.operand_name(), to.operand_name())),
    };
    Ok(Value::bytes(fit_left(&bytes, to)))
}

/// Converts bytes to characters: of the code page (or UTF-16 units for nchar and nvarchar). In
/// styles 1 and 2, converts to hexadecimal digits, in style 1 with the prefix `0x`. Fails with 9809
/// for other styles but 0, and with 701 if memory is short for the digits. Bytes that aren't
/// characters are replaced.
pub(super) fn to_text(bytes: &[u8], from: &DataType, to: &DataType, style: i32) -> Result<String, SqlError> {
    match style {
        0 if to.is_unicode() => {
            let units = bytes.chunks(2).map(|pair| u16::from_le_bytes([pair[0], pair.get(1).copied().unwrap_or(0)]));
            Ok(char::decode_utf16(units).map(|unit| unit.unwrap_or(char::REPLACEMENT_CHARACTER)).collect())
        }
        0 => Ok(to.code_page().unwrap_or_default().text(bytes)),
        1 | 2 => {
            // Only whole bytes are shown.
            let prefix = if style == 1 { 2 } else { 0 };
            let shown = match to.length() {
                Some(Length::Limited(limit)) => bytes.len().min(usize::from(limit).saturating_sub(prefix) / 2),
                _ => bytes.len(),
            };
            want(shown.saturating_mul(DIGITS_PARTS))?;
            Ok(hex(&bytes[..shown], style == 1))
        }
        _ => Err(SqlError::unsupported_style(style, from.name(), to.name())),
    }
}

/// Returns the number in the last `size` bytes, at most 8, the highest byte first.
pub(super) fn number(bytes: &[u8], size: usize) -> u64 {
    bytes[bytes.len().saturating_sub(size)..].iter().fold(0, |number, byte| number << 8 | u64::from(*byte))
}

/// Returns the integer in the last bytes. Earlier bytes are ignored. Fewer bytes are the low ones;
/// the sign comes from the type.
pub(super) fn to_integer(bytes: &[u8], to: &DataType) -> Value {
    match to {
        DataType::TinyInt => Value::TinyInt(number(bytes, 1) as u8),
        DataType::SmallInt => Value::SmallInt(number(bytes, 2) as i16),
        DataType::Int => Value::Int(number(bytes, 4) as i32),
        _ => Value::BigInt(number(bytes, 8) as i64),
    }
}

/// Converts bytes made by [`to_binary`] back to a decimal. `None` for other bytes.
pub(super) fn to_decimal(bytes: &[u8]) -> Option<Decimal> {
    let (head, units) = bytes.split_first_chunk::<4>()?;
    let [precision, scale, 0, sign @ (0 | 1)] = *head else { return None };
    if units.len() > size_of::<i128>() || !(1..=38).contains(&precision) {
        return None;
    }
    let units = units.iter().rev().try_fold(0i128, |all, byte| all.checked_mul(256)?.checked_add((*byte).into()))?;
    Decimal::new(if sign == 1 { units } else { -units }, scale).filter(|value| value.fits(precision))
}

/// Converts bytes made by [`to_binary`] back to a date type. Fails with 210 for other bytes. The
/// bytes are those of the target type; other types fail with 206.
pub(super) fn to_date(bytes: &[u8], from: &DataType, to: &DataType) -> Result<Value, SqlError> {
    let failed = || SqlError::binary_is_no_date();
    let value = match to {
        DataType::Date if bytes.len() == DATE_BYTES => {
            let day = little(bytes) as i32;
            (day <= DAY_MAX).then_some(Value::Date(day))
        }
        DataType::Time(scale) => {
            let (of, rest) = bytes.split_first().filter(|(scale, _)| **scale <= 7).ok_or_else(failed)?;
            let time = little(rest) as i64;
            let is_time = rest.len() == time_bytes(*of) && time < TICKS_PER_DAY / unit_of(*of);
            is_time.then(|| Value::Time(round_time(time * unit_of(*of), *scale)))
        }
        DataType::SmallDateTime => {
            let (days, minutes) = (number(&bytes[..bytes.len().saturating_sub(2)], 2) as i64, number(bytes, 2) as i64);
            let units = days * UNITS_PER_DAY + minutes * UNITS_PER_MINUTE;
            (minutes < 24 * 60).then_some(Value::DateTime(units))
        }
        DataType::DateTime => {
            let (days, rest) = (number(&bytes[..bytes.len().saturating_sub(4)], 4) as i32, number(bytes, 4) as i32);
            let units = i64::from(days) * UNITS_PER_DAY + i64::from(rest);
            ((0..UNITS_PER_DAY).contains(&rest.into()) && is_datetime(units)).then_some(Value::DateTime(units))
        }
        DataType::DateTimeOffset(scale) => {
            let (moment, minutes) = bytes.split_last_chunk::<2>().ok_or_else(failed)?;
            let minutes = i16::from_le_bytes(*minutes);
            let ticks = of_bytes(moment).filter(|_| minutes.abs() <= OFFSET_MAX);
            ticks.map(|ticks| Value::DateTimeOffset(round_ticks(ticks, *scale), minutes))
        }
        DataType::DateTime2(scale) => of_bytes(bytes).map(|ticks| Value::DateTime2(round_ticks(ticks, *scale))),
        _ => {
            return Err(if *to == DataType::Date {
                failed()
            } else {
                SqlError::type_clash(from.operand_name(), to.operand_name())
            });
        }
    };
    value.ok_or_else(failed)
}

/// Returns the bytes of a string's characters (in its code page, or UTF-16), or of its hexadecimal
/// digits. Style 1 requires the prefix `0x`, style 2 excludes it. Fails with 8114 for an odd number
/// of digits or an invalid digit.
fn of_text(text: &str, from: &DataType, to: &DataType, style: i32) -> Result<Vec<u8>, SqlError> {
    let digits = match style {
        0 if from.is_unicode() => return Ok(text.encode_utf16().flat_map(u16::to_le_bytes).collect()),
        0 => return Ok(from.code_page().unwrap_or_default().bytes(text)),
        1 => text.strip_prefix("0x").or_else(|| text.strip_prefix("0X")),
        2 => Some(text),
        _ => return Err(SqlError::unsupported_style(style, from.name(), to.name())),
    };
    let bytes = digits.filter(|digits| digits.len().is_multiple_of(2)).and_then(|digits| {
        let digit = |byte: &u8| char::from(*byte).to_digit(16);
        digits.as_bytes().chunks(2).map(|pair| Some((digit(&pair[0])? * 16 + digit(&pair[1])?) as u8)).collect()
    });
    bytes.ok_or_else(|| SqlError::error_converting(from.name(), to.name()))
}

/// Encodes a decimal: precision, scale, 0, sign (1 if not negative), and the units, little-endian,
/// in as many groups of 4 bytes as the precision needs.
fn of_decimal(value: Decimal, from: &DataType) -> Vec<u8> {
    let precision = if let DataType::Decimal { precision, .. } = from { *precision } else { 38 };
    let groups = match precision {
        0..=9 => 1,
        10..=19 => 2,
        20..=28 => 3,
        _ => 4,
    };
    let mut bytes = vec![precision, value.scale(), 0, u8::from(value.signum() >= 0)];
    bytes.extend_from_slice(&value.units().unsigned_abs().to_le_bytes()[..4 * groups]);
    bytes
}

/// Encodes a datetime2: the scale, the time of day in units of the scale, and the day; both
/// little-endian.
fn of_ticks(ticks: i64, from: &DataType) -> Vec<u8> {
    let scale = if let DataType::DateTime2(scale) = from { *scale } else { 7 };
    let (day, time) = split_ticks(ticks);
    let mut bytes = of_time(time, scale);
    bytes.extend_from_slice(&day.to_le_bytes()[..DATE_BYTES]);
    bytes
}

/// Encodes a time: the scale, and the time in units of the scale.
fn of_time(ticks: i64, scale: u8) -> Vec<u8> {
    let mut bytes = vec![scale];
    bytes.extend_from_slice(&(ticks / unit_of(scale)).to_le_bytes()[..time_bytes(scale)]);
    bytes
}

fn of_bytes(bytes: &[u8]) -> Option<i64> {
    let (scale, rest) = bytes.split_first().filter(|(scale, _)| **scale <= 7)?;
    let (time, day) = rest.split_at_checked(time_bytes(*scale)).filter(|(_, day)| day.len() == DATE_BYTES)?;
    let time = little(time) as i64 * unit_of(*scale);
    let ticks = little(day) as i64 * TICKS_PER_SECOND * 86_400 + time;
    ((0..TICKS_PER_SECOND * 86_400).contains(&time) && ticks < TICKS_END).then_some(ticks)
}

fn little(bytes: &[u8]) -> u64 {
    bytes.iter().rev().fold(0, |number, byte| number << 8 | u64::from(*byte))
}

/// Returns the ticks per unit of a datetime2(`scale`).
fn unit_of(scale: u8) -> i64 {
    10i64.pow(7 - u32::from(scale))
}

fn time_bytes(scale: u8) -> usize {
    match scale {
        0..=2 => 3,
        3..=4 => 4,
        _ => 5,
    }
}

/// Shares the bytes if they need no change.
fn fit_shared(bytes: &Arc<[u8]>, to: &DataType) -> Arc<[u8]> {
    let is_within = match to {
        DataType::Binary(n) => bytes.len() == usize::from(*n),
        DataType::VarBinary(Length::Limited(n)) => bytes.len() <= usize::from(*n),
        _ => true,
    };
    if is_within { Arc::clone(bytes) } else { Arc::from(fit_right(bytes.to_vec(), to)) }
}

fn fit_right(mut bytes: Vec<u8>, to: &DataType) -> Vec<u8> {
    match to {
        DataType::Binary(n) => bytes.resize(usize::from(*n), 0),
        DataType::VarBinary(Length::Limited(n)) => bytes.truncate((*n).into()),
        _ => {}
    }
    bytes
}

fn fit_left(bytes: &[u8], to: &DataType) -> Vec<u8> {
    let Some(Length::Limited(n)) = to.length() else { return bytes.to_vec() };
    let kept = &bytes[bytes.len().saturating_sub(n.into())..];
    let padding = if to.is_fixed_length() { usize::from(n) - kept.len() } else { 0 };
    [&vec![0; padding][..], kept].concat()
}

/// The memory of hexadecimal digits and of their copy in a value, in lengths of the bytes.
const DIGITS_PARTS: usize = 4;
const DATE_BYTES: usize = 3;
