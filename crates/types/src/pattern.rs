//! The patterns of LIKE and PATINDEX: `%`, `_`, `[a-f]`, `[^a-f]`, and an escape character
//! (like-transact-sql.md).
//!
//! Text and pattern are sequences of UTF-16 units, so `_` matches half of a surrogate pair. Under a
//! supplementary-character collation they are sequences of characters. Units are equal if the
//! collation folds them equally, and a range follows the collation's order. Nothing is allocated.
//! Matching may take time proportional to the product of both lengths. An interrupted match stops
//! with an arbitrary result.
//!
//! [`Matcher`] matches many texts against one pattern. It has a form for patterns of ASCII letters
//! and `%` alone, which matches ASCII texts byte by byte.

mod matcher;

pub use matcher::Matcher;

use crate::named_collation::Collation;
use sluice_base::interruption::Pace;

/// Options of pattern matching.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Reading {
    /// The escape character, which makes the following unit a literal.
    pub escape: Option<u16>,
    /// Whether trailing blanks of the text may remain unmatched: true if text and pattern are both
    /// char or varchar.
    pub ignores_trailing_blanks: bool,
    /// The collation that decides whether units are equal.
    pub collation: Collation,
}

/// Whether the whole of `text` matches `pattern`. An invalid pattern, which ends within a set or
/// after an escape character, matches nothing.
pub fn matches(text: &str, pattern: &str, reading: Reading) -> bool {
    match reading.collation.supplementary {
        false => matches_from(units(text), units(pattern), reading, &mut Pace::default()),
        true => matches_from(characters(text), characters(pattern), reading, &mut Pace::default()),
    }
}

/// Returns the index, from 0, of the first unit of `text` where a match of `pattern` begins (in
/// characters under a supplementary-character collation). A leading `%` of the pattern is not part
/// of the match. A pattern without it must match from the beginning, and gives 0. Returns `None`
/// without a match.
pub fn position(text: &str, pattern: &str, reading: Reading) -> Option<usize> {
    let Some(sought) = pattern.strip_prefix('%').filter(|sought| !sought.is_empty()) else {
        return matches(text, pattern, reading).then_some(0);
    };
    match reading.collation.supplementary {
        false => position_from(units(text), units(sought), reading),
        true => position_from(characters(text), characters(sought), reading),
    }
}

/// Returns the common beginning of all texts that match the pattern, up to differences that the
/// collation ignores. Empty if unknown. Trailing blanks are dropped, since a text without them may
/// be equal. Only units before the first wildcard count; `escape` makes the next unit literal.
pub fn beginning(pattern: &str, escape: Option<u16>) -> String {
    let mut found = String::new();
    let mut rest = pattern.chars();
    while let Some(character) = rest.next() {
        let literal = match u32::from(character) {
            unit if Some(unit) == escape.map(u32::from) => rest.next(),
            ANY_TEXT | ANY_UNIT | OPEN => None,
            _ => Some(character),
        };
        // Halves of a surrogate pair are separate units in a pattern.
        match literal.filter(|literal| u32::from(*literal) <= u32::from(u16::MAX)) {
            Some(literal) => found.push(literal),
            None => break,
        }
    }
    found.truncate(found.trim_end_matches(' ').len());
    found
}

fn units(text: &str) -> impl Units {
    text.encode_utf16().map(u32::from)
}

fn characters(text: &str) -> impl Units {
    text.chars().map(u32::from)
}

/// UTF-16 units, or characters.
trait Units: Iterator<Item = u32> + Clone {}

impl<I: Iterator<Item = u32> + Clone> Units for I {}

fn position_from(mut rest: impl Units, sought: impl Units, reading: Reading) -> Option<usize> {
    let (mut before, mut pace) = (0, Pace::default());
    while !matches_from(rest.clone(), sought.clone(), reading, &mut pace) {
        rest.next()?;
        if pace.is_interrupted() {
            return None;
        }
        before += 1;
    }
    Some(before)
}

