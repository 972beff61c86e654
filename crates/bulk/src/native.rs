//! Values in native form
//! (`relational-databases/import-export/use-native-format-to-import-or-export-data-sql-server.md`).

use crate::fault::CellFault;
use crate::host_type::{HostType, time_bytes};
use crate::text;
use sluice_types::calendar::{
    DAY_1753, DAY_1900, DAY_MAX, OFFSET_MAX, TICKS_END, TICKS_PER_DAY, UNITS_PER_DAY, UNITS_PER_MINUTE,
};
use sluice_types::{DataType, Decimal, Value, convert};

/// Returns the value of `bytes`, which aren't text, in a column of `data_type`. Bytes that the type
/// of the field cannot have are a mismatch; a value of another type is converted.
pub(crate) fn value(host: HostType, bytes: &[u8], data_type: DataType) -> Result<Value, CellFault> {
    if host == HostType::Binary {
        return text::bytes_value(bytes, data_type);
    }
    let (value, from) = decode(host, bytes, data_type).ok_or(CellFault::Mismatch)?;
    if from == data_type {
        return Ok(value);
    }
    convert(&value, &from, &data_type).map_err(|error| text::fault(&error))
}

/// Appends the bytes of a value that isn't NULL, of a column of `data_type`. Little-endian; money
/// has its high half first, and a decimal its precision, scale and sign.
pub(crate) fn write(value: &Value, data_type: DataType, out: &mut Vec<u8>) {
    match (value, data_type) {
        (Value::Bit(v), _) => out.push((*v).into()),
        (Value::TinyInt(v), _) => out.push(*v),
        (Value::SmallInt(v), _) => out.extend_from_slice(&v.to_le_bytes()),
        (Value::Int(v), _) => out.extend_from_slice(&v.to_le_bytes()),
        (Value::BigInt(v), _) => out.extend_from_slice(&v.to_le_bytes()),
        (Value::Real(v), _) => out.extend_from_slice(&v.to_le_bytes()),
        (Value::Float(v), _) => out.extend_from_slice(&v.to_le_bytes()),
        (Value::Money(v), DataType::SmallMoney) => out.extend_from_slice(&(*v as i32).to_le_bytes()),
        (Value::Money(v), _) => {
            out.extend_from_slice(&((v >> 32) as i32).to_le_bytes());
            out.extend_from_slice(&(*v as u32).to_le_bytes());
        }
        (Value::Decimal(v), DataType::Decimal { precision, scale, .. }) => {
            out.extend_from_slice(&[precision, scale, (v.units() >= 0).into()]);
            out.extend_from_slice(&v.units().unsigned_abs().to_le_bytes());
        }
        (Value::DateTime(v), DataType::SmallDateTime) => {
            out.extend_from_slice(&(v.div_euclid(UNITS_PER_DAY) as u16).to_le_bytes());
            out.extend_from_slice(&((v.rem_euclid(UNITS_PER_DAY) / UNITS_PER_MINUTE) as u16).to_le_bytes());
        }
        (Value::DateTime(v), _) => {
            out.extend_from_slice(&(v.div_euclid(UNITS_PER_DAY) as i32).to_le_bytes());
            out.extend_from_slice(&(v.rem_euclid(UNITS_PER_DAY) as u32).to_le_bytes());
        }
        (Value::Date(v), _) => put_date(*v, out),
        (Value::Time(v), _) => put_time(*v, data_type, out),
        (Value::DateTime2(v), _) => put_moment(*v, data_type, out),
        (Value::DateTimeOffset(v, minutes), _) => {
            put_moment(*v, data_type, out);
            out.extend_from_slice(&minutes.to_le_bytes());
        }
        (Value::Guid(v), _) => out.extend_from_slice(v),
        (Value::Bytes(v), _) => out.extend_from_slice(v),
        _ => debug_assert!(false, "{value:?} of {data_type} has no native form"),
    }
}

fn put_date(day: i32, out: &mut Vec<u8>) {
    out.extend_from_slice(&day.to_le_bytes()[..3]);
}

fn put_time(ticks: i64, data_type: DataType, out: &mut Vec<u8>) {
    let units = ticks as u64 / ticks_per_unit(data_type);
    out.extend_from_slice(&units.to_le_bytes()[..time_bytes(data_type)]);
}

fn put_moment(ticks: i64, data_type: DataType, out: &mut Vec<u8>) {
    put_time(ticks.rem_euclid(TICKS_PER_DAY), data_type, out);
    put_date(ticks.div_euclid(TICKS_PER_DAY) as i32, out);
}

