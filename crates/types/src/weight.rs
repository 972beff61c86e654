//! Weights of characters for ordering texts: first the letter, then its accent, then its form
//! (capital, full width, katakana).
//!
//! The order is defined by this project and is part of the keys on disk (`docs/file-format.md`,
//! *Collation*). It changes only under a new collation version. Bytes 0 and 1 occur in no weight:
//! they end a key and separate its levels. No letter's bytes are a prefix of another letter's
//! bytes.
//!
//! ```text
//!   02 ..  control characters, blank and punctuation of ASCII, in code order
//!   44     + < = >, if they follow the other punctuation
//!   50 ..  signs beyond ASCII
//!   60 ..  0 to 9
//!   80 ..  a, letters after a, b, letters after b, to z
//!   B4     Latin letters unrelated to the basic alphabet
//!   C0     Greek      C4     Cyrillic, in alphabetical order      C5 ..  other Cyrillic
//!   D0 ..  all other characters, by code points      E1 ..  beyond U+FFFF
//! ```

use crate::accents::bare;
use crate::fold::fold;
use sluice_base::sync::LazyLock;

/// The weight of a character.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) struct Weight {
    /// The bytes of its letters, the first in the highest byte, zeros after them.
    pub(crate) letters: u32,
    /// Number of letters: two for `æ`, otherwise one.
    pub(crate) count: u8,
    /// The accents of the letters; [`PLAIN`] for none.
    pub(crate) accents: [u8; 2],
    /// A sum of [`CAPITAL`], [`WIDE`] and [`KATAKANA`].
    pub(crate) form: u8,
}

impl Weight {
    /// Returns the bytes of the first level, without trailing zeros; none for an ignored character.
    pub(crate) fn bytes(self) -> impl Iterator<Item = u8> {
        self.letters.to_be_bytes().into_iter().take_while(|byte| *byte != 0)
    }

    /// Returns the bytes of the second level, the accents; none without accents.
    pub(crate) fn accents(self) -> impl Iterator<Item = u8> {
        self.accents.into_iter().take(self.count.into())
    }
}

/// Returns the byte of each ASCII character. If `by_words`, `+ < = >` follow the other punctuation,
/// and hyphen and apostrophe have no byte. Letters are in one order without case; bytes 0 and 1
/// stay free.
pub(crate) const fn ascii_table(by_words: bool) -> [u8; 128] {
    let mut table = [0; 128];
    let mut code = 0;
    while code < 128 {
        let byte = code as u8;
        table[code] = match byte {
            b'-' | b'\'' if by_words => 0,
            b'+' if by_words => BEHIND_PUNCTUATION,
            b'<'..=b'>' if by_words => BEHIND_PUNCTUATION + 1 + (byte - b'<'),
            b'0'..=b'9' => DIGITS + (byte - b'0'),
            b'a'..=b'z' => LATIN + 2 * (byte - b'a'),
            b'A'..=b'Z' => LATIN + 2 * (byte - b'A'),
            0..b'0' => 2 + byte,
            b':'..b'A' => 2 + byte - 10,
            b'['..b'a' => 2 + byte - 36,
            _ => 2 + byte - 62,
        };
        code += 1;
    }
    table
}

/// The bytes of the ASCII characters in code order.
pub(crate) static ASCII: [u8; 128] = ascii_table(false);

/// Returns the full weight of a character, with all differences that could count. It doesn't know
/// the collation: the caller leaves out what doesn't count. Frequent characters come from a table.
#[inline]
pub(crate) fn weight(character: char) -> Weight {
    match u32::from(character) {
        code @ ..0x80 => Weight {
            letters: u32::from(ASCII[code as usize]) << 24,
            form: if character.is_ascii_uppercase() { CAPITAL } else { 0 },
            ..ONE
        },
        code @ ..OFTEN_END => OFTEN[(code - 0x80) as usize],
        _ => made(character),
    }
}

