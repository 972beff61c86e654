//! The current time, local and in UTC: SYSDATETIME and related functions.

use super::zone::{standard_minutes, zone_with};
use crate::context::FunctionContext;
use crate::function::Function;
use sluice_types::calendar::{TICKS_PER_DAY, TICKS_PER_SECOND, datetime_of_ticks, ticks_of_unix_ns};
use sluice_types::{DataType, Length, SqlError, Value};

pub(crate) const FUNCTIONS: &[Function] = &[
    clock(
        "CURRENT_DATE",
        "CURRENT_DATE: the local date.",
        |_| DataType::Date,
        |context, _, _| Ok(Value::Date(local(context).div_euclid(TICKS_PER_DAY) as i32)),
    ),
    clock(
        "CURRENT_TIMESTAMP",
        "CURRENT_TIMESTAMP: the local date and time, as datetime.",
        |_| DataType::DateTime,
        |context, _, _| datetime(local(context)),
    ),
    clock(
        "GETDATE",
        "GETDATE(): the local date and time, as datetime.",
        |_| DataType::DateTime,
        |context, _, _| datetime(local(context)),
    ),
    clock(
        "GETUTCDATE",
        "GETUTCDATE(): the date and time in UTC, as datetime.",
        |_| DataType::DateTime,
        |context, _, _| datetime(utc(context)),
    ),
    clock(
        "SYSDATETIME",
        "SYSDATETIME(): the local date and time, as datetime2(7).",
        |_| DataType::DateTime2(7),
        |context, _, _| Ok(Value::DateTime2(local(context))),
    ),
    clock(
        "SYSUTCDATETIME",
        "SYSUTCDATETIME(): the date and time in UTC, as datetime2(7).",
        |_| DataType::DateTime2(7),
        |context, _, _| Ok(Value::DateTime2(utc(context))),
    ),
];

/// The server's time zone (`current-timezone-`, `current-timezone-id-transact-sql`).
pub(crate) const ZONES: &[Function] = &[
    clock(
        "CURRENT_TIMEZONE",
        "CURRENT_TIMEZONE(): the server's time zone with its offset.",
        |_| DataType::varchar(Length::Limited(128)),
        |context, _, _| Ok(Value::text(shown_zone(context))),
    ),
    clock(
        "CURRENT_TIMEZONE_ID",
        "CURRENT_TIMEZONE_ID(): the Windows name of the server's time zone.",
        |_| DataType::varchar(Length::Limited(128)),
        |context, _, _| Ok(Value::text(local_zone(context).unwrap_or(UTC))),
    ),
];

/// Returns the name of a time zone in which the server's local time is right. Several zones may
/// have the same rules.
fn local_zone(context: &dyn FunctionContext) -> Option<&'static str> {
    zone_with(context.utc_now_ns(), |utc_ns| context.local_offset_at(utc_ns) / 60)
}

/// Returns the zone as Windows shows it, with its name in place of the cities.
fn shown_zone(context: &dyn FunctionContext) -> String {
    match local_zone(context) {
        None | Some(UTC) => "(UTC) Coordinated Universal Time".to_owned(),
        Some(name) => {
            let minutes = standard_minutes(name);
            let sign = if minutes < 0 { '-' } else { '+' };
            format!("(UTC{sign}{:02}:{:02}) {name}", minutes.abs() / 60, minutes.abs() % 60)
        }
    }
}

const UTC: &str = "UTC";

const fn clock(
    name: &'static str,
    doc: &'static str,
    result: fn(&[DataType]) -> DataType,
    body: crate::function::Body,
) -> Function {
    Function { name, doc, arity: (0, 0), deterministic: false, arguments: &[], result, null_makes_null: false, body }
}

fn utc(context: &dyn FunctionContext) -> i64 {
    ticks_of_unix_ns(context.utc_now_ns())
}

fn local(context: &dyn FunctionContext) -> i64 {
    utc(context) + i64::from(context.local_offset_s()) * TICKS_PER_SECOND
}

fn datetime(ticks: i64) -> Result<Value, SqlError> {
    let out_of_range = || SqlError::date_out_of_range(DataType::DateTime2(7).name(), DataType::DateTime.name());
    datetime_of_ticks(ticks).map(Value::DateTime).ok_or_else(out_of_range)
}
