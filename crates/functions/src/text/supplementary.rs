//! Variants of functions for supplementary-character collations, where a surrogate pair is one
//! character (`relational-databases/collations/collation-and-unicode-support`, *Supplementary
//! Characters*, and the functions' own pages).

use super::slice::Count;
use super::{compose, entry, longest, position_type, shape, str_of, varying};
use crate::function::{Argument, Function};
use sluice_types::{DataType, Value};

/// Returns the variant of the function `name` for texts with such a collation; `None` if it has
/// none.
pub fn by_characters(name: &str) -> Option<&'static Function> {
    BY_CHARACTERS.iter().find(|function| function.name == name)
}

static BY_CHARACTERS: [Function; 6] = [
    entry("LEFT", "LEFT(text, count), by characters.", (2, 2), TEXT_AND_INT, varying, |_, _, values| {
        shape::left(Count::Characters, values)
    }),
    entry("LEN", "LEN(text), by characters.", (1, 1), &[Argument::Text], position_type, |_, signature, values| {
        shape::len(Count::Characters, signature, values)
    }),
    entry("RIGHT", "RIGHT(text, count), by characters.", (2, 2), TEXT_AND_INT, varying, |_, _, values| {
        shape::right(Count::Characters, values)
    }),
    Function {
        null_makes_null: false,
        ..entry(
            "STUFF",
            "STUFF(text, start, length, replacement), by characters.",
            (4, 4),
            &[Argument::Text, INT, INT, Argument::Text],
            longest,
            |_, signature, values| compose::stuff(Count::Characters, signature, values),
        )
    },
    entry(
        "SUBSTRING",
        "SUBSTRING(text, start, length), by characters.",
        (3, 3),
        &[Argument::TextOrBinaryNotNull, Argument::Integer(DataType::Int), Argument::Integer(DataType::Int)],
        varying,
        |_, _, values| shape::substring(Count::Characters, values),
    ),
    entry(
        "UNICODE",
        "UNICODE(text): the number of the first character.",
        (1, 1),
        &[Argument::Text],
        |_| DataType::Int,
        |_, _, values| {
            let first = str_of(&values[0]).chars().next();
            Ok(first.map_or(Value::Null, |character| Value::Int(u32::from(character) as i32)))
        },
    ),
];

const INT: Argument = Argument::As(DataType::Int);
const TEXT_AND_INT: &[Argument] = &[Argument::Text, INT];
