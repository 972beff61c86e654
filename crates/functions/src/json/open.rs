//! OPENJSON: the members of an object or the elements of an array as rows
//! (`openjson-transact-sql`).

use super::{Path, fragment_at, scalar_at, str_of};
use crate::base64;
use crate::function_rows::RowsOfFunction;
use sluice_types::json::{Items, Json, Kind, parse_levels};
use sluice_types::{DataType, Length, SqlError, Value, convert, memory};
use std::ops::Range;

/// Returns the columns of OPENJSON without WITH: key, value and type.
pub(crate) fn columns() -> Vec<(&'static str, DataType)> {
    let text = |length| DataType::NVarChar(length);
    let key = text(Length::Limited(DataType::NCHAR_MAX));
    vec![("key", key), ("value", text(Length::Max)), ("type", DataType::TinyInt)]
}

/// Returns key, value and type of each member or element. In strict mode fails with 13608 if
/// nothing is at the path, and with 13611 for a scalar. NULL text or a NULL path gives no rows, as
/// does a missing target in lax mode. Objects and arrays are given as their JSON text. Text that
/// isn't JSON fails with 13609.
pub(crate) fn rows(values: &[Value]) -> Result<RowsOfFunction, SqlError> {
    let Some(target) = Target::find(values)? else { return Ok(Box::new(std::iter::empty())) };
    Ok(target.item_rows(0, |key, value| {
        let text = match value.kind {
            Kind::Object(_) | Kind::Array(_) => Value::text(value.raw),
            _ => value.scalar().map_or(Value::Null, Value::text),
        };
        Ok(vec![Value::text(key), text, Value::TinyInt(number_of(value))])
    }))
}

/// Returns rows with the columns of WITH, which have these types. After text and path, the values
/// have each column's path and whether it is AS JSON. An array gives a row per element, an object
/// one row. NULL arguments and a missing target in lax mode give none. Fails as [`rows`] does, and
/// if the request is interrupted.
pub(crate) fn rows_with(types: &[DataType], values: &[Value]) -> Result<RowsOfFunction, SqlError> {
    let Some(target) = Target::find(&values[..2])? else { return Ok(Box::new(std::iter::empty())) };
    let places = values[2..].chunks(2).map(|place| Ok((Path::parse(str_of(&place[0]))?, place[1] == Value::Bit(true))));
    let places = places.collect::<Result<Vec<_>, SqlError>>()?;
    let levels = places.iter().map(|(path, _)| path.levels()).max().unwrap_or(0);
    let types = types.to_vec();
    let row = move |json: &Json<'_>| -> Result<Vec<Value>, SqlError> {
        let columns = places.iter().zip(&types);
        columns.map(|((path, as_json), data_type)| column(json, path, *as_json, data_type)).collect()
    };
    match target.text().starts_with('[') {
        true => Ok(target.item_rows(levels, move |_, element| row(element))),
        false => {
            let only = move || row(&parse_levels(target.text(), levels)?);
            Ok(Box::new(std::iter::once_with(only)))
        }
    }
}

/// The object or array whose items are the rows. The rows are made as they are read, so that
/// neither they nor the parsed items fill memory.
struct Target {
    document: Value,
    /// The target's place in the document.
    place: Range<usize>,
}

impl Target {
    /// Checks the document and finds the object or array at the path. Returns `None` if the text
    /// or the path is NULL, or nothing is there in lax mode. Fails with 13609 if the text is
    /// neither an object nor an array.
    fn find(values: &[Value]) -> Result<Option<Target>, SqlError> {
        let (Some(text), Some(path)) = (values[0].as_str(), values[1].as_str()) else { return Ok(None) };
        let path = Path::parse(path);
        let json = parse_levels(text, path.as_ref().map_or(0, Path::levels))?;
        if json.is_scalar() {
            let first = json.raw.chars().next().unwrap_or('.');
            let before = text.len() - text.trim_start().len();
            return Err(SqlError::invalid_json(first, before));
        }
        let path = path?;
        match path.find(&json) {
            Some(found) if !found.is_scalar() => {
                let begin = found.raw.as_ptr() as usize - text.as_ptr() as usize;
                Ok(Some(Target { document: values[0].clone(), place: begin..begin + found.raw.len() }))
            }
            Some(_) if path.is_strict => Err(SqlError::json_not_openable()),
            None if path.is_strict => Err(SqlError::json_property_not_found().in_state(3)),
            _ => Ok(None),
        }
    }

    fn text(&self) -> &str {
        &str_of(&self.document)[self.place.clone()]
    }

