//! Code page 1252: what char and varchar hold, a byte a character.

/// What stands for a character that the code page lacks.
pub const REPLACEMENT: u8 = b'?';

/// The byte of `character`, if the code page has it.
pub fn encode(character: char) -> Option<u8> {
    match u32::from(character) {
        code @ (0..=0x7F | 0xA0..=0xFF) => Some(code as u8),
        _ => HIGH_CONTROLS.iter().position(|&high| high == character).map(|index| 0x80 + index as u8),
    }
}

/// The character of `byte`.
pub fn decode(byte: u8) -> char {
    match byte {
        0x80..=0x9F => HIGH_CONTROLS[usize::from(byte - 0x80)],
        _ => char::from(byte),
    }
}

/// Whether `text` loses nothing in the code page.
pub fn holds(text: &str) -> bool {
    text.is_ascii() || text.chars().all(|character| encode(character).is_some())
}

/// The characters of 0x80 to 0x9F; the five that 1252 leaves undefined are the control characters of that number, as
/// Windows has it.
const HIGH_CONTROLS: [char; 32] = [
    '\u{20AC}', '\u{81}', '\u{201A}', '\u{192}', '\u{201E}', '\u{2026}', '\u{2020}', '\u{2021}', '\u{2C6}', '\u{2030}',
    '\u{160}', '\u{2039}', '\u{152}', '\u{8D}', '\u{17D}', '\u{8F}', '\u{90}', '\u{2018}', '\u{2019}', '\u{201C}',
    '\u{201D}', '\u{2022}', '\u{2013}', '\u{2014}', '\u{2DC}', '\u{2122}', '\u{161}', '\u{203A}', '\u{153}', '\u{9D}',
    '\u{17E}', '\u{178}',
];

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_byte_comes_back() {
        for byte in 0..=u8::MAX {
            assert_eq!(encode(decode(byte)), Some(byte));
        }
        assert_eq!(decode(0x80), '€');
        assert_eq!(encode('Ж'), None);
        assert_eq!(encode('\u{80}'), None, "0x80 is the euro sign");
        assert!(holds("naïve €") && !holds("Ω"));
    }
}
