//! Functions from text to text: pieces, case, blanks, repetition.

use super::long::{self, Windowed};
use super::slice::{self, Count};
use super::{entry, longest, number_of, of_kind, position, position_type, str_of, varying};
use crate::context::FunctionContext;
use crate::function::{Argument, Function, Signature};
use sluice_base::interruption::paced;
use sluice_types::long::encoding;
use sluice_types::text_builder::{joined, repeated, text_value};
use sluice_types::type_facts::facts;
use sluice_types::{DataType, Length, LongValue, SqlError, Value};

pub(crate) const FUNCTIONS: &[Function] = &[
    Function {
        name: "CONCAT",
        doc: "CONCAT(value, value, ...): the concatenated values; NULL counts as an empty text.",
        arity: (2, 254),
        deterministic: true,
        arguments: &[Argument::Text],
        result: concatenated,
        null_makes_null: false,
        body: concat,
    },
    entry(
        "DATALENGTH",
        "DATALENGTH(value): the number of bytes in the value.",
        (1, 1),
        &[Argument::Any],
        position_type,
        data_length,
    ),
    entry("LEFT", "LEFT(text, count): the first characters.", (2, 2), TEXT_AND_INT, varying, |_, _, values| {
        left(Count::Units, values)
    }),
    entry(
        "LEN",
        "LEN(text): the number of characters without trailing blanks.",
        (1, 1),
        TEXT,
        position_type,
        |_, signature, values| len(Count::Units, signature, values),
    ),
    entry("LOWER", "LOWER(text): the text in lower case.", (1, 1), TEXT, varying, |_, signature, values| {
        Ok(mapped(&values[0], signature, |character| only(character, character.to_lowercase())))
    }),
    entry(
        "REPLICATE",
        "REPLICATE(text, count): the text repeated count times.",
        (2, 2),
        TEXT_AND_INT,
        longest,
        replicate,
    ),
    entry("REVERSE", "REVERSE(text): the characters in reverse order.", (1, 1), TEXT, varying, |_, _, values| {
        Ok(Value::text(paced(str_of(&values[0]).chars().rev()).collect::<String>()))
    }),
    entry("RIGHT", "RIGHT(text, count): the last characters.", (2, 2), TEXT_AND_INT, varying, |_, _, values| {
        right(Count::Units, values)
    }),
    entry(
        "SPACE",
        "SPACE(count): a text of count blanks.",
        (1, 1),
        &[INT],
        |_| blanks_type(),
        |_, _, values| {
            let count = number_of(&values[0]);
            Ok(usize::try_from(count).map_or(Value::Null, |count| Value::text(" ".repeat(count.min(MOST_BYTES)))))
        },
    ),
    entry(
        "SUBSTRING",
        "SUBSTRING(text, start, length): length characters, or bytes, from the one numbered start (the first is 1).",
        (3, 3),
        &[Argument::TextOrBinaryNotNull, Argument::Integer(DataType::Int), Argument::Integer(DataType::Int)],
        varying,
        |_, _, values| substring(Count::Units, values),
    ),
    entry("UPPER", "UPPER(text): the text in upper case.", (1, 1), TEXT, varying, |_, signature, values| {
        Ok(mapped(&values[0], signature, |character| only(character, character.to_uppercase())))
    }),
];

/// LEN: the number of units without trailing blanks, in the result's int or bigint. A long value is
/// read only at its end.
pub(super) fn len(count: Count, signature: &Signature, values: &[Value]) -> Result<Value, SqlError> {
    let length = match long::windowed(&values[0], count)? {
        Windowed::Long(long, unit) => long::length_without_blanks(long, unit)?,
        Windowed::Whole(value) => count.length(str_of(&value).trim_end_matches(' ')),
    };
    Ok(position(length, signature.result))
}

/// DATALENGTH (datalength-transact-sql.md). For a variant, the bytes of its base value.
fn data_length(_: &dyn FunctionContext, signature: &Signature, values: &[Value]) -> Result<Value, SqlError> {
    let (value, data_type) = match &values[0] {
        Value::Variant(inner) => (&inner.value, inner.data_type),
        value => (value, signature.arguments[0]),
    };
    let bytes = match (value, data_type) {
        (Value::Long(long), _) if long.data_type() == encoding(data_type) => long.len() as usize,
        (Value::Long(long), _) => data_type.stored().text_bytes(str_of(&long.whole()?)),
        (Value::Bytes(bytes), _) => bytes.len(),
        (Value::Str(text), _) => data_type.stored().text_bytes(text),
        (Value::Decimal(number), _) => decimal_bytes(number.units()),
        _ => facts(data_type).max_length.unsigned_abs().into(),
    };
    Ok(position(bytes, signature.result))
}

/// Returns the bytes of a decimal: a sign and as many words of four bytes as its digits need.
fn decimal_bytes(units: i128) -> usize {
    let bits = u128::BITS - units.unsigned_abs().leading_zeros();
    1 + 4 * bits.div_ceil(32).max(1) as usize
}

/// LEFT: the first `values[1]` units of `values[0]`. Fails with 537 if the number is negative.
/// NULLs never get here. A long value is cut without reading it.
pub(super) fn left(by: Count, values: &[Value]) -> Result<Value, SqlError> {
    let count = usize::try_from(number_of(&values[1])).map_err(|_| SqlError::invalid_left_or_substring_length())?;
    match long::windowed(&values[0], by)? {
        Windowed::Long(long, unit) => long.slice(0, count as u64 * unit)?.into_value(),
        Windowed::Whole(value) => Ok(piece(&value, by.first(str_of(&value), count))),
    }
}

