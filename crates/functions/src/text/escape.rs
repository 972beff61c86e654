//! STRING_ESCAPE and FORMATMESSAGE.

use super::{entry, str_of};
use crate::context::FunctionContext;
use crate::function::{Argument, Function, Signature};
use crate::message_format;
use sluice_base::interruption::paced;
use sluice_types::{DataType, Length, SqlError, Value};
use std::fmt::Write;

pub(crate) const FUNCTIONS: &[Function] = &[
    Function {
        null_makes_null: false,
        ..entry(
            "FORMATMESSAGE",
            "FORMATMESSAGE(text, value, ...): the text with values in place of its % placeholders.",
            (1, 21),
            &[Argument::Any],
            |_| DataType::NVarChar(Length::Limited(2044)),
            format_message,
        )
    },
    entry(
        "STRING_ESCAPE",
        "STRING_ESCAPE(text, 'json'): the text escaped for a JSON string.",
        (2, 2),
        &[Argument::As(DataType::NVarChar(Length::Max)), Argument::As(DataType::NVarChar(Length::Limited(128)))],
        |_| DataType::NVarChar(Length::Max),
        |_, _, values| {
            // 1023: a parameter is not valid; json is the only type.
            match str_of(&values[1]).trim_end_matches(' ').eq_ignore_ascii_case("json") {
                true => Ok(Value::text(json_escaped(str_of(&values[0])))),
                false => Err(SqlError::invalid_parameter("2", "string_escape")),
            }
        },
    ),
];

/// Returns a text as it appears between quotes in JSON. Also escapes the solidus, as SQL Server
/// does. Control characters without a short form become `\u` and four digits.
pub(crate) fn json_escaped(text: &str) -> String {
    let mut escaped = String::with_capacity(text.len());
    for character in paced(text.chars()) {
        match character {
            '"' => escaped.push_str("\\\""),
            '\\' => escaped.push_str("\\\\"),
            '/' => escaped.push_str("\\/"),
            '\u{8}' => escaped.push_str("\\b"),
            '\u{c}' => escaped.push_str("\\f"),
            '\n' => escaped.push_str("\\n"),
            '\r' => escaped.push_str("\\r"),
            '\t' => escaped.push_str("\\t"),
            '\0'..='\u{1f}' => write!(escaped, "\\u{:04x}", character as u32).unwrap_or_default(),
            other => escaped.push(other),
        }
    }
    escaped
}

/// FORMATMESSAGE. A placeholder or value that doesn't fit gives a text about that. NULL for a NULL
/// text, for a message number that `sys.messages` lacks, and for a system message up to 13000.
fn format_message(context: &dyn FunctionContext, signature: &Signature, values: &[Value]) -> Result<Value, SqlError> {
    match &values[0] {
        Value::Str(text) => Ok(Value::text(formatted(text, &values[1..]))),
        Value::Null => Ok(Value::Null),
        number if signature.arguments[0].is_integer() => {
            let number = number.as_i64().and_then(|number| i32::try_from(number).ok());
            let number = number.filter(|number| *number > SYSTEM_MIN);
            Ok(match number.and_then(|number| Some((number, context.message(number)?))) {
                None => Value::Null,
                Some((number, text)) if number < FIRST_OF_USERS => {
                    Value::text(message_format::format_places(&text, &values[1..]))
                }
                Some((_, text)) => Value::text(formatted(&text, &values[1..])),
            })
        }
        _ => Err(SqlError::invalid_argument_type(signature.arguments[0].name(), 1, "formatmessage")),
    }
}

/// Returns the text with the values, or the text that describes a placeholder or a value that
/// doesn't fit.
fn formatted(text: &str, values: &[Value]) -> String {
    let wrong = |_| WRONG_FORMAT.to_owned();
    message_format::format(text, values).unwrap_or_else(wrong)
}

/// The result for a placeholder or a value that doesn't fit, as recorded of SQL Server.
const WRONG_FORMAT: &str = "Error: 50000, Severity: -1, State: 1. (Params:). The error is printed in terse mode because \
    there was error during formatting. Tracing, ETW, notifications etc are skipped.\r\n";
/// System messages up to this number can't be formatted.
const SYSTEM_MIN: i32 = 13_000;
const FIRST_OF_USERS: i32 = 50_000;
