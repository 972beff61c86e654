//! Code pages: the encodings of char and varchar, determined by the collation
//! (`relational-databases/collations/collation-and-unicode-support`).
//!
//! A value is a Unicode text whose characters the code page has. Bytes are computed where they
//! matter: in rows, in conversions to binary, in lengths. A character that the page lacks becomes
//! the best-fit character (`best_fit`), or else a question mark. Invalid bytes (half of a pair)
//! become a question mark, or U+FFFD in UTF-8.

mod best_fit;
mod double_byte;
mod single_byte;

#[cfg(test)]
mod tests;

use std::borrow::Cow;

/// A code page.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug, Default)]
pub enum CodePage {
    /// MS-DOS, United States.
    Page437,
    /// MS-DOS, Western Europe.
    Page850,
    /// Thai.
    Page874,
    /// Japanese.
    Page932,
    /// Chinese, simplified.
    Page936,
    /// Korean.
    Page949,
    /// Chinese, traditional.
    Page950,
    /// Central Europe.
    Page1250,
    /// Cyrillic.
    Page1251,
    /// Western Europe: the default collation's code page.
    #[default]
    Page1252,
    /// Greek.
    Page1253,
    /// Turkish.
    Page1254,
    /// Hebrew.
    Page1255,
    /// Arabic.
    Page1256,
    /// Baltic.
    Page1257,
    /// Vietnamese.
    Page1258,
    /// UTF-8, number 65001.
    Utf8,
}

impl CodePage {
    /// The default collation's code page.
    pub const DEFAULT: CodePage = CodePage::Page1252;
    /// All code pages.
    pub const ALL: [CodePage; 17] = [
        CodePage::Page437,
        CodePage::Page850,
        CodePage::Page874,
        CodePage::Page932,
        CodePage::Page936,
        CodePage::Page949,
        CodePage::Page950,
        CodePage::Page1250,
        CodePage::Page1251,
        CodePage::Page1252,
        CodePage::Page1253,
        CodePage::Page1254,
        CodePage::Page1255,
        CodePage::Page1256,
        CodePage::Page1257,
        CodePage::Page1258,
        CodePage::Utf8,
    ];

    /// Returns Windows' number of the page.
    pub const fn number(self) -> u16 {
        match self {
            CodePage::Page437 => 437,
            CodePage::Page850 => 850,
            CodePage::Page874 => 874,
            CodePage::Page932 => 932,
            CodePage::Page936 => 936,
            CodePage::Page949 => 949,
            CodePage::Page950 => 950,
            CodePage::Page1250 => 1250,
            CodePage::Page1251 => 1251,
            CodePage::Page1252 => 1252,
            CodePage::Page1253 => 1253,
            CodePage::Page1254 => 1254,
            CodePage::Page1255 => 1255,
            CodePage::Page1256 => 1256,
            CodePage::Page1257 => 1257,
            CodePage::Page1258 => 1258,
            CodePage::Utf8 => 65001,
        }
    }

    /// Returns the page with this number.
    pub fn of_number(number: u16) -> Option<CodePage> {
        CodePage::ALL.into_iter().find(|page| page.number() == number)
    }

    /// Returns the maximum number of bytes of a character.
    pub const fn bytes_max(self) -> usize {
        match self.kind() {
            Kind::Single => 1,
            Kind::Double => 2,
            Kind::Utf8 => 4,
        }
    }

    /// Returns the bytes of `character`, if the page has it.
    #[inline]
    pub fn encode(self, character: char) -> Option<Encoded> {
        if character.is_ascii() {
            return Some(Encoded::single(character as u8));
        }
        match self.kind() {
            Kind::Single => single_byte::encode(self, character).map(Encoded::single),
            Kind::Double => double_byte::encode(self, character),
            Kind::Utf8 => {
                let mut bytes = [0; 4];
                let count = character.encode_utf8(&mut bytes).len() as u8;
                Some(Encoded { bytes, count })
            }
        }
    }

    /// Returns the number of bytes of `character`, or of its replacement if the page lacks it.
    #[inline]
    pub fn width(self, character: char) -> usize {
        match self.kind() {
            Kind::Single => 1,
            Kind::Double => self.encode(character).map_or(1, |bytes| bytes.as_ref().len()),
            Kind::Utf8 => character.len_utf8(),
        }
    }

    /// Returns the number of bytes of `text`.
    pub fn bytes_len(self, text: &str) -> usize {
        match self.kind() {
            _ if text.is_ascii() => text.len(),
            Kind::Single => text.chars().count(),
            Kind::Double => text.chars().map(|character| self.width(character)).sum(),
            Kind::Utf8 => text.len(),
        }
    }

