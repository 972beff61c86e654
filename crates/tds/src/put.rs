//! Byte sinks: packets ([`crate::packet::PacketWriter`]), or a [`Vec`] in tests and for lengths
//! that must be known first.

use crate::version::TdsVersion;

/// A byte sink.
pub trait Put {
    /// Appends `bytes`.
    fn put(&mut self, bytes: &[u8]);

    /// Returns the version of the protocol that the receiver reads.
    #[inline]
    fn version(&self) -> TdsVersion {
        TdsVersion::default()
    }

    /// Returns whether the receiver no longer wants what is written. The rest of a long value may
    /// then be zeros.
    fn is_closed(&self) -> bool {
        false
    }

    /// Returns whether nothing reaches the receiver any more. A long value may then end early.
    fn is_lost(&self) -> bool {
        false
    }

    /// Appends a byte.
    #[inline]
    fn u8(&mut self, value: u8) {
        self.put(&[value]);
    }

    /// Appends 2 bytes, little-endian.
    #[inline]
    fn u16(&mut self, value: u16) {
        self.put(&value.to_le_bytes());
    }

    /// Appends 4 bytes, little-endian.
    #[inline]
    fn u32(&mut self, value: u32) {
        self.put(&value.to_le_bytes());
    }

    /// Appends 8 bytes, little-endian.
    #[inline]
    fn u64(&mut self, value: u64) {
        self.put(&value.to_le_bytes());
    }

    /// Appends a user type: 4 bytes, 2 before TDS 7.2.
    fn user_type(&mut self, user_type: u32) {
        if self.version().is_wide() { self.u32(user_type) } else { self.u16(user_type as u16) }
    }

    /// Appends `text` as UTF-16LE, without a length.
    fn wide(&mut self, text: &str) {
        let mut buffer = [0; CHUNK];
        if text.is_ascii() {
            for bytes in text.as_bytes().chunks(CHUNK / 2) {
                for (unit, byte) in buffer.as_chunks_mut::<2>().0.iter_mut().zip(bytes) {
                    *unit = [*byte, 0];
                }
                self.put(&buffer[..bytes.len() * 2]);
            }
            return;
        }
        let mut filled = 0;
        for unit in text.encode_utf16() {
            buffer[filled..filled + 2].copy_from_slice(&unit.to_le_bytes());
            filled += 2;
            if filled == CHUNK {
                self.put(&buffer);
                filled = 0;
            }
        }
        self.put(&buffer[..filled]);
    }

    /// Appends a B_VARCHAR (MS-TDS 2.2.5.1.2): the number of UTF-16 units in one byte, then the
    /// text. Truncates `text` to 255 units.
    fn b_varchar(&mut self, text: &str) {
        let text = cut(text, u8::MAX.into());
        self.u8(units_of(text) as u8);
        self.wide(text);
    }

    /// Appends a US_VARCHAR: the number of UTF-16 units in two bytes, then the text. Truncates
    /// `text` to 65,535 units.
    fn us_varchar(&mut self, text: &str) {
        let text = cut(text, u16::MAX.into());
        self.u16(units_of(text) as u16);
        self.wide(text);
    }
}

impl Put for Vec<u8> {
    #[inline]
    fn put(&mut self, bytes: &[u8]) {
        self.extend_from_slice(bytes);
    }
}

/// Returns the number of UTF-16 units in `text`.
#[inline]
pub fn units_of(text: &str) -> usize {
    if text.is_ascii() { text.len() } else { text.encode_utf16().count() }
}

/// Returns the longest prefix of `text` with at most `units_max` UTF-16 units. No surrogate pair is
/// cut.
pub fn cut(text: &str, units_max: usize) -> &str {
    // No character has more units than bytes.
    if text.len() <= units_max {
        return text;
    }
    let mut units = 0;
    for (at, character) in text.char_indices() {
        units += character.len_utf16();
        if units > units_max {
            return &text[..at];
        }
    }
    text
}

/// Number of bytes converted at a time; even, so that no unit is split.
const CHUNK: usize = 256;

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn long_names_are_cut_between_characters() {
        let text = format!("{}😀", "x".repeat(254));
        let mut bytes = Vec::new();
        bytes.b_varchar(&text);
        assert_eq!(bytes.len(), 1 + 254 * 2, "half a character is none");
        assert_eq!(bytes[0], 254);
        assert_eq!(cut("é", 1), "é", "a unit is not a byte");
    }

    #[test]
    fn long_text_is_converted_without_gaps() {
        converted("añ😀".repeat(100));
        converted("plain ASCII ".repeat(100));
    }

    fn converted(text: String) {
        let mut bytes = Vec::new();
        bytes.wide(&text);
        let units: Vec<u16> = bytes.chunks(2).map(|pair| u16::from_le_bytes([pair[0], pair[1]])).collect();
        assert_eq!(String::from_utf16_lossy(&units), text);
        assert_eq!(units.len(), units_of(&text));
    }
}
