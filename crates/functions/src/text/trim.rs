//! TRIM, LTRIM and RTRIM: remove the given characters, by default blanks, from a text's ends
//! (`trim-`, `ltrim-`, `rtrim-transact-sql.md`).

use super::long::{self, Windowed};
use super::slice::Count;
use super::{entry, shape::piece, str_of, varying};
use crate::function::{Argument, Function};
use sluice_types::{SqlError, Value, collation};

pub(crate) const FUNCTIONS: &[Function] = &[
    entry(
        "LTRIM",
        "LTRIM(text [, characters]): the text without leading blanks, or characters.",
        (1, 2),
        TEXTS,
        varying,
        |_, _, values| trimmed(values, true, false),
    ),
    entry(
        "RTRIM",
        "RTRIM(text [, characters]): the text without trailing blanks, or characters.",
        (1, 2),
        TEXTS,
        varying,
        |_, _, values| trimmed(values, false, true),
    ),
    entry(
        "TRIM",
        "TRIM(text): the text without leading and trailing blanks.",
        (1, 1),
        TEXTS,
        varying,
        |_, _, values| trimmed(values, true, true),
    ),
];

/// `TRIM(characters FROM text)`, with the text as the first argument.
pub static TRIM_BOTH: Function = entry(
    "TRIM",
    "TRIM(characters FROM text): the text without the characters at both ends.",
    (2, 2),
    TEXTS,
    varying,
    |_, _, values| trimmed(values, true, true),
);

/// Removes the characters from the beginning and the end. Reads only the blanks of a long value.
fn trimmed(values: &[Value], start: bool, end: bool) -> Result<Value, SqlError> {
    if let ([_], Windowed::Long(long, unit)) = (values, long::windowed(&values[0], Count::Units)?) {
        let from = if start { long::leading_blanks(long, unit)? } else { 0 };
        let to = if end { long::length_without_blanks(long, unit)? as u64 * unit } else { long.len() };
        return long.slice(from, to.max(from))?.into_value();
    }
    let text = values[0].clone().into_whole()?;
    let characters = values.get(1).map_or(Ok(Value::text(" ")), |value| value.clone().into_whole())?;
    let characters: Vec<char> = str_of(&characters).chars().map(collation::fold).collect();
    let goes = |character: char| characters.contains(&collation::fold(character));
    let mut rest = str_of(&text);
    if start {
        rest = rest.trim_start_matches(goes);
    }
    if end {
        rest = rest.trim_end_matches(goes);
    }
    Ok(piece(&text, rest))
}

const TEXTS: &[Argument] = &[Argument::Text];
