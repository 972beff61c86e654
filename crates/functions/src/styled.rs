//! CONVERT and TRY_CONVERT whose style is no constant (`cast-and-convert-transact-sql.md`).

use crate::context::FunctionContext;
use crate::function::{Argument, Function, Signature};
use sluice_types::convert::{convert_to_date, convert_with_style};
use sluice_types::{DataType, SqlError, Value};

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
    if to.is_date_time() && (from.is_string() || *from == DataType::SqlVariant) {
        return convert_to_date(&values[0], from, to, (Some(style), context.session_values().date_order()));
    }
    convert_with_style(&values[0], from, to, style)
}
