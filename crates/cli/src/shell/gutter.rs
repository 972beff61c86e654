//! The margin of a batch's further lines, where their numbers stand: `2> ` below `1> `.
//!
//! The line editor knows one prompt, at the beginning of the text. So each further line begins with signs that nobody types, as many as
//! the prompt is wide, in the place of which the line's number is shown, and a mark of no width behind them, by which keys find
//! the gutter's end. They are put in where a line begins and where the history gives back a batch, passed over as one by
//! the keys that move and delete, and taken out before the text is used.

use std::borrow::Cow;

/// A sign of the gutter: one column wide, and no text has a reason to hold it.
pub(crate) const BLANK: char = '\u{2800}';
/// The gutter's end.
pub(crate) const MARK: char = '\u{2060}';

/// Whether a sign is of a gutter.
pub(crate) fn is_gutter(sign: char) -> bool {
    matches!(sign, BLANK | MARK)
}

/// `text` with a gutter of `width` columns at each line but the first, in the place of what gutters it has.
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

/// The text as it is meant.
pub(crate) fn without_gutter(text: &str) -> Cow<'_, str> {
    if text.contains(is_gutter) { Cow::Owned(text.replace(is_gutter, "")) } else { Cow::Borrowed(text) }
}

/// How many signs of the line lie before the byte `at`, the gutter not counted; none on the first line, which has no gutter.
pub(crate) fn into_line(text: &str, at: usize) -> Option<usize> {
    let start = text[..at].rfind('\n')? + 1;
    let has_gutter = text[start..].starts_with(is_gutter);
    has_gutter.then(|| text[start..at].chars().filter(|sign| !is_gutter(*sign)).count())
}

/// Whether a line ends at the byte `at` and one with a gutter follows.
pub(crate) fn is_before_gutter(text: &str, at: usize) -> bool {
    text[at..].strip_prefix('\n').is_some_and(|next| next.starts_with(is_gutter))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_gutter_goes_in_and_comes_out() {
        let text = "select 1\n  from t\n\ngo";
        let guttered = with_gutter(text, 3);
        let gutter = "\u{2800}\u{2800}\u{2800}\u{2060}";
        assert_eq!(guttered, format!("select 1\n{gutter}  from t\n{gutter}\n{gutter}go"));
        assert_eq!(with_gutter(&guttered, 3), guttered);
        assert_eq!(without_gutter(&guttered), text);
    }

    #[test]
    fn keys_learn_where_lines_begin_and_end() {
        let text = with_gutter("ab\ncd", 2);
        let (behind, before) = (text.len() - 2, text.len() - 2 - MARK.len_utf8());
        assert_eq!([behind, before].map(|at| into_line(&text, at)), [Some(0), Some(0)]);
        assert_eq!((into_line(&text, 1), into_line(&text, text.len()), into_line("a\nb", 3)), (None, Some(2), None));
        assert_eq!([1, 2, text.len()].map(|at| is_before_gutter(&text, at)), [false, true, false]);
    }
}
