//! Standard number patterns: a letter, and optionally a number of digits.

use super::culture::Culture;
use super::number::{Kind, Number};

/// Formats the number. Returns `None` if the pattern is invalid for it. Letters are C, D, X, E, F,
/// N, P and G, in either case, and R for floating point. `digits` has a default by letter.
pub(super) fn format(number: &Number, letter: char, digits: Option<usize>, culture: &Culture) -> Option<String> {
    let text = match letter.to_ascii_uppercase() {
        'C' => {
            let rounded = number.rounded(digits.unwrap_or(2));
            let pattern = if is_negative(&rounded) { culture.negative_currency } else { culture.currency };
            pattern.replace('n', &pointed(&rounded, culture, true))
        }
        'D' | 'X' => return of_integer(number, letter, digits.unwrap_or(0)),
        'E' => scientific(number, letter, digits.unwrap_or(6), culture),
        'F' => {
            let rounded = number.rounded(digits.unwrap_or(2));
            format!("{}{}", sign(&rounded), pointed(&rounded, culture, false))
        }
        'N' => {
            let rounded = number.rounded(digits.unwrap_or(2));
            format!("{}{}", sign(&rounded), pointed(&rounded, culture, true))
        }
        'P' => {
            let rounded = number.shifted(2).rounded(digits.unwrap_or(2));
            format!("{}{}", sign(&rounded), culture.percent.replace('n', &pointed(&rounded, culture, true)))
        }
        'G' => general(number, letter, digits.filter(|digits| *digits > 0), culture),
        'R' if matches!(number.kind, Kind::Float(..)) => general(number, 'G', None, culture),
        _ => return None,
    };
    Some(text)
}

fn is_negative(rounded: &Number) -> bool {
    rounded.is_negative && !rounded.is_zero()
}

fn sign(rounded: &Number) -> &'static str {
    if is_negative(rounded) { "-" } else { "" }
}

fn pointed(number: &Number, culture: &Culture, in_groups: bool) -> String {
    let whole = number.grouped(if in_groups { culture.group } else { "" });
    if number.fraction.is_empty() { whole } else { format!("{whole}{}{}", culture.point, number.fraction) }
}

fn of_integer(number: &Number, letter: char, digits: usize) -> Option<String> {
    let Kind::Integer(value, bytes) = number.kind else { return None };
    if letter.eq_ignore_ascii_case(&'D') {
        let sign = if value < 0 { "-" } else { "" };
        return Some(format!("{sign}{:0>digits$}", value.unsigned_abs()));
    }
    let bits = value as u64 & (u64::MAX >> (64 - 8 * u32::from(bytes)));
    Some(if letter == 'x' { format!("{bits:0>digits$x}") } else { format!("{bits:0>digits$X}") })
}

/// Formats like `1.052033E+003`.
fn scientific(number: &Number, letter: char, digits: usize, culture: &Culture) -> String {
    let (mantissa, exponent) = normalized(number, digits);
    let point = if digits > 0 { culture.point } else { "" };
    let sign = if exponent < 0 { '-' } else { '+' };
    let (first, rest) = mantissa.split_at(1);
    format!("{}{first}{point}{rest}{letter}{sign}{:03}", if number.is_negative { "-" } else { "" }, exponent.abs())
}

/// Returns the first digit and `digits` more, rounded, and the power of ten of the first digit.
fn normalized(number: &Number, digits: usize) -> (String, i32) {
    if number.is_zero() {
        return ("0".repeat(digits + 1), 0);
    }
    let leading = number.fraction.bytes().take_while(|digit| *digit == b'0').count() as i32;
    let exponent = if number.whole.is_empty() { -leading - 1 } else { number.whole.len() as i32 - 1 };
    let one = number.shifted(-exponent).rounded(digits);
    if one.whole.len() > 1 {
        let again = one.shifted(-1);
        return (format!("{}{}", again.whole, &again.fraction[..digits]), exponent + 1);
    }
    (format!("{}{}", one.whole, one.fraction), exponent)
}

/// Returns the shorter of the fixed and the scientific form. An exact number keeps all its digits.
fn general(number: &Number, letter: char, digits: Option<usize>, culture: &Culture) -> String {
    let most = match (number.kind, digits) {
        (_, Some(digits)) => digits,
        (Kind::Float(_, digits), None) => digits,
        (Kind::Exact | Kind::Integer(..), None) => {
            return format!("{}{}", sign(number), pointed(number, culture, false));
        }
    };
    let (mantissa, exponent) = normalized(number, most - 1);
    let sign = sign(number);
    if exponent >= most as i32 || exponent < -4 {
        let rest = mantissa[1..].trim_end_matches('0');
        let point = if rest.is_empty() { "" } else { culture.point };
        let of_exponent = if exponent < 0 { '-' } else { '+' };
        let e = if letter == 'g' { 'e' } else { 'E' };
        return format!("{sign}{}{point}{rest}{e}{of_exponent}{:02}", &mantissa[..1], exponent.abs());
    }
    let places = usize::try_from(most as i32 - 1 - exponent).unwrap_or(0);
    let mut rounded = number.rounded(places);
    rounded.fraction.truncate(rounded.fraction.trim_end_matches('0').len());
    format!("{sign}{}", pointed(&rounded, culture, false))
}
