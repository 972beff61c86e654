//! The default collation, version 1: like SQL_Latin1_General_CP1_CI_AS.
//!
//! Version 1 is this, and changes only under a new number, because indexes on disk are in its order:
//! 1. Trailing blanks (U+0020) are dropped.
//! 2. Every letter is folded to its small form, one code point to one code point, by the ranges of [`fold`]: Latin,
//!    Greek and Cyrillic. Accents count.
//! 3. The code points decide, in their numeric order; a text sorts before its continuations.
//!
//! The standard library's case tables are not used: they change with Unicode's versions.

use std::cmp::Ordering;

/// The version that a database records.
pub const VERSION: u32 = 1;

/// The character that stands for `character` in comparisons.
#[inline]
pub fn fold(character: char) -> char {
    if character.is_ascii() { character.to_ascii_lowercase() } else { fold_beyond_ascii(character) }
}

/// The text without the blanks that don't count.
pub fn significant(text: &str) -> &str {
    text.trim_end_matches(' ')
}

/// The order of two texts.
pub fn compare(left: &str, right: &str) -> Ordering {
    let (left, right) = (significant(left), significant(right));
    for (&a, &b) in left.as_bytes().iter().zip(right.as_bytes()) {
        if a == b {
            continue;
        }
        if !(a.is_ascii() && b.is_ascii()) {
            return left.chars().map(fold).cmp(right.chars().map(fold));
        }
        let order = a.to_ascii_lowercase().cmp(&b.to_ascii_lowercase());
        if order.is_ne() {
            return order;
        }
    }
    left.len().cmp(&right.len())
}

/// Whether two texts are equal.
pub fn equal(left: &str, right: &str) -> bool {
    compare(left, right).is_eq()
}

/// Capital to small, where the blocks are regular; everything else stays.
fn fold_beyond_ascii(character: char) -> char {
    let code = u32::from(character);
    let folded = match code {
        0xD7 | 0x130 | 0x131 | 0x138 | 0x149 | 0x17F => code,
        0xC0..=0xDE => code + 0x20,
        0x178 => 0xFF,
        // The capital is even.
        0x100..=0x137
        | 0x14A..=0x177
        | 0x1E00..=0x1E95
        | 0x1EA0..=0x1EFF
        | 0x460..=0x481
        | 0x48A..=0x4BF
        | 0x4D0..=0x52F => code | 1,
        // The capital is odd.
        0x139..=0x148 | 0x179..=0x17E | 0x4C1..=0x4CE => code + (code & 1),
        0x4C0 => 0x4CF,
        0x386 => 0x3AC,
        0x388..=0x38A => code + 0x25,
        0x38C => 0x3CC,
        0x38E | 0x38F => code + 0x3F,
        0x391..=0x3A1 | 0x3A3..=0x3AB => code + 0x20,
        0x400..=0x40F => code + 0x50,
        0x410..=0x42F => code + 0x20,
        _ => code,
    };
    char::from_u32(folded).unwrap_or(character)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn case_and_trailing_blanks_do_not_count() {
        assert!(equal("abc", "ABC  "));
        assert!(equal("ÉCOLE", "école"));
        assert!(equal("ЖУРНАЛ", "журнал"));
        assert!(equal("", "   "));
        assert!(!equal(" a", "a"), "leading blanks count");
        assert!(!equal("resume", "résumé"), "accents count");
    }

    #[test]
    fn order_is_by_folded_code_points() {
        assert_eq!(compare("a", "B"), Ordering::Less);
        assert_eq!(compare("B", "a"), Ordering::Greater);
        assert_eq!(compare("ab", "a"), Ordering::Greater);
        assert_eq!(compare("É", "z"), Ordering::Greater);
        assert_eq!(compare("zÀ", "Zà"), Ordering::Equal);
        assert_eq!(compare("aé", "aÉb"), Ordering::Less);
    }

    /// The ranges must agree with Unicode's simple lower case wherever they claim a letter, and miss none of the
    /// blocks.
    #[test]
    fn folding_agrees_with_unicode_in_its_blocks() {
        let blocks = [0x80..=0x17F, 0x386..=0x3AB, 0x400..=0x481, 0x48A..=0x52F, 0x1E00..=0x1E95, 0x1EA0..=0x1EFF];
        for code in blocks.into_iter().flatten() {
            let Some(character) = char::from_u32(code) else { continue };
            let mut lower = character.to_lowercase();
            let (first, more) = (lower.next(), lower.next());
            let expected = if more.is_some() { character } else { first.unwrap_or(character) };
            assert_eq!(fold(character), expected, "U+{code:04X}");
        }
    }
}
