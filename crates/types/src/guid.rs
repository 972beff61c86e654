//! The 16 bytes of a uniqueidentifier: text form and order.
//!
//! The bytes are SQL Server's: the first three groups of the text are little-endian numbers, and
//! the last two are stored as written (uniqueidentifier-transact-sql.md).

use crate::hexadecimal::hex;

/// Formats a uniqueidentifier like `6F9619FF-8B86-D011-B42D-00C04FC964FF`. Letters are capitals.
pub fn write(bytes: &[u8; 16]) -> String {
    let written = hex(&PLACES.map(|place| bytes[place]), false);
    let mut text = String::with_capacity(TEXT_LENGTH);
    let mut begin = 0;
    for end in GROUP_ENDS {
        text.push_str(&written[begin..end]);
        if end < written.len() {
            text.push('-');
        }
        begin = end;
    }
    text
}

/// Parses a uniqueidentifier as [`write()`] formats it, in any case and with or without braces.
/// With an opening brace the closing one must follow. Text after it is ignored. Returns `None` if
/// the text is invalid.
pub fn parse(text: &str) -> Option<[u8; 16]> {
    let (text, braced) = text.strip_prefix('{').map_or((text, false), |text| (text, true));
    let rest = text.as_bytes();
    if rest.len() < TEXT_LENGTH || (braced && rest.get(TEXT_LENGTH) != Some(&b'}')) {
        return None;
    }
    let mut bytes = [0; 16];
    let mut at = 0;
    for (number, place) in PLACES.into_iter().enumerate() {
        if GROUP_ENDS.contains(&(2 * number)) {
            if rest[at] != b'-' {
                return None;
            }
            at += 1;
        }
        let digit = |at: usize| char::from(rest[at]).to_digit(16);
        bytes[place] = (digit(at)? * 16 + digit(at + 1)?) as u8;
        at += 2;
    }
    Some(bytes)
}

/// Returns the bytes by decreasing significance in comparisons: the last group first, the first
/// group last.
pub fn ordered(bytes: &[u8; 16]) -> [u8; 16] {
    WEIGHT.map(|place| bytes[place])
}

/// Returns the uniqueidentifier whose [`ordered`] bytes are these.
pub fn from_ordered(ordered: [u8; 16]) -> [u8; 16] {
    let mut bytes = [0; 16];
    WEIGHT.into_iter().zip(ordered).for_each(|(place, byte)| bytes[place] = byte);
    bytes
}

/// Byte indexes in the order of the text.
const PLACES: [usize; 16] = [3, 2, 1, 0, 5, 4, 7, 6, 8, 9, 10, 11, 12, 13, 14, 15];
/// Number of digits up to the end of each group.
const GROUP_ENDS: [usize; 5] = [8, 12, 16, 20, 32];
/// Byte indexes by significance in comparisons. SQL Server's documentation doesn't give this order;
/// it is the order of .NET's `SqlGuid`, which compares like SQL Server.
const WEIGHT: [usize; 16] = [10, 11, 12, 13, 14, 15, 8, 9, 6, 7, 4, 5, 0, 1, 2, 3];
/// Characters of the text.
pub const TEXT_LENGTH: usize = 36;

#[cfg(test)]
mod tests {
    use super::*;

    /// uniqueidentifier-transact-sql.md shows both spellings of a value.
    #[test]
    fn guid_spellings_parse_to_same_value() {
        let text = "6F9619FF-8B86-D011-B42D-00C04FC964FF";
        let bytes = parse(text).expect(text);
        assert_eq!(hex(&bytes, true), "0xFF19966F868B11D0B42D00C04FC964FF");
        assert_eq!(write(&bytes), text);
        assert_eq!(parse(&format!("{{{}}}", text.to_lowercase())), Some(bytes));
        assert_eq!(parse(&format!("{text}wrong")), Some(bytes));
    }

    #[test]
    fn invalid_guids_are_refused() {
        for text in
            ["", "6F9619FF", "6F9619FF-8B86-D011-B42D-00C04FC964FG", "{6F9619FF-8B86-D011-B42D-00C04FC964FF", "é"]
        {
            assert_eq!(parse(text), None, "{text}");
        }
        assert_eq!(parse("6F9619FF08B86-D011-B42D-00C04FC964FF"), None);
    }

    #[test]
    fn guid_order_starts_with_last_group() {
        let key = |text: &str| ordered(&parse(text).expect(text));
        assert!(key("FFFFFFFF-FFFF-FFFF-FFFF-000000000000") < key("00000000-0000-0000-0000-000000000001"));
        assert!(key("01000000-0000-0000-0000-000000000000") < key("00000001-0000-0000-0000-000000000000"));
    }
}
