//! Splits a message's text into literal text, placeholders and optional parts.
//!
//! A placeholder is one of C's printf (`%d`, `%.*ls`, `%#016I64x`) or a word of SQL Server
//! (`%S_MSG`, `%S_PGID`). `%%` is a percent sign. Braces enclose an optional part, and a doubled
//! brace is a brace.

/// A piece of a message's text.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Piece<'t> {
    /// Literal text.
    Text(&'t str),
    /// A placeholder with its percent sign.
    Placeholder(&'t str),
    /// `%%`.
    Percent,
    /// The start of an optional part.
    OptionalStart,
    /// The end of an optional part.
    OptionalEnd,
}

/// Returns the pieces of `text` in order.
pub fn pieces(text: &str) -> Pieces<'_> {
    Pieces { rest: text }
}

/// The pieces of a text; see [`pieces`].
#[derive(Clone, Debug)]
pub struct Pieces<'t> {
    rest: &'t str,
}

impl<'t> Pieces<'t> {
    fn cut(&mut self, length: usize) -> &'t str {
        let (piece, rest) = self.rest.split_at(length);
        self.rest = rest;
        piece
    }
}

impl<'t> Iterator for Pieces<'t> {
    type Item = Piece<'t>;

    fn next(&mut self) -> Option<Piece<'t>> {
        let mut characters = self.rest.chars();
        let (first, second) = (characters.next()?, characters.next());
        Some(match first {
            '%' if second == Some('%') => {
                self.cut(2);
                Piece::Percent
            }
            '%' => match placeholder_length(self.rest) {
                Some(length) => Piece::Placeholder(self.cut(length)),
                None => Piece::Text(self.cut(1)),
            },
            '{' | '}' if second == Some(first) => Piece::Text(&self.cut(2)[1..]),
            '{' => {
                self.cut(1);
                Piece::OptionalStart
            }
            '}' => {
                self.cut(1);
                Piece::OptionalEnd
            }
            _ => {
                let end = self.rest.find(['%', '{', '}']).unwrap_or(self.rest.len());
                Piece::Text(self.cut(end))
            }
        })
    }
}

/// Returns the number of bytes of the placeholder that `text` starts with: `% [flags] [width]
/// [.precision] [h | l | I64] type` or `%S_` with capital letters.
fn placeholder_length(text: &str) -> Option<usize> {
    let specification = text.strip_prefix('%')?;
    if let Some(word) = specification.strip_prefix("S_") {
        let letters = word.len() - word.trim_start_matches(|sign: char| sign.is_ascii_uppercase()).len();
        return (letters > 0).then_some("%S_".len() + letters);
    }
    let mut rest = specification.trim_start_matches(['-', '+', '#', '0']);
    rest = without_size(rest);
    rest = rest.strip_prefix('.').map_or(rest, without_size);
    rest = ["I64", "h", "l"].iter().find_map(|size| rest.strip_prefix(size)).unwrap_or(rest);
    let kind = rest.chars().next().filter(|kind| "diouxXcsfp".contains(*kind))?;
    Some(text.len() - rest.len() + kind.len_utf8())
}

/// Returns `text` without the width or precision in front: digits or an asterisk.
fn without_size(text: &str) -> &str {
    text.strip_prefix('*').unwrap_or_else(|| text.trim_start_matches(|sign: char| sign.is_ascii_digit()))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn placeholders_braces_and_percent_signs_are_split() {
        use Piece::{OptionalEnd, OptionalStart, Percent, Placeholder, Text};
        let split = |text| pieces(text).collect::<Vec<_>>();
        assert_eq!(
            split("'%.*ls' of %d%%."),
            vec![Text("'"), Placeholder("%.*ls"), Text("' of "), Placeholder("%d"), Percent, Text("."),]
        );
        assert_eq!(
            split("a{: %S_MSG}{{b}}"),
            vec![
                Text("a"),
                OptionalStart,
                Text(": "),
                Placeholder("%S_MSG"),
                OptionalEnd,
                Text("{"),
                Text("b"),
                Text("}"),
            ]
        );
        assert_eq!(split("100% sure"), vec![Text("100"), Text("%"), Text(" sure")]);
        assert_eq!(
            split("%#016I64x%lc%.*hs%I64d"),
            vec![Placeholder("%#016I64x"), Placeholder("%lc"), Placeholder("%.*hs"), Placeholder("%I64d"),]
        );
    }
}
