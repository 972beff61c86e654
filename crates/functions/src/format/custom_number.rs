//! Custom number patterns: `0` and `#` are digits, `.` the point, `,` groups or thousands, `%` and
//! `‰` scale, `E+00` is an exponent. Sections after `;` are for negative numbers and zero.

use super::culture::Culture;
use super::number::Number;
use std::iter::Peekable;
use std::str::Chars;

/// Formats the number by the pattern. Returns `None` if the pattern ends within an escape; FORMAT
/// then gives NULL. The section for zero is also used if a nonzero number rounds to zero. A
/// negative number keeps its sign only in the first section.
pub(super) fn format(number: &Number, pattern: &str, culture: &Culture) -> Option<String> {
    let sections = sections(pattern)?;
    let has = |place: usize| sections.get(place).is_some_and(|section| !section.is_empty());
    let place = match number {
        number if number.is_zero() && has(2) => 2,
        number if number.is_negative && !number.is_zero() && has(1) => 1,
        _ => 0,
    };
    let section = Section::read(&sections[place])?;
    let (rounded, exponent) = section.scaled(number);
    // A nonzero number that rounds to zero uses the section for zero.
    if place != 2 && rounded.is_zero() && !number.is_zero() && has(2) {
        return format(&Number { whole: String::new(), fraction: String::new(), ..number.clone() }, pattern, culture);
    }
    let text = section.write(&rounded, exponent, culture);
    let is_signed = place == 0 && number.is_negative && !rounded.is_zero();
    Some(if is_signed { format!("-{text}") } else { text })
}

/// An element of a section.
#[derive(Clone, PartialEq, Debug)]
enum Sign {
    /// `0` (true) or `#` (false).
    Digit(bool),
    Point,
    Comma,
    /// `%` or `‰`, not escaped or quoted.
    Scale(char),
    Exponent(Exponent),
    Text(String),
}

/// An exponent, such as `e+00`.
#[derive(Clone, PartialEq, Debug)]
struct Exponent {
    letter: char,
    /// Whether the exponent has a `+` if it isn't negative.
    has_plus: bool,
    /// The least number of digits, at most 10.
    digits: usize,
}

struct Section {
    signs: Vec<Sign>,
    /// The index of the point; the number of elements if there is no point.
    point: usize,
    /// The power of ten that commas before the point, `%` and `‰` multiply by.
    power: i32,
    in_groups: bool,
}

/// Splits a pattern into sections at each `;` outside quotes.
fn sections(pattern: &str) -> Option<Vec<Vec<Sign>>> {
    let mut all = vec![Vec::new()];
    let mut rest = pattern.chars().peekable();
    while let Some(character) = rest.next() {
        let sign = match character {
            ';' => {
                all.push(Vec::new());
                continue;
            }
            '0' => Sign::Digit(true),
            '#' => Sign::Digit(false),
            '.' => Sign::Point,
            ',' => Sign::Comma,
            '\\' => Sign::Text(rest.next()?.to_string()),
            '\'' | '"' => {
                let text: String = rest.by_ref().take_while(|next| *next != character).collect();
                Sign::Text(text)
            }
            '%' | '‰' => Sign::Scale(character),
            'e' | 'E' => exponent(character, &mut rest),
            other => Sign::Text(other.to_string()),
        };
        all.last_mut()?.push(sign);
    }
    Some(all)
}

/// Reads the rest of an exponent: zeros, which may follow a sign. Other text after the letter makes
/// the letter literal.
fn exponent(letter: char, rest: &mut Peekable<Chars<'_>>) -> Sign {
    let mut ahead = rest.clone();
    let sign = ahead.next_if(|next| matches!(next, '+' | '-'));
    let mut digits = 0;
    while ahead.next_if_eq(&'0').is_some() {
        digits += 1;
    }
    if digits == 0 {
        return Sign::Text(letter.to_string());
    }
    *rest = ahead;
    Sign::Exponent(Exponent { letter, has_plus: sign == Some('+'), digits: digits.min(EXPONENT_DIGITS_MAX) })
}

impl Exponent {
    fn text(&self, exponent: i32) -> String {
        let sign = if exponent < 0 {
            "-"
        } else if self.has_plus {
            "+"
        } else {
            ""
        };
        format!("{}{sign}{:0>digits$}", self.letter, exponent.unsigned_abs(), digits = self.digits)
    }
}

