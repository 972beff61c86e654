//! Splits possibly incomplete T-SQL text into words, for completion and colours. Never fails: an
//! unclosed token extends to the end.

/// The kind of a token.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Kind {
    Word,
    Delimited,
    Variable,
    Number,
    Text,
    /// A comment of either form.
    Comment,
    /// Any other single character except blanks.
    Sign,
}

/// A token. `start` and `end` are bytes of the text.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) struct Token {
    pub(crate) kind: Kind,
    pub(crate) start: usize,
    pub(crate) end: usize,
    /// Whether the text ends before the token is closed.
    pub(crate) is_open: bool,
}

impl Token {
    /// Returns the part of `text` that the word covers.
    pub(crate) fn text_in<'t>(&self, text: &'t str) -> &'t str {
        &text[self.start..self.end]
    }

    /// Returns the name without its brackets. Doubled closing brackets or quotation marks become
    /// one. A name that isn't closed is taken to its end.
    pub(crate) fn name(&self, text: &str) -> String {
        let written = self.text_in(text);
        match (self.kind, written.as_bytes().first()) {
            (Kind::Delimited, Some(b'[')) => written[1..].strip_suffix(']').unwrap_or(&written[1..]).replace("]]", "]"),
            (Kind::Delimited, _) => written[1..].strip_suffix('"').unwrap_or(&written[1..]).replace("\"\"", "\""),
            _ => written.to_owned(),
        }
    }

    /// Returns whether the token is the keyword `word`, ignoring case.
    pub(crate) fn is_word(&self, text: &str, word: &str) -> bool {
        self.kind == Kind::Word && self.text_in(text).eq_ignore_ascii_case(word)
    }
}

/// Returns the tokens of `text` in order, without blanks. The signs of gutters count as blanks.
pub(crate) fn tokens(text: &str) -> Vec<Token> {
    let (mut tokens, mut at) = (Vec::new(), 0);
    while let Some(first) = text[at..].chars().next() {
        if first.is_whitespace() || super::gutter::is_gutter(first) {
            at += first.len_utf8();
            continue;
        }
        let (kind, length, is_open) = piece(&text[at..], first);
        tokens.push(Token { kind, start: at, end: at + length, is_open });
        at += length;
    }
    tokens
}

/// Returns the kind and length of the first token of `rest`, and whether it is unclosed.
fn piece(rest: &str, first: char) -> (Kind, usize, bool) {
    let closed = |kind, length: usize| (kind, length, false);
    match first {
        '-' if rest.starts_with("--") => {
            let end = rest.find('\n');
            (Kind::Comment, end.unwrap_or(rest.len()), end.is_none())
        }
        '/' if rest.starts_with("/*") => comment(rest),
        '\'' => quoted(rest, '\'', Kind::Text, 1),
        'N' | 'n' if rest[1..].starts_with('\'') => quoted(rest, '\'', Kind::Text, 2),
        '[' => quoted(rest, ']', Kind::Delimited, 1),
        '"' => quoted(rest, '"', Kind::Delimited, 1),
        '@' => closed(Kind::Variable, length_of(rest, is_of_name)),
        '0'..='9' => closed(Kind::Number, length_of(rest, |sign| sign.is_ascii_alphanumeric() || sign == '.')),
        _ if is_of_name(first) => closed(Kind::Word, length_of(rest, is_of_name)),
        _ => closed(Kind::Sign, first.len_utf8()),
    }
}

/// Returns whether a name may contain the character.
pub(crate) fn is_of_name(sign: char) -> bool {
    sign.is_alphanumeric() || matches!(sign, '_' | '#' | '@' | '$')
}

fn length_of(rest: &str, belongs: impl Fn(char) -> bool) -> usize {
    rest.find(|sign| !belongs(sign)).unwrap_or(rest.len())
}

/// Reads a quoted token. A doubled `end` is part of the text.
fn quoted(rest: &str, end: char, kind: Kind, begin: usize) -> (Kind, usize, bool) {
    let mut at = begin;
    loop {
        let Some(found) = rest[at..].find(end) else { return (kind, rest.len(), true) };
        at += found + 1;
        if !rest[at..].starts_with(end) {
            return (kind, at, false);
        }
        at += 1;
    }
}

/// Reads a block comment; block comments nest in T-SQL.
fn comment(rest: &str) -> (Kind, usize, bool) {
    let (mut depth, mut at) = (0u32, 0);
    while at < rest.len() {
        let bytes = &rest.as_bytes()[at..];
        if bytes.starts_with(b"/*") {
            (depth, at) = (depth + 1, at + 2);
        } else if bytes.starts_with(b"*/") {
            (depth, at) = (depth - 1, at + 2);
            if depth == 0 {
                return (Kind::Comment, at, false);
            }
        } else {
            at += 1;
        }
    }
    (Kind::Comment, rest.len(), true)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn kinds(text: &str) -> Vec<(Kind, &str)> {
        tokens(text).iter().map(|token| (token.kind, token.text_in(text))).collect()
    }

    #[test]
    fn text_is_split_into_tokens() {
        assert_eq!(
            kinds("select N'it''s',[a]]b] -- x\nfrom #t@1 /* /* */ */ >= @v1.5"),
            [
                (Kind::Word, "select"),
                (Kind::Text, "N'it''s'"),
                (Kind::Sign, ","),
                (Kind::Delimited, "[a]]b]"),
                (Kind::Comment, "-- x"),
                (Kind::Word, "from"),
                (Kind::Word, "#t@1"),
                (Kind::Comment, "/* /* */ */"),
                (Kind::Sign, ">"),
                (Kind::Sign, "="),
                (Kind::Variable, "@v1"),
                (Kind::Sign, "."),
                (Kind::Number, "5"),
            ]
        );
    }

    #[test]
    fn unclosed_token_extends_to_the_end() {
        for text in ["'abc", "[ä", "/* a /* b */", "-- x", "\"", "n'"] {
            let tokens = tokens(text);
            assert!(tokens.len() == 1 && tokens[0].is_open && tokens[0].end == text.len(), "{text}");
        }
    }

    #[test]
    fn brackets_are_removed_from_names() {
        let text = "[a]]b] \"c\"\"d\" e";
        let names: Vec<String> = tokens(text).iter().map(|token| token.name(text)).collect();
        assert_eq!(names, ["a]b", "c\"d", "e"]);
    }
}
