//! DATEADD: adds a number of dateparts to a moment (dateadd-transact-sql.md).
//!
//! If the new month is shorter, the day becomes its last day. The result has the date's type and
//! precision; smaller parts are rounded.

use super::ticks::ticks;
use crate::context::FunctionContext;
use crate::date_part::DatePart;
use crate::function::Signature;
use sluice_types::calendar::{
    CivilDate, DAY_MAX, TICKS_END, TICKS_PER_DAY, TICKS_PER_SECOND, UNITS_PER_DAY, date_of, datetime_of_ticks, day_of,
    days_in_month, is_datetime, round_ticks, round_time, round_to_minute, split_ticks, utc_ticks,
};
use sluice_types::{DataType, SqlError, Value};

/// DATEADD: fails with 9810 if the type lacks the datepart, and with 517 if the result is out of
/// range. datetime is computed in its own units, so that thirds of 10 ms aren't rounded twice.
pub(super) fn date_add(_: &dyn FunctionContext, signature: &Signature, values: &[Value]) -> Result<Value, SqlError> {
    date_added(signature, values)
}

/// DATEADD of values that aren't NULL. Fails with 517 for a result out of range, and with 9810 for
/// a part that the type hasn't.
pub fn date_added(signature: &Signature, values: &[Value]) -> Result<Value, SqlError> {
    let part = DatePart::from_value(&values[0]);
    let number = values[1].as_i64().unwrap_or_default();
    let data_type = signature.arguments[2];
    let unsupported = match data_type {
        DataType::Date => part.is_time(),
        DataType::Time(_) => !part.is_time() || part == DatePart::TimeZoneOffset,
        DataType::DateTime | DataType::SmallDateTime => {
            matches!(part, DatePart::Microsecond | DatePart::Nanosecond | DatePart::TimeZoneOffset)
        }
        _ => part == DatePart::TimeZoneOffset,
    };
    if unsupported || part == DatePart::IsoWeek {
        let state = match data_type {
            _ if matches!(part, DatePart::IsoWeek | DatePart::TimeZoneOffset) => 2,
            DataType::DateTime => 0,
            DataType::SmallDateTime => 3,
            _ => 1,
        };
        return Err(SqlError::datepart_not_supported(part.name(), "dateadd", data_type.name()).in_state(state));
    }
    let moved = match &values[2] {
        // Computed in datetime units, because a detour through 100 ns would round the thirds of 10
        // ms twice.
        Value::DateTime(units) if data_type == DataType::SmallDateTime => {
            add_to_datetime(*units, part, number).and_then(round_to_minute).map(Value::DateTime)
        }
        Value::DateTime(units) => add_to_datetime(*units, part, number).map(Value::DateTime),
        value => add(ticks(value), part, number).and_then(|ticks| of_ticks(ticks, data_type, value)),
    };
    moved.ok_or_else(|| overflow(data_type))
}

/// Returns the error of a result that the type can't hold.
pub(super) fn overflow(data_type: DataType) -> SqlError {
    let state = match data_type {
        DataType::DateTime => 1,
        DataType::SmallDateTime => 2,
        _ => 3,
    };
    SqlError::date_add_overflow(data_type.name()).in_state(state)
}

fn add_to_datetime(units: i64, part: DatePart, number: i64) -> Option<i64> {
    let per_part = match part {
        DatePart::Hour => 3600 * 300,
        DatePart::Minute => 60 * 300,
        DatePart::Second => 300,
        // 3/10 of a unit per millisecond, rounded to nearest.
        DatePart::Millisecond => {
            let units = units.checked_add((number * 3 + 5).div_euclid(10))?;
            return Some(units).filter(|units| is_datetime(*units));
        }
        _ => {
            let time = units.rem_euclid(UNITS_PER_DAY);
            let midnight = sluice_types::calendar::ticks_of_datetime(units - time);
            let moved = datetime_of_ticks(add(midnight, part, number)?)? + time;
            return Some(moved).filter(|moved| is_datetime(*moved));
        }
    };
    let units = units.checked_add(number.checked_mul(per_part)?)?;
    Some(units).filter(|units| is_datetime(*units))
}

/// Returns the moved moment in 100 ns since 0001-01-01; `None` if it is out of range. Nanoseconds
/// are rounded to 100 ns; an ISO week and an offset cannot be added and also give `None`.
pub(super) fn add(ticks: i64, part: DatePart, number: i64) -> Option<i64> {
    let moved = match part {
        DatePart::Year => add_months(ticks, number * 12)?,
        DatePart::Quarter => add_months(ticks, number * 3)?,
        DatePart::Month => add_months(ticks, number)?,
        DatePart::Week => ticks.checked_add(number.checked_mul(7 * TICKS_PER_DAY)?)?,
        DatePart::DayOfYear | DatePart::Day | DatePart::Weekday => {
            ticks.checked_add(number.checked_mul(TICKS_PER_DAY)?)?
        }
        DatePart::Hour => ticks.checked_add(number.checked_mul(3600 * TICKS_PER_SECOND)?)?,
        DatePart::Minute => ticks.checked_add(number.checked_mul(60 * TICKS_PER_SECOND)?)?,
        DatePart::Second => ticks.checked_add(number.checked_mul(TICKS_PER_SECOND)?)?,
        DatePart::Millisecond => ticks.checked_add(number.checked_mul(TICKS_PER_SECOND / 1000)?)?,
        DatePart::Microsecond => ticks.checked_add(number.checked_mul(TICKS_PER_SECOND / 1_000_000)?)?,
        // Rounded to the nearest 100 ns.
        DatePart::Nanosecond => ticks.checked_add((number + 50).div_euclid(100))?,
        DatePart::IsoWeek | DatePart::TimeZoneOffset => return None,
    };
    (0..TICKS_END).contains(&moved).then_some(moved)
}

fn add_months(ticks: i64, months: i64) -> Option<i64> {
    let (day, time) = split_ticks(ticks);
    let date = date_of(day);
    let month = i64::from(date.year) * 12 + i64::from(date.month) - 1 + months;
    let (year, month) = (i32::try_from(month.div_euclid(12)).ok()?, month.rem_euclid(12) as u32 + 1);
    let date = CivilDate { year, month, day: date.day.min(days_in_month(year, month)) };
    Some(i64::from(day_of(date)?) * TICKS_PER_DAY + time)
}

/// Returns a moment as a value of the type, with the offset of `from`; `None` if it is out of
/// range. The fraction is rounded to the type's scale. A time of day wraps at midnight, and for
/// datetimeoffset `ticks` are local time.
pub(super) fn of_ticks(ticks: i64, data_type: DataType, from: &Value) -> Option<Value> {
    match data_type {
        DataType::DateTimeOffset(scale) => {
            let minutes = if let Value::DateTimeOffset(_, minutes) = from { *minutes } else { 0 };
            let utc = utc_ticks(ticks, minutes);
            (0..TICKS_END).contains(&utc).then(|| Value::DateTimeOffset(round_ticks(utc, scale), minutes))
        }
        DataType::Date => {
            let (day, _) = split_ticks(ticks);
            (0..=DAY_MAX).contains(&day).then_some(Value::Date(day))
        }
        DataType::DateTime2(scale) => Some(Value::DateTime2(round_ticks(ticks, scale))),
        // A time of day wraps at midnight.
        DataType::Time(scale) => Some(Value::Time(round_time(split_ticks(ticks).1, scale))),
        DataType::SmallDateTime => datetime_of_ticks(ticks).and_then(round_to_minute).map(Value::DateTime),
        _ => datetime_of_ticks(ticks).map(Value::DateTime),
    }
}
