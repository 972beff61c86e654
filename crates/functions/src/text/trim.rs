//! TRIM, LTRIM and RTRIM: remove the given characters, by default blanks, from a text's ends
//! (`trim-`, `ltrim-`, `rtrim-transact-sql.md`).

use super::{entry, shape::piece, str_of, varying};
use crate::function::{Argument, Function};
use sluice_types::{Value, collation};

pub(crate) const FUNCTIONS: &[Function] = &[
    entry(
        "LTRIM",
        "LTRIM(text [, characters]): the text without leading blanks, or characters.",
        (1, 2),
        TEXTS,
        varying,
        |_, _, values| Ok(trimmed(values, true, false)),
    ),
    entry(
        "RTRIM",
        "RTRIM(text [, characters]): the text without trailing blanks, or characters.",
        (1, 2),
        TEXTS,
        varying,
        |_, _, values| Ok(trimmed(values, false, true)),
    ),
    entry(
        "TRIM",
        "TRIM(text): the text without leading and trailing blanks.",
        (1, 1),
        TEXTS,
        varying,
        |_, _, values| Ok(trimmed(values, true, true)),
    ),
];

/// `TRIM(characters FROM text)`, with the text as the first argument.
pub static TRIM_BOTH: Function = entry(
    "TRIM",
    "TRIM(characters FROM text): the text without the characters at both ends.",
    (2, 2),
    TEXTS,
    varying,
    |_, _, values| Ok(trimmed(values, true, true)),
);

fn trimmed(values: &[Value], start: bool, end: bool) -> Value {
    let characters: Vec<char> = values.get(1).map_or(" ", str_of).chars().map(collation::fold).collect();
    let goes = |character: char| characters.contains(&collation::fold(character));
    let mut text = str_of(&values[0]);
    if start {
        text = text.trim_start_matches(goes);
    }
    if end {
        text = text.trim_end_matches(goes);
    }
    piece(&values[0], text)
}

const TEXTS: &[Argument] = &[Argument::Text];
