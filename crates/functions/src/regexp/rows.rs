//! The rows of REGEXP_MATCHES and REGEXP_SPLIT_TO_TABLE.

use super::pattern::{Search, compiled};
use super::{REGEXP_LIKE, text_of};
use crate::serialize::json_text;
use crate::text::str_of;
use sluice_types::text_builder::text_value;
use sluice_types::{DataType, Length, SqlError, Value};

/// Returns the types to which the arguments are converted, which are those of REGEXP_LIKE. Fails
/// like a call of it.
pub(crate) fn row_arguments(given: &[Option<DataType>]) -> Result<Vec<DataType>, SqlError> {
    REGEXP_LIKE.bind(given).map(|signature| signature.arguments)
}

/// Returns the columns of REGEXP_MATCHES over a text of this type. SQL Server's last column is a
/// json.
pub(crate) fn match_columns(text: DataType) -> Vec<(&'static str, DataType)> {
    vec![
        ("match_id", DataType::BigInt),
        ("start_position", DataType::Int),
        ("end_position", DataType::Int),
        ("match_value", text),
        ("substring_matches", DataType::NVarChar(Length::Max)),
    ]
}

/// Returns the rows of REGEXP_MATCHES: one for each match; none if an argument is NULL. Each row
/// has the match's number, its positions in characters and its groups. A raised interrupt ends the
/// rows.
pub(crate) fn matches(
    values: &[Value],
) -> Result<impl Iterator<Item = Result<Vec<Value>, SqlError>> + use<>, SqlError> {
    let (mut search, value) = (search_of(values)?, values[0].clone());
    // The characters before a byte, counted once along the text.
    let (mut counted, mut characters, mut number) = (0, 0, 0);
    Ok(std::iter::from_fn(move || {
        let (search, text) = (search.as_mut()?, str_of(&value));
        let found = search.next(text)?;
        characters += text[counted..found.0].chars().count();
        counted = found.0;
        number += 1;
        Some(row_of_match(text, search, found, (number, characters)))
    }))
}

/// Returns the row of the match `number`, which has so many characters before it.
fn row_of_match(
    text: &str,
    search: &Search,
    found: (usize, usize),
    (number, before): (i64, usize),
) -> Result<Vec<Value>, SqlError> {
    let length = text[found.0..found.1].chars().count();
    // An empty match has the position of the next character, or of the last one.
    let start = if found.0 < text.len() { before + 1 } else { before };
    let end = if length == 0 { start } else { start + length - 1 };
    let part = |group: Option<(usize, usize)>| match group {
        Some((from, to)) => part(&text[from..to], before + text[found.0..from].chars().count() + 1),
        None => Ok("{\"value\":null,\"start\":null,\"length\":null}".to_owned()),
    };
    let groups = search.groups(found).map(part).collect::<Result<Vec<_>, _>>()?;
    Ok(vec![
        Value::BigInt(number),
        Value::Int(start as i32),
        Value::Int(end as i32),
        text_value(&text[found.0..found.1])?,
        text_value(&format!("[{}]", groups.join(",")))?,
    ])
}

/// Returns a group as JSON.
fn part(text: &str, start: usize) -> Result<String, SqlError> {
    let value = json_text(&Value::text(text), &DataType::NVarChar(Length::Max))?;
    Ok(format!("{{\"value\":{value},\"start\":{start},\"length\":{}}}", text.chars().count()))
}

/// Returns the rows of REGEXP_SPLIT_TO_TABLE: the parts between the matches. An empty match
/// separates two characters. A text without a match is one part. An empty match at the start or end
/// of a part doesn't separate.
pub(crate) fn split(values: &[Value]) -> Result<impl Iterator<Item = Result<Vec<Value>, SqlError>> + use<>, SqlError> {
    let (mut search, value) = (search_of(values)?, values[0].clone());
    let (mut start, mut ordinal) = (Some(0), 0);
    Ok(std::iter::from_fn(move || {
        let (search, text, from) = (search.as_mut()?, str_of(&value), start?);
        let separates = |found: &(usize, usize)| found.0 < found.1 || (found.0 > from && found.0 < text.len());
        let separator = std::iter::from_fn(|| search.next(text)).find(separates);
        start = separator.map(|(_, end)| end);
        ordinal += 1;
        let part = &text[from..separator.map_or(text.len(), |(begin, _)| begin)];
        Some(text_value(part).map(|part| vec![part, Value::BigInt(ordinal)]))
    }))
}

/// Starts the search that a table-valued function's arguments ask for; `None` if one is NULL.
fn search_of(values: &[Value]) -> Result<Option<Search>, SqlError> {
    if values.iter().any(Value::is_null) {
        return Ok(None);
    }
    text_of(&values[0])?;
    Ok(Some(Search::new(compiled(str_of(&values[1]), values.get(2))?, 0)))
}
