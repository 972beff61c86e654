//! Field and row terminators as written in options and format files
//! (`relational-databases/import-export/specify-field-and-row-terminators-sql-server.md`).

/// Returns the characters of a field terminator: `\t`, `\n`, `\r`, `\\`, `\0`, `0x` with
/// hexadecimal digits, or other characters.
pub fn field(written: &str) -> Vec<u8> {
    unescaped(written, false)
}

/// Returns the characters of a row terminator, as [`field`] does, except that `\n` means a carriage
/// return and a newline. A line feed alone is written as `0x0a` or as the character.
pub fn row(written: &str) -> Vec<u8> {
    unescaped(written, true)
}

/// Returns the terminator in UTF-16, unless it is written in UTF-16 already: `\t\0`. Bytes that
/// aren't UTF-8 each become a unit.
pub fn widened(terminator: &[u8]) -> Vec<u8> {
    let is_wide = !terminator.is_empty()
        && terminator.len().is_multiple_of(2)
        && terminator.iter().skip(1).step_by(2).all(|byte| *byte == 0);
    if is_wide {
        return terminator.to_vec();
    }
    match std::str::from_utf8(terminator) {
        Ok(text) => text.encode_utf16().flat_map(u16::to_le_bytes).collect(),
        Err(_) => terminator.iter().flat_map(|byte| [*byte, 0]).collect(),
    }
}

/// Returns the terminator as a format file has it. Control characters and marks are escaped; bytes
/// that aren't UTF-8 are replaced.
pub fn written(terminator: &[u8]) -> String {
    let mut text = String::new();
    for character in String::from_utf8_lossy(terminator).chars() {
        match character {
            '\t' => text.push_str("\\t"),
            '\n' => text.push_str("\\n"),
            '\r' => text.push_str("\\r"),
            '\0' => text.push_str("\\0"),
            '\\' => text.push_str("\\\\"),
            '"' => text.push_str("\\\""),
            other => text.push(other),
        }
    }
    text
}

fn unescaped(written: &str, newline_is_pair: bool) -> Vec<u8> {
    if let Some(bytes) = written.strip_prefix("0x").or_else(|| written.strip_prefix("0X")).and_then(hex_bytes) {
        return bytes;
    }
    let (mut bytes, mut rest) = (Vec::new(), written.chars());
    while let Some(character) = rest.next() {
        if character != '\\' {
            bytes.extend_from_slice(character.encode_utf8(&mut [0; 4]).as_bytes());
            continue;
        }
        match rest.next() {
            Some('t') => bytes.push(b'\t'),
            Some('r') => bytes.push(b'\r'),
            Some('0') => bytes.push(0),
            Some('n') => {
                if newline_is_pair && bytes.last() != Some(&b'\r') {
                    bytes.push(b'\r');
                }
                bytes.push(b'\n');
            }
            Some('\\') | None => bytes.push(b'\\'),
            Some('"') => bytes.push(b'"'),
            Some(other) => {
                bytes.push(b'\\');
                bytes.extend_from_slice(other.encode_utf8(&mut [0; 4]).as_bytes());
            }
        }
    }
    bytes
}

/// Returns the bytes of pairs of hexadecimal digits, or `None` for other text.
fn hex_bytes(digits: &str) -> Option<Vec<u8>> {
    let digits = digits.as_bytes();
    let nibble = |digit: u8| char::from(digit).to_digit(16).map(|value| value as u8);
    let pair = |pair: &[u8]| Some(nibble(*pair.first()?)? << 4 | nibble(*pair.get(1)?)?);
    if digits.is_empty() { None } else { digits.chunks(2).map(pair).collect() }
}

/// Returns the bytes of hexadecimal digits, with or without `0x`. An empty text has none. Returns
/// `None` for other characters and for half a byte.
pub(crate) fn hex_digits(text: &str) -> Option<Vec<u8>> {
    let digits = text.strip_prefix("0x").or_else(|| text.strip_prefix("0X")).unwrap_or(text);
    if digits.is_empty() { Some(Vec::new()) } else { hex_bytes(digits) }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn newline_escape_is_a_pair_and_hexadecimal_is_not() {
        assert_eq!(row("\\n"), b"\r\n");
        assert_eq!(row("\\r\\n"), b"\r\n");
        assert_eq!(row("|\\n"), b"|\r\n");
        assert_eq!(row("0x0a"), b"\n");
        assert_eq!(row("0x0D0A"), b"\r\n");
        assert_eq!(row("\n"), b"\n");
        assert_eq!(row("0x0"), b"0x0");
        assert_eq!(field("\\t"), b"\t");
        assert_eq!(field("\\n"), b"\n");
        assert_eq!(field("||"), b"||");
        assert_eq!(field("\\x"), b"\\x");
    }

    #[test]
    fn wide_terminators_are_widened_once() {
        assert_eq!(widened(b"\t"), b"\t\0");
        assert_eq!(widened(b"\r\0\n\0"), b"\r\0\n\0");
        assert_eq!(widened(b""), b"");
        assert_eq!(written(b"\r\0\n\0"), "\\r\\0\\n\\0");
        assert_eq!(field(&written(b"\"\\\t")), b"\"\\\t");
    }
}
