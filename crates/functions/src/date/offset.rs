//! Moments with an offset: SYSDATETIMEOFFSET, SWITCHOFFSET, TODATETIMEOFFSET,
//! DATETIMEOFFSETFROMPARTS, AT TIME ZONE. The offset is in minutes; the ticks of such a value are
//! in UTC.

use super::add::overflow;
use super::construct;
use super::ticks::ticks;
use super::zone::Zone;
use crate::context::FunctionContext;
use crate::function::{Argument, Function, Signature};
use sluice_types::calendar::{OFFSET_MAX, TICKS_END, round_ticks, ticks_of_unix_ns, utc_ticks};
use sluice_types::date_text::offset_of;
use sluice_types::type_facts::facts;
use sluice_types::{DataType, Length, SqlError, Value};

pub(crate) const FUNCTIONS: &[Function] = &[
    Function {
        name: "DATETIMEOFFSETFROMPARTS",
        doc: "DATETIMEOFFSETFROMPARTS(year, month, day, hour, minute, second, fractions, hour offset, minute offset, precision): \
              the moment, as datetimeoffset.",
        arity: (10, 10),
        deterministic: true,
        arguments: &[INT, INT, INT, INT, INT, INT, INT, INT, INT, Argument::Scale],
        result: |_| DataType::DateTimeOffset(7),
        null_makes_null: true,
        body: of_parts,
    },
    Function {
        name: "SWITCHOFFSET",
        doc: "SWITCHOFFSET(moment, offset): the same moment with another offset.",
        arity: (2, 2),
        deterministic: true,
        arguments: &[Argument::Date(DataType::DateTimeOffset(7)), Argument::Any],
        result: |arguments| with_offset(arguments[0]),
        null_makes_null: true,
        body: switch_offset,
    },
    Function {
        name: "SYSDATETIMEOFFSET",
        doc: "SYSDATETIMEOFFSET(): the local date and time with its offset, as datetimeoffset(7).",
        arity: (0, 0),
        deterministic: false,
        arguments: &[],
        result: |_| DataType::DateTimeOffset(7),
        null_makes_null: false,
        body: |context, _, _| {
            let minutes = (context.local_offset_s() / 60) as i16;
            Ok(Value::DateTimeOffset(ticks_of_unix_ns(context.utc_now_ns()), minutes))
        },
    },
    Function {
        name: "TODATETIMEOFFSET",
        doc: "TODATETIMEOFFSET(moment, offset): the local time with this offset.",
        arity: (2, 2),
        deterministic: true,
        arguments: &[Argument::Date(DataType::DateTime2(7)), Argument::Any],
        result: |arguments| with_offset(arguments[0]),
        null_makes_null: true,
        body: to_datetime_offset,
    },
];

/// `moment AT TIME ZONE zone`: converts a moment to the zone, or interprets a local time as the
/// zone's.
pub static AT_TIME_ZONE: Function = Function {
    name: "AT TIME ZONE",
    doc: "moment AT TIME ZONE zone: the moment in the zone's local time.",
    arity: (2, 2),
    deterministic: false,
    arguments: &[Argument::Date(DataType::DateTime2(7)), Argument::As(DataType::NVarChar(Length::Limited(128)))],
    result: |arguments| with_offset(arguments[0]),
    null_makes_null: true,
    body: at_time_zone,
};

/// Returns datetimeoffset with the scale of `data_type`.
fn with_offset(data_type: DataType) -> DataType {
    DataType::DateTimeOffset(facts(data_type).scale)
}

fn of_parts(_: &dyn FunctionContext, signature: &Signature, values: &[Value]) -> Result<Value, SqlError> {
    let wrong = || construct::wrong(signature);
    let number = |place: usize| values[place].as_i64().unwrap_or_default();
    let (hours, minutes) = (number(7), number(8));
    let is_offset =
        minutes.abs() <= 59 && hours.abs() <= 14 && (hours == 0 || minutes == 0 || (hours < 0) == (minutes < 0));
    let offset = i16::try_from(hours * 60 + minutes).ok().filter(|offset| is_offset && offset.abs() <= OFFSET_MAX);
    let (offset, local) = (offset.ok_or_else(wrong)?, construct::local(values, signature.result).ok_or_else(wrong)?);
    moment(utc_ticks(local, offset), offset, signature.result).ok_or_else(wrong)
}

fn switch_offset(_: &dyn FunctionContext, signature: &Signature, values: &[Value]) -> Result<Value, SqlError> {
    let offset = offset_in(&values[1], signature, "switchoffset")?;
    let utc = if let Value::DateTimeOffset(utc, _) = values[0] { utc } else { ticks(&values[0]) };
    moment(utc, offset, signature.result).ok_or_else(|| overflow(signature.result))
}

fn to_datetime_offset(_: &dyn FunctionContext, signature: &Signature, values: &[Value]) -> Result<Value, SqlError> {
    let offset = offset_in(&values[1], signature, "todatetimeoffset")?;
    let utc = utc_ticks(ticks(&values[0]), offset);
    moment(utc, offset, signature.result).ok_or_else(|| overflow(signature.result))
}

fn at_time_zone(_: &dyn FunctionContext, signature: &Signature, values: &[Value]) -> Result<Value, SqlError> {
    if matches!(signature.arguments[0], DataType::Date | DataType::Time(_)) {
        return Err(SqlError::invalid_argument_type(signature.arguments[0].name(), 1, "AT TIME ZONE"));
    }
    let name = values[1].as_str().unwrap_or_default();
    let zone = Zone::named(name).ok_or_else(|| SqlError::invalid_time_zone(name))?;
    let utc = match values[0] {
        Value::DateTimeOffset(utc, _) => utc,
        ref local => zone.utc(ticks(local)),
    };
    moment(utc, zone.offset_at(utc).minutes, signature.result).ok_or_else(|| overflow(signature.result))
}

fn moment(utc: i64, offset: i16, data_type: DataType) -> Option<Value> {
    let scale = if let DataType::DateTimeOffset(scale) = data_type { scale } else { 7 };
    (0..TICKS_END).contains(&utc).then(|| Value::DateTimeOffset(round_ticks(utc, scale), offset))
}

/// Parses an offset: minutes, or a text like `+05:30`. Fails with 9812 for an invalid offset.
fn offset_in(value: &Value, signature: &Signature, function: &str) -> Result<i16, SqlError> {
    let wrong = || SqlError::invalid_time_zone_of_function(function);
    match value {
        Value::Str(text) => offset_of(text.trim_matches(' ')).map_err(|_| wrong()),
        _ if signature.arguments[1].is_integer() => {
            let minutes = value.as_i64().and_then(|minutes| i16::try_from(minutes).ok());
            minutes.filter(|minutes| minutes.abs() <= OFFSET_MAX).ok_or_else(wrong)
        }
        _ => Err(SqlError::invalid_argument_type(signature.arguments[1].name(), 2, function)),
    }
}

const INT: Argument = Argument::As(DataType::Int);
