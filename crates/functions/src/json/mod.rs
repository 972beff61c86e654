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
    Function {
        null_makes_null: true,
        arguments: &[Argument::Json, Argument::As(DataType::NVarChar(Length::Limited(4000)))],
        ..entry(
            "ISJSON",
            "ISJSON(text [, VALUE | ARRAY | OBJECT | SCALAR]): 1 if the text is JSON of that kind, else 0; by default, an object or an array.",
            (1, 2),
            |_| DataType::Int,
            |_, _, values| {
                let is_json =
                    parse_levels(str_of(&values[0]), 0).is_ok_and(|json| is_of_kind(&json, values.get(1).map(str_of)));
                Ok(Value::Int(is_json.into()))
            },
        )
    },
    entry(
        "JSON_PATH_EXISTS",
        "JSON_PATH_EXISTS(text, path): 1 if there is something at the path, else 0.",
        (2, 2),
        |_| DataType::Int,
        |_, _, values| {
            let path = Path::parse(required_path(values, "json_path_exists")?)?;
            let Some(text) = values[0].as_str() else { return Ok(Value::Null) };
            // A text that isn't JSON is no error.
            let json = parse_levels(text, path.levels()).ok().filter(|json| !json.is_scalar());
            Ok(Value::Int(json.is_some_and(|json| path.find(&json).is_some()).into()))
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
        |_, signature, values| value(signature, values, Some(DataType::NCHAR_MAX)),
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
    let arguments = &[Argument::Json, Argument::JsonPath];
    Function { name, doc, arity, deterministic: true, arguments, result, null_makes_null: false, body }
}

/// Returns the type of a changed or extracted document: json like the argument, or nvarchar(max).
fn like_document(arguments: &[DataType]) -> DataType {
    if arguments[0] == DataType::Json { DataType::Json } else { DataType::NVarChar(Length::Max) }
}

fn str_of(value: &Value) -> &str {
    value.as_str().unwrap_or_default()
}

/// Returns the path of a call of `function`. Fails with 8116 for NULL, also of a NULL document.
fn required_path<'v>(values: &'v [Value], function: &str) -> Result<&'v str, SqlError> {
    let missing = || SqlError::invalid_argument_type("NULL", 2, function).in_state(8);
    values[1].as_str().ok_or_else(missing)
}

/// A document and a path in it, with the states of the errors, which depend on the document's type.
struct Search<'v> {
    text: &'v str,
    path: Path,
    data_type: DataType,
}

impl<'v> Search<'v> {
    /// Returns the value at the path without its items. Reads the text only as far as needed. Fails
    /// with 13609 for wrong text, and in strict mode with 13608 if nothing is there.
    fn value(&self) -> Result<Option<Json<'v>>, SqlError> {
        let is_long = self.is_long();
        let found = self.path.find_in(self.text, is_long).map_err(|error| match error.number {
            INVALID_JSON => error.in_state(if is_long { 2 } else { 1 }),
            _ => error,
        })?;
        if found.is_none() && self.path.is_strict {
            let state = match self.data_type {
                DataType::Json => 5,
                _ if is_long => 2,
                _ => 1,
            };
            return Err(SqlError::json_property_not_found().in_state(state));
        }
        Ok(found)
    }

    /// Returns the error of a value of the wrong kind in strict mode: 13623 or 13624.
    fn wrong_kind(&self, error: SqlError) -> SqlError {
        error.in_state(if self.is_long() { 1 } else { 2 })
    }

    fn is_long(&self) -> bool {
        self.data_type.is_max() && self.data_type.is_string()
    }
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

fn query(_: &dyn FunctionContext, signature: &Signature, values: &[Value]) -> Result<Value, SqlError> {
    let path = if values.len() > 1 { required_path(values, "json_query")? } else { "$" };
    let Some(text) = values[0].as_str() else { return Ok(Value::Null) };
    let search = Search { text, path: Path::parse(path)?, data_type: signature.arguments[0] };
    match search.value()? {
        Some(found) if !found.is_scalar() => Ok(Value::text(found.raw)),
        // A null is NULL in strict mode too.
        Some(found) if search.path.is_strict && found.kind != Kind::Null => {
            Err(search.wrong_kind(SqlError::json_object_not_found()))
        }
        _ => Ok(Value::Null),
    }
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
    |_, signature, values| value(signature, values, None),
);

/// JSON_VALUE. In strict mode fails with 13625 for a text of more characters than `length_max`, and
/// with 13623 for an object or an array.
fn value(signature: &Signature, values: &[Value], length_max: Option<u16>) -> Result<Value, SqlError> {
    let path = required_path(values, "json_value")?;
    let Some(text) = values[0].as_str() else { return Ok(Value::Null) };
    let search = Search { text, path: Path::parse(path)?, data_type: signature.arguments[0] };
    let Some(found) = search.value()? else { return Ok(Value::Null) };
    if !found.is_scalar() && search.path.is_strict {
        return Err(search.wrong_kind(SqlError::json_scalar_not_found()));
    }
    let Some(text) = found.scalar() else { return Ok(Value::Null) };
    if length_max.is_none_or(|length_max| text.encode_utf16().count() <= usize::from(length_max)) {
        return Ok(Value::text(text));
    }
    if search.path.is_strict { Err(SqlError::json_string_truncated()) } else { Ok(Value::Null) }
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

/// The number of the error of text that isn't JSON.
const INVALID_JSON: i32 = 13609;
