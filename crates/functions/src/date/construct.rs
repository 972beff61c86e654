//! Dates built from parts: DATEFROMPARTS and related functions, EOMONTH. A part out of its range
//! fails; a NULL part gives NULL.

use super::add::overflow;
use super::ticks::ticks;
use crate::context::FunctionContext;
use crate::function::{Argument, Function, Signature};
use sluice_types::calendar::{
    CivilDate, ClockTime, TICKS_PER_DAY, date_of, datetime_of_ticks, day_of, days_in_month, round_to_minute,
    split_ticks, ticks_of,
};
use sluice_types::{DataType, SqlError, Value};

/// Invalid parts fail with 289.
pub(crate) const FUNCTIONS: &[Function] = &[
    Function {
        name: "DATEFROMPARTS",
        doc: "DATEFROMPARTS(year, month, day): the date.",
        arity: (3, 3),
        deterministic: true,
        arguments: INTS,
        result: |_| DataType::Date,
        null_makes_null: true,
        body: |_, signature, values| day(values).map(Value::Date).ok_or_else(|| wrong(signature)),
    },
    Function {
        name: "DATETIMEFROMPARTS",
        doc: "DATETIMEFROMPARTS(year, month, day, hour, minute, second, milliseconds): the moment, as datetime.",
        arity: (7, 7),
        deterministic: true,
        arguments: INTS,
        result: |_| DataType::DateTime,
        null_makes_null: true,
        body: |_, signature, values| moment(values).map(Value::DateTime).ok_or_else(|| wrong(signature)),
    },
    Function {
        name: "SMALLDATETIMEFROMPARTS",
        doc: "SMALLDATETIMEFROMPARTS(year, month, day, hour, minute): the moment, as smalldatetime.",
        arity: (5, 5),
        deterministic: true,
        arguments: INTS,
        result: |_| DataType::SmallDateTime,
        null_makes_null: true,
        body: |_, signature, values| {
            moment(values).and_then(round_to_minute).map(Value::DateTime).ok_or_else(|| wrong(signature))
        },
    },
    Function {
        name: "DATETIME2FROMPARTS",
        doc: "DATETIME2FROMPARTS(year, month, day, hour, minute, second, fractions, precision): the moment, as datetime2.",
        arity: (8, 8),
        deterministic: true,
        arguments: &[INT, INT, INT, INT, INT, INT, INT, Argument::Scale],
        result: |_| DataType::DateTime2(7),
        null_makes_null: true,
        body: |_, signature, values| {
            local(values, signature.result).map(Value::DateTime2).ok_or_else(|| wrong(signature))
        },
    },
    Function {
        name: "TIMEFROMPARTS",
        doc: "TIMEFROMPARTS(hour, minute, second, fractions, precision): the time of the day.",
        arity: (5, 5),
        deterministic: true,
        arguments: &[INT, INT, INT, INT, Argument::Scale],
        result: |_| DataType::Time(7),
        null_makes_null: true,
        body: |_, signature, values| clock(values, signature.result).map(Value::Time).ok_or_else(|| wrong(signature)),
    },
    Function {
        name: "EOMONTH",
        doc: "EOMONTH(date [, months]): the last day of the date's month, or of a month months later.",
        arity: (1, 2),
        deterministic: true,
        arguments: &[Argument::Date(DataType::Date), Argument::As(DataType::Int)],
        result: |_| DataType::Date,
        null_makes_null: false,
        body: end_of_month,
    },
];

/// EOMONTH. A NULL second argument counts as 0.
fn end_of_month(_: &dyn FunctionContext, _: &Signature, values: &[Value]) -> Result<Value, SqlError> {
    if values[0].is_null() {
        return Ok(Value::Null);
    }
    let date = date_of(split_ticks(ticks(&values[0])).0);
    let months = values.get(1).and_then(Value::as_i64).unwrap_or_default();
    let month = i64::from(date.year) * 12 + i64::from(date.month) - 1 + months;
    let (year, month) = (month.div_euclid(12), month.rem_euclid(12) as u32 + 1);
    let year = i32::try_from(year).unwrap_or_default();
    let last = day_of(CivilDate { year, month, day: days_in_month(year, month) });
    last.map(Value::Date).ok_or_else(|| overflow(DataType::Date))
}

fn day(values: &[Value]) -> Option<i32> {
    let year = i32::try_from(values[0].as_i64()?).ok()?;
    day_of(CivilDate { year, month: part(values, 1)?, day: part(values, 2)? })
}

/// Returns 1/300 seconds since 1900-01-01. Missing time parts are 0.
fn moment(values: &[Value]) -> Option<i64> {
    let or_zero = |place| if place < values.len() { part(values, place) } else { Some(0) };
    let (hour, minute, second, millisecond) = (or_zero(3)?, or_zero(4)?, or_zero(5)?, or_zero(6)?);
    if hour > 23 || minute > 59 || second > 59 || millisecond > 999 {
        return None;
    }
    let time = ticks_of(ClockTime { hour, minute, second, ticks: millisecond * 10_000 });
    datetime_of_ticks(i64::from(day(values)?) * TICKS_PER_DAY + time)
}

/// Returns 100 ns since 0001-01-01, from a year, a month, a day, and a time. `None` if a part is
/// out of its range.
pub(super) fn local(values: &[Value], data_type: DataType) -> Option<i64> {
    Some(i64::from(day(values)?) * TICKS_PER_DAY + clock(&values[3..], data_type)?)
}

/// Returns 100 ns since midnight, from an hour, a minute, a second, and a fraction in units of the
/// type's scale.
fn clock(values: &[Value], data_type: DataType) -> Option<i64> {
    let (hour, minute, second, fractions) = (part(values, 0)?, part(values, 1)?, part(values, 2)?, part(values, 3)?);
    let scale = u32::from(data_type.fraction()?);
    let is_clock = hour <= 23 && minute <= 59 && second <= 59 && fractions < 10_u32.pow(scale);
    is_clock.then(|| ticks_of(ClockTime { hour, minute, second, ticks: fractions * 10_u32.pow(7 - scale) }))
}

fn part(values: &[Value], place: usize) -> Option<u32> {
    u32::try_from(values[place].as_i64()?).ok()
}

/// Returns the error of parts that the type doesn't have.
pub(super) fn wrong(signature: &Signature) -> SqlError {
    let state = match signature.result {
        DataType::Date => 1,
        DataType::Time(_) => 2,
        DataType::DateTime => 3,
        DataType::SmallDateTime => 4,
        DataType::DateTime2(_) => 5,
        _ => 6,
    };
    SqlError::no_date_of_parts(signature.result.name()).in_state(state)
}

const INT: Argument = Argument::As(DataType::Int);
const INTS: &[Argument] = &[INT];