impl Section {
    fn read(signs: &[Sign]) -> Option<Section> {
        let mut signs = signs.to_vec();
        let point = signs.iter().position(|sign| *sign == Sign::Point).unwrap_or(signs.len());
        // Later points are ignored.
        let mut place = 0;
        signs.retain(|sign| {
            place += 1;
            *sign != Sign::Point || place - 1 == point
        });
        let last_digit = signs[..point].iter().rposition(|sign| matches!(sign, Sign::Digit(_)));
        let first_digit = signs[..point].iter().position(|sign| matches!(sign, Sign::Digit(_)));
        let commas = |from: usize, to: usize| signs[from..to].iter().filter(|sign| **sign == Sign::Comma).count();
        let thousands = last_digit.map_or(0, |last| commas(last, point)) as i32;
        let in_groups = first_digit.zip(last_digit).is_some_and(|(first, last)| commas(first, last) > 0);
        let scales = |scale: char| signs.iter().filter(|sign| **sign == Sign::Scale(scale)).count() as i32;
        let power = scales('%') * 2 + scales('‰') * 3 - 3 * thousands;
        Some(Section { point, power, in_groups, signs })
    }

    /// Returns the digits that the section shows, and the exponent (0 without one in the section).
    fn scaled(&self, number: &Number) -> (Number, i32) {
        let places = digits_in(&self.signs[self.point..]);
        let number = number.shifted(self.power);
        if !self.signs.iter().any(|sign| matches!(sign, Sign::Exponent(_))) {
            return (number.rounded(places), 0);
        }
        let whole = digits_in(&self.signs[..self.point]);
        if number.is_zero() {
            return (Number { whole: "0".repeat(whole), ..number.rounded(places) }, 0);
        }
        let exponent = number.magnitude() - whole as i32;
        let rounded = number.shifted(-exponent).rounded(places);
        // Rounding 9.99 up needs one more digit than the section has.
        let carried = rounded.magnitude() - whole as i32;
        (rounded.shifted(-carried), exponent + carried)
    }

    fn write(&self, number: &Number, exponent: i32, culture: &Culture) -> String {
        let places = digits_in(&self.signs[..self.point]);
        // From the first `0` on, each position has a digit.
        let wanted = self.signs[..self.point]
            .iter()
            .filter(|sign| matches!(sign, Sign::Digit(_)))
            .position(|sign| *sign == Sign::Digit(true));
        let least = wanted.map_or(0, |first| places - first);
        let whole = format!("{:0>least$}", number.whole);
        let mut text = String::new();
        let mut left = places;
        let mut taken = 0;
        for sign in &self.signs[..self.point] {
            match sign {
                Sign::Digit(_) => {
                    // The first position also takes the digits that exceed the pattern.
                    let until = whole.len().saturating_sub(left - 1);
                    while taken < until {
                        if self.in_groups && taken > 0 && (whole.len() - taken).is_multiple_of(3) {
                            text.push_str(culture.group);
                        }
                        text.push_str(&whole[taken..=taken]);
                        taken += 1;
                    }
                    left -= 1;
                }
                other => other.push_literal(exponent, &mut text),
            }
        }
        text + &self.fraction(number, exponent, culture)
    }

    fn fraction(&self, number: &Number, exponent: i32, culture: &Culture) -> String {
        let signs = &self.signs[self.point..];
        let digits: Vec<&Sign> = signs.iter().filter(|sign| matches!(sign, Sign::Digit(_))).collect();
        let least = digits.iter().rposition(|sign| **sign == Sign::Digit(true)).map_or(0, |last| last + 1);
        let kept = number.fraction.trim_end_matches('0').len().max(least);
        let mut text = String::new();
        let mut place = 0;
        for sign in signs {
            match sign {
                Sign::Point if kept > 0 => text.push_str(culture.point),
                Sign::Digit(_) => {
                    if place < kept {
                        text.push_str(number.fraction.get(place..=place).unwrap_or("0"));
                    }
                    place += 1;
                }
                other => other.push_literal(exponent, &mut text),
            }
        }
        text
    }
}

impl Sign {
    /// Appends an element that isn't a digit or the point.
    fn push_literal(&self, exponent: i32, text: &mut String) {
        match self {
            Sign::Text(literal) => text.push_str(literal),
            Sign::Scale(scale) => text.push(*scale),
            Sign::Exponent(form) => text.push_str(&form.text(exponent)),
            Sign::Digit(_) | Sign::Point | Sign::Comma => {}
        }
    }
}

fn digits_in(signs: &[Sign]) -> usize {
    signs.iter().filter(|sign| matches!(sign, Sign::Digit(_))).count()
}

/// The most digits that a pattern demands of an exponent, as in .NET.
const EXPONENT_DIGITS_MAX: usize = 10;
