//! Fast paths for ASCII texts, which are the most frequent: their bytes are the text, and in UTF-16
//! every other byte is.

use std::sync::Arc;

/// Returns the bytes as text if they are ASCII, which is the same in all code pages. `None` if one
/// isn't.
#[inline]
pub fn of_bytes(bytes: &[u8]) -> Option<&str> {
    std::str::from_utf8(bytes).ok().filter(|text| text.is_ascii())
}

/// Returns the text of UTF-16LE bytes if it is short and ASCII. `None` for other characters, an odd
/// number of bytes, and texts that aren't short.
pub fn of_wide(bytes: &[u8]) -> Option<Arc<str>> {
    let (units, rest) = bytes.as_chunks::<2>();
    if !rest.is_empty() {
        return None;
    }
    match units.len() {
        ..=NAME => narrow::<NAME>(units),
        length if length <= SHORT => narrow::<SHORT>(units),
        _ => None,
    }
}

/// Converts at most `MOST` units. The limit bounds the array that must be cleared.
#[inline]
fn narrow<const MOST: usize>(units: &[[u8; 2]]) -> Option<Arc<str>> {
    let mut buffer = [0; MOST];
    let mut all = 0;
    for (byte, unit) in buffer.iter_mut().zip(units) {
        *byte = unit[0];
        all |= u16::from_le_bytes(*unit);
    }
    if all >= 0x80 {
        return None;
    }
    std::str::from_utf8(&buffer[..units.len()]).ok().map(Arc::from)
}

/// Characters of a very short text.
const NAME: usize = 32;
/// Characters of a short text.
const SHORT: usize = 128;

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn only_ascii_text_is_accepted() {
        let wide = |text: &str| text.encode_utf16().flat_map(u16::to_le_bytes).collect::<Vec<u8>>();
        for text in ["", "plain", "\u{7F}", &"x".repeat(NAME), &"x".repeat(NAME + 1), &"x".repeat(SHORT)] {
            assert_eq!((of_bytes(text.as_bytes()), of_wide(&wide(text)).as_deref()), (Some(text), Some(text)));
        }
        for text in ["naïve", "\u{80}", "\u{100}a", "😀"] {
            assert_eq!((of_bytes(text.as_bytes()), of_wide(&wide(text))), (None, None), "{text}");
        }
        assert_eq!((of_wide(&[65]), of_wide(&wide(&"x".repeat(SHORT + 1)))), (None, None));
    }
}
