//! FORMAT: a number, a date or a time in a .NET pattern and a culture (format-transact-sql.md;
//! .NET's *Standard* and *Custom Numeric Format Strings* and *Date and Time Format Strings*).
//!
//! An invalid pattern returns NULL; an unknown culture fails with 9818.

mod culture;
mod custom_number;
mod date;
mod number;
mod parse;
mod span;
mod standard_number;

#[cfg(test)]
mod tests;

pub use parse::{PARSE, TRY_PARSE};

use crate::context::FunctionContext;
use crate::function::{Argument, Function, Signature};
use culture::Culture;
use number::Number;
use sluice_types::calendar::{TICKS_PER_DAY, local_ticks, ticks_of_datetime};
use sluice_types::{DataType, Length, SqlError, Value};

pub(crate) const FUNCTIONS: &[Function] = &[Function {
    name: "FORMAT",
    doc: "FORMAT(value, pattern [, culture]): the value formatted by the pattern.",
    arity: (2, 3),
    deterministic: false,
    arguments: &[Argument::Any, Argument::TextNotNull(TEXT), Argument::As(DataType::NVarChar(Length::Limited(128)))],
    result: |_| TEXT,
    null_makes_null: true,
    body: format,
}];

fn format(_: &dyn FunctionContext, signature: &Signature, values: &[Value]) -> Result<Value, SqlError> {
    let pattern = values[1].as_str().unwrap_or_default();
    let name = values.get(2).and_then(Value::as_str).unwrap_or("en-US");
    // 9818: the culture is not supported.
    let culture = Culture::named(name).ok_or_else(|| SqlError::culture_not_supported(name))?;
    let data_type = signature.arguments[0];
    let text = match &values[0] {
        Value::Date(day) => date::format(i64::from(*day) * TICKS_PER_DAY, None, pattern, culture),
        Value::DateTime(units) => date::format(ticks_of_datetime(*units), None, pattern, culture),
        Value::DateTime2(ticks) => date::format(*ticks, None, pattern, culture),
        Value::DateTimeOffset(utc, minutes) => {
            date::format(local_ticks(*utc, *minutes), Some(*minutes), pattern, culture)
        }
        Value::Time(ticks) => span::format(*ticks, pattern),
        value => match Number::from_value(value) {
            Some(number) if data_type != DataType::Bit => of_number(&number, pattern, culture),
            _ => return Err(SqlError::invalid_argument_type(data_type.name(), 1, "format")),
        },
    };
    Ok(text.map_or(Value::Null, Value::text))
}

/// A letter with at most two digits is a standard pattern; all other patterns are custom.
fn of_number(number: &Number, pattern: &str, culture: &Culture) -> Option<String> {
    let mut characters = pattern.chars();
    match (characters.next(), characters.as_str()) {
        (None, _) => standard_number::format(number, 'G', None, culture),
        (Some(letter), rest)
            if letter.is_ascii_alphabetic() && rest.len() <= 2 && rest.bytes().all(|byte| byte.is_ascii_digit()) =>
        {
            standard_number::format(number, letter, rest.parse().ok(), culture)
        }
        _ => custom_number::format(number, pattern, culture),
    }
}

const TEXT: DataType = DataType::NVarChar(Length::Limited(DataType::NCHAR_MAX));