/// Converts full-width characters to normal width. Other characters are unchanged.
pub(crate) fn narrow(character: char) -> char {
    match u32::from(character) {
        code @ 0xFF01..=0xFF5E => char::from_u32(code - 0xFEE0).unwrap_or(character),
        0x3000 => ' ',
        _ => character,
    }
}

/// Converts hiragana to katakana. Other characters are unchanged.
pub(crate) fn katakana(character: char) -> char {
    match u32::from(character) {
        code @ (0x3041..=0x3096 | 0x309D..=0x309E) => char::from_u32(code + 0x60).unwrap_or(character),
        _ => character,
    }
}

/// The weights of frequent letters, computed once.
static OFTEN: LazyLock<Vec<Weight>> = LazyLock::new(|| {
    let character = |code| char::from_u32(code).unwrap_or(char::REPLACEMENT_CHARACTER);
    (0x80..OFTEN_END).map(|code| made(character(code))).collect()
});

fn made(character: char) -> Weight {
    let narrow = narrow(character);
    let kana = katakana(narrow);
    let small = fold(kana);
    let has_hiragana = matches!(u32::from(narrow), 0x30A1..=0x30F6 | 0x30FD..=0x30FE);
    let form = [(narrow != character, WIDE), (has_hiragana, KATAKANA), (small != kana, CAPITAL)];
    let form = form.into_iter().map(|(has, form)| if has { form } else { 0 }).sum();
    if let Some((_, [first, second])) = TWO_LETTERS.into_iter().find(|(one, _)| *one == small) {
        let letters = u32::from_be_bytes([ASCII[first as usize], ASCII[second as usize], 0, 0]);
        return Weight { letters, count: 2, accents: [LETTER, PLAIN], form };
    }
    if small == SHORT_I {
        // Without accent sensitivity the letter is accented; with it, a letter of its own.
        return Weight { letters: letter(small), form, ..ONE };
    }
    match bare(small) {
        // In an accented letter that equals two letters, only the second letter's accent varies.
        Some((base, accent)) => match made(fold(base)) {
            of_two @ Weight { count: 2, .. } => Weight { accents: [of_two.accents[0], accent], form, ..of_two },
            of_one => Weight { accents: [accent, PLAIN], form: form | case_of(base), ..of_one },
        },
        None => Weight { letters: letter(small), form, ..ONE },
    }
}

/// Returns the case of the base letter, for accented letters without a case pair.
fn case_of(base: char) -> u8 {
    if fold(base) == base { 0 } else { CAPITAL }
}

/// Returns the bytes of a small letter without an accent.
fn letter(small: char) -> u32 {
    let code = u32::from(small);
    let two = |first: u32, second: u32| first << 24 | (second + 2) << 16;
    let three = |first: u32| (first + (code >> 14)) << 24 | ((code >> 7 & 0x7F) + 2) << 16 | ((code & 0x7F) + 2) << 8;
    if let Some((number, (_, before))) = (0..).zip(BEHIND).find(|(_, (own, _))| *own == small) {
        return two(u32::from(ASCII[before as usize]) + 1, number);
    }
    match code {
        ..0x80 => u32::from(ASCII[code as usize]) << 24,
        0x80..=0xBF | 0xD7 | 0xF7 => two(SIGNS, code - 0x80),
        0x2B0..=0x36F | 0x2000..=0x2BFF | 0x3001..=0x303F => three(SIGNS + 1),
        0xC0..=0x2AF | 0x1E00..=0x1EFF => three(OTHER_LATIN),
        0x370..=0x3FF => two(GREEK, code - 0x370),
        0x400..=0x52F => match (0..).zip(CYRILLIC_ALPHABET.chars()).find(|(_, known)| *known == small) {
            Some((place, _)) => two(CYRILLIC, place),
            None => {
                let place = code - 0x400;
                two(CYRILLIC + 1 + (place >> 7), place & 0x7F)
            }
        },
        _ if code < 0x1_0000 => three(OTHERS),
        _ => {
            let parts = [code >> 14 & 3, code >> 7 & 0x7F, code & 0x7F];
            parts.into_iter().fold(BEYOND + (code >> 16), |bytes, part| bytes << 8 | (part + 2))
        }
    }
}

