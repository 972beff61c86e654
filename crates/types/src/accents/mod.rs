//! Letters with accents and their base letters, in the blocks of Latin, Greek and Cyrillic that the
//! collations fold.
//!
//! The base letter is the first character of Unicode's canonical decomposition. Stroked letters,
//! which have no decomposition, are included.
//!
//! An accent has a rank among the accents of the same letter. The order is acute, grave, dot,
//! circumflex, diaeresis, caron, breve, macron, tilde, ring, ogonek, cedilla, others, two accents.
//! The rank is part of the order of keys on disk. For *æ* it is the accent's rank among those of
//! *e*, the second letter.

mod table;

use table::WITHOUT_ACCENT;

/// Returns the letter without its accent; other characters are unchanged.
pub(crate) fn without_accent(character: char) -> char {
    bare(character).map_or(character, |(letter, _)| letter)
}

/// Returns the letter without its accent, and the accent's rank, from 3. Returns `None` for a
/// character without an accent.
pub(crate) fn bare(character: char) -> Option<(char, u8)> {
    let place = WITHOUT_ACCENT.binary_search_by_key(&character, |(accented, ..)| *accented).ok()?;
    let (_, letter, accent) = WITHOUT_ACCENT[place];
    Some((letter, accent))
}

#[cfg(test)]
mod tests {
    use super::WITHOUT_ACCENT;
    use crate::fold::fold;

    #[test]
    fn accent_table_is_sorted() {
        assert!(WITHOUT_ACCENT.windows(2).all(|pair| pair[0].0 < pair[1].0));
    }

    /// Different letters with the same base, apart from case, have different accents. A letter and
    /// its capital have the same accent.
    #[test]
    fn accents_of_same_base_letter_are_distinct() {
        let mut seen = std::collections::HashMap::new();
        for (accented, base, accent) in WITHOUT_ACCENT {
            let other = seen.entry((fold(*base), *accent)).or_insert(fold(*accented));
            assert_eq!(*other, fold(*accented), "U+{:04X}", u32::from(*accented));
        }
    }
}
