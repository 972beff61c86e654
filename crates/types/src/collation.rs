//! Comparison by the default collation, version 2: like SQL_Latin1_General_CP1_CI_AS. Keys in the
//! same order are in [`crate::key`].
//!
//! The order of version 2 is fixed, because indexes on disk use it. A change needs a new version:
//! 1. Trailing blanks (U+0020) are dropped.
//! 2. Base letters decide first, without accents and case (`crate::weight`); a text sorts before
//!    its continuations.
//! 3. If the base letters are equal, accents decide, from the left, then full width and katakana
//!    forms, which sort last.

pub use crate::fold::fold;
use crate::weight::{ASCII, CAPITAL, Weight, weight};
use std::cmp::Ordering;

/// The version recorded in a database.
pub const VERSION: u32 = 2;

/// Returns the text without its trailing blanks, which no comparison counts.
pub fn significant(text: &str) -> &str {
    text.trim_end_matches(' ')
}

/// Compares two texts in the order of their weights. Trailing blanks don't count. Case and accents
/// count only after all letters; a difference that the collation ignores compares as equal.
#[inline]
pub fn compare(left: &str, right: &str) -> Ordering {
    compare_utf8(left.as_bytes(), right.as_bytes())
}

/// Compares two texts like [`compare`]. The texts are UTF-8; bytes that aren't compare as nothing.
pub fn compare_utf8(left: &[u8], right: &[u8]) -> Ordering {
    let (left, right) = (significant_utf8(left), significant_utf8(right));
    for (place, (&a, &b)) in left.iter().zip(right).enumerate() {
        if a == b {
            continue;
        }
        if !(a.is_ascii() && b.is_ascii()) {
            // The characters before this position are equal on every level.
            let is_begin = |place: &usize| left.get(*place).is_none_or(|byte| byte & 0xC0 != 0x80);
            let begin = (0..=place).rev().find(is_begin).unwrap_or_default();
            return compare_levels(text_of(&left[begin..]), text_of(&right[begin..]));
        }
        let order = ASCII[usize::from(a)].cmp(&ASCII[usize::from(b)]);
        if order.is_ne() {
            return order;
        }
    }
    left.len().cmp(&right.len())
}

/// Does the same as [`significant`] for a text in UTF-8.
#[inline]
pub(crate) fn significant_utf8(mut text: &[u8]) -> &[u8] {
    while let [rest @ .., b' '] = text {
        text = rest;
    }
    text
}

/// Returns the text of UTF-8, or an empty one for other bytes.
pub(crate) fn text_of(utf8: &[u8]) -> &str {
    std::str::from_utf8(utf8).unwrap_or_default()
}

/// Compares two texts level by level.
#[cold]
fn compare_levels(left: &str, right: &str) -> Ordering {
    fn level<'t, I: Iterator<Item = u8> + 't>(text: &'t str, bytes: fn(Weight) -> I) -> impl Iterator<Item = u8> + 't {
        text.chars().map(weight).flat_map(bytes)
    }
    let letters = || level(left, Weight::bytes).cmp(level(right, Weight::bytes));
    let accents = || level(left, Weight::accents).cmp(level(right, Weight::accents));
    let form = |weight: Weight| std::iter::repeat_n(weight.form & !CAPITAL, weight.count.into());
    let forms = || level(left, form).cmp(level(right, form));
    letters().then_with(accents).then_with(forms)
}

/// Whether two texts are equal in the default collation: without regard to case and trailing
/// blanks.
pub fn equal(left: &str, right: &str) -> bool {
    compare(left, right).is_eq()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn collation_ignores_case_and_trailing_blanks() {
        assert!(equal("abc", "ABC  "));
        assert!(equal("ÉCOLE", "école"));
        assert!(equal("ЖУРНАЛ", "журнал"));
        assert!(equal("", "   "));
        assert!(!equal(" a", "a"), "leading blanks count");
        assert!(!equal("resume", "résumé"), "accents count");
    }

    #[test]
    fn letters_decide_before_accents() {
        assert_eq!(compare("a", "B"), Ordering::Less);
        assert_eq!(compare("B", "a"), Ordering::Greater);
        assert_eq!(compare("ab", "a"), Ordering::Greater);
        assert_eq!(compare("É", "z"), Ordering::Less);
        assert_eq!(compare("zÀ", "Zà"), Ordering::Equal);
        assert_eq!(compare("aé", "aÉb"), Ordering::Less);
        assert_eq!(compare("_", "0"), Ordering::Less);
        assert_eq!(compare("9", "a"), Ordering::Less);
        assert_eq!(compare("a-c", "ab"), Ordering::Less, "a hyphen is a character here");
    }

    #[test]
    fn accents_compare_from_left() {
        let mut words = ["côté", "cote", "coté", "côte", "cotf", "cosz"];
        words.sort_by(|left, right| compare(left, right));
        assert_eq!(words, ["cosz", "cote", "coté", "côte", "côté", "cotf"]);
    }

    #[test]
    fn letter_ordered_as_two_differs_from_the_two() {
        let mut words = ["Strasse", "Straße", "Strassen", "Strast", "Stras"];
        words.sort_by(|left, right| compare(left, right));
        assert_eq!(words, ["Stras", "Strasse", "Straße", "Strassen", "Strast"]);
    }
}