/// RIGHT: the last `values[1]` units of `values[0]`. Fails with 536 if the number is negative.
/// NULLs never get here. A long value is cut without reading it.
pub(super) fn right(by: Count, values: &[Value]) -> Result<Value, SqlError> {
    let count = usize::try_from(number_of(&values[1])).map_err(|_| SqlError::invalid_length("right"))?;
    match long::windowed(&values[0], by)? {
        Windowed::Long(long, unit) => {
            long.slice(long.len().saturating_sub(count as u64 * unit), long.len())?.into_value()
        }
        Windowed::Whole(value) => {
            let text = str_of(&value);
            let before = by.length(text).saturating_sub(count);
            Ok(piece(&value, by.without_first(text, before)))
        }
    }
}

/// SUBSTRING. A start before the first character reduces the length by the missing characters.
/// Fails with 537 if the length is negative. Positions of binary are bytes, and a long value is cut
/// without reading it.
pub(super) fn substring(by: Count, values: &[Value]) -> Result<Value, SqlError> {
    let (start, length) = (number_of(&values[1]), number_of(&values[2]));
    if length < 0 {
        return Err(SqlError::invalid_left_or_substring_length());
    }
    let count = usize::try_from(length + (start - 1).min(0)).unwrap_or(0);
    let skipped = usize::try_from(start - 1).unwrap_or(0);
    let value = match long::windowed(&values[0], by)? {
        Windowed::Long(long, unit) => {
            let rest = long.slice(skipped as u64 * unit, long.len())?;
            return rest.slice(0, count as u64 * unit)?.into_value();
        }
        Windowed::Whole(value) => value,
    };
    if let Some(bytes) = value.as_bytes() {
        let rest = bytes.get(skipped..).unwrap_or_default();
        return Ok(Value::bytes(&rest[..count.min(rest.len())]));
    }
    let rest = by.without_first(str_of(&value), skipped);
    Ok(piece(&value, by.first(rest, count)))
}

/// REPLICATE. Truncates at the limit of the result's type; a negative count gives NULL.
fn replicate(_: &dyn FunctionContext, signature: &Signature, values: &[Value]) -> Result<Value, SqlError> {
    let text = str_of(&values[0]);
    let Ok(count) = usize::try_from(number_of(&values[1])) else { return Ok(Value::Null) };
    let most = match signature.result.length() {
        Some(Length::Limited(limit)) => usize::from(limit),
        _ => i32::MAX as usize,
    };
    // One copy more than fits is made and then truncated. An empty text stays empty.
    let units = signature.result.text_bytes(text) / signature.result.unit_bytes();
    let copies = most.checked_div(units).map_or(0, |whole| count.min(whole + 1));
    text_value(slice::within(&repeated(text, copies)?, signature.result))
}

/// CONCAT. The result shares the parts of long values.
fn concat(_: &dyn FunctionContext, signature: &Signature, values: &[Value]) -> Result<Value, SqlError> {
    if values.iter().any(|value| matches!(value, Value::Long(_))) {
        let empty = LongValue::in_memory(Vec::new(), signature.result);
        let mut long = values.iter().map(|value| LongValue::from_value(value, signature.result));
        return long.try_fold(empty, |sum, next| sum.joined(next?))?.into_value();
    }
    text_value(slice::within(&joined(values.iter().map(str_of))?, signature.result))
}

/// Returns the type with the sum of the lengths, within the kind's limit.
fn concatenated(arguments: &[DataType]) -> DataType {
    let unicode = arguments.iter().any(DataType::is_unicode);
    let most = if unicode { DataType::NCHAR_MAX } else { DataType::CHAR_MAX };
    let sum = arguments.iter().try_fold(0u16, |sum, argument| match argument.length() {
        Some(Length::Limited(n)) => Some(sum.saturating_add(n).min(most)),
        _ => None,
    });
    of_kind(arguments, sum.map_or(Length::Max, Length::Limited))
}

/// Returns the value itself if the piece is the whole, so that its text stays shared.
pub(super) fn piece(whole: &Value, part: &str) -> Value {
    if part.len() == str_of(whole).len() { whole.clone() } else { Value::text(part) }
}

fn mapped(value: &Value, signature: &Signature, map: fn(char) -> char) -> Value {
    let page = signature.result.code_page();
    let kept = |character: char| {
        let changed = map(character);
        // The capital of µ is missing in code page 1252.
        if page.is_none_or(|page| page.encode(changed).is_some()) { changed } else { character }
    };
    let text = str_of(value);
    if paced(text.chars()).all(|character| kept(character) == character) {
        return value.clone();
    }
    Value::text(paced(text.chars()).map(kept).collect::<String>())
}

/// Returns the other case if it is a single character; ß stays.
fn only(character: char, mut other: impl ExactSizeIterator<Item = char>) -> char {
    if other.len() == 1 { other.next().unwrap_or(character) } else { character }
}

const fn blanks_type() -> DataType {
    DataType::varchar(Length::Limited(DataType::CHAR_MAX))
}

const INT: Argument = Argument::As(DataType::Int);
const TEXT: &[Argument] = &[Argument::Text];
const TEXT_AND_INT: &[Argument] = &[Argument::Text, INT];
const MOST_BYTES: usize = DataType::CHAR_MAX as usize;
