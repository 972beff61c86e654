//! Regular expressions: REGEXP_LIKE, REGEXP_REPLACE, REGEXP_SUBSTR, REGEXP_INSTR, REGEXP_COUNT, and
//! the rows of REGEXP_MATCHES and REGEXP_SPLIT_TO_TABLE (`regexp-like-transact-sql` and following
//! pages).
//!
//! Matching ignores collations. A start counts characters; REGEXP_INSTR returns a position in
//! UTF-16 units, as SQL Server does.

mod syntax;

mod pattern;

mod rows;

pub(crate) use rows::{match_columns, matches, row_arguments, split};

use crate::context::FunctionContext;
use crate::function::{Argument, Function, Signature};
use crate::text::{entry, number_of, str_of, units, varying, within};
use pattern::{Search, compiled};
use sluice_types::text_builder::{TextBuilder, text_value};
use sluice_types::{DataType, Length, SqlError, Value};

/// The predicate REGEXP_LIKE. T-SQL can't call it as a function.
pub static REGEXP_LIKE: Function = entry(
    "REGEXP_LIKE",
    "REGEXP_LIKE(text, pattern [, flags]): whether the pattern is found in the text.",
    (2, 3),
    &[Argument::OnlyText, Argument::OnlyShortText, Argument::OnlyShortVarchar],
    |_| DataType::Bit,
    |_, _, values| {
        let (text, regex) = (text_of(&values[0])?, compiled(str_of(&values[1]), values.get(2))?);
        Ok(Value::Bit(regex.is_match(text)))
    },
);

pub(crate) const FUNCTIONS: &[Function] = &[
    entry(
        "REGEXP_COUNT",
        "REGEXP_COUNT(text, pattern [, start [, flags]]): the number of matches.",
        (2, 4),
        &[Argument::OnlyText, Argument::OnlyShortText, Argument::As(DataType::Int), Argument::OnlyShortVarchar],
        |_| DataType::Int,
        count,
    ),
    entry(
        "REGEXP_INSTR",
        "REGEXP_INSTR(text, pattern [, start [, occurrence [, end [, flags [, group]]]]]): the position of a match.",
        (2, 7),
        &[
            Argument::OnlyText,
            Argument::OnlyShortText,
            Argument::As(DataType::Int),
            Argument::As(DataType::Int),
            Argument::As(DataType::Int),
            Argument::OnlyShortVarchar,
            Argument::As(DataType::Int),
        ],
        |_| DataType::Int,
        position,
    ),
    entry(
        "REGEXP_REPLACE",
        "REGEXP_REPLACE(text, pattern [, replacement [, start [, occurrence [, flags]]]]): the text with matches replaced.",
        (2, 6),
        &[
            Argument::OnlyText,
            Argument::OnlyShortText,
            Argument::OnlyText,
            Argument::As(DataType::Int),
            Argument::As(DataType::Int),
            Argument::OnlyShortVarchar,
        ],
        replaced_type,
        replace,
    ),
    entry(
        "REGEXP_SUBSTR",
        "REGEXP_SUBSTR(text, pattern [, start [, occurrence [, flags [, group]]]]): a match, or NULL.",
        (2, 6),
        &[
            Argument::OnlyText,
            Argument::OnlyShortText,
            Argument::As(DataType::Int),
            Argument::As(DataType::Int),
            Argument::OnlyShortVarchar,
            Argument::As(DataType::Int),
        ],
        varying,
        substring,
    ),
];

fn count(_: &dyn FunctionContext, _: &Signature, values: &[Value]) -> Result<Value, SqlError> {
    let text = text_of(&values[0])?;
    let start = start_of(text, values.get(2), "REGEXP_COUNT", 0)?;
    let regex = compiled(str_of(&values[1]), values.get(3))?;
    let Some(start) = start else { return Ok(Value::Int(0)) };
    let mut search = Search::new(regex, start);
    Ok(Value::Int(std::iter::from_fn(|| search.next(text)).count() as i32))
}

fn position(_: &dyn FunctionContext, _: &Signature, values: &[Value]) -> Result<Value, SqlError> {
    const NAME: &str = "REGEXP_INSTR";
    let text = text_of(&values[0])?;
    let start = start_of(text, values.get(2), NAME, 3)?;
    let occurrence = at_least(1, values.get(3), ("OCCURRENCE", NAME), (1, 4))?;
    let end = at_least(0, values.get(4), ("RETURN_OPTION", NAME), (0, 6))?;
    if end > 1 {
        return Err(below(0, end, ("RETURN_OPTION", NAME), 6));
    }
    let regex = compiled(str_of(&values[1]), values.get(5))?;
    let group = match values.get(6).map_or(0, number_of) {
        negative @ ..0 => return Err(below(1, negative, ("GROUP", NAME), 5)),
        group => group as usize,
    };
    let found = start.and_then(|start| group_of_match(&mut Search::new(regex, start), text, occurrence, group));
    let place = found.map_or(0, |(from, to)| units(&text[..if end == 1 { to } else { from }]) as i32 + 1);
    Ok(Value::Int(place))
}