    /// Returns a row for each item, which keeps its `levels` outermost levels. The key is the
    /// member's name or the element's number.
    fn item_rows(
        self,
        levels: usize,
        row: impl Fn(&str, &Json<'_>) -> Result<Vec<Value>, SqlError> + Send + 'static,
    ) -> RowsOfFunction {
        let (mut items, mut number) = (Items::default(), 0);
        Box::new(std::iter::from_fn(move || {
            let item = items.next(self.text(), levels).transpose()?;
            Some(item.and_then(|(name, value)| {
                memory::checkpoint()?;
                number += 1;
                let key = name.unwrap_or_else(|| (number - 1).to_string().into());
                row(&key, &value)
            }))
        }))
    }
}

fn column(json: &Json<'_>, path: &Path, as_json: bool, data_type: &DataType) -> Result<Value, SqlError> {
    let text = if as_json { fragment_at(json, path)? } else { scalar_at(json, path)? };
    match text {
        Some(text) if data_type.is_binary() => binary(text, data_type),
        Some(text) => convert(&Value::text(text), &DataType::NVarChar(Length::Max), data_type),
        None => Ok(Value::Null),
    }
}

/// Decodes a base64 text as a value of a binary type. Fails with 13612 for another text, and with
/// 13613 for more bytes than the type has.
fn binary(text: &str, data_type: &DataType) -> Result<Value, SqlError> {
    let bytes = base64::decoded_strictly(text).ok_or_else(SqlError::json_not_base64)?;
    if let Some(Length::Limited(most)) = data_type.length()
        && bytes.len() > usize::from(most)
    {
        return Err(SqlError::json_binary_truncated());
    }
    convert(&Value::bytes(bytes), &DataType::VarBinary(Length::Max), data_type)
}

/// Returns the value of the column `type`.
fn number_of(value: &Json<'_>) -> u8 {
    match value.kind {
        Kind::Null => 0,
        Kind::Text(_) => 1,
        Kind::Number => 2,
        Kind::Truth(_) => 3,
        Kind::Array(_) => 4,
        Kind::Object(_) => 5,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn rows_are_made_as_they_are_read() {
        let values = ["[{\"a\": 1}, {\"b\": 2}]", "$", "strict $.a"].map(Value::text);
        let values: Vec<Value> = values.into_iter().chain([Value::Bit(false)]).collect();
        let mut rows = rows_with(&[DataType::Int], &values).unwrap();
        assert_eq!(rows.next().and_then(Result::ok), Some(vec![Value::Int(1)]));
        let missing = rows.next().and_then(Result::err);
        assert_eq!(missing.map(|error| error.number), Some(13608), "the second row fails when it is read");
        assert!(rows.next().is_none());
    }

    #[test]
    fn base64_texts_become_binary_values() {
        let of = |text, data_type| binary(text, &data_type).map_err(|error| error.number);
        let limited = |bytes| DataType::VarBinary(Length::Limited(bytes));
        assert_eq!(of("AQID", limited(3)), Ok(Value::bytes(vec![1, 2, 3])));
        assert_eq!(of("AQ==", DataType::Binary(2)), Ok(Value::bytes(vec![1, 0])));
        assert_eq!(of("", DataType::VarBinary(Length::Max)), Ok(Value::bytes(vec![])));
        assert_eq!(of("AQID", limited(2)), Err(13613));
        for text in ["AQ", "AQ=", "AQI D", "A-I_", "AQ==AQID", "x"] {
            assert_eq!(of(text, limited(8)), Err(13612), "{text}");
        }
    }

    #[test]
    fn members_and_elements_become_rows() {
        let all = |text: &str, path: &str| -> Vec<Vec<Value>> {
            let rows = rows(&[Value::text(text), Value::text(path)]).unwrap();
            rows.collect::<Result<_, _>>().unwrap()
        };
        let row = |key: &str, value: Option<&str>, kind| {
            vec![Value::text(key), value.map_or(Value::Null, Value::text), Value::TinyInt(kind)]
        };
        let text = " {\"a\": [ 10, {\"b\": \"x\"} ], \"c\": null}";
        assert_eq!(all(text, "$"), [row("a", Some("[ 10, {\"b\": \"x\"} ]"), 4), row("c", None, 0)]);
        assert_eq!(all(text, "$.a"), [row("0", Some("10"), 2), row("1", Some("{\"b\": \"x\"}"), 5)]);
        assert_eq!(all(text, "$.a[1]"), [row("b", Some("x"), 1)]);
        assert_eq!(all(text, "$.d"), Vec::<Vec<Value>>::new());
    }
}
