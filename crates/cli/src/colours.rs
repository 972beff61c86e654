//! Colours for terminals, and the replacement of control characters in data.

use std::borrow::Cow;
use std::io::IsTerminal;

/// Whether output is coloured.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) struct Colours(pub(crate) bool);

/// The style of a piece of text.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Ink {
    /// The terminal's default.
    Plain,
    /// Headings.
    Bold,
    /// Line numbers, comments, NULL.
    Faint,
    Keyword,
    Text,
    Variable,
}

impl Colours {
    /// Returns the setting for standard output: no colours if it isn't a terminal or `NO_COLOR` is
    /// set (<https://no-color.org>).
    pub(crate) fn of_output() -> Colours {
        let unwanted = std::env::var_os("NO_COLOR").is_some_and(|value| !value.is_empty());
        Colours(!unwanted && std::io::stdout().is_terminal())
    }

    /// Returns the text with escape sequences for `ink`; its width is unchanged. Plain and empty
    /// text stay as they are, and all text if colours are off.
    pub(crate) fn paint<'t>(self, ink: Ink, text: &'t str) -> Cow<'t, str> {
        let code = match ink {
            _ if !self.0 || text.is_empty() => return Cow::Borrowed(text),
            Ink::Plain => return Cow::Borrowed(text),
            Ink::Bold => 1,
            Ink::Faint => 2,
            Ink::Keyword => 36,
            Ink::Text => 32,
            Ink::Variable => 35,
        };
        Cow::Owned(format!("\x1b[{code}m{text}\x1b[0m"))
    }
}

/// Replaces control characters by visible pictures, so that data can't move the cursor. Line ends
/// and tabs are replaced too.
pub(crate) fn visible(text: &str) -> Cow<'_, str> {
    if !text.contains(char::is_control) {
        return Cow::Borrowed(text);
    }
    let picture = |sign: char| match sign {
        '\0'..='\u{1f}' => char::from_u32(0x2400 + u32::from(sign)).unwrap_or('?'),
        '\u{7f}' => '\u{2421}',
        _ if sign.is_control() => '\u{fffd}',
        _ => sign,
    };
    Cow::Owned(text.chars().map(picture).collect())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn control_characters_are_shown_as_pictures() {
        assert_eq!(visible("a\x1b[2J\tb\n\u{9b}c\u{7f}"), "a\u{241b}[2J\u{2409}b\u{240a}\u{fffd}c\u{2421}");
        assert!(matches!(visible("ä b"), Cow::Borrowed(_)));
    }

    #[test]
    fn no_colours_if_disabled() {
        assert_eq!(Colours(false).paint(Ink::Keyword, "a"), "a");
        assert_eq!(Colours(true).paint(Ink::Keyword, "a"), "\x1b[36ma\x1b[0m");
    }
}