fn substring(_: &dyn FunctionContext, _: &Signature, values: &[Value]) -> Result<Value, SqlError> {
    const NAME: &str = "REGEXP_SUBSTR";
    let text = text_of(&values[0])?;
    let start = start_of(text, values.get(2), NAME, 7)?;
    let occurrence = at_least(1, values.get(3), ("OCCURRENCE", NAME), (1, 8))?;
    let group = at_least(0, values.get(5), ("GROUP", NAME), (0, 9))?;
    let regex = compiled(str_of(&values[1]), values.get(4))?;
    let found =
        start.and_then(|start| group_of_match(&mut Search::new(regex, start), text, occurrence, group as usize));
    found.map_or(Ok(Value::Null), |(from, to)| text_value(&text[from..to]))
}

/// Returns the bytes of a group of the match number `occurrence`.
fn group_of_match(search: &mut Search, text: &str, occurrence: i64, group: usize) -> Option<(usize, usize)> {
    for _ in 1..occurrence {
        search.next(text)?;
    }
    let found = search.next(text)?;
    search.group(found, group)
}

/// REGEXP_REPLACE replaces all matches if the occurrence is 0. An empty pattern changes nothing.
fn replace(_: &dyn FunctionContext, signature: &Signature, values: &[Value]) -> Result<Value, SqlError> {
    const NAME: &str = "REGEXP_REPLACE";
    let (text, pattern) = (text_of(&values[0])?, str_of(&values[1]));
    let start = start_of(text, values.get(3), NAME, 1)?;
    let wanted = at_least(0, values.get(4), ("OCCURRENCE", NAME), (0, 2))?;
    let regex = compiled(pattern, values.get(5))?;
    let Some(start) = start.filter(|_| !pattern.is_empty()) else { return Ok(values[0].clone()) };
    let replacement = values.get(2).map_or("", str_of);
    let (mut search, mut built, mut done, mut number) = (Search::new(regex, start), TextBuilder::default(), 0, 0);
    while let Some(found) = search.next(text) {
        number += 1;
        if wanted == 0 || wanted == number {
            built.push_str(&text[done..found.0])?;
            push_replacement(&mut built, replacement, |group| {
                search.group(found, group).map(|(from, to)| &text[from..to])
            })?;
            done = found.1;
        }
        if wanted == number {
            break;
        }
    }
    built.push_str(&text[done..])?;
    text_value(within(built.as_str(), signature.result))
}

/// Appends the replacement of a match: `\1` to `\9` stand for groups, `\\` for a backslash.
fn push_replacement<'t>(
    built: &mut TextBuilder,
    replacement: &str,
    group: impl Fn(usize) -> Option<&'t str>,
) -> Result<(), SqlError> {
    let mut rest = replacement;
    while let Some(at) = rest.find('\\') {
        built.push_str(&rest[..at])?;
        match rest[at + 1..].chars().next() {
            Some(digit @ '1'..='9') => {
                built.push_str(group(digit as usize - '0' as usize).unwrap_or_default())?;
                rest = &rest[at + 2..];
            }
            Some('\\') => {
                built.push('\\')?;
                rest = &rest[at + 2..];
            }
            _ => {
                built.push('\\')?;
                rest = &rest[at + 1..];
            }
        }
    }
    built.push_str(rest)
}

/// Returns the longest type of the text's kind: `max` if the text or the replacement is.
fn replaced_type(arguments: &[DataType]) -> DataType {
    let is_max = [0, 2].iter().any(|place| arguments.get(*place).is_some_and(DataType::is_max));
    match (arguments[0], is_max) {
        (text, true) if text.is_unicode() => DataType::NVarChar(Length::Max),
        (text, false) if text.is_unicode() => DataType::NVarChar(Length::Limited(DataType::NCHAR_MAX)),
        (text, is_max) => {
            let length = if is_max { Length::Max } else { Length::Limited(DataType::CHAR_MAX) };
            DataType::varchar(length).in_code_page(text.code_page().unwrap_or_default())
        }
    }
}

/// Returns the text to search. Refuses a text above SQL Server's limit of 2 MB.
fn text_of(value: &Value) -> Result<&str, SqlError> {
    let text = str_of(value);
    if text.len() > TEXT_BYTES_MAX {
        return Err(SqlError::unsupported_option("regular expression over more than 2 MB"));
    }
    Ok(text)
}

/// Returns the byte at which the search starts; `None` beyond the text. Fails with 19301 for a
/// start below 1.
fn start_of(text: &str, start: Option<&Value>, function: &str, state: u8) -> Result<Option<usize>, SqlError> {
    let start = at_least(1, start, ("START", function), (1, state))?;
    let mut places = text.char_indices().map(|(at, _)| at);
    Ok(if start == 1 { Some(0) } else { places.nth(start as usize - 1) })
}

/// Returns the argument `name`, by default `default.0`. Fails with 19301 if it is below `least`.
fn at_least(
    least: i64,
    value: Option<&Value>,
    name: (&str, &str),
    (default, state): (i64, u8),
) -> Result<i64, SqlError> {
    let number = value.map_or(default, number_of);
    if number < least { Err(below(least, number, name, state)) } else { Ok(number) }
}

/// Returns error 19301: an argument is too small.
fn below(least: i64, number: i64, (argument, function): (&str, &str), state: u8) -> SqlError {
    SqlError::argument_below_minimum(argument, least, number, function).in_state(state)
}

/// SQL Server's limit of a searched text.
const TEXT_BYTES_MAX: usize = 2 << 20;
