//! DATEPART and DATENAME: one part of a moment (datepart-transact-sql.md). SET DATEFIRST sets the
//! first day of the week.

use super::ticks::ticks;
use crate::context::FunctionContext;
use crate::date_part::DatePart;
use crate::function::Signature;
use sluice_types::calendar::{CivilDate, date_of, day_of, split_ticks, time_of};
use sluice_types::{DataType, SqlError, Value, date_style};

/// DATEPART: fails with 9810 if the type lacks the datepart. The first day of the week is the
/// session's.
pub(super) fn date_part(
    context: &dyn FunctionContext,
    signature: &Signature,
    values: &[Value],
) -> Result<Value, SqlError> {
    let part = supported("datepart", signature, values)?;
    Ok(match (part, &values[1]) {
        (DatePart::TimeZoneOffset, Value::DateTimeOffset(_, minutes)) => Value::Int((*minutes).into()),
        _ => part_value(part, ticks(&values[1]), context.session_values().date_first()),
    })
}

/// DATENAME: a month and a weekday by their names in the session's language, an offset as `+hh:mm`,
/// other parts as digits. Fails with 9810 for a part that the type hasn't.
pub(super) fn date_name(
    context: &dyn FunctionContext,
    signature: &Signature,
    values: &[Value],
) -> Result<Value, SqlError> {
    let part = supported("datename", signature, values)?;
    if let (DatePart::TimeZoneOffset, Value::DateTimeOffset(_, minutes)) = (part, &values[1]) {
        return Ok(Value::text(date_style::offset(*minutes)));
    }
    let ticks = ticks(&values[1]);
    let number = number(part, ticks, context.session_values().date_first());
    Ok(match part {
        DatePart::Month => Value::text(context.session_values().language().month(number as usize)),
        DatePart::Weekday => Value::text(context.session_values().language().day(split_ticks(ticks).0 as usize % 7)),
        _ => Value::text(number.to_string()),
    })
}

/// Returns the part of a moment as an int. `first` is the first day of the week.
pub(super) fn part_value(part: DatePart, ticks: i64, first: u8) -> Value {
    Value::Int(number(part, ticks, first))
}

/// Validates the datepart: a date has no time, a time no date, and only a datetimeoffset has an
/// offset.
fn supported(function: &str, signature: &Signature, values: &[Value]) -> Result<DatePart, SqlError> {
    let part = DatePart::from_value(&values[0]);
    let data_type = signature.arguments[1];
    let is_missing = match data_type {
        DataType::Date => part.is_time(),
        DataType::Time(_) => !part.is_time(),
        _ => false,
    };
    let has_offset = matches!(data_type, DataType::DateTimeOffset(_));
    if part == DatePart::TimeZoneOffset && !has_offset || is_missing {
        // DATENAME has the states behind those of DATEPART.
        let state = match (data_type, function) {
            (DataType::Date, "datename") => 4,
            (DataType::Time(_), "datename") => 5,
            (_, "datename") => 7,
            (DataType::Date, _) => 2,
            (DataType::Time(_), _) => 3,
            _ => 6,
        };
        return Err(SqlError::datepart_not_supported(part.name(), function, data_type.name()).in_state(state));
    }
    Ok(part)
}

fn number(part: DatePart, ticks: i64, first: u8) -> i32 {
    let (day, rest) = split_ticks(ticks);
    let date = date_of(day);
    let time = time_of(rest);
    let unsigned = match part {
        DatePart::Year => return date.year,
        DatePart::Quarter => (date.month - 1) / 3 + 1,
        DatePart::Month => date.month,
        DatePart::DayOfYear => return day - new_year(date.year) + 1,
        DatePart::Day => date.day,
        DatePart::Week => return week(day, date.year, first),
        DatePart::IsoWeek => return iso_week(day),
        DatePart::Weekday => return days_since(day, first) + 1,
        DatePart::Hour => time.hour,
        DatePart::Minute => time.minute,
        DatePart::Second => time.second,
        DatePart::Millisecond => time.ticks / 10_000,
        DatePart::Microsecond => time.ticks / 10,
        DatePart::Nanosecond => time.ticks * 100,
        DatePart::TimeZoneOffset => 0,
    };
    unsigned as i32
}

/// Returns the week of the year. 1 January is in week 1, and each first day of the week begins
/// another.
fn week(day: i32, year: i32, first: u8) -> i32 {
    let begun = |day| day - days_since(day, first);
    (begun(day) - begun(new_year(year))) / 7 + 1
}

/// Returns the days since the last first day of the week. Day 0 was a Monday, which is 1.
pub(super) fn days_since(day: i32, first: u8) -> i32 {
    (day + 8 - i32::from(first)) % 7
}

/// Returns the ISO week. Its Thursday decides the year; the week of the year's first Thursday is 1.
fn iso_week(day: i32) -> i32 {
    let thursday = day - day % 7 + 3;
    // 9999-12-31 is a Friday, so the last week of 9999 needs no date of the year 10000.
    (thursday - new_year(date_of(thursday).year)) / 7 + 1
}

fn new_year(year: i32) -> i32 {
    day_of(CivilDate { year, month: 1, day: 1 }).unwrap_or(0)
}
