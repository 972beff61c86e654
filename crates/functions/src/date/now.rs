//! The current time, local and in UTC: SYSDATETIME and related functions.

use crate::context::FunctionContext;
use crate::function::Function;
use sluice_types::calendar::{TICKS_PER_SECOND, datetime_of_ticks, ticks_of_unix_ns};
use sluice_types::{DataType, SqlError, Value};

pub(crate) const FUNCTIONS: &[Function] = &[
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
