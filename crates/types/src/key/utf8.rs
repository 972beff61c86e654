//! Keys of texts in UTF-8 under the default collation.

use crate::collation::{significant_utf8, text_of};
use crate::named_collation::Collation;
use crate::weight::ASCII;

/// Appends the key of a text, which is UTF-8. Texts are equal if and only if their keys are, and
/// keys compare bytewise as the texts do.
#[inline]
pub fn append_key_utf8(text: &[u8], key: &mut Vec<u8>) {
    if text.is_ascii() {
        key.extend(significant_utf8(text).iter().map(|byte| ASCII[usize::from(*byte & 0x7F)]));
    } else {
        Collation::DEFAULT.append_key(text_of(text), None, key);
    }
}

/// Returns the key of a short text of ASCII characters ([`append_key_utf8`]) as a little-endian
/// number. Returns `None` for other texts.
#[inline]
pub fn short_key_utf8(text: &[u8]) -> Option<u64> {
    let text = significant_utf8(text);
    if text.len() >= size_of::<u64>() || !text.is_ascii() {
        return None;
    }
    let bytes = text.iter().rev().map(|byte| u64::from(ASCII[usize::from(*byte & 0x7F)]));
    Some(bytes.fold(0, |key, byte| key << 8 | byte))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn short_key_is_the_key() {
        for text in ["", "a", "A ", "Ab-1", "abcdefg", "abcdefg  ", "abcdefgh", "é", "aé"] {
            let mut key = Vec::new();
            append_key_utf8(text.as_bytes(), &mut key);
            let mut expected = [0; 8];
            let is_short = key.len() < 8 && text.is_ascii();
            if is_short {
                expected[..key.len()].copy_from_slice(&key);
            }
            let expected = is_short.then_some(u64::from_le_bytes(expected));
            assert_eq!(short_key_utf8(text.as_bytes()), expected, "{text:?}");
        }
    }
}
