//! Conversions to the four string types.
//!
//! Lengths are in bytes of the code page for char and varchar and in UTF-16 units for nchar and
//! nvarchar. Truncation never splits a character.

use super::xml::KEEPS_BLANKS;
use super::{binary, number};
use crate::calendar::{DAY_MAX, local_ticks, round_ticks, split_ticks, ticks_of_datetime};
use crate::data_type::{DataType, Length};
use crate::date_style::{self, Moment, StyleError};
use crate::error::SqlError;
use crate::long::not_whole;
use crate::value::Value;
use crate::{float_text, money, xml};
use std::borrow::Cow;
use std::sync::Arc;

/// Converts to a string type. A string or date that is too long is truncated; a number that is too
/// long fails with 8115, a float with 232, or is a `*`. Styles apply to dates, floats, money and
/// bytes; an unknown style fails with 281. XML that is too long fails with 6354, XML with other
/// characters than those of the code page with 6355. An unknown style of bytes fails with 9809, and
/// a type that doesn't convert with 206.
pub(super) fn to_string(value: &Value, from: &DataType, to: &DataType, style: i32) -> Result<Value, SqlError> {
    let text = match value {
        Value::Str(text) if *from == DataType::Xml => {
            let text = match xml::entitized(text, style & KEEPS_BLANKS != 0) {
                Cow::Borrowed(_) => Arc::clone(text),
                Cow::Owned(text) => Arc::from(text),
            };
            // 6355: the code page lacks a character. 6354: the string is too short.
            if !to.code_page().is_none_or(|page| page.holds(&text)) {
                return Err(SqlError::xml_not_in_code_page());
            }
            if !holds(&text, to) {
                return Err(SqlError::xml_target_too_small());
            }
            return Ok(Value::Str(fit_shared(&text, to)));
        }
        Value::Str(text) => return Ok(Value::Str(fit_shared(text, to))),
        Value::Date(_) | Value::Time(_) | Value::DateTime(_) | Value::DateTime2(_) | Value::DateTimeOffset(..) => {
            let text = match moment(value, from) {
                Some(moment) => date_style::write(moment, style),
                None => Err(StyleError::Unknown),
            };
            text.map_err(|error| match error {
                StyleError::Unknown => SqlError::invalid_style(style, from.name()),
                StyleError::OtherPart => SqlError::error_converting(from.name(), to.name()),
            })?
        }
        Value::Float(v) => checked(float_number(*v, style, 17), || no_room_for_float(*v, to), to)?,
        Value::Real(v) => checked(float_number((*v).into(), style, 9), || no_room_for_float((*v).into(), to), to)?,
        Value::Money(v) => {
            let text = money::write(*v, style).ok_or_else(|| SqlError::invalid_style(style, from.name()))?;
            let refused = || match from {
                DataType::SmallMoney => SqlError::smallmoney_needs_space(to.name()),
                _ => SqlError::money_needs_space(to.name()),
            };
            checked(text, refused, to)?
        }
        Value::Decimal(v) => {
            checked(v.to_string(), || SqlError::arithmetic_overflow("numeric", to.name()).in_state(5), to)?
        }
        Value::Bit(_) | Value::TinyInt(_) | Value::SmallInt(_) | Value::Int(_) | Value::BigInt(_) => {
            integer(value.as_i64().unwrap_or_default(), to)?
        }
        Value::Bytes(bytes) => binary::to_text(bytes, from, to, style)?,
        Value::Long(_) => return Err(not_whole()),
        _ => return Err(SqlError::type_clash(from.operand_name(), to.operand_name())),
    };
    Ok(Value::Str(fit_shared(&Arc::from(text), to)))
}

/// Returns the text of a float or real by its style (`t-sql/functions/cast-and-convert`, *float and
/// real styles*): 1 and 2 are scientific with 8 and 16 digits; 3 has the `lossless` number of
/// digits; any other has 6 digits at most.
fn float_number(value: f64, style: i32, lossless: usize) -> String {
    match style {
        1 => float_text::write_scientific(value, 8, 3),
        2 => float_text::write_scientific(value, 16, 3),
        3 => float_text::write(value, lossless, 3),
        _ => float_text::write(value, 6, 3),
    }
}

/// Returns the error of a float or real whose text is longer than the string type.
fn no_room_for_float(value: f64, to: &DataType) -> SqlError {
    if to.is_unicode() {
        SqlError::arithmetic_overflow("expression", "nvarchar")
    } else {
        SqlError::float_overflow("varchar", number::shown(value))
    }
}

