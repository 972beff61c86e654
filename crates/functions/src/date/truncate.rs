//! DATETRUNC and DATE_BUCKET: the start of a datepart, or of a number of dateparts. Weeks of
//! DATETRUNC begin as DATEFIRST says; a bucket counts from an origin.

use super::add::{add, of_ticks, overflow};
use super::parts::days_since;
use super::ticks::ticks;
use crate::context::FunctionContext;
use crate::date_part::DatePart;
use crate::function::{Argument, Function, Signature};
use sluice_types::calendar::{CivilDate, DAY_1900, TICKS_PER_DAY, TICKS_PER_SECOND, date_of, day_of, split_ticks};
use sluice_types::{DataType, SqlError, Value};

pub(crate) const FUNCTIONS: &[Function] = &[
    Function {
        name: "DATETRUNC",
        doc: "DATETRUNC(datepart, date): the date truncated to the datepart.",
        arity: (2, 2),
        deterministic: true,
        arguments: &[Argument::Datepart, Argument::OnlyDate(DataType::DateTime2(7))],
        result: |arguments| arguments[1],
        null_makes_null: true,
        body: date_trunc,
    },
    Function {
        name: "DATE_BUCKET",
        doc: "DATE_BUCKET(datepart, number, date [, origin]): the start of the bucket of so many dateparts, counted from the origin \
              (1900-01-01), that the date is in.",
        arity: (3, 4),
        deterministic: true,
        arguments: &[Argument::Datepart, Argument::As(DataType::Int), Argument::Any, Argument::Any],
        result: |arguments| arguments[2],
        null_makes_null: true,
        body: date_bucket,
    },
];

fn date_trunc(context: &dyn FunctionContext, signature: &Signature, values: &[Value]) -> Result<Value, SqlError> {
    let (part, data_type) = (DatePart::from_value(&values[0]), signature.result);
    let begun =
        has(part, data_type).then(|| begin(part, ticks(&values[1]), context.session_values().date_first())).flatten();
    let begun = begun.ok_or_else(|| {
        let is_of_other_kind = match data_type {
            DataType::Date => part.is_time(),
            DataType::Time(_) => !part.is_time(),
            _ => false,
        };
        let state = match data_type {
            DataType::SmallDateTime => 8,
            DataType::DateTime => 9,
            _ if is_of_other_kind => 10,
            _ => 11,
        };
        SqlError::datepart_not_supported(part.name(), "datetrunc", data_type.name()).in_state(state)
    })?;
    let moment = Some(begun).filter(|begun| *begun >= 0).and_then(|begun| of_ticks(begun, data_type, &values[1]));
    moment.ok_or_else(SqlError::date_too_small)
}

/// Returns whether values of the type have the part with all its digits.
fn has(part: DatePart, data_type: DataType) -> bool {
    let digits = match part {
        DatePart::Millisecond => 3,
        DatePart::Microsecond => 6,
        _ => 0,
    };
    match data_type {
        DataType::Date => !part.is_time(),
        DataType::Time(scale) => part.is_time() && digits <= scale,
        DataType::DateTime2(scale) | DataType::DateTimeOffset(scale) => digits <= scale,
        DataType::DateTime => digits <= 3,
        _ => digits == 0,
    }
}

/// Returns the start of the part that contains the moment. Weeks begin on the day `first`, ISO
/// weeks on Monday. `None` for a part without a start.
fn begin(part: DatePart, ticks: i64, first: u8) -> Option<i64> {
    let (day, _) = split_ticks(ticks);
    let date = date_of(day);
    let month = |month| Some(i64::from(day_of(CivilDate { month, day: 1, ..date })?) * TICKS_PER_DAY);
    let unit = match part {
        DatePart::Year => return month(1),
        DatePart::Quarter => return month((date.month - 1) / 3 * 3 + 1),
        DatePart::Month => return month(date.month),
        DatePart::Week => return Some(i64::from(day - days_since(day, first)) * TICKS_PER_DAY),
        // Day 0 was a Monday.
        DatePart::IsoWeek => return Some(i64::from(day / 7 * 7) * TICKS_PER_DAY),
        DatePart::DayOfYear | DatePart::Day => TICKS_PER_DAY,
        DatePart::Hour => 3600 * TICKS_PER_SECOND,
        DatePart::Minute => 60 * TICKS_PER_SECOND,
        DatePart::Second => TICKS_PER_SECOND,
        DatePart::Millisecond => TICKS_PER_SECOND / 1000,
        DatePart::Microsecond => TICKS_PER_SECOND / 1_000_000,
        DatePart::Weekday | DatePart::Nanosecond | DatePart::TimeZoneOffset => return None,
    };
    Some(ticks / unit * unit)
}

fn date_bucket(_: &dyn FunctionContext, signature: &Signature, values: &[Value]) -> Result<Value, SqlError> {
    let (part, data_type) = (DatePart::from_value(&values[0]), signature.result);
    let number = values[1].as_i64().unwrap_or_default();
    // Strings are not converted to dates here, and the origin must have the date's type.
    let types = &signature.arguments[2..];
    if let Some(place) = types.iter().position(|given| !given.is_date_time() || given.name() != data_type.name()) {
        return Err(SqlError::invalid_argument_type(types[place].name(), place + 3, "date_bucket"));
    }
    if number <= 0 {
        return Err(SqlError::bucket_not_positive());
    }
    let origin = values.get(3).map_or(i64::from(DAY_1900) * TICKS_PER_DAY, ticks);
    let unsupported = || SqlError::datepart_not_supported(part.name(), "date_bucket", data_type.name());
    if !has(part, data_type) {
        return Err(unsupported());
    }
    let moment = ticks(&values[2]);
    let width = match part {
        DatePart::Year => 12,
        DatePart::Quarter => 3,
        DatePart::Month => 1,
        DatePart::Week => 7 * TICKS_PER_DAY,
        DatePart::DayOfYear | DatePart::Day | DatePart::Weekday => TICKS_PER_DAY,
        DatePart::Hour => 3600 * TICKS_PER_SECOND,
        DatePart::Minute => 60 * TICKS_PER_SECOND,
        DatePart::Second => TICKS_PER_SECOND,
        DatePart::Millisecond => TICKS_PER_SECOND / 1000,
        _ => return Err(unsupported()),
    };
    let width = width * number;
    let start = match part {
        DatePart::Year | DatePart::Quarter | DatePart::Month => {
            let month = |ticks| {
                let date = date_of(split_ticks(ticks).0);
                i64::from(date.year) * 12 + i64::from(date.month)
            };
            let nearest = (month(moment) - month(origin)).div_euclid(width) * width;
            let start = add(origin, DatePart::Month, nearest);
            // The month may be right but its day after the moment.
            start.filter(|start| *start <= moment).or_else(|| add(origin, DatePart::Month, nearest - width))
        }
        _ => Some(origin + (moment - origin).div_euclid(width) * width),
    };
    let bucket = start.filter(|start| *start >= 0).and_then(|start| of_ticks(start, data_type, &values[2]));
    bucket.ok_or_else(|| overflow(data_type))
}
