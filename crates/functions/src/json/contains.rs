//! JSON_CONTAINS: whether a SQL value occurs at a path (`json-contains-transact-sql.md`).
//!
//! Strings compare by code point, as in the collation of the json type. Numbers compare by value,
//! whatever their digits: 1 equals 1.0 and 10e-1.

use super::path::Path;
use super::str_of;
use crate::context::FunctionContext;
use crate::function::{Argument, Function, Signature};
use sluice_types::json::{Json, Kind, parse};
use sluice_types::named_collation::Collation;
use sluice_types::pattern::{self, Reading};
use sluice_types::{DataType, Length, SqlError, Value, convert};

pub(super) const JSON_CONTAINS: Function = Function {
    name: "JSON_CONTAINS",
    doc: "JSON_CONTAINS(text, value [, path [, mode]]): 1 if the value is at the path, else 0; NULL if nothing is there. Mode 1 compares with LIKE.",
    arity: (2, 4),
    deterministic: true,
    arguments: &[
        Argument::Json,
        Argument::Any,
        Argument::As(DataType::NVarChar(Length::Limited(4000))),
        Argument::As(DataType::Int),
    ],
    result: |_| DataType::Int,
    null_makes_null: true,
    body: contains,
};

fn contains(_: &dyn FunctionContext, signature: &Signature, values: &[Value]) -> Result<Value, SqlError> {
    let searched = SearchValue::new(&values[1], signature.arguments[1], values.get(3))?;
    let (json, path) = (parse(str_of(&values[0]))?, Path::parse_with_wildcards(values.get(2).map_or("$", str_of))?);
    let found = path.find_all(&json);
    if found.is_empty() {
        return if path.is_strict { Err(SqlError::json_property_not_found()) } else { Ok(Value::Null) };
    }
    Ok(Value::Int(found.into_iter().any(|json| searched.is_in(json)).into()))
}

/// The value that is searched for.
enum SearchValue<'v> {
    Text(&'v str),
    Pattern(&'v str),
    Number(Digits),
    Truth(bool),
}

impl<'v> SearchValue<'v> {
    /// Fails with 8116 for a type that JSON lacks.
    fn new(value: &'v Value, data_type: DataType, mode: Option<&Value>) -> Result<SearchValue<'v>, SqlError> {
        let is_pattern = mode.and_then(Value::as_i64) == Some(1);
        match value {
            Value::Bit(truth) => Ok(SearchValue::Truth(*truth)),
            Value::Str(text) if data_type.is_string() && is_pattern => Ok(SearchValue::Pattern(text)),
            Value::Str(text) if data_type.is_string() => Ok(SearchValue::Text(text)),
            Value::Float(number) => Ok(SearchValue::Number(Digits::new(&format!("{number:e}")))),
            Value::Real(number) => Ok(SearchValue::Number(Digits::new(&format!("{number:e}")))),
            _ if data_type.is_numeric() => {
                let exact = if data_type.is_money() { MONEY_DIGITS } else { data_type };
                let number = convert(value, &data_type, &exact)?;
                let text = convert(&number, &exact, &DataType::varchar(Length::Limited(50)))?;
                Ok(SearchValue::Number(Digits::new(str_of(&text))))
            }
            _ => Err(SqlError::invalid_argument_type(data_type.name(), 2, "json_contains")),
        }
    }

    /// Returns whether the JSON value, or an element of it, is the searched value.
    fn is_in(&self, json: &Json<'_>) -> bool {
        match (&json.kind, self) {
            (Kind::Array(elements), _) => elements.iter().any(|element| self.equals(element)),
            _ => self.equals(json),
        }
    }

    fn equals(&self, json: &Json<'_>) -> bool {
        match (&json.kind, self) {
            (Kind::Text(text), SearchValue::Text(searched)) => text == searched,
            (Kind::Text(text), SearchValue::Pattern(pattern)) => pattern::matches(text, pattern, BY_CODE_POINT),
            (Kind::Number, SearchValue::Number(searched)) => Digits::new(json.raw) == *searched,
            (Kind::Truth(truth), SearchValue::Truth(searched)) => truth == searched,
            _ => false,
        }
    }
}

/// A decimal number: its significant digits, and the power of ten of the last one.
#[derive(PartialEq, Eq, Debug)]
struct Digits {
    is_negative: bool,
    digits: String,
    exponent: i64,
}

impl Digits {
    /// Reads a number as JSON and Rust write it.
    fn new(text: &str) -> Digits {
        let (sign, unsigned) = text.strip_prefix('-').map_or((false, text), |unsigned| (true, unsigned));
        let (mantissa, exponent) = unsigned.split_once(['e', 'E']).unwrap_or((unsigned, "0"));
        let (whole, fraction) = mantissa.split_once('.').unwrap_or((mantissa, ""));
        let all = format!("{whole}{fraction}");
        let digits = all.trim_matches('0');
        let after = all.len() - all.trim_end_matches('0').len();
        let exponent = exponent.parse::<i64>().unwrap_or(i64::MAX / 2) - fraction.len() as i64 + after as i64;
        match digits.is_empty() {
            true => Digits { is_negative: false, digits: String::new(), exponent: 0 },
            false => Digits { is_negative: sign, digits: digits.to_owned(), exponent },
        }
    }
}

/// The type that has all digits of money.
const MONEY_DIGITS: DataType = DataType::decimal(19, 4);
const BY_CODE_POINT: Reading = Reading {
    escape: None,
    ignores_trailing_blanks: false,
    collation: Collation { binary: true, case_sensitive: true, ..Collation::DEFAULT },
};

#[cfg(test)]
mod tests {
    use super::Digits;

    #[test]
    fn equal_numbers_have_equal_digits() {
        for equal in ["100", "1e2", "1.00E+2", "100.0", "1000e-1"] {
            assert_eq!(Digits::new(equal), Digits::new("100"), "{equal}");
        }
        assert_eq!(Digits::new("-0.0"), Digits::new("0"));
        assert_ne!(Digits::new("-1"), Digits::new("1"));
        assert_ne!(Digits::new("0.10"), Digits::new("1"));
    }
}