/// The weight of a single letter without an accent.
const ONE: Weight = Weight { letters: 0, count: 1, accents: [PLAIN, PLAIN], form: 0 };
/// The accent weight of letters without an accent: the smallest weight.
pub(crate) const PLAIN: u8 = 2;
/// The accent weight that distinguishes a letter from the two letters it is ordered as.
pub(crate) const LETTER: u8 = u8::MAX;
/// The form of a capital.
pub(crate) const CAPITAL: u8 = 1;
/// The form of a full-width letter.
pub(crate) const WIDE: u8 = 2;
/// The form of katakana.
pub(crate) const KATAKANA: u8 = 4;

const BEHIND_PUNCTUATION: u8 = 0x44;
const SIGNS: u32 = 0x50;
const DIGITS: u8 = 0x60;
const LATIN: u8 = 0x80;
const OTHER_LATIN: u32 = 0xB4;
const GREEK: u32 = 0xC0;
const CYRILLIC: u32 = 0xC4;
const OTHERS: u32 = 0xD0;
const BEYOND: u32 = 0xE0;
/// The end of the characters with cached weights.
const OFTEN_END: u32 = 0x530;

/// Letters ordered as two letters.
const TWO_LETTERS: [(char, [char; 2]); 4] =
    [('æ', ['a', 'e']), ('œ', ['o', 'e']), ('ß', ['s', 's']), ('þ', ['t', 'h'])];
/// Letters of their own, each with the letter that it follows, in this order.
const BEHIND: [(char, char); 13] = [
    ('ẚ', 'a'),
    ('ð', 'd'),
    ('ẟ', 'd'),
    ('ı', 'i'),
    ('ĳ', 'i'),
    ('ĸ', 'k'),
    ('ŀ', 'l'),
    ('ŉ', 'n'),
    ('ŋ', 'n'),
    ('ſ', 's'),
    ('ẜ', 's'),
    ('ẝ', 's'),
    ('ẞ', 's'),
];
const SHORT_I: char = 'й';
const CYRILLIC_ALPHABET: &str = "абвгґдђеєжзѕиійјклљмнњопрстћуфхцчџшщъыьэюя";

#[cfg(test)]
mod tests {
    use super::*;
    use std::collections::HashMap;

    fn all() -> impl Iterator<Item = char> {
        (0..=0x0010_FFFF).filter_map(char::from_u32)
    }

    #[test]
    fn letter_bytes_are_prefix_free_and_no_separator() {
        let mut known: Vec<Vec<u8>> =
            all().filter(|c| weight(*c).count == 1).map(|c| weight(c).bytes().collect()).collect();
        known.sort();
        known.dedup();
        assert!(known.iter().all(|bytes| !bytes.is_empty() && bytes.iter().all(|byte| *byte > 1)));
        assert!(known.windows(2).all(|pair| !pair[1].starts_with(&pair[0])));
    }

    /// Two characters have equal letter and accent weights only if they differ in form alone.
    #[test]
    fn weights_distinguish_characters() {
        let mut seen = HashMap::new();
        for character in all() {
            let Weight { letters, accents, .. } = weight(character);
            let same = fold(katakana(narrow(character)));
            let other = seen.entry((letters, accents)).or_insert(same);
            assert_eq!(*other, same, "U+{:04X}", u32::from(character));
        }
    }

    #[test]
    fn cached_weights_equal_computed_weights() {
        assert!(all().all(|character| weight(character) == made(character)));
    }

    #[test]
    fn weights_order_signs_digits_letters() {
        let order = "\t !#+:=@[_`{~\u{A0}§×–€0189aædðeiızβγбгийк中\u{1F600}";
        let letters: Vec<u32> = order.chars().map(|character| weight(character).letters).collect();
        assert!(letters.windows(2).all(|pair| pair[0] < pair[1]), "{letters:X?}");
    }
}
