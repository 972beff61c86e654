//! The width of a text in terminal columns: two for wide East Asian characters and pictures, zero
//! for combining marks.
//!
//! Table of data.

/// Returns the width of a text without control characters.
pub(crate) fn columns(text: &str) -> usize {
    if text.is_ascii() { text.len() } else { text.chars().map(columns_of).sum() }
}

/// Returns the longest prefix of the text that fits into `most` columns, with an ellipsis if it is
/// shortened. The ellipsis counts as a column.
pub(crate) fn shortened(text: &str, most: usize) -> std::borrow::Cow<'_, str> {
    if columns(text) <= most {
        return text.into();
    }
    let (mut width, mut kept) = (0, String::new());
    for sign in text.chars() {
        width += columns_of(sign);
        if width >= most {
            break;
        }
        kept.push(sign);
    }
    kept.push('…');
    kept.into()
}

fn columns_of(sign: char) -> usize {
    let code = u32::from(sign);
    let is_in = |ranges: &[(u32, u32)]| ranges.iter().any(|(first, last)| (*first..=*last).contains(&code));
    if is_in(OVER_ANOTHER) {
        0
    } else if is_in(WIDE) {
        2
    } else {
        1
    }
}

/// Combining marks, joiners, selectors.
const OVER_ANOTHER: &[(u32, u32)] = &[
    (0x300, 0x36f),
    (0x483, 0x489),
    (0x591, 0x5bd),
    (0x64b, 0x65f),
    (0x1ab0, 0x1aff),
    (0x1dc0, 0x1dff),
    (0x200b, 0x200f),
    (0x2060, 0x2064),
    (0x20d0, 0x20ff),
    (0xfe00, 0xfe0f),
    (0xfe20, 0xfe2f),
    (0xfeff, 0xfeff),
];

/// The main ranges of East Asian Wide and Fullwidth.
const WIDE: &[(u32, u32)] = &[
    (0x1100, 0x115f),
    (0x2e80, 0x303e),
    (0x3041, 0xa4cf),
    (0xa960, 0xa97c),
    (0xac00, 0xd7a3),
    (0xf900, 0xfaff),
    (0xfe30, 0xfe6f),
    (0xff00, 0xff60),
    (0xffe0, 0xffe6),
    (0x1f300, 0x1f64f),
    (0x1f680, 0x1f6ff),
    (0x1f900, 0x1f9ff),
    (0x20000, 0x3fffd),
];

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn wide_characters_take_two_columns_and_marks_none() {
        assert_eq!(["abc", "äß", "日本", "e\u{301}", "한글"].map(columns), [3, 2, 4, 1, 4]);
    }

    #[test]
    fn long_text_is_shortened_with_an_ellipsis() {
        assert_eq!(shortened("abcdef", 6), "abcdef");
        assert_eq!(shortened("abcdefg", 6), "abcde…");
        assert_eq!(shortened("日本語文", 6), "日本…");
    }
}
