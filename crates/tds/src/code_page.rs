//! The code pages of char and varchar on the wire: 1252 (which `sluice_types` keeps, and rows hold), 1251, and UTF-8.

use crate::put::Put;
use sluice_types::code_page as latin;

/// What the bytes of a char or varchar mean.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum CodePage {
    /// 1252.
    Latin,
    /// 1251.
    Cyrillic,
    /// 65001.
    Utf8,
}

impl CodePage {
    /// How many bytes `text` has.
    pub fn len(self, text: &str) -> usize {
        if self == CodePage::Utf8 || text.is_ascii() { text.len() } else { text.chars().count() }
    }

    /// Writes `text`; what the page lacks as a question mark.
    pub fn put(self, text: &str, out: &mut impl Put) {
        if self == CodePage::Utf8 || text.is_ascii() {
            return out.put(text.as_bytes());
        }
        let mut buffer = [0; CHUNK];
        let mut filled = 0;
        for character in text.chars() {
            buffer[filled] = self.encode(character).unwrap_or(latin::REPLACEMENT);
            filled += 1;
            if filled == CHUNK {
                out.put(&buffer);
                filled = 0;
            }
        }
        out.put(&buffer[..filled]);
    }

    /// The text that the bytes are. What is not UTF-8 there is U+FFFD.
    pub fn text(self, bytes: &[u8]) -> String {
        if self == CodePage::Utf8 || bytes.is_ascii() {
            return String::from_utf8_lossy(bytes).into_owned();
        }
        bytes
            .iter()
            .map(|byte| if self == CodePage::Cyrillic { cyrillic(*byte) } else { latin::decode(*byte) })
            .collect()
    }

    fn encode(self, character: char) -> Option<u8> {
        match (self, u32::from(character)) {
            (CodePage::Latin | CodePage::Utf8, _) => latin::encode(character),
            (_, code @ 0..=0x7F) => Some(code as u8),
            (_, code @ 0x410..=0x44F) => Some((code - 0x410 + 0xC0) as u8),
            _ => CYRILLIC.iter().position(|other| *other == character).map(|place| 0x80 + place as u8),
        }
    }
}

fn cyrillic(byte: u8) -> char {
    match byte {
        0..=0x7F => char::from(byte),
        0x80..=0xBF => CYRILLIC[usize::from(byte - 0x80)],
        0xC0..=0xFF => char::from_u32(0x410 + u32::from(byte - 0xC0)).unwrap_or(char::REPLACEMENT_CHARACTER),
    }
}

/// How many bytes of text are converted at a time.
const CHUNK: usize = 256;
/// The characters of 0x80 to 0xBF of code page 1251; behind them come the letters in the order of Unicode.
const CYRILLIC: [char; 64] = [
    'Ђ', 'Ѓ', '‚', 'ѓ', '„', '…', '†', '‡', '€', '‰', 'Љ', '‹', 'Њ', 'Ќ', 'Ћ', 'Џ', 'ђ', '‘', '’', '“', '”', '•', '–',
    '—', '\u{98}', '™', 'љ', '›', 'њ', 'ќ', 'ћ', 'џ', '\u{A0}', 'Ў', 'ў', 'Ј', '¤', 'Ґ', '¦', '§', 'Ё', '©', 'Є', '«',
    '¬', '\u{AD}', '®', 'Ї', '°', '±', 'І', 'і', 'ґ', 'µ', '¶', '·', 'ё', '№', 'є', '»', 'ј', 'Ѕ', 'ѕ', 'ї',
];

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_byte_comes_back() {
        for page in [CodePage::Latin, CodePage::Cyrillic] {
            for byte in 0..=u8::MAX {
                let text = page.text(&[byte]);
                let mut back = Vec::new();
                page.put(&text, &mut back);
                assert_eq!((back.as_slice(), page.len(&text)), (&[byte][..], 1), "{page:?} {byte}");
            }
        }
    }

    #[test]
    fn letters_of_each_page() {
        assert_eq!(CodePage::Cyrillic.text(&[0xC6, 0xF3, 0xEA, 0xB8]), "Жукё");
        assert_eq!(CodePage::Latin.text(&[0xC6, 0x80]), "Æ€");
        assert_eq!(CodePage::Utf8.text("Ж€".as_bytes()), "Ж€");
        let mut bytes = Vec::new();
        CodePage::Cyrillic.put("Æ", &mut bytes);
        assert_eq!(bytes, b"?");
    }
}
