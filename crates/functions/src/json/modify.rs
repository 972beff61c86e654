//! JSON_MODIFY: JSON text with one value replaced, inserted, appended or removed. The rest of the
//! text is unchanged (`json-modify-transact-sql`).

use super::{INVALID_JSON, Path, like_document, required_path, str_of};
use crate::function::{Argument, Body, Function, Signature};
use crate::serialize::json_text;
use sluice_types::json::{Json, Kind, compact, parse_levels};
use sluice_types::{DataType, SqlError, Value};

/// The variant for a new value that becomes a JSON string, number or boolean.
pub(crate) const JSON_MODIFY: Function = function(|_, signature, values| modified(signature, values, false));

/// The variant for a new value that is JSON already, from JSON_QUERY, JSON_MODIFY or FOR JSON.
pub const JSON_MODIFY_FRAGMENT: Function = function(|_, signature, values| modified(signature, values, true));

const fn function(body: Body) -> Function {
    Function {
        name: "JSON_MODIFY",
        doc: "JSON_MODIFY(text, path, value): the text of JSON with the value at the path; NULL removes the value.",
        arity: (3, 3),
        deterministic: true,
        arguments: &[Argument::Json, Argument::JsonPath, Argument::JsonScalar],
        result: like_document,
        null_makes_null: false,
        body,
    }
}

fn modified(signature: &Signature, values: &[Value], is_json: bool) -> Result<Value, SqlError> {
    let path = required_path(values, "json_modify")?;
    let Some(text) = values[0].as_str() else { return Ok(Value::Null) };
    let (path, appends) = Path::parse_target(path)?;
    // The items of the target itself are needed too, to add one.
    let json = parse_levels(text, path.levels() + 1).map_err(|error| match error.number {
        INVALID_JSON => error.in_state(7),
        _ => error,
    })?;
    let new = match &values[2] {
        Value::Null => None,
        value if is_json => Some(str_of(value).to_owned()),
        value => Some(json_text(value, &signature.arguments[2])?),
    };
    let changed = match (path.find(&json), appends) {
        (Some(found), true) => appended(text, found, new.as_deref().unwrap_or("null")),
        (None, true) if !path.is_strict => {
            let new = format!("[{}]", new.as_deref().unwrap_or("null"));
            inserted(text, &json, &path, &new)
        }
        (Some(_), false) if path.is_root() => return Err(SqlError::unsupported_json_path()),
        (Some(found), false) => match &new {
            Some(new) => Some(replaced(text, found, new)),
            None if path.is_strict => Some(replaced(text, found, "null")),
            None => removed(text, &json, &path),
        },
        (None, false) if !path.is_strict => {
            new.as_deref().map_or(Some(text.to_owned()), |new| inserted(text, &json, &path, new))
        }
        (None, _) => None,
    };
    match changed {
        Some(changed) if signature.result == DataType::Json => compact(&changed).map(Value::text),
        Some(changed) => Ok(Value::text(changed)),
        // 13608: in strict mode the value must exist.
        None if path.is_strict => Err(SqlError::json_property_not_found()),
        None => Ok(Value::text(text)),
    }
}

/// Returns the start and end of `part`, which is a slice of `text`.
fn span_of(text: &str, part: &Json<'_>) -> (usize, usize) {
    let start = part.raw.as_ptr() as usize - text.as_ptr() as usize;
    (start, start + part.raw.len())
}

fn replaced(text: &str, old: &Json<'_>, new: &str) -> String {
    let (start, end) = span_of(text, old);
    [&text[..start], new, &text[end..]].concat()
}

/// Appends to an array. Returns `None` if the target isn't an array.
fn appended(text: &str, array: &Json<'_>, new: &str) -> Option<String> {
    match &array.kind {
        Kind::Array(elements) => Some(with_last(text, array, elements.is_empty(), new)),
        _ => None,
    }
}

/// Inserts a new member into the enclosing object. Returns `None` if there is none.
fn inserted(text: &str, json: &Json<'_>, path: &Path, new: &str) -> Option<String> {
    let (around, name) = path.member_of(json)?;
    match &around.kind {
        Kind::Object(members) => {
            let member = format!("\"{}\":{new}", crate::text::json_escaped(name));
            Some(with_last(text, around, members.is_empty(), &member))
        }
        _ => None,
    }
}

/// Inserts `new` before the closing bracket of `around`, behind the blanks there.
fn with_last(text: &str, around: &Json<'_>, is_empty: bool, new: &str) -> String {
    let at = span_of(text, around).1 - 1;
    [&text[..at], if is_empty { "" } else { "," }, new, &text[at..]].concat()
}

/// Removes the member at the path and its comma. Replaces an array element by null, so that the
/// other elements keep their indexes.
fn removed(text: &str, json: &Json<'_>, path: &Path) -> Option<String> {
    let Some((Json { kind: Kind::Object(members), .. }, name)) = path.member_of(json) else {
        return path.find(json).map(|found| replaced(text, found, "null"));
    };
    let place = members.iter().position(|(known, _)| known == name)?;
    let end = span_of(text, &members[place].1).1;
    if let Some((_, before)) = place.checked_sub(1).and_then(|before| members.get(before)) {
        return Some([&text[..span_of(text, before).1], &text[end..]].concat());
    }
    let (around, _) = path.member_of(json)?;
    let start = span_of(text, around).0 + 1;
    let rest = text[end..].trim_start();
    let rest = rest.strip_prefix(',').map_or(&text[end..], str::trim_start);
    Some([&text[..start], rest].concat())
}
