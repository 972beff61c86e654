//! The margin of a batch's second and later lines, which shows their numbers: `2> ` below `1> `.
//!
//! The line editor has one prompt, at the start of the text. So each further line begins with
//! placeholder characters as wide as the prompt, displayed as the line number, and a zero-width
//! mark by which keys find the gutter's end. Gutters are inserted when a line begins and when the
//! history returns a batch. Keys that move and delete treat a gutter as one character. Gutters are
//! removed before the text is used.

use std::borrow::Cow;

/// The placeholder character: one column wide, and unlikely in any text.
pub(crate) const BLANK: char = '\u{2800}';
/// The mark at the gutter's end.
pub(crate) const MARK: char = '\u{2060}';

/// Returns whether a character belongs to a gutter.
pub(crate) fn is_gutter(sign: char) -> bool {
    matches!(sign, BLANK | MARK)
}

/// Returns `text` with gutters of `width` columns on all lines but the first, replacing existing
/// gutters. Line ends stay.
pub(crate) fn with_gutter(text: &str, width: usize) -> String {
    let mut guttered = String::with_capacity(text.len() + 64);
    for (number, line) in text.split('\n').enumerate() {
        if number > 0 {
            guttered.push('\n');
            guttered.extend(std::iter::repeat_n(BLANK, width));
            guttered.push(MARK);
        }
        guttered.extend(line.chars().filter(|sign| !is_gutter(*sign)));
    }
    guttered
}

/// Returns the text without gutters.
pub(crate) fn without_gutter(text: &str) -> Cow<'_, str> {
    if text.contains(is_gutter) { Cow::Owned(text.replace(is_gutter, "")) } else { Cow::Borrowed(text) }
}

/// Returns the number of characters before the byte `at` in its line, without the gutter. Returns
/// `None` for a line without a gutter, such as the first.
pub(crate) fn into_line(text: &str, at: usize) -> Option<usize> {
    let start = text[..at].rfind('\n')? + 1;
    let has_gutter = text[start..].starts_with(is_gutter);
    has_gutter.then(|| text[start..at].chars().filter(|sign| !is_gutter(*sign)).count())
}

/// Returns whether a line ends at the byte `at` and the next line has a gutter.
pub(crate) fn is_before_gutter(text: &str, at: usize) -> bool {
    text[at..].strip_prefix('\n').is_some_and(|next| next.starts_with(is_gutter))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn gutters_are_inserted_and_removed() {
        let text = "select 1\n  from t\n\ngo";
        let guttered = with_gutter(text, 3);
        let gutter = "\u{2800}\u{2800}\u{2800}\u{2060}";
        assert_eq!(guttered, format!("select 1\n{gutter}  from t\n{gutter}\n{gutter}go"));
        assert_eq!(with_gutter(&guttered, 3), guttered);
        assert_eq!(without_gutter(&guttered), text);
    }

    #[test]
    fn line_starts_and_ends_are_found() {
        let text = with_gutter("ab\ncd", 2);
        let (behind, before) = (text.len() - 2, text.len() - 2 - MARK.len_utf8());
        assert_eq!([behind, before].map(|at| into_line(&text, at)), [Some(0), Some(0)]);
        assert_eq!((into_line(&text, 1), into_line(&text, text.len()), into_line("a\nb", 3)), (None, Some(2), None));
        assert_eq!([1, 2, text.len()].map(|at| is_before_gutter(&text, at)), [false, true, false]);
    }
}
