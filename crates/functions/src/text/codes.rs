//! Character codes, and numbers as text: ASCII, CHAR, UNICODE, NCHAR, STR, QUOTENAME.

use super::{entry, number_of, str_of};
use crate::context::FunctionContext;
use crate::function::{Argument, Function, Signature};
use sluice_types::{DataType, Length, SqlError, Value};

pub(crate) const FUNCTIONS: &[Function] = &[
    entry(
        "ASCII",
        "ASCII(text): the first byte of the text, in its code page.",
        (1, 1),
        TEXT,
        |_| DataType::Int,
        |_, signature, values| {
            let page = signature.arguments[0].code_page().unwrap_or_default();
            let first = str_of(&values[0]).chars().next().map(|first| page.encode_or_nearest(first));
            Ok(first.map_or(Value::Null, |bytes| Value::Int(bytes.as_ref()[0].into())))
        },
    ),
    entry(
        "CHAR",
        "CHAR(code): the character of the database's code page; NULL beyond 0 to 255.",
        (1, 1),
        INT,
        |_| DataType::char(1),
        |_, signature, values| {
            let page = signature.result.code_page().unwrap_or_default();
            let byte = u8::try_from(number_of(&values[0]));
            Ok(byte.map_or(Value::Null, |byte| Value::text(page.text(&[byte]))))
        },
    ),
    entry(
        "NCHAR",
        "NCHAR(code): the Unicode character; NULL beyond 0 to 65535.",
        (1, 1),
        INT,
        |_| DataType::NChar(1),
        |_, _, values| {
            let unit = u16::try_from(number_of(&values[0])).ok();
            Ok(unit.and_then(|unit| char::from_u32(unit.into())).map_or(Value::Null, |c| Value::text(c.to_string())))
        },
    ),
    entry(
        "QUOTENAME",
        "QUOTENAME(name [, quote]): the name as a delimited identifier, in brackets or the given quotes; NULL beyond 128 characters.",
        (1, 2),
        &[Argument::As(DataType::NVarChar(Length::Max)), Argument::As(DataType::NVarChar(Length::Limited(1)))],
        |_| DataType::NVarChar(Length::Limited(258)),
        quote_name,
    ),
    entry(
        "STR",
        "STR(number [, length [, decimals]]): the number at the right of length characters (10), with decimals (0).",
        (1, 3),
        &[Argument::As(DataType::Float), Argument::As(DataType::Int), Argument::As(DataType::Int)],
        |_| DataType::varchar(Length::Limited(DataType::CHAR_MAX)),
        str_number,
    ),
    entry(
        "UNICODE",
        "UNICODE(text): the number of the first UTF-16 unit.",
        (1, 1),
        TEXT,
        |_| DataType::Int,
        |_, _, values| {
            let first = str_of(&values[0]).encode_utf16().next();
            Ok(first.map_or(Value::Null, |unit| Value::Int(unit.into())))
        },
    ),
];

/// The length of the longest name.
const NAME_MAX: usize = 128;

fn quote_name(_: &dyn FunctionContext, _: &Signature, values: &[Value]) -> Result<Value, SqlError> {
    if str_of(&values[0]).encode_utf16().count() > NAME_MAX {
        return Ok(Value::Null);
    }
    let quote = values.get(1).map_or("[", str_of);
    let (open, close) = match quote {
        "[" | "]" => ('[', ']'),
        "'" => ('\'', '\''),
        "\"" => ('"', '"'),
        "(" | ")" => ('(', ')'),
        "<" | ">" => ('<', '>'),
        "{" | "}" => ('{', '}'),
        "`" => ('`', '`'),
        _ => return Ok(Value::Null),
    };
    let doubled = str_of(&values[0]).replace(close, &close.to_string().repeat(2));
    Ok(Value::text(format!("{open}{doubled}{close}")))
}

/// STR. Returns asterisks if the integral part doesn't fit; decimals are dropped first.
fn str_number(_: &dyn FunctionContext, _: &Signature, values: &[Value]) -> Result<Value, SqlError> {
    let Value::Float(number) = values[0] else { panic!("{:?} is no float", values[0]) };
    let length = values.get(1).map_or(10, number_of);
    let decimals = values.get(2).map_or(0, number_of);
    let (Ok(length), Ok(decimals)) = (usize::try_from(length), usize::try_from(decimals)) else {
        return Ok(Value::Null);
    };
    if length == 0 || length > usize::from(DataType::CHAR_MAX) {
        return Ok(Value::Null);
    }
    let integral = half_away(number, 0);
    if integral.len() > length {
        return Ok(Value::text("*".repeat(length)));
    }
    let room = (length - integral.len()).saturating_sub(1);
    let text = half_away(number, decimals.min(16).min(room));
    Ok(Value::text(format!("{text:>length$}")))
}

/// Formats the number, rounded half away from zero if the double is exactly halfway. `format!`
/// would round to even.
fn half_away(number: f64, decimals: usize) -> String {
    let scaled = number * 10f64.powi(decimals as i32);
    if (scaled.fract().abs() - 0.5).abs() < f64::EPSILON && scaled.abs() < 1e15 {
        return format!("{:.decimals$}", scaled.round() / 10f64.powi(decimals as i32));
    }
    format!("{number:.decimals$}")
}

const TEXT: &[Argument] = &[Argument::Text];
const INT: &[Argument] = &[Argument::As(DataType::Int)];
