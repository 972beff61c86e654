//! CONCAT_WS, STUFF and TRANSLATE: texts composed of others. CONCAT_WS leaves out NULL; its result
//! is never NULL.

use super::long::{self, Windowed};
use super::slice::{self, Count};
use super::{entry, longest, number_of, of_kind, str_of, varying};
use crate::context::FunctionContext;
use crate::function::{Argument, Function, Signature};
use sluice_base::interruption::Pace;
use sluice_types::text_builder::{TextBuilder, joined, text_value};
use sluice_types::{DataType, Length, LongValue, SqlError, Value, collation};

pub(crate) const FUNCTIONS: &[Function] = &[
    Function {
        null_makes_null: false,
        ..entry(
            "CONCAT_WS",
            "CONCAT_WS(separator, value, value, ...): the values as texts with the separator between them; NULL is left out.",
            (3, 254),
            &[Argument::Text],
            joined_type,
            concat_ws,
        )
    },
    Function {
        null_makes_null: false,
        ..entry(
            "STUFF",
            "STUFF(text, start, length, replacement): the text with length characters from start replaced.",
            (4, 4),
            &[Argument::Text, Argument::As(DataType::Int), Argument::As(DataType::Int), Argument::Text],
            longest,
            |_, signature, values| stuff(Count::Units, signature, values),
        )
    },
    entry(
        "TRANSLATE",
        "TRANSLATE(text, characters, translations): the text with each of the characters replaced by its translation.",
        (3, 3),
        &[Argument::Text],
        varying,
        translate,
    ),
];

/// Returns the type with room for all values and the separators.
fn joined_type(arguments: &[DataType]) -> DataType {
    let unicode = arguments.iter().any(DataType::is_unicode);
    let most = if unicode { DataType::NCHAR_MAX } else { DataType::CHAR_MAX };
    let limited = |data_type: &DataType| match data_type.length() {
        Some(Length::Limited(n)) => Some(usize::from(n)),
        _ => None,
    };
    let sum = arguments[1..].iter().try_fold(0, |sum, argument| Some(sum + limited(argument)?));
    let separators = limited(&arguments[0]).map(|separator| separator * (arguments.len() - 2));
    let length = match (sum, separators) {
        (Some(sum), Some(separators)) => Length::Limited((sum + separators).min(most.into()) as u16),
        _ => Length::Max,
    };
    of_kind(arguments, length)
}

fn concat_ws(_: &dyn FunctionContext, signature: &Signature, values: &[Value]) -> Result<Value, SqlError> {
    let mut text = TextBuilder::default();
    for (place, part) in values[1..].iter().filter_map(Value::as_str).enumerate() {
        text.push_str(if place > 0 { str_of(&values[0]) } else { "" })?;
        text.push_str(part)?;
    }
    text_value(slice::within(text.as_str(), signature.result))
}

/// STUFF. NULL if the start is outside the text or the length is negative. A NULL replacement
/// counts as empty. Cuts the result to its type. A start at 1 or later within the text is valid,
/// and NULL for text, start or length gives NULL. The result shares the parts of long values.
pub(super) fn stuff(by: Count, signature: &Signature, values: &[Value]) -> Result<Value, SqlError> {
    let [text, start, length, replacement] = values else { return Ok(Value::Null) };
    if [text, start, length].iter().any(|value| value.is_null()) {
        return Ok(Value::Null);
    }
    let (start, length) = (usize::try_from(number_of(start) - 1), usize::try_from(number_of(length)));
    let (Ok(start), Ok(length)) = (start, length) else { return Ok(Value::Null) };
    if matches!(text, Value::Long(_)) || matches!(replacement, Value::Long(_)) {
        let text = LongValue::from_value(text, signature.result)?.into_value()?;
        if let Windowed::Long(text, unit) = long::windowed(&text, by)? {
            return stuff_long((text, unit), signature, (start, length), replacement);
        }
    }
    let (text, replacement) = (text.clone().into_whole()?, replacement.clone().into_whole()?);
    let text = str_of(&text);
    if start >= by.length(text) {
        return Ok(Value::Null);
    }
    let (before, rest) = (by.first(text, start), by.without_first(text, start));
    let after = by.without_first(rest, length);
    let stuffed = joined([before, str_of(&replacement), after])?;
    text_value(slice::within(&stuffed, signature.result))
}

/// STUFF of a long value, whose length unit has `unit` bytes.
fn stuff_long(
    (text, unit): (&LongValue, u64),
    signature: &Signature,
    (start, length): (usize, usize),
    replacement: &Value,
) -> Result<Value, SqlError> {
    let start = start as u64 * unit;
    if start >= text.len() {
        return Ok(Value::Null);
    }
    let (before, rest) = (text.slice(0, start)?, text.slice(start, text.len())?);
    let after = rest.slice(length as u64 * unit, rest.len())?;
    before.joined(LongValue::from_value(replacement, signature.result)?)?.joined(after)?.into_value()
}

/// TRANSLATE. Fails with 9828 if characters and translations differ in number. The first of
/// duplicate characters counts.
fn translate(_: &dyn FunctionContext, _: &Signature, values: &[Value]) -> Result<Value, SqlError> {
    let (characters, translations) = (str_of(&values[1]), str_of(&values[2]));
    if characters.chars().count() != translations.chars().count() {
        return Err(SqlError::unequal_translations());
    }
    let (mut pace, mut translated) = (Pace::default(), String::with_capacity(str_of(&values[0]).len()));
    for character in str_of(&values[0]).chars() {
        let mut pairs = characters.chars().zip(translations.chars());
        let is_it = |(from, _): &(char, char)| collation::fold(*from) == collation::fold(character);
        let found = pairs.find(|pair| pace.is_interrupted() || is_it(pair));
        if pace.is_interrupted() {
            break;
        }
        translated.push(found.map_or(character, |(_, to)| to));
    }
    Ok(Value::text(translated))
}
