//! Custom number patterns: `0` and `#` are digits, `.` the point, `,` groups or thousands, `%` and
//! `‰` scale. Sections after `;` are for negative numbers and zero.

use super::culture::Culture;
use super::number::Number;

/// Formats the number by the pattern. Returns `None` if the pattern ends within an escape, or has
/// an exponent, which is not supported. FORMAT then gives NULL.
pub(super) fn format(number: &Number, pattern: &str, culture: &Culture) -> Option<String> {
    let sections = sections(pattern)?;
    let has = |place: usize| sections.get(place).is_some_and(|section| !section.is_empty());
    let place = match number {
        number if number.is_zero() && has(2) => 2,
        number if number.is_negative && !number.is_zero() && has(1) => 1,
        _ => 0,
    };
    let section = Section::read(&sections[place])?;
    let rounded = section.scaled(number);
    // A nonzero number that rounds to zero uses the section for zero.
    if place != 2 && rounded.is_zero() && !number.is_zero() && has(2) {
        return format(&Number { whole: String::new(), fraction: String::new(), ..number.clone() }, pattern, culture);
    }
    let text = section.write(&rounded, culture);
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
    Text(String),
}

struct Section {
    signs: Vec<Sign>,
    /// The index of the point; the number of elements if there is no point.
    point: usize,
    thousands: i32,
    hundreds: i32,
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
            // Exponents are not supported.
            'e' | 'E' if matches!(rest.peek(), Some('0' | '+' | '-')) => return None,
            other => Sign::Text(other.to_string()),
        };
        all.last_mut()?.push(sign);
    }
    Some(all)
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
        let percent = |text: &str| signs.iter().filter(|sign| **sign == Sign::Text(text.to_owned())).count() as i32;
        let hundreds = percent("%") * 2 + percent("‰") * 3;
        Some(Section { point, thousands, hundreds, in_groups, signs })
    }

    fn scaled(&self, number: &Number) -> Number {
        let places = self.signs[self.point..].iter().filter(|sign| matches!(sign, Sign::Digit(_))).count();
        number.shifted(self.hundreds - 3 * self.thousands).rounded(places)
    }

    fn write(&self, number: &Number, culture: &Culture) -> String {
        let digits_in = |signs: &[Sign]| signs.iter().filter(|sign| matches!(sign, Sign::Digit(_))).count();
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
                Sign::Text(literal) => text.push_str(literal),
                Sign::Point | Sign::Comma => {}
            }
        }
        text + &self.fraction(number, culture)
    }

    fn fraction(&self, number: &Number, culture: &Culture) -> String {
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
                Sign::Text(literal) => text.push_str(literal),
                Sign::Point | Sign::Comma => {}
            }
        }
        text
    }
}
