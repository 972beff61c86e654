//! A number as decimal digits, which patterns round and arrange.

use sluice_types::{Decimal, Value, money};

/// A number as FORMAT sees it: its sign apart from its decimal digits.
#[derive(Clone, PartialEq, Debug)]
pub(super) struct Number {
    pub(super) is_negative: bool,
    /// Digits before the point, without leading zeros (none for a number below 1).
    pub(super) whole: String,
    /// Digits after the point, as many as the type has.
    pub(super) fraction: String,
    /// The kind of the original value.
    pub(super) kind: Kind,
}

/// The kind of a value, which some patterns need.
#[derive(Clone, Copy, PartialEq, Debug)]
pub(super) enum Kind {
    /// tinyint to bigint: the number, and its size in bytes.
    Integer(i64, u8),
    /// decimal and money.
    Exact,
    /// float (15 digits) and real (7).
    Float(f64, usize),
}

impl Number {
    /// Converts a value; `None` for a non-numeric type. float keeps 15 digits and real 7. The kind
    /// keeps an integer's value and bytes, for hexadecimal.
    pub(super) fn from_value(value: &Value) -> Option<Number> {
        match value {
            Value::TinyInt(number) => Some(Number::parse(&number.to_string(), Kind::Integer((*number).into(), 1))),
            Value::SmallInt(number) => Some(Number::parse(&number.to_string(), Kind::Integer((*number).into(), 2))),
            Value::Int(number) => Some(Number::parse(&number.to_string(), Kind::Integer((*number).into(), 4))),
            Value::BigInt(number) => Some(Number::parse(&number.to_string(), Kind::Integer(*number, 8))),
            Value::Decimal(number) => Some(Number::of_decimal(*number)),
            Value::Money(amount) => Some(Number::of_decimal(money::to_decimal(*amount))),
            Value::Float(number) => Some(Number::of_float(*number, 15)),
            Value::Real(number) => Some(Number::of_float((*number).into(), 7)),
            _ => None,
        }
    }

    fn of_decimal(number: Decimal) -> Number {
        Number::parse(&number.to_string(), Kind::Exact)
    }

    /// Converts a float with as many digits as .NET uses.
    fn of_float(number: f64, digits: usize) -> Number {
        let rounded: f64 = format!("{number:.*e}", digits - 1).parse().unwrap_or(number);
        let mut text = format!("{rounded}");
        if !text.contains('.') {
            text.push_str(".0");
        }
        Number::parse(&text, Kind::Float(number, digits))
    }

    fn parse(text: &str, kind: Kind) -> Number {
        let (is_negative, digits) = text.strip_prefix('-').map_or((false, text), |digits| (true, digits));
        let (whole, fraction) = digits.split_once('.').unwrap_or((digits, ""));
        Number { is_negative, whole: whole.trim_start_matches('0').to_owned(), fraction: fraction.to_owned(), kind }
    }

    /// Returns whether all digits are zero.
    pub(super) fn is_zero(&self) -> bool {
        self.whole.is_empty() && self.fraction.bytes().all(|digit| digit == b'0')
    }

    /// Returns the place of the first digit that isn't zero: the number of whole digits, and 0 or
    /// less below 1 (0.1 has 0, 0.01 has -1). The number isn't zero.
    pub(super) fn magnitude(&self) -> i32 {
        match self.whole.len() {
            0 => -(self.fraction.bytes().take_while(|digit| *digit == b'0').count() as i32),
            digits => digits as i32,
        }
    }

    /// Rounds half away from zero to `places` digits after the point. Fills up with zeros if the
    /// number has fewer; keeps the sign, also of zero.
    pub(super) fn rounded(&self, places: usize) -> Number {
        let mut digits: Vec<u8> = self.whole.bytes().chain(self.fraction.bytes().take(places)).collect();
        let missing = places.saturating_sub(self.fraction.len());
        digits.extend(std::iter::repeat_n(b'0', missing));
        let mut carries = self.fraction.as_bytes().get(places).is_some_and(|digit| *digit >= b'5');
        for digit in digits.iter_mut().rev() {
            if !carries {
                break;
            }
            carries = *digit == b'9';
            *digit = if carries { b'0' } else { *digit + 1 };
        }
        let mut text: String = digits.into_iter().map(char::from).collect();
        if carries {
            text.insert(0, '1');
        }
        let fraction = text.split_off(text.len() - places);
        Number { whole: text.trim_start_matches('0').to_owned(), fraction, ..self.clone() }
    }

    /// Multiplies by ten to the power of `places`. A negative `places` divides; digits that leave
    /// one side come in on the other, none are lost.
    pub(super) fn shifted(&self, places: i32) -> Number {
        let (mut whole, mut fraction) = (self.whole.clone(), self.fraction.clone());
        for _ in 0..places.max(0) {
            whole.push(if fraction.is_empty() { '0' } else { fraction.remove(0) });
        }
        for _ in 0..(-places).max(0) {
            fraction.insert(0, whole.pop().unwrap_or('0'));
        }
        Number { whole: whole.trim_start_matches('0').to_owned(), fraction, ..self.clone() }
    }

    /// Returns the whole digits, at least one, with the separator between groups of three.
    pub(super) fn grouped(&self, separator: &str) -> String {
        grouped(if self.whole.is_empty() { "0" } else { &self.whole }, separator)
    }
}

/// Inserts the separator between groups of three digits. `digits` are those before the point,
/// without a sign.
pub(super) fn grouped(digits: &str, separator: &str) -> String {
    let mut text = String::with_capacity(digits.len() * 2);
    for (place, digit) in digits.chars().enumerate() {
        if place > 0 && (digits.len() - place).is_multiple_of(3) {
            text.push_str(separator);
        }
        text.push(digit);
    }
    text
}