/// Returns the value of `bytes` and its type, or `None` if they are no value of the type.
fn decode(host: HostType, bytes: &[u8], column: DataType) -> Option<(Value, DataType)> {
    let native = match host {
        HostType::Native(native) => native,
        HostType::Decimal | HostType::Numeric => return decimal(bytes),
        HostType::Time => DataType::Time(column.fraction().unwrap_or(7)),
        HostType::DateTime2 => DataType::DateTime2(column.fraction().unwrap_or(7)),
        HostType::DateTimeOffset => DataType::DateTimeOffset(column.fraction().unwrap_or(7)),
        HostType::Char | HostType::NChar | HostType::Binary => return None,
    };
    if host.width(column)? != bytes.len() {
        return None;
    }
    let value = match native {
        DataType::Bit => Value::Bit(bytes[0] != 0),
        DataType::TinyInt => Value::TinyInt(bytes[0]),
        DataType::SmallInt => Value::SmallInt(i16::from_le_bytes(bytes.try_into().ok()?)),
        DataType::Int => Value::Int(i32::from_le_bytes(bytes.try_into().ok()?)),
        DataType::BigInt => Value::BigInt(i64::from_le_bytes(bytes.try_into().ok()?)),
        DataType::Real => Value::Real(Some(f32::from_le_bytes(bytes.try_into().ok()?)).filter(|v| v.is_finite())?),
        DataType::Float => Value::Float(Some(f64::from_le_bytes(bytes.try_into().ok()?)).filter(|v| v.is_finite())?),
        DataType::SmallMoney => Value::Money(i32::from_le_bytes(bytes.try_into().ok()?).into()),
        DataType::Money => Value::Money(i64::from(number::<4>(bytes, 0)? as i32) << 32 | number::<4>(bytes, 4)? as i64),
        DataType::SmallDateTime => {
            let (days, minutes) = (number::<2>(bytes, 0)? as i64, number::<2>(bytes, 2)? as i64);
            let is_time = minutes < UNITS_PER_DAY / UNITS_PER_MINUTE;
            is_time.then_some(Value::DateTime(days * UNITS_PER_DAY + minutes * UNITS_PER_MINUTE))?
        }
        DataType::DateTime => {
            let (days, units) = (number::<4>(bytes, 0)? as i32, number::<4>(bytes, 4)? as i64);
            let is_moment =
                (DAY_1753 - DAY_1900..=DAY_MAX - DAY_1900).contains(&days) && (0..UNITS_PER_DAY).contains(&units);
            is_moment.then_some(Value::DateTime(i64::from(days) * UNITS_PER_DAY + units))?
        }
        DataType::Date => Value::Date(date(bytes)?),
        DataType::Time(_) => Value::Time(time(bytes, native)?),
        DataType::DateTime2(_) => Value::DateTime2(moment(bytes, native)?),
        DataType::DateTimeOffset(_) => {
            let (moment_bytes, minutes) = bytes.split_at_checked(bytes.len() - 2)?;
            let (ticks, minutes) = (moment(moment_bytes, native)?, i16::from_le_bytes(minutes.try_into().ok()?));
            let local = ticks + i64::from(minutes) * TICKS_PER_DAY / (24 * 60);
            let is_moment = (-OFFSET_MAX..=OFFSET_MAX).contains(&minutes) && (0..TICKS_END).contains(&local);
            is_moment.then_some(Value::DateTimeOffset(ticks, minutes))?
        }
        DataType::UniqueIdentifier => Value::Guid(bytes.try_into().ok()?),
        _ => return None,
    };
    Some((value, native))
}

/// Precision, scale, sign and 16 bytes of digits.
fn decimal(bytes: &[u8]) -> Option<(Value, DataType)> {
    let [precision, scale, sign, digits @ ..] = bytes else { return None };
    let units = i128::try_from(u128::from_le_bytes(digits.try_into().ok()?)).ok()?;
    let is_type = (1..=38).contains(precision) && scale <= precision;
    let number = Decimal::new(if *sign == 0 { -units } else { units }, *scale)?;
    (is_type && number.fits(*precision)).then(|| (Value::Decimal(number), DataType::decimal(*precision, *scale)))
}

fn date(bytes: &[u8]) -> Option<i32> {
    let day = number::<3>(bytes, 0)? as i32;
    (day <= DAY_MAX).then_some(day)
}

fn time(bytes: &[u8], data_type: DataType) -> Option<i64> {
    let mut all = [0; 8];
    all.get_mut(..bytes.len())?.copy_from_slice(bytes);
    let ticks = u64::from_le_bytes(all).checked_mul(ticks_per_unit(data_type))?;
    i64::try_from(ticks).ok().filter(|ticks| (0..TICKS_PER_DAY).contains(ticks))
}

fn moment(bytes: &[u8], data_type: DataType) -> Option<i64> {
    let (of_time, of_date) = bytes.split_at_checked(time_bytes(data_type))?;
    Some(i64::from(date(of_date)?) * TICKS_PER_DAY + time(of_time, data_type)?)
}

/// Returns the number in `N` bytes at `at`.
fn number<const N: usize>(bytes: &[u8], at: usize) -> Option<u32> {
    let mut all = [0; 4];
    all[..N].copy_from_slice(bytes.get(at..at + N)?);
    Some(u32::from_le_bytes(all))
}

fn ticks_per_unit(data_type: DataType) -> u64 {
    10_u64.pow(u32::from(7 - data_type.fraction().unwrap_or(7).min(7)))
}
