//! CHARINDEX and REPLACE: search by the collation's letters. Trailing blanks count.

use super::long::{self, WINDOW_BYTES_MIN, Windowed};
use super::slice::{self, Count};
use super::{collation_in, entry, longest, number_of, position, position_type, str_of};
use crate::context::FunctionContext;
use crate::function::{Argument, Function, Signature};
use sluice_base::interruption::Pace;
use sluice_types::named_collation::Collation;
use sluice_types::text_builder::{TextBuilder, text_value};
use sluice_types::{DataType, LONG_BYTES, LongValue, SqlError, Value};

pub(crate) const FUNCTIONS: &[Function] = &[
    entry(
        "CHARINDEX",
        "CHARINDEX(sought, text [, start]): the position of the sought text, from 1; 0 if it is not found.",
        (2, 3),
        &[Argument::OnlyText, Argument::Text, Argument::Integer(DataType::BigInt)],
        |arguments| position_type(&arguments[1..2]),
        char_index,
    ),
    entry(
        "REPLACE",
        "REPLACE(text, sought, replacement): the text with every occurrence replaced.",
        (3, 3),
        &[Argument::Text],
        longest,
        replace,
    ),
];

/// CHARINDEX under the collation named by the first argument.
pub(crate) static CHARINDEX_COLLATED: Function = entry(
    "CHARINDEX",
    "CHARINDEX(sought, text [, start]), by a collation.",
    (3, 4),
    &[Argument::Any],
    |arguments| position_type(&arguments[2..3]),
    |_, signature, values| char_index_by(collation_in(&values[0]), signature, &values[1..]),
);

/// REPLACE under the collation named by the first argument.
pub(crate) static REPLACE_COLLATED: Function = entry(
    "REPLACE",
    "REPLACE(text, sought, replacement), by a collation.",
    (4, 4),
    &[Argument::Any],
    |arguments| longest(&arguments[1..]),
    |_, signature, values| replace_by(collation_in(&values[0]), signature, &values[1..]),
);

fn char_index(_: &dyn FunctionContext, signature: &Signature, values: &[Value]) -> Result<Value, SqlError> {
    char_index_by(Collation::DEFAULT, signature, values)
}

fn char_index_by(collation: Collation, signature: &Signature, values: &[Value]) -> Result<Value, SqlError> {
    let sought = values[0].clone().into_whole()?;
    let start = values.get(2).map_or(1, number_of).max(1);
    let skipped = usize::try_from(start - 1).unwrap_or(usize::MAX);
    let count = if collation.supplementary { Count::Characters } else { Count::Units };
    let found = match long::windowed(&values[1], count)? {
        Windowed::Long(long, unit) => find_long((long, unit), skipped, str_of(&sought), collation)?,
        Windowed::Whole(value) => {
            let text = str_of(&value);
            let rest = count.without_first(text, skipped);
            let found = find(rest, rest.len(), str_of(&sought), collation, &mut Pace::default());
            found.map(|(begin, _)| count.length(&text[..text.len() - rest.len() + begin]))
        }
    };
    Ok(position(found.map_or(0, |before| before + 1), signature.result))
}

/// Returns the number of units before the first `sought` in a long value, behind `skipped` units.
/// The length unit has `unit` bytes. Reads windows that grow, so that a near occurrence costs
/// little.
fn find_long(
    (long, unit): (&LongValue, u64),
    skipped: usize,
    sought: &str,
    collation: Collation,
) -> Result<Option<usize>, SqlError> {
    let rest = long.slice((skipped as u64).saturating_mul(unit), long.len())?;
    let mut begin = long.len() - rest.len();
    // Each sought character may be spelled as two characters, and these have two units at most.
    let overlap = 4 * sought.chars().count() as u64 * unit;
    let (mut size, mut pace) = (WINDOW_BYTES_MIN, Pace::default());
    while begin < long.len() {
        let end = (begin + size + overlap).min(long.len());
        let window = long.slice(begin, end)?.whole()?;
        let text = str_of(&window);
        let is_last = end == long.len();
        let searched = if is_last { text.len() } else { slice::byte_after(text, (size / unit) as usize) };
        if let Some((at, _)) = find(text, searched, sought, collation, &mut pace) {
            return Ok(Some((begin / unit) as usize + slice::units(&text[..at])));
        }
        if is_last || pace.is_interrupted() {
            break;
        }
        begin += slice::units(&text[..searched]) as u64 * unit;
        size = (2 * size).min(LONG_BYTES);
    }
    Ok(None)
}

fn replace(_: &dyn FunctionContext, signature: &Signature, values: &[Value]) -> Result<Value, SqlError> {
    replace_by(Collation::DEFAULT, signature, values)
}

fn replace_by(collation: Collation, signature: &Signature, values: &[Value]) -> Result<Value, SqlError> {
    let (text, sought, replacement) = (str_of(&values[0]), str_of(&values[1]), str_of(&values[2]));
    let (mut rest, mut replaced) = (text, TextBuilder::default());
    let mut pace = Pace::default();
    while let Some((begin, end)) = find(rest, rest.len(), sought, collation, &mut pace) {
        replaced.push_str(&rest[..begin])?;
        replaced.push_str(replacement)?;
        rest = &rest[end..];
    }
    if rest.len() == text.len() {
        return Ok(values[0].clone());
    }
    replaced.push_str(rest)?;
    text_value(slice::within(replaced.as_str(), signature.result))
}

/// Returns the byte range of the first `sought` in `text` that begins before the byte `limit`.
/// `None` if `sought` is empty or the search is interrupted.
fn find(text: &str, limit: usize, sought: &str, collation: Collation, pace: &mut Pace) -> Option<(usize, usize)> {
    if sought.is_empty() {
        return None;
    }
    for (begin, _) in text.char_indices().take_while(|(begin, _)| *begin < limit) {
        if let Some(end) = end_at(text, begin, sought, collation, pace) {
            return Some((begin, end));
        }
        if pace.is_interrupted() {
            break;
        }
    }
    None
}

/// Returns the end of `sought` in `text` at the byte `begin`, if it is there.
fn end_at(text: &str, begin: usize, sought: &str, collation: Collation, pace: &mut Pace) -> Option<usize> {
    let mut here = text[begin..].char_indices().flat_map(|(at, character)| {
        let end = begin + at + character.len_utf8();
        // A character may expand to two letters; only the last one ends it.
        match collation.spelled(character) {
            (first, None) => [Some((first, Some(end))), None],
            (first, second) => [Some((first, None)), second.map(|second| (second, Some(end)))],
        }
        .into_iter()
        .flatten()
    });
    let wanted = sought.chars().flat_map(|character| {
        let (first, second) = collation.spelled(character);
        [Some(first), second].into_iter().flatten()
    });
    let mut end = None;
    for wanted in wanted {
        let (letter, ends) = here.next()?;
        if letter != wanted || pace.is_interrupted() {
            return None;
        }
        end = ends;
    }
    end
}
