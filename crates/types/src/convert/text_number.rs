//! Conversions of texts to numbers.

use super::number::narrow;
use crate::data_type::DataType;
use crate::decimal::{Decimal, ParseDecimalError};
use crate::error::SqlError;
use crate::money::{self, MoneyTextError};
use crate::value::Value;

/// Accepts `TRUE`, `FALSE`, or an integer. Surrounding blanks and case don't count. Fails with 245
/// otherwise.
pub(super) fn to_bit(text: &str, from: &DataType) -> Result<Value, SqlError> {
    let trimmed = trimmed(text);
    if trimmed.eq_ignore_ascii_case("true") {
        return Ok(Value::Bit(true));
    }
    if trimmed.eq_ignore_ascii_case("false") {
        return Ok(Value::Bit(false));
    }
    match parse_integer(trimmed) {
        IntegerText::Value(v) => Ok(Value::Bit(v != 0)),
        IntegerText::TooLong => Ok(Value::Bit(true)),
        IntegerText::Malformed => Err(SqlError::conversion_failed(from.name(), text, DataType::Bit.name())),
    }
}

/// Accepts digits with an optional sign; an empty text is 0. Surrounding blanks don't count. Fails
/// with 245, or 8114 for bigint, if malformed; with 244, 248 or 8115 if it doesn't fit.
pub(super) fn to_integer(text: &str, from: &DataType, to: &DataType) -> Result<Value, SqlError> {
    let parsed = match parse_integer(trimmed(text)) {
        IntegerText::Value(v) => narrow(v, to),
        IntegerText::TooLong => None,
        IntegerText::Malformed if *to == DataType::BigInt => {
            return Err(SqlError::error_converting(from.name(), to.name()));
        }
        IntegerText::Malformed => return Err(SqlError::conversion_failed(from.name(), text, to.name())),
    };
    parsed.ok_or_else(|| match to {
        DataType::TinyInt => SqlError::string_overflows_small_integer(from.name(), text, "INT1"),
        DataType::SmallInt => SqlError::string_overflows_small_integer(from.name(), text, "INT2").in_state(2),
        DataType::Int => SqlError::string_overflows_int(from.name(), text),
        _ => SqlError::arithmetic_overflow("expression", to.name()),
    })
}

/// Accepts `[+-]digits[.digits]`. Surrounding blanks don't count; extra fractional digits are
/// rounded. Fails with 8114 if malformed, with 8115 if it doesn't fit.
pub(super) fn to_decimal(text: &str, from: &DataType, precision: u8, scale: u8) -> Result<Value, SqlError> {
    let overflow = || SqlError::arithmetic_overflow(from.name(), "numeric").in_state(8);
    match trimmed(text).parse::<Decimal>() {
        Ok(exact) => exact.rescale(precision, scale).map(Value::Decimal).map_err(|_| overflow()),
        Err(ParseDecimalError::TooLong) => long_decimal(trimmed(text), precision, scale)
            .ok_or_else(|| SqlError::error_converting(from.name(), "numeric"))?
            .map(Value::Decimal)
            .ok_or_else(overflow),
        Err(ParseDecimalError::Malformed) => Err(SqlError::error_converting(from.name(), "numeric")),
    }
}

/// Reads a number with more digits than a decimal can hold, rounding digits after the point. The
/// outer `None` means that the text is no number, the inner `None` that it is too large.
fn long_decimal(text: &str, precision: u8, scale: u8) -> Option<Option<Decimal>> {
    let end = text.find('.').map_or(text.len(), |point| (point + 1 + usize::from(scale)).min(text.len()));
    let (kept, dropped) = text.split_at(end);
    if !dropped.bytes().all(|byte| byte.is_ascii_digit()) {
        return None;
    }
    let exact = match kept.parse::<Decimal>() {
        Ok(exact) => exact.rescale(precision, scale).ok(),
        Err(ParseDecimalError::TooLong) => None,
        Err(ParseDecimalError::Malformed) => return None,
    };
    let up = i128::from(dropped.bytes().next().is_some_and(|digit| digit >= b'5'));
    let towards = if text.starts_with('-') { -up } else { up };
    let rounded = |exact: Decimal| Decimal::new(exact.units() + towards, scale).filter(|value| value.fits(precision));
    Some(exact.and_then(rounded))
}

/// Accepts an amount with or without a currency sign and commas. Fails with 235 or 293 if
/// malformed, with 236 or 294 if it doesn't fit, for money and smallmoney.
pub(super) fn to_money(text: &str, to: &DataType) -> Result<Value, SqlError> {
    let is_small = money::is_small(to);
    match money::parse(text) {
        Ok(units) if money::fits(units, to) => Ok(Value::Money(units)),
        Err(MoneyTextError::Malformed) if is_small => Err(SqlError::string_is_no_smallmoney()),
        Err(MoneyTextError::Malformed) => Err(SqlError::string_is_no_money()),
        _ if is_small => Err(SqlError::string_overflows_smallmoney()),
        _ => Err(SqlError::string_overflows_money()),
    }
}

/// Accepts a number with or without an exponent, which begins with E or D; an empty text is 0.
/// Surrounding blanks don't count. Fails with 8114 if malformed, with 8115 if out of range;
/// messages name the type `to`.
pub(super) fn to_float(text: &str, from: &DataType, to: &str) -> Result<Value, SqlError> {
    let trimmed = trimmed(text);
    if trimmed.is_empty() {
        return Ok(Value::Float(0.0));
    }
    // Rust would also accept "inf" and "nan", and not the exponents of FORTRAN: `1d3`.
    let plain =
        trimmed.bytes().all(|byte| matches!(byte, b'0'..=b'9' | b'+' | b'-' | b'.' | b'e' | b'E' | b'd' | b'D'));
    let is_fortran = plain && trimmed.contains(['d', 'D']) && !trimmed.contains(['e', 'E']);
    let read = if is_fortran { trimmed.replace(['d', 'D'], "e").parse::<f64>() } else { trimmed.parse::<f64>() };
    match read {
        Ok(value) if plain && value.is_finite() => Ok(Value::Float(value)),
        Ok(_) if plain => Err(SqlError::arithmetic_overflow(from.name(), to).in_state(4)),
        _ => Err(SqlError::error_converting(from.name(), to)),
    }
}

enum IntegerText {
    Value(i64),
    TooLong,
    Malformed,
}

/// A sign alone is 0, as in SQL Server.
fn parse_integer(text: &str) -> IntegerText {
    let (negative, digits) = match text.as_bytes() {
        [b'-', rest @ ..] => (true, rest),
        [b'+', rest @ ..] => (false, rest),
        all => (false, all),
    };
    if !digits.iter().all(u8::is_ascii_digit) {
        return IntegerText::Malformed;
    }
    let step = |value: i64, digit: i64| {
        let ten = value.checked_mul(10)?;
        if negative { ten.checked_sub(digit) } else { ten.checked_add(digit) }
    };
    match digits.iter().try_fold(0i64, |value, byte| step(value, i64::from(byte - b'0'))) {
        Some(value) => IntegerText::Value(value),
        None => IntegerText::TooLong,
    }
}

fn trimmed(text: &str) -> &str {
    text.trim_matches(' ')
}
