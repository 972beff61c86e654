//! LIKE and PATINDEX: texts matched against patterns.

use super::{collation_in, entry, position, position_type, str_of};
use crate::context::FunctionContext;
use crate::function::{Argument, Function, Signature};
use sluice_types::named_collation::Collation;
use sluice_types::pattern::{self, Reading};
use sluice_types::{DataType, SqlError, Value};

/// The predicate LIKE. T-SQL can't call it as a function.
pub static LIKE: Function = entry(
    "LIKE",
    "text LIKE pattern [ESCAPE character]: whether the text matches the pattern.",
    (2, 3),
    &[Argument::Text],
    |_| DataType::Bit,
    like,
);

pub(crate) const FUNCTIONS: &[Function] = &[entry(
    "PATINDEX",
    "PATINDEX(pattern, text): the position of the first match, from 1; 0 if there is none.",
    (2, 2),
    &[Argument::Text, Argument::OnlyTextNotNull],
    |arguments| position_type(&arguments[1..]),
    pattern_index,
)];

/// PATINDEX under the collation named by the first argument.
pub(crate) static PATINDEX_COLLATED: Function = entry(
    "PATINDEX",
    "PATINDEX(pattern, text), by a collation.",
    (3, 3),
    &[Argument::Any],
    |arguments| position_type(&arguments[2..]),
    |_, signature, values| {
        let ignores_trailing_blanks = !signature.arguments[1..].iter().any(DataType::is_unicode);
        let reading = Reading { escape: None, ignores_trailing_blanks, collation: collation_in(&values[0]) };
        let found = pattern::position(str_of(&values[2]), str_of(&values[1]), reading);
        Ok(position(found.map_or(0, |before| before + 1), signature.result))
    },
);

fn like(_: &dyn FunctionContext, signature: &Signature, values: &[Value]) -> Result<Value, SqlError> {
    let escape = values.get(2).map(escape_unit).transpose()?;
    let reading = Reading { escape, ..reading(signature) };
    Ok(Value::Bit(pattern::matches(str_of(&values[0]), str_of(&values[1]), reading)))
}

fn pattern_index(_: &dyn FunctionContext, signature: &Signature, values: &[Value]) -> Result<Value, SqlError> {
    let found = pattern::position(str_of(&values[1]), str_of(&values[0]), reading(signature));
    Ok(position(found.map_or(0, |before| before + 1), signature.result))
}

/// Returns the options of a call of LIKE or PATINDEX. With a Unicode argument, trailing blanks
/// count.
pub fn reading(signature: &Signature) -> Reading {
    let ignores_trailing_blanks = !signature.arguments.iter().any(DataType::is_unicode);
    Reading { escape: None, ignores_trailing_blanks, collation: Collation::DEFAULT }
}

fn escape_unit(value: &Value) -> Result<u16, SqlError> {
    let mut units = str_of(value).encode_utf16();
    match (units.next(), units.next()) {
        (Some(unit), None) => Ok(unit),
        _ => Err(SqlError::invalid_escape_character(str_of(value), "LIKE")),
    }
}
