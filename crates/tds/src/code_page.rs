//! Encodes char and varchar for the wire in the code pages of `sluice_types`. A character that the
//! page lacks becomes its best fit, else a question mark.

use crate::put::Put;

pub use sluice_types::CodePage;

/// Writes `text` in `page`. A character that the page lacks becomes its best fit or a question
/// mark. ASCII and UTF-8 are written as they are.
pub fn put(page: CodePage, text: &str, out: &mut impl Put) {
    if page == CodePage::Utf8 || text.is_ascii() {
        return out.put(text.as_bytes());
    }
    let mut buffer = [0; CHUNK];
    let mut filled = 0;
    for character in text.chars() {
        let bytes = page.encode_or_nearest(character);
        let bytes = bytes.as_ref();
        buffer[filled..filled + bytes.len()].copy_from_slice(bytes);
        filled += bytes.len();
        if filled + page.bytes_max() > CHUNK {
            out.put(&buffer[..filled]);
            filled = 0;
        }
    }
    out.put(&buffer[..filled]);
}

/// Number of text bytes converted at a time.
const CHUNK: usize = 256;

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn text_encoded_in_pieces_equals_whole_encoding() {
        let text = "Жук Æ日本".repeat(100);
        for page in CodePage::ALL {
            let mut bytes = Vec::new();
            put(page, &text, &mut bytes);
            assert_eq!(bytes, page.bytes(&text), "{page:?}");
            assert_eq!(bytes.len(), page.bytes_len(&text), "{page:?}");
        }
    }
}
