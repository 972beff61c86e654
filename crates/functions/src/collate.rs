//! COLLATE: a text with another collation, and its comparison keys.

use crate::context::FunctionContext;
use crate::function::{Argument, Function, Signature};
use crate::text::{CHARINDEX_COLLATED, PATINDEX_COLLATED, REPLACE_COLLATED, collation_in};
use sluice_types::named_collation::Collation;
use sluice_types::pattern::{self, Reading};
use sluice_types::{DataType, Length, SqlError, Value};

/// `text COLLATE name`: returns the text unchanged. Functions applied to it use the named
/// collation.
pub static COLLATE: Function = COLLATE_FUNCTION;

const COLLATE_FUNCTION: Function = Function {
    name: "COLLATE",
    doc: "text COLLATE name: the text with this collation.",
    arity: (2, 2),
    deterministic: true,
    arguments: &[Argument::Any],
    result: |arguments| arguments[0],
    null_makes_null: true,
    body: |_, _, values| Ok(values[0].clone()),
};

/// A text whose collation, named by the second argument, differs from that of its source
/// expression.
pub static INHERIT_COLLATION: Function = Function { name: "INHERIT_COLLATION", ..COLLATE_FUNCTION };

/// Returns the comparison key of the text under the named collation.
pub static COLLATION_KEY: Function = Function {
    name: "COLLATION_KEY",
    doc: "The bytes by which a text compares.",
    arity: (2, 2),
    deterministic: true,
    arguments: &[Argument::Any],
    result: |_| DataType::VarBinary(Length::Max),
    null_makes_null: true,
    body: |_, signature, values| {
        let text = values[0].as_str().unwrap_or_default();
        Ok(Value::bytes(collation_of(values).key(text, signature.arguments[0].code_page())))
    },
};

/// The functions that search text, with their variants for collations other than the default. A
/// variant's first argument is the collation's name.
pub static COLLATED: [(&str, &Function); 3] =
    [("CHARINDEX", &CHARINDEX_COLLATED), ("PATINDEX", &PATINDEX_COLLATED), ("REPLACE", &REPLACE_COLLATED)];

/// `text LIKE pattern` under a collation. Arguments: text, collation name, pattern, escape
/// character.
pub static LIKE_COLLATED: Function = Function {
    name: "LIKE",
    doc: "text COLLATE name LIKE pattern: whether the text matches the pattern.",
    arity: (3, 4),
    deterministic: true,
    arguments: &[Argument::Text],
    result: |_| DataType::Bit,
    null_makes_null: true,
    body: like,
};

fn like(_: &dyn FunctionContext, signature: &Signature, values: &[Value]) -> Result<Value, SqlError> {
    let text = |place: usize| values.get(place).and_then(Value::as_str).unwrap_or_default();
    let mut escape = text(3).encode_utf16();
    let escape = match (escape.next(), escape.next()) {
        (unit, None) if values.len() == 3 || unit.is_some() => unit,
        _ => return Err(SqlError::invalid_escape_character(text(3), "LIKE")),
    };
    let ignores_trailing_blanks = ![0, 2].iter().any(|place| signature.arguments[*place].is_unicode());
    let reading = Reading { escape, ignores_trailing_blanks, collation: collation_of(values) };
    Ok(Value::Bit(pattern::matches(text(0), text(2), reading)))
}

/// Returns the collation named by the second argument; the binder has verified that it exists.
fn collation_of(values: &[Value]) -> Collation {
    collation_in(&values[1])
}
