//! Bytes as hexadecimal text.

/// Returns the bytes as hexadecimal digits, with the prefix `0x` if `prefixed`. Letters are
/// capitals.
pub fn hex(bytes: &[u8], prefixed: bool) -> String {
    let mut text = String::with_capacity(2 + 2 * bytes.len());
    if prefixed {
        text.push_str("0x");
    }
    for byte in bytes {
        text.extend([byte >> 4, byte & 0xF].map(|digit| char::from(b"0123456789ABCDEF"[usize::from(digit)])));
    }
    text
}