/// Returns the moment in a value of a date type, or `None` for other types.
fn moment(value: &Value, data_type: &DataType) -> Option<Moment> {
    let is_legacy = matches!(value, Value::DateTime(_));
    let (ticks, scale) = match *value {
        Value::Date(day) => return Some(Moment { day: Some(day), ticks: None, scale: 0, is_legacy, offset: None }),
        Value::Time(ticks) => {
            let scale = if let DataType::Time(scale) = data_type { *scale } else { 7 };
            return Some(Moment { day: None, ticks: Some(ticks), scale, is_legacy, offset: None });
        }
        // Milliseconds are rounded half up, but never to the next day.
        Value::DateTime(units) => (round_ticks(ticks_of_datetime(units), 3), 3),
        Value::DateTime2(ticks) => (ticks, if let DataType::DateTime2(scale) = data_type { *scale } else { 7 }),
        Value::DateTimeOffset(ticks, minutes) => {
            let scale = if let DataType::DateTimeOffset(scale) = data_type { *scale } else { 7 };
            (local_ticks(ticks, minutes), scale)
        }
        _ => return None,
    };
    let offset = if let Value::DateTimeOffset(_, minutes) = value { Some(*minutes) } else { None };
    let (day, ticks) = split_ticks(ticks);
    debug_assert!((0..=DAY_MAX).contains(&day), "a day outside the calendar: {day}");
    Some(Moment { day: Some(day), ticks: Some(ticks), scale, is_legacy, offset })
}

/// Whether `after`, converted from `before` for a column of type `to`, lacks more than trailing
/// blanks. A document loses blanks, but is never truncated.
pub(super) fn loses(before: &str, after: &str, to: &DataType) -> bool {
    if to.is_document() {
        return false;
    }
    let kept = units(after.trim_end_matches(' '), to);
    units(before.trim_end_matches(' '), to) > kept
}

fn holds(text: &str, to: &DataType) -> bool {
    match to.length() {
        Some(Length::Limited(limit)) => units(text, to) <= usize::from(limit),
        _ => true,
    }
}

/// Returns the text as a value of the string type `to`: truncated, padded, and without characters
/// that the code page lacks. Shares the text if nothing changes.
pub(super) fn fit_shared(text: &Arc<str>, to: &DataType) -> Arc<str> {
    match fit(text, to) {
        Cow::Borrowed(kept) if kept.len() == text.len() => Arc::clone(text),
        fitted => Arc::from(fitted.as_ref()),
    }
}

/// Truncates the text to the type's limit. Never within a character. A `max` type has no limit.
pub(super) fn truncate(mut text: String, to: &DataType) -> Arc<str> {
    if let Some(Length::Limited(limit)) = to.length() {
        text.truncate(cut(&text, limit.into(), to));
    }
    Arc::from(text)
}

fn fit<'a>(text: &'a str, to: &DataType) -> Cow<'a, str> {
    let text = to.code_page().map_or(Cow::Borrowed(text), |page| page.fitted(text));
    let Some(Length::Limited(limit)) = to.length() else {
        return text;
    };
    let limit = usize::from(limit);
    let text = if units(&text, to) > limit { shorten(text, limit, to) } else { text };
    // A removed multi-byte character leaves space for a blank.
    let used = units(&text, to);
    if used < limit && to.is_fixed_length() {
        let mut padded = text.into_owned();
        padded.extend(std::iter::repeat_n(' ', limit - used));
        return Cow::Owned(padded);
    }
    text
}

fn shorten<'a>(text: Cow<'a, str>, limit: usize, to: &DataType) -> Cow<'a, str> {
    let end = cut(&text, limit, to);
    match text {
        Cow::Borrowed(text) => Cow::Borrowed(&text[..end]),
        Cow::Owned(mut text) => {
            text.truncate(end);
            Cow::Owned(text)
        }
    }
}

/// Returns the length of `text` in the units of the type's length.
fn units(text: &str, to: &DataType) -> usize {
    if text.is_ascii() { text.len() } else { to.text_bytes(text) / to.unit_bytes() }
}

/// Returns the byte offset in `text` after at most `limit` units.
fn cut(text: &str, limit: usize, to: &DataType) -> usize {
    if text.is_ascii() {
        return limit.min(text.len());
    }
    let mut left = limit;
    for (at, character) in text.char_indices() {
        let size = to.code_page().map_or(character.len_utf16(), |page| page.width(character));
        if size > left {
            return at;
        }
        left -= size;
    }
    text.len()
}

/// Formats an integer. An integer that does not fit gives `*` in char and varchar, and an error in
/// nchar and nvarchar.
fn integer(value: i64, to: &DataType) -> Result<String, SqlError> {
    let text = value.to_string();
    if fits(&text, to) {
        Ok(text)
    } else if to.is_unicode() {
        Err(SqlError::arithmetic_overflow("expression", to.name()))
    } else {
        Ok(String::from("*"))
    }
}

/// Returns `text` if it fits into the string type `to`, otherwise the error. Nothing is truncated.
pub(super) fn checked(text: String, error: impl FnOnce() -> SqlError, to: &DataType) -> Result<String, SqlError> {
    if fits(&text, to) { Ok(text) } else { Err(error()) }
}

fn fits(text: &str, to: &DataType) -> bool {
    match to.length() {
        Some(Length::Limited(limit)) => text.len() <= usize::from(limit),
        _ => true,
    }
}
