//! OPENJSON: the members of an object or the elements of an array as rows
//! (`openjson-transact-sql`).

use super::{Path, fragment_at, parse, scalar_at, str_of};
use sluice_types::json::{Json, Kind};
use sluice_types::{DataType, Length, SqlError, Value, convert, memory};

/// Returns the columns of OPENJSON without WITH: key, value and type.
pub(crate) fn columns() -> Vec<(&'static str, DataType)> {
    let text = |length| DataType::NVarChar(length);
    let key = text(Length::Limited(DataType::NCHAR_MAX));
    vec![("key", key), ("value", text(Length::Max)), ("type", DataType::Int)]
}

/// Returns key, value and type of each member or element. In strict mode fails with 13608 if
/// nothing is at the path, and with 13611 for a scalar. NULL text or a NULL path gives no rows, as
/// does a missing target in lax mode. Objects and arrays are given as their JSON text. Text that
/// isn't JSON fails with 13609.
pub(crate) fn rows(values: &[Value]) -> Result<Vec<Vec<Value>>, SqlError> {
    let Some((json, path)) = opened(values)? else { return Ok(Vec::new()) };
    let row = |key: &str, value: &Json<'_>| {
        check()?;
        let text = match value.kind {
            Kind::Object(_) | Kind::Array(_) => Value::text(value.raw),
            _ => value.scalar().map_or(Value::Null, Value::text),
        };
        Ok(vec![Value::text(key), text, Value::Int(number_of(value))])
    };
    match target(&json, &path)?.map(|target| &target.kind) {
        Some(Kind::Object(members)) => members.iter().map(|(name, value)| row(name, value)).collect(),
        Some(Kind::Array(elements)) => {
            elements.iter().enumerate().map(|(place, value)| row(&place.to_string(), value)).collect()
        }
        _ => Ok(Vec::new()),
    }
}

/// Fails if the batch is cancelled or has no memory left. Called for each row.
fn check() -> Result<(), SqlError> {
    SqlError::check_interruption()?;
    memory::checkpoint()
}

/// Returns rows with the columns of WITH, which have these types. After text and path, the values
/// have each column's path and whether it is AS JSON. An array gives a row per element, an object
/// one row. NULL arguments and a missing target in lax mode give none. Fails as [`rows`] does, and
/// if the request is interrupted.
pub(crate) fn rows_with(types: &[DataType], values: &[Value]) -> Result<Vec<Vec<Value>>, SqlError> {
    let Some((json, path)) = opened(&values[..2])? else { return Ok(Vec::new()) };
    let places = values[2..].chunks(2).map(|place| Ok((Path::parse(str_of(&place[0]))?, place[1] == Value::Bit(true))));
    let places = places.collect::<Result<Vec<_>, SqlError>>()?;
    let from = match target(&json, &path)? {
        Some(Json { kind: Kind::Array(elements), .. }) => &elements[..],
        Some(object) => std::slice::from_ref(object),
        None => &[],
    };
    let row = |json: &Json<'_>| -> Result<Vec<Value>, SqlError> {
        check()?;
        let columns = places.iter().zip(types);
        columns.map(|((path, as_json), data_type)| column(json, path, *as_json, data_type)).collect()
    };
    from.iter().map(row).collect()
}

fn column(json: &Json<'_>, path: &Path, as_json: bool, data_type: &DataType) -> Result<Value, SqlError> {
    let text = if as_json { fragment_at(json, path)? } else { scalar_at(json, path)? };
    match text {
        Some(text) => convert(&Value::text(text), &DataType::NVarChar(Length::Max), data_type),
        None => Ok(Value::Null),
    }
}

/// Parses the text and the path. Returns `None` if either is NULL. Fails with 13609 if the text is
/// neither an object nor an array.
fn opened(values: &[Value]) -> Result<Option<(Json<'_>, Path)>, SqlError> {
    let (Some(text), Some(path)) = (values[0].as_str(), values[1].as_str()) else { return Ok(None) };
    let json = parse(text)?;
    if json.is_scalar() {
        let first = json.raw.chars().next().unwrap_or('.');
        let before = text.len() - text.trim_start().len();
        return Err(SqlError::invalid_json(first, before));
    }
    Ok(Some((json, Path::parse(path)?)))
}

/// Returns the object or array at the path.
fn target<'j, 't>(json: &'j Json<'t>, path: &Path) -> Result<Option<&'j Json<'t>>, SqlError> {
    match path.find(json) {
        Some(found) if !found.is_scalar() => Ok(Some(found)),
        Some(_) if path.is_strict => Err(SqlError::json_not_openable()),
        None if path.is_strict => Err(SqlError::json_property_not_found().in_state(3)),
        _ => Ok(None),
    }
}

/// Returns the value of the column `type`.
fn number_of(value: &Json<'_>) -> i32 {
    match value.kind {
        Kind::Null => 0,
        Kind::Text(_) => 1,
        Kind::Number => 2,
        Kind::Truth(_) => 3,
        Kind::Array(_) => 4,
        Kind::Object(_) => 5,
    }
}
