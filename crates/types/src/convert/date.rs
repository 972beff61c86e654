//! Conversions to date and time types.

use super::binary;
use crate::calendar::{
    DAY_1900, TICKS_END, TICKS_PER_DAY, UNITS_PER_DAY, datetime_of_ticks, is_datetime, local_ticks, round_ticks,
    round_time, round_to_minute, split_ticks, ticks_of_datetime, utc_ticks,
};
use crate::data_type::DataType;
use crate::date_text::{self, DateOrder, DateTextError};
use crate::error::SqlError;
use crate::money;
use crate::value::Value;

/// Converts to a date type. A number means days since 1900-01-01 and converts only to datetime and
/// smalldatetime; to the other types it fails with 206. Strings are parsed in the order of `order`.
/// Fails with 241 or 242 for a bad string and 8115 for a number out of range.
pub(super) fn to_date(value: &Value, from: &DataType, to: &DataType, order: DateOrder) -> Result<Value, SqlError> {
    let ticks = match value {
        Value::Date(day) => i64::from(*day) * TICKS_PER_DAY,
        Value::DateTime(units) if *to == DataType::DateTime => return Ok(Value::DateTime(*units)),
        // Rounded directly to the minute, without a detour through 100 ns.
        Value::DateTime(units) if *to == DataType::SmallDateTime => return to_minute(*units, from, to),
        Value::Time(ticks) => i64::from(DAY_1900) * TICKS_PER_DAY + *ticks,
        Value::DateTime(units) => ticks_of_datetime(*units),
        Value::DateTime2(ticks) => *ticks,
        Value::DateTimeOffset(ticks, minutes) => {
            if let DataType::DateTimeOffset(scale) = to {
                return Ok(Value::DateTimeOffset(round_ticks(*ticks, *scale), *minutes));
            }
            // The local time is kept.
            local_ticks(*ticks, *minutes)
        }
        Value::Str(text) => return of_text(text, from, to, order),
        Value::Bytes(bytes) => return binary::to_date(bytes, from, to),
        _ if matches!(to, DataType::DateTime | DataType::SmallDateTime) => return of_number(value, from, to),
        _ => return Err(SqlError::type_clash(from.operand_name(), to.operand_name())),
    };
    of_ticks(ticks, from, to)
}

/// Converts 100 ns units since 0001-01-01 to a value of `to`.
fn of_ticks(ticks: i64, from: &DataType, to: &DataType) -> Result<Value, SqlError> {
    match to {
        DataType::Date => Ok(Value::Date(split_ticks(ticks).0)),
        DataType::Time(scale) => Ok(Value::Time(round_time(split_ticks(ticks).1, *scale))),
        DataType::DateTime2(scale) => Ok(Value::DateTime2(round_ticks(ticks, *scale))),
        DataType::DateTimeOffset(scale) => Ok(Value::DateTimeOffset(round_ticks(ticks, *scale), 0)),
        _ => match datetime_of_ticks(ticks) {
            Some(units) if *to == DataType::SmallDateTime => to_minute(units, from, to),
            Some(units) => Ok(Value::DateTime(units)),
            None => Err(SqlError::date_out_of_range(from.name(), to.name())),
        },
    }
}

/// Rounds to a smalldatetime.
fn to_minute(units: i64, from: &DataType, to: &DataType) -> Result<Value, SqlError> {
    let rounded = round_to_minute(units).map(Value::DateTime);
    rounded.ok_or_else(|| SqlError::date_out_of_range(from.name(), to.name()))
}

/// Converts a text to a date type, with its numbers in the order of `order`. Fails with 241, 295 or
/// 242, and with 8114 for a datetimeoffset outside the calendar of UTC.
pub(super) fn of_text(text: &str, from: &DataType, to: &DataType, order: DateOrder) -> Result<Value, SqlError> {
    let parsed = date_text::parse_in(text, order, to.is_modern_date_time()).map_err(|error| match (error, to) {
        (DateTextError::OutOfRange, DataType::DateTime | DataType::SmallDateTime) => {
            SqlError::date_out_of_range(from.name(), to.name())
        }
        _ => no_date(to),
    })?;
    // datetime and smalldatetime accept at most three fractional digits.
    if matches!(to, DataType::DateTime | DataType::SmallDateTime) && parsed.fraction_digits > 3 {
        return Err(no_date(to));
    }
    let ticks = i64::from(parsed.day) * TICKS_PER_DAY + parsed.ticks;
    match (parsed.offset, to) {
        (Some(minutes), DataType::DateTimeOffset(scale)) => {
            let utc = utc_ticks(ticks, minutes);
            let is_moment = (0..TICKS_END).contains(&utc);
            is_moment
                .then(|| Value::DateTimeOffset(round_ticks(utc, *scale), minutes))
                .ok_or_else(|| SqlError::error_converting(from.name(), to.name()).in_state(31))
        }
        // datetime and smalldatetime accept no offset other than zero.
        (Some(minutes), DataType::DateTime | DataType::SmallDateTime) if minutes != 0 => Err(no_date(to)),
        _ => of_ticks(ticks, from, to),
    }
}

/// Returns the error of a text that isn't a date or time of the type.
pub(super) fn no_date(to: &DataType) -> SqlError {
    if *to == DataType::SmallDateTime { SqlError::smalldatetime_conversion() } else { SqlError::date_conversion() }
}

fn of_number(value: &Value, from: &DataType, to: &DataType) -> Result<Value, SqlError> {
    let overflow = || SqlError::arithmetic_overflow("expression", to.name());
    let units = match value {
        Value::Float(days) => float_units(*days),
        Value::Real(days) => float_units((*days).into()),
        Value::Money(days) => float_units(*days as f64 / money::UNIT as f64),
        Value::Decimal(days) => float_units(days.to_f64()),
        _ => match value.as_i64() {
            Some(days) => days.checked_mul(UNITS_PER_DAY),
            None => return Err(SqlError::type_clash(from.operand_name(), to.operand_name())),
        },
    };
    let units = units.filter(|&units| is_datetime(units));
    let units = if *to == DataType::SmallDateTime { units.and_then(round_to_minute) } else { units };
    units.map(Value::DateTime).ok_or_else(overflow)
}

fn float_units(days: f64) -> Option<i64> {
    let units = (days * UNITS_PER_DAY as f64).round();
    let limit = f64::from(DAY_1900) * 10.0 * UNITS_PER_DAY as f64;
    (-limit..limit).contains(&units).then_some(units as i64)
}
