//! The bytes by which texts compare: letters, then accents, then forms, then hyphens and
//! apostrophes in word order.
//!
//! ```text
//!   letters  [ 01 accents  [ 01 forms  [ 01 hyphens and apostrophes ] ] ]
//! ```
//! A level is omitted if it is empty and no level follows. Trailing minimal weights of a level are
//! omitted too, so a text of plain letters has only the first level. The format is in
//! `docs/file-format.md`, *Collation*.

use super::Collation;
use crate::accents::without_accent;
use crate::code_page::CodePage;
use crate::collation::significant;
use crate::weight::{ASCII, CAPITAL, KATAKANA, LETTER, PLAIN, WIDE, Weight, ascii_table, narrow, weight};

impl Collation {
    /// Returns nonzero bytes whose order is the order of texts in `page`, or of Unicode texts
    /// without a page. Texts have equal bytes only if they are equal under the collation.
    pub fn key(self, text: &str, page: Option<CodePage>) -> Vec<u8> {
        let mut key = Vec::with_capacity(text.len() + 2);
        self.append_key(text, page, &mut key);
        key
    }

    /// Appends the key of `text`. Keys compare bytewise as the texts compare, equal if they are
    /// equal. `page` is the code page of a binary collation's texts. Trailing blanks are left out.
    #[inline]
    pub(crate) fn append_key(self, text: &str, page: Option<CodePage>, key: &mut Vec<u8>) {
        let text = significant(text);
        if self.binary {
            return append_codes(text, page, key);
        }
        let plain = self.append_plain(text, key);
        if plain < text.len() {
            self.append_letters_of(&text[plain..], key);
            self.append_levels(text, key);
        } else if self.case_sensitive && text.bytes().any(|byte| byte.is_ascii_uppercase()) {
            self.append_levels(text, key);
        }
    }

    /// Appends the first level of a key, the letters: a prefix of the keys of all texts that begin
    /// with these letters.
    pub(crate) fn append_letters(self, text: &str, page: Option<CodePage>, key: &mut Vec<u8>) {
        let text = significant(text);
        if self.binary {
            return append_codes(text, page, key);
        }
        let plain = self.append_plain(text, key);
        self.append_letters_of(&text[plain..], key);
    }

    /// Appends the leading ASCII characters that have only a letter weight. Returns their number.
    #[inline]
    fn append_plain(self, text: &str, key: &mut Vec<u8>) -> usize {
        let table = if self.by_words { &ASCII_BY_WORDS } else { &ASCII };
        let bytes = text.as_bytes();
        let is_plain = |byte: &&u8| byte.is_ascii() && !(self.by_words && table[usize::from(**byte)] == 0);
        let plain = bytes.iter().take_while(is_plain).count();
        key.extend(bytes[..plain].iter().map(|byte| table[usize::from(*byte & 0x7F)]));
        plain
    }

    fn append_letters_of(self, text: &str, key: &mut Vec<u8>) {
        key.extend(text.chars().flat_map(|character| self.weight(character).bytes()));
    }

    /// Appends the levels after the letters of `text`.
    #[cold]
    fn append_levels(self, text: &str, key: &mut Vec<u8>) {
        let weights = || text.chars().map(|character| self.weight(character));
        append_level(weights().flat_map(Weight::accents), key);
        let form = |weight: Weight| std::iter::repeat_n(PLAIN + weight.form, weight.count.into());
        append_level(weights().flat_map(form), key);
        if self.by_words {
            key.push(END_OF_LEVEL);
            let mut letters = 0;
            for (character, weight) in text.chars().zip(weights()) {
                if weight.count == 0 {
                    append_place(letters, key);
                    let hyphen = if narrow(character) == '-' { HYPHEN } else { 0 };
                    key.push(PLAIN + hyphen + weight.form);
                }
                letters += usize::from(weight.count);
            }
        }
        while key.last() == Some(&END_OF_LEVEL) {
            key.pop();
        }
    }

    /// Returns the rank of a UTF-16 unit or character in the order of characters. Equal characters
    /// have equal ranks. Halves of a surrogate pair come last. In a binary collation it's the unit
    /// itself.
    pub(crate) fn rank(self, unit: u32) -> u64 {
        let Some(character) = char::from_u32(unit).filter(|_| !self.binary) else {
            return if self.binary { unit.into() } else { u64::MAX - u64::from(u32::from(u16::MAX) - unit) };
        };
        let Weight { letters, count, accents: [first, second], form } = self.weight(character);
        let least = if count == 0 { narrow(character) as u8 } else { 0 };
        u64::from(letters) << 32 | u64::from(u32::from_be_bytes([first, second, form, least]))
    }

    /// Returns the weight of a character, limited to differences that count.
    fn weight(self, character: char) -> Weight {
        let letter = if self.accent_sensitive || character.is_ascii() { character } else { without_accent(character) };
        let mut found = weight(letter);
        let counts = [(self.case_sensitive, CAPITAL), (self.width_sensitive, WIDE), (self.kana_sensitive, KATAKANA)];
        found.form &= counts.into_iter().map(|(counts, form)| if counts { form } else { 0 }).sum::<u8>();
        if self.by_words {
            let narrow = narrow(letter);
            if narrow.is_ascii() {
                let byte = ASCII_BY_WORDS[narrow as usize];
                (found.letters, found.count) = (u32::from(byte) << 24, u8::from(byte != 0));
            } else if found.accents[0] == LETTER {
                found.accents[0] = PLAIN;
            }
        }
        found
    }
}

/// Appends the key of a text under a binary collation: its bytes in its code page, or its code
/// points for Unicode.
fn append_codes(text: &str, page: Option<CodePage>, key: &mut Vec<u8>) {
    match page.filter(|page| *page != CodePage::Utf8 && !text.is_ascii()) {
        // An ASCII byte is a code point.
        None => key.extend(text.bytes().map(|byte| byte + BEHIND_LEVELS)),
        Some(page) => {
            for byte in page.bytes(text) {
                match byte.checked_add(BEHIND_LEVELS).filter(|byte| *byte < LAST_CODES) {
                    Some(byte) => key.push(byte),
                    None => key.extend([LAST_CODES, byte]),
                }
            }
        }
    }
}

/// Appends a level without its trailing plain weights.
fn append_level(bytes: impl Iterator<Item = u8>, key: &mut Vec<u8>) {
    key.push(END_OF_LEVEL);
    key.extend(bytes);
    while key.last() == Some(&PLAIN) {
        key.pop();
    }
}

/// Appends a number so that the byte order is the numeric order. Most numbers take a single byte.
fn append_place(place: usize, key: &mut Vec<u8>) {
    match u8::try_from(place) {
        Ok(place) if place < PLACES => key.push(PLAIN + place),
        _ => {
            key.push(PLAIN + PLACES);
            key.extend((0..5).rev().map(|part| PLAIN + (place >> (7 * part) & 0x7F) as u8));
        }
    }
}

const END_OF_LEVEL: u8 = 1;
/// Offset added to a character's bytes in binary collations.
const BEHIND_LEVELS: u8 = 2;
/// Prefix of the last bytes of a code page, to which the offset can't be added.
const LAST_CODES: u8 = u8::MAX;
const HYPHEN: u8 = 8;
/// Numbers below this limit take a single byte.
const PLACES: u8 = 200;
static ASCII_BY_WORDS: [u8; 128] = ascii_table(true);