fn matches_from<T: Units, P: Units>(mut text: T, mut pattern: P, reading: Reading, pace: &mut Pace) -> bool {
    // The pattern after the last `%`, and the position in the text where it was last tried.
    let mut retry: Option<(P, T)> = None;
    loop {
        if pace.is_interrupted() {
            return false;
        }
        let fits = match next_element(&mut pattern, reading) {
            Element::Invalid => return false,
            Element::AnyText => {
                if pattern.clone().next().is_none() {
                    return true;
                }
                retry = Some((pattern.clone(), text.clone()));
                continue;
            }
            Element::End if is_through(text.clone(), reading) => return true,
            Element::End => false,
            element => {
                // Every remaining element needs a unit, so without units no other attempt can
                // succeed.
                let Some(unit) = text.next().map(|unit| folded(unit, reading)) else { return false };
                match element {
                    Element::Unit(wanted) => unit == wanted,
                    Element::Set => match is_in_set(&mut pattern, unit, reading) {
                        Some(is_in) => is_in,
                        None => return false,
                    },
                    _ => true,
                }
            }
        };
        if fits {
            continue;
        }
        let Some((behind, tried)) = &mut retry else { return false };
        if tried.next().is_none() {
            return false;
        }
        (pattern, text) = (behind.clone(), tried.clone());
    }
}

fn is_through(mut rest: impl Units, reading: Reading) -> bool {
    match reading.ignores_trailing_blanks {
        true => rest.all(|unit| unit == BLANK),
        false => rest.next().is_none(),
    }
}

/// An element of a pattern.
enum Element {
    /// The end of the pattern.
    End,
    /// `%`
    AnyText,
    /// `_`
    AnyUnit,
    /// A literal unit, folded.
    Unit(u32),
    /// `[`: the start of a set, whose members follow.
    Set,
    /// An escape character at the end of the pattern.
    Invalid,
}

fn next_element(pattern: &mut impl Units, reading: Reading) -> Element {
    match pattern.next() {
        None => Element::End,
        found if found == reading.escape.map(u32::from) => {
            pattern.next().map_or(Element::Invalid, |unit| Element::Unit(folded(unit, reading)))
        }
        Some(ANY_TEXT) => Element::AnyText,
        Some(ANY_UNIT) => Element::AnyUnit,
        Some(OPEN) => Element::Set,
        Some(unit) => Element::Unit(folded(unit, reading)),
    }
}

/// Whether the set that follows in the pattern contains the unit. Advances the pattern past the
/// set. Returns `None` if the set has no end.
fn is_in_set(pattern: &mut impl Units, unit: u32, reading: Reading) -> Option<bool> {
    let negated = pattern.clone().next() == Some(NOT);
    if negated {
        pattern.next();
    }
    let rank = reading.collation.rank(unit);
    let mut found = false;
    loop {
        let first = match pattern.next()? {
            CLOSE => return Some(found != negated),
            first => member(first, pattern, reading)?,
        };
        let mut ahead = pattern.clone();
        let last = match (ahead.next(), ahead.next()) {
            (Some(TO), Some(last)) if last != CLOSE => {
                *pattern = ahead;
                member(last, pattern, reading)?
            }
            _ => first,
        };
        found |= (first..=last).contains(&rank);
    }
}

/// Returns the rank of a member of a set. After an escape character, the next unit is the member.
fn member(unit: u32, pattern: &mut impl Units, reading: Reading) -> Option<u64> {
    let unit = if Some(unit) == reading.escape.map(u32::from) { pattern.next()? } else { unit };
    Some(reading.collation.rank(unit))
}

/// Folds a unit. Half of a surrogate pair is unchanged.
fn folded(unit: u32, reading: Reading) -> u32 {
    char::from_u32(unit).map_or(unit, |character| reading.collation.folded(character).into())
}

const BLANK: u32 = b' ' as u32;
const ANY_TEXT: u32 = b'%' as u32;
const ANY_UNIT: u32 = b'_' as u32;
const OPEN: u32 = b'[' as u32;
const CLOSE: u32 = b']' as u32;
const NOT: u32 = b'^' as u32;
const TO: u32 = b'-' as u32;

#[cfg(test)]
mod tests;