    /// Whether the page has all characters of `text`.
    pub fn holds(self, text: &str) -> bool {
        text.is_ascii() || self == CodePage::Utf8 || text.chars().all(|character| self.encode(character).is_some())
    }

    /// Returns the text as the page can represent it: missing characters become best-fit
    /// characters, or a question mark per UTF-16 unit.
    pub fn fitted(self, text: &str) -> Cow<'_, str> {
        if self.holds(text) {
            return Cow::Borrowed(text);
        }
        let mut fitted = String::with_capacity(text.len());
        for character in text.chars() {
            match self.nearest(character) {
                Some(nearest) => fitted.push(nearest),
                None => fitted.extend(std::iter::repeat_n(REPLACEMENT, character.len_utf16())),
            }
        }
        Cow::Owned(fitted)
    }

    /// Appends the bytes of `text` to `to`.
    pub fn append(self, text: &str, to: &mut Vec<u8>) {
        if text.is_ascii() || self == CodePage::Utf8 {
            to.extend_from_slice(text.as_bytes());
            return;
        }
        for character in text.chars() {
            to.extend_from_slice(self.encode_or_nearest(character).as_ref());
        }
    }

    /// Returns the bytes of `character` or of its replacement.
    pub fn encode_or_nearest(self, character: char) -> Encoded {
        let nearest = || self.nearest(character).and_then(|nearest| self.encode(nearest));
        self.encode(character).or_else(nearest).unwrap_or(Encoded::single(REPLACEMENT as u8))
    }

    /// Returns the bytes of `text`.
    pub fn bytes(self, text: &str) -> Vec<u8> {
        let mut bytes = Vec::with_capacity(text.len());
        self.append(text, &mut bytes);
        bytes
    }

    /// Appends the characters of `bytes` to `to`.
    pub fn decode(self, bytes: &[u8], to: &mut String) {
        match (std::str::from_utf8(bytes), self.kind()) {
            (Ok(text), Kind::Utf8) => to.push_str(text),
            (Ok(text), _) if text.is_ascii() => to.push_str(text),
            (_, Kind::Utf8) => to.push_str(&String::from_utf8_lossy(bytes)),
            (_, Kind::Single) => to.extend(bytes.iter().map(|byte| single_byte::decode(self, *byte))),
            (_, Kind::Double) => double_byte::decode(self, bytes, to),
        }
    }

    /// Returns the length of the longest prefix of `bytes` that ends with a whole character, if
    /// more bytes follow.
    pub fn whole(self, bytes: &[u8]) -> usize {
        match self.kind() {
            Kind::Single => bytes.len(),
            Kind::Double => double_byte::whole(self, bytes),
            Kind::Utf8 => match std::str::from_utf8(bytes) {
                // An error before the end doesn't depend on later bytes.
                Err(error) if error.error_len().is_none() => error.valid_up_to(),
                _ => bytes.len(),
            },
        }
    }

    /// Returns the characters of `bytes`.
    pub fn text(self, bytes: &[u8]) -> String {
        let mut text = String::with_capacity(bytes.len());
        self.decode(bytes, &mut text);
        text
    }

    /// Returns the characters of `bytes`, which are shared if they are ASCII.
    pub fn shared_text(self, bytes: &[u8]) -> Cow<'_, str> {
        match std::str::from_utf8(bytes) {
            Ok(text) if text.is_ascii() => Cow::Borrowed(text),
            _ => Cow::Owned(self.text(bytes)),
        }
    }

    /// Returns the character if the page has it, or else its best-fit character.
    fn nearest(self, character: char) -> Option<char> {
        let has = |character: &char| self.encode(*character).is_some();
        Some(character).filter(has).or_else(|| best_fit::candidates(character).into_iter().flatten().find(has))
    }

    const fn kind(self) -> Kind {
        match self {
            CodePage::Page932 | CodePage::Page936 | CodePage::Page949 | CodePage::Page950 => Kind::Double,
            CodePage::Utf8 => Kind::Utf8,
            _ => Kind::Single,
        }
    }
}

/// The bytes of a character.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Encoded {
    bytes: [u8; 4],
    count: u8,
}

impl Encoded {
    const fn single(byte: u8) -> Encoded {
        Encoded { bytes: [byte, 0, 0, 0], count: 1 }
    }

    const fn pair(bytes: u16) -> Encoded {
        let [lead, trail] = bytes.to_be_bytes();
        Encoded { bytes: [lead, trail, 0, 0], count: 2 }
    }
}

impl AsRef<[u8]> for Encoded {
    fn as_ref(&self) -> &[u8] {
        &self.bytes[..usize::from(self.count)]
    }
}

/// The byte lengths of a page's characters.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Kind {
    Single,
    Double,
    Utf8,
}

/// The replacement for characters that a page lacks.
pub const REPLACEMENT: char = '?';
