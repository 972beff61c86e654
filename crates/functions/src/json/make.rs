//! JSON_ARRAY and JSON_OBJECT: JSON text built from values (`json-array-`,
//! `json-object-transact-sql`).
//!
//! The arguments are JSON already, or NULL: the binder applies [`JSON_FRAGMENT`] to other values.

use crate::function::{Argument, Body, Function};
use crate::serialize::json_text;
use crate::text::json_escaped;
use sluice_types::{DataType, Length, SqlError, Value};

/// Arguments: whether NULLs are omitted, then the elements.
pub static JSON_ARRAY: Function = function(
    "JSON_ARRAY",
    "JSON_ARRAY(value, ... [NULL | ABSENT ON NULL]): the values as an array of JSON.",
    |_, _, values| {
        let (absent, elements) = (values[0] == Value::Bit(true), &values[1..]);
        let elements = elements.iter().filter(|element| !absent || !element.is_null());
        let elements: Vec<&str> = elements.map(|element| element.as_str().unwrap_or("null")).collect();
        Ok(Value::text(format!("[{}]", elements.join(","))))
    },
);

/// Arguments: whether NULL members are omitted, then alternating names and values.
pub static JSON_OBJECT: Function = function(
    "JSON_OBJECT",
    "JSON_OBJECT(name:value, ... [NULL | ABSENT ON NULL]): the values as an object of JSON.",
    |_, _, values| {
        let absent = values[0] == Value::Bit(true);
        let mut members = Vec::with_capacity(values.len() / 2);
        for pair in values[1..].chunks_exact(2) {
            let written = member(&pair[0], &pair[1])?;
            if !absent || !pair[1].is_null() {
                members.push(written);
            }
        }
        Ok(Value::text(format!("{{{}}}", members.join(","))))
    },
);

/// An element for JSON_ARRAYAGG: whether NULL is omitted, then the value as JSON. The result is
/// empty if the element is omitted.
pub static JSON_ELEMENT: Function = function("JSON_ELEMENT", "An element of an array of JSON.", |_, _, values| {
    let absent = values[0] == Value::Bit(true);
    Ok(values[1].as_str().map_or(Value::text(if absent { "" } else { "null" }), Value::text))
});

/// A member for JSON_OBJECTAGG: whether a NULL member is omitted, its name, and its value as JSON.
/// The result is empty if the member is omitted.
pub static JSON_MEMBER: Function = function("JSON_MEMBER", "A member of an object of JSON.", |_, _, values| {
    if values[0] == Value::Bit(true) && values[2].is_null() {
        return Ok(Value::text(""));
    }
    member(&values[1], &values[2]).map(Value::text)
});

/// Returns a member of an object as JSON. Fails with 13638 if its name is NULL.
fn member(name: &Value, value: &Value) -> Result<String, SqlError> {
    let name = name.as_str().ok_or_else(|| SqlError::json_name_is_null("json_object"))?;
    Ok(format!("\"{}\":{}", json_escaped(name), value.as_str().unwrap_or("null")))
}

/// Converts a value to JSON; NULL stays NULL.
pub static JSON_FRAGMENT: Function = Function {
    arity: (1, 1),
    arguments: &[Argument::Any],
    null_makes_null: true,
    ..function("JSON_FRAGMENT", "A value as JSON writes it.", |_, signature, values| {
        Ok(Value::text(json_text(&values[0], &signature.arguments[0])?))
    })
};

const fn function(name: &'static str, doc: &'static str, body: Body) -> Function {
    Function {
        name,
        doc,
        arity: (1, usize::MAX),
        deterministic: true,
        arguments: &[Argument::As(DataType::Bit), Argument::As(DataType::NVarChar(Length::Max))],
        result: |_| DataType::NVarChar(Length::Max),
        null_makes_null: false,
        body,
    }
}
