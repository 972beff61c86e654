//! UNISTR: a text with characters given by their code points (`unistr-transact-sql`). A lone
//! surrogate and a malformed escape fail as invalid.

use super::{entry, str_of};
use crate::context::FunctionContext;
use crate::function::{Argument, Function, Signature};
use sluice_types::{DataType, Length, SqlError, Value};

pub(crate) const FUNCTIONS: &[Function] = &[entry(
    "UNISTR",
    "UNISTR(text [, escape]): the text with \\xxxx, a unit of UTF-16, and \\+xxxxxx, a character of Unicode, replaced.",
    (1, 2),
    &[Argument::Text, Argument::As(DataType::NVarChar(Length::Limited(1)))],
    // char and varchar need a UTF-8 collation, which no database has: the result is nvarchar
    // anyway.
    |arguments| DataType::NVarChar(arguments[0].length().unwrap_or(Length::Max)),
    unistr,
)];

/// UNISTR. Fails with 9803 if digits are missing or form no character; the documentation names no
/// error.
fn unistr(_: &dyn FunctionContext, _: &Signature, values: &[Value]) -> Result<Value, SqlError> {
    let escape = values.get(1).map_or("\\", str_of).chars().next();
    let text = str_of(&values[0]);
    let mut units: Vec<u16> = Vec::with_capacity(text.len());
    let mut rest = text.chars();
    while let Some(character) = rest.next() {
        if Some(character) != escape {
            units.extend_from_slice(character.encode_utf16(&mut [0; 2]));
            continue;
        }

        match rest.clone().next() {
            // A doubled escape character is literal.
            Some(next) if Some(next) == escape => {
                rest.next();
                units.extend_from_slice(character.encode_utf16(&mut [0; 2]));
            }
            Some('+') => {
                rest.next();
                let number = number(&mut rest, 6).and_then(char::from_u32).ok_or_else(invalid)?;
                units.extend_from_slice(number.encode_utf16(&mut [0; 2]));
            }
            _ => units.push(number(&mut rest, 4).ok_or_else(invalid)? as u16),
        }
    }
    String::from_utf16(&units).map(Value::text).map_err(|_| invalid())
}

fn invalid() -> SqlError {
    SqlError::invalid_data_for_type("unistr")
}

/// Reads `digits` hexadecimal digits.
fn number(rest: &mut std::str::Chars<'_>, digits: usize) -> Option<u32> {
    (0..digits).try_fold(0, |number, _| Some(number << 4 | rest.next()?.to_digit(16)?))
}
