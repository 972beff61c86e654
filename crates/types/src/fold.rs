//! Case folding, code point by code point. Folding is part of the order of keys on disk and of the
//! equality of names. The standard library's case tables change with Unicode versions, so they are
//! not used.

/// Returns the folded form of `character`, which represents it where case does not count.
#[inline]
pub fn fold(character: char) -> char {
    if character.is_ascii() { character.to_ascii_lowercase() } else { fold_beyond_ascii(character) }
}

/// Maps capital to small letters in blocks with a regular layout; other characters are unchanged.
fn fold_beyond_ascii(character: char) -> char {
    let code = u32::from(character);
    let folded = match code {
        0xD7 | 0x130 | 0x131 | 0x138 | 0x149 | 0x17F => code,
        0xC0..=0xDE => code + 0x20,
        0x178 => 0xFF,
        // The capital is even.
        0x100..=0x137
        | 0x14A..=0x177
        | 0x1A0..=0x1A5
        | 0x1DE..=0x1EF
        | 0x1F4..=0x1F5
        | 0x1F8..=0x21F
        | 0x222..=0x233
        | 0x1E00..=0x1E95
        | 0x1EA0..=0x1EFF
        | 0x460..=0x481
        | 0x48A..=0x4BF
        | 0x4D0..=0x52F => code | 1,
        // The capital is odd.
        0x139..=0x148 | 0x179..=0x17E | 0x1AF..=0x1B0 | 0x1B3..=0x1B6 | 0x1CD..=0x1DC | 0x4C1..=0x4CE => {
            code + (code & 1)
        }
        0x4C0 => 0x4CF,
        0x386 => 0x3AC,
        0x388..=0x38A => code + 0x25,
        0x38C => 0x3CC,
        0x38E | 0x38F => code + 0x3F,
        0x391..=0x3A1 | 0x3A3..=0x3AB => code + 0x20,
        0x400..=0x40F => code + 0x50,
        0x410..=0x42F | 0xFF21..=0xFF3A => code + 0x20,
        _ => code,
    };
    char::from_u32(folded).unwrap_or(character)
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The ranges must agree with Unicode's simple lower case for every letter they map, and cover
    /// the blocks completely.
    #[test]
    fn folding_agrees_with_unicode() {
        let blocks = [
            0x80..=0x17F,
            0x1A0..=0x1A5,
            0x1AF..=0x1B0,
            0x1B3..=0x1B6,
            0x1CD..=0x1DC,
            0x1DE..=0x1EF,
            0x1F4..=0x1F5,
            0x1F8..=0x21F,
            0x222..=0x233,
            0x386..=0x3AB,
            0x400..=0x481,
            0x48A..=0x52F,
            0x1E00..=0x1E95,
            0x1EA0..=0x1EFF,
            0xFF21..=0xFF5E,
        ];
        for code in blocks.into_iter().flatten() {
            let Some(character) = char::from_u32(code) else { continue };
            let mut lower = character.to_lowercase();
            let (first, more) = (lower.next(), lower.next());
            let expected = if more.is_some() { character } else { first.unwrap_or(character) };
            assert_eq!(fold(character), expected, "U+{code:04X}");
        }
    }
}
