//! DATEDIFF and DATEDIFF_BIG: the number of datepart boundaries between two moments
//! (datediff-transact-sql.md).
//!
//! Boundaries are counted, not complete parts: from 23:59 to 00:01 is one day. Weeks begin on
//! Sunday, regardless of DATEFIRST.

use super::ticks::ticks;
use crate::context::FunctionContext;
use crate::date_part::DatePart;
use crate::function::Signature;
use sluice_types::calendar::{TICKS_PER_SECOND, date_of, split_ticks};
use sluice_types::{SqlError, Value};

/// DATEDIFF: fails with 535 if the number of boundaries exceeds an int. Fails with 9806 for
/// an ISO week and an offset.
pub(super) fn date_diff(_: &dyn FunctionContext, _: &Signature, values: &[Value]) -> Result<Value, SqlError> {
    let difference = difference("datediff", values)?;
    i32::try_from(difference).map(Value::Int).map_err(|_| SqlError::datediff_overflow("datediff"))
}

/// DATEDIFF_BIG: like DATEDIFF, but its result has 64 bits, beyond which it fails with 535.
pub(super) fn date_diff_big(_: &dyn FunctionContext, _: &Signature, values: &[Value]) -> Result<Value, SqlError> {
    difference("datediff_big", values).map(Value::BigInt)
}

fn difference(function: &str, values: &[Value]) -> Result<i64, SqlError> {
    let part = DatePart::from_value(&values[0]);
    let (start, end) = (utc(&values[1]), utc(&values[2]));
    if part == DatePart::Nanosecond {
        return (end - start).checked_mul(100).ok_or_else(|| SqlError::datediff_overflow(function));
    }
    match (boundary(part, start), boundary(part, end)) {
        (Some(start), Some(end)) => Ok(end - start),
        _ => Err(SqlError::datepart_not_supported_by(part.name(), function)),
    }
}

/// Returns the moment in UTC; a moment without an offset counts as UTC.
fn utc(value: &Value) -> i64 {
    if let Value::DateTimeOffset(utc, _) = value { *utc } else { ticks(value) }
}

/// Returns the number of boundaries of the part from 0001-01-01 to the moment.
fn boundary(part: DatePart, ticks: i64) -> Option<i64> {
    let (day, _) = split_ticks(ticks);
    let date = date_of(day);
    let month = i64::from(date.year) * 12 + i64::from(date.month) - 1;
    Some(match part {
        DatePart::Year => date.year.into(),
        DatePart::Quarter => month / 3,
        DatePart::Month => month,
        DatePart::DayOfYear | DatePart::Day | DatePart::Weekday => day.into(),
        // Day 0 was a Monday.
        DatePart::Week => (i64::from(day) + 1) / 7,
        DatePart::Hour => ticks / (3600 * TICKS_PER_SECOND),
        DatePart::Minute => ticks / (60 * TICKS_PER_SECOND),
        DatePart::Second => ticks / TICKS_PER_SECOND,
        DatePart::Millisecond => ticks / (TICKS_PER_SECOND / 1000),
        DatePart::Microsecond => ticks / (TICKS_PER_SECOND / 1_000_000),
        DatePart::Nanosecond | DatePart::IsoWeek | DatePart::TimeZoneOffset => return None,
    })
}
