//! The moment of a date value in ticks of 100 ns.

use sluice_types::Value;
use sluice_types::calendar::{DAY_1900, TICKS_PER_DAY, local_ticks, ticks_of_datetime};

/// Returns the moment of a date value in 100 ns since 0001-01-01. Binding admits no other values. A
/// time is on 1900-01-01, and a datetimeoffset gives its local time. Panics for other values.
pub(super) fn ticks(value: &Value) -> i64 {
    match *value {
        Value::Date(day) => i64::from(day) * TICKS_PER_DAY,
        Value::DateTime(units) => ticks_of_datetime(units),
        Value::DateTime2(ticks) => ticks,
        // The local time of the value.
        Value::DateTimeOffset(ticks, minutes) => local_ticks(ticks, minutes),
        Value::Time(ticks) => i64::from(DAY_1900) * TICKS_PER_DAY + ticks,
        _ => panic!("{value:?} is no date"),
    }
}
