//! CONVERT and TRY_CONVERT whose style is no constant (`cast-and-convert-transact-sql.md`), and
//! conversions that must not round, and the form of values in columns of ANSI_PADDING OFF. NULL as
//! style gives NULL.

use crate::context::FunctionContext;
use crate::function::{Argument, Function, Signature};
use sluice_types::convert::{convert_to_date, convert_with_style};
use sluice_types::{DataType, Length, SqlError, Value, convert};

/// CONVERT(value, style). The binder sets the target type as the result.
pub static CONVERT_IN_STYLE: Function = Function {
    name: "CONVERT",
    doc: "CONVERT(type, value, style): the value in another type.",
    arity: (2, 2),
    deterministic: false,
    arguments: &[Argument::Any, Argument::As(DataType::Int)],
    result: |arguments| arguments[0],
    null_makes_null: true,
    body: convert_in_style,
};

/// TRY_CONVERT(value, style), which gives NULL for a value that can't be converted.
pub static TRY_CONVERT_IN_STYLE: Function = Function {
    name: "TRY_CONVERT",
    doc: "TRY_CONVERT(type, value, style): the value in another type, or NULL.",
    body: |context, signature, values| Ok(convert_in_style(context, signature, values).unwrap_or(Value::Null)),
    ..CONVERT_IN_STYLE
};

fn convert_in_style(context: &dyn FunctionContext, signature: &Signature, values: &[Value]) -> Result<Value, SqlError> {
    let (from, to) = (&signature.arguments[0], &signature.result);
    let style = values[1].as_i64().and_then(|style| i32::try_from(style).ok()).unwrap_or_default();
    let session = context.session_values();
    let language = session.language();
    if to.is_date_time() && (from.is_string() || *from == DataType::SqlVariant) {
        let english = match &values[0] {
            Value::Str(text) if !language.is_english() => Value::text(language.in_english(text)),
            other => other.clone(),
        };
        return convert_to_date(&english, from, to, (Some(style), session.date_order()));
    }
    if from.is_date_time() && to.is_string() && !language.is_english() {
        let english = convert_with_style(&values[0], from, &DATE_TEXT, style)?;
        let own = Value::text(language.localized(english.as_str().unwrap_or_default()));
        return convert(&own, &DATE_TEXT, to);
    }
    convert_with_style(&values[0], from, to, style)
}

/// Returns whether the session's language decides the result of a conversion.
pub fn has_month_names(from: &DataType, to: &DataType) -> bool {
    from.is_date_time() && to.is_string() || from.is_string() && to.is_date_time()
}

/// Returns the style of a conversion without a style: 121 for a date or time, 0 for datetime,
/// smalldatetime and other types.
pub fn default_date_style(from: &DataType) -> i32 {
    match from {
        DataType::DateTime | DataType::SmallDateTime => 0,
        _ if from.is_date_time() => 121,
        _ => 0,
    }
}

/// The longest text of a date.
const DATE_TEXT: DataType = DataType::NVarChar(Length::Limited(100));

/// A conversion between exact numbers that fails if it loses digits, as under NUMERIC_ROUNDABORT ON
/// (`t-sql/statements/set-numeric-roundabort-transact-sql.md`). The binder never names it.
pub static CONVERT_EXACTLY: Function = Function {
    name: "CONVERT",
    doc: "CONVERT(type, number): the number in another type, without rounding.",
    arity: (1, 1),
    deterministic: true,
    arguments: &[Argument::Any],
    result: |arguments| arguments[0],
    null_makes_null: true,
    body: |_, signature, values| {
        let (from, to) = (&signature.arguments[0], &signature.result);
        let converted = convert(&values[0], from, to)?;
        if convert(&converted, to, from)? == values[0] {
            return Ok(converted);
        }
        Err(SqlError::arithmetic_overflow(from.name(), to.name()).in_state(7))
    },
};

/// A value without trailing blanks or zeros, as a column of ANSI_PADDING OFF stores it
/// (`t-sql/statements/set-ansi-padding-transact-sql.md`). The binder never names it.
pub static TRIM_STORED: Function = Function {
    name: "RTRIM",
    doc: "RTRIM(value): the value without trailing blanks or zeros.",
    body: |_, _, values| Ok(values[0].trimmed()),
    ..CONVERT_EXACTLY
};

/// Returns whether a conversion between these exact numbers can lose digits. Only the scale counts:
/// digits before the point overflow instead. False if a type is neither decimal nor money.
pub fn may_round(from: &DataType, to: &DataType) -> bool {
    let scale = |data_type: &DataType| match data_type {
        DataType::Decimal { scale, .. } => Some(*scale),
        other => other.is_money().then_some(MONEY_SCALE),
    };
    scale(from).zip(scale(to)).is_some_and(|(from, to)| to < from)
}

const MONEY_SCALE: u8 = 4;
