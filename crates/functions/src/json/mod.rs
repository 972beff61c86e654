//! JSON text and values of type json: paths, and the functions that use them (`json-value-`,
//! `json-query-`, `isjson-transact-sql.md`), with JSON_CONTAINS, JSON_MODIFY, OPENJSON, JSON_ARRAY
//! and JSON_OBJECT.

mod path;

mod contains;
mod make;
mod modify;
pub(crate) mod open;

pub(crate) use path::Path;

use crate::context::FunctionContext;
use crate::function::{Argument, Function, Signature};
pub use make::{JSON_ARRAY, JSON_ELEMENT, JSON_FRAGMENT, JSON_MEMBER, JSON_OBJECT};
pub use modify::JSON_MODIFY_FRAGMENT;
use sluice_types::json::{Json, Kind, parse_levels};
use sluice_types::{DataType, Length, SqlError, Value};

pub(crate) const FUNCTIONS: &[Function] = &[
    entry(
        "ISJSON",
        "ISJSON(text [, VALUE | ARRAY | OBJECT | SCALAR]): 1 if the text is JSON of that kind, else 0; by default, an object or an array.",
        (1, 2),
        |_| DataType::Int,
        |_, _, values| {
            let is_json =
                parse_levels(str_of(&values[0]), 0).is_ok_and(|json| is_of_kind(&json, values.get(1).map(str_of)));
            Ok(Value::Int(is_json.into()))
        },
    ),
    entry(
        "JSON_PATH_EXISTS",
        "JSON_PATH_EXISTS(text, path): 1 if there is something at the path, else 0.",
        (2, 2),
        |_| DataType::Int,
        |_, _, values| {
            let (json, path) = parsed(str_of(&values[0]), str_of(&values[1]))?;
            Ok(Value::Int(path.find(&json).is_some().into()))
        },
    ),
    entry(
        "JSON_QUERY",
        "JSON_QUERY(text [, path]): the object or array at the path, as text or of type json like the argument.",
        (1, 2),
        like_document,
        query,
    ),
    entry(
        "JSON_VALUE",
        "JSON_VALUE(text, path): the string, number or boolean at the path.",
        (2, 2),
        |_| DataType::NVarChar(Length::Limited(DataType::NCHAR_MAX)),
        |_, _, values| value(values, Some(DataType::NCHAR_MAX)),
    ),
    contains::JSON_CONTAINS,
    modify::JSON_MODIFY,
];

const fn entry(
    name: &'static str,
    doc: &'static str,
    arity: (usize, usize),
    result: fn(&[DataType]) -> DataType,
    body: crate::function::Body,
) -> Function {
    let arguments = &[Argument::Json, Argument::As(DataType::NVarChar(Length::Limited(4000)))];
    Function { name, doc, arity, deterministic: true, arguments, result, null_makes_null: true, body }
}

/// Returns the type of a changed or extracted document: that of the argument.
fn like_document(arguments: &[DataType]) -> DataType {
    arguments[0]
}

fn str_of(value: &Value) -> &str {
    value.as_str().unwrap_or_default()
}

/// Parses a document and a path. Keeps the items of the levels that the path names. An invalid
/// document is reported before an invalid path.
fn parsed<'t>(document: &'t str, path: &str) -> Result<(Json<'t>, Path), SqlError> {
    let path = Path::parse(path);
    let json = parse_levels(document, path.as_ref().map_or(0, Path::levels))?;
    Ok((json, path?))
}

/// The kinds that ISJSON can test for.
pub const JSON_KINDS: [&str; 4] = ["VALUE", "ARRAY", "OBJECT", "SCALAR"];

fn is_of_kind(json: &Json<'_>, kind: Option<&str>) -> bool {
    match kind {
        None => !json.is_scalar(),
        Some("ARRAY") => matches!(json.kind, Kind::Array(_)),
        Some("OBJECT") => matches!(json.kind, Kind::Object(_)),
        // Not true, false or null.
        Some("SCALAR") => matches!(json.kind, Kind::Text(_) | Kind::Number),
        Some(_) => true,
    }
}

fn query(_: &dyn FunctionContext, _: &Signature, values: &[Value]) -> Result<Value, SqlError> {
    let (json, path) = parsed(str_of(&values[0]), values.get(1).map_or("$", str_of))?;
    Ok(fragment_at(&json, &path)?.map_or(Value::Null, Value::text))
}

/// Returns the object or array at the path. In strict mode fails with 13624 for a scalar and 13608
/// if nothing is there.
fn fragment_at<'t>(json: &Json<'t>, path: &Path) -> Result<Option<&'t str>, SqlError> {
    match path.find(json) {
        Some(found) if !found.is_scalar() => Ok(Some(found.raw)),
        Some(_) if path.is_strict => Err(SqlError::json_object_not_found()),
        None if path.is_strict => Err(SqlError::json_property_not_found()),
        _ => Ok(None),
    }
}

/// JSON_VALUE with RETURNING of a `max` type: the text at the path has any length.
pub static JSON_LONG_VALUE: Function = entry(
    "JSON_VALUE",
    "JSON_VALUE(document, path RETURNING type): the string, number or boolean at the path.",
    (2, 2),
    |_| DataType::NVarChar(Length::Max),
    |_, _, values| value(values, None),
);

/// JSON_VALUE. In strict mode fails with 13625 for a text of more characters than `length_max`.
fn value(values: &[Value], length_max: Option<u16>) -> Result<Value, SqlError> {
    let (json, path) = parsed(str_of(&values[0]), str_of(&values[1]))?;
    let Some(text) = scalar_at(&json, &path)? else { return Ok(Value::Null) };
    if length_max.is_none_or(|length_max| text.encode_utf16().count() <= usize::from(length_max)) {
        return Ok(Value::text(text));
    }
    if path.is_strict { Err(SqlError::json_string_truncated()) } else { Ok(Value::Null) }
}

/// Returns the scalar at the path. In strict mode fails with 13623 for an object or an array and
/// 13608 if nothing is there.
fn scalar_at<'j>(json: &'j Json<'_>, path: &Path) -> Result<Option<&'j str>, SqlError> {
    match path.find(json) {
        Some(found) if found.is_scalar() => Ok(found.scalar()),
        Some(_) if path.is_strict => Err(SqlError::json_scalar_not_found()),
        None if path.is_strict => Err(SqlError::json_property_not_found().in_state(5)),
        _ => Ok(None),
    }
}
