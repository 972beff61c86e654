//! Tokens, the lexer's output. A token holds no text: its span refers to the batch's text, from
//! which `Token::value` takes it.

use crate::keyword::Keyword;
use crate::span::Span;

/// A token and its source range.
#[derive(Debug, Clone, Copy)]
pub struct Token {
    /// The kind.
    pub kind: TokenKind,
    /// The source range.
    pub span: Span,
    /// Line of the first character, counted from 1.
    pub line: u32,
    /// Whether this is a left parenthesis that opens a query. Set by the lexer's last pass.
    pub opens_query: bool,
}

/// The kinds of tokens.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum TokenKind {
    /// A reserved word.
    Keyword(Keyword),
    /// An identifier without delimiters.
    Word,
    /// `[identifier]` or `"identifier"`.
    Quoted,
    /// `@name`, also `@@name`.
    Variable,
    /// `@@name` of a system function.
    GlobalVariable,
    /// `'...'`.
    String,
    /// `N'...'`.
    NationalString,
    /// Digits alone.
    Integer,
    /// Digits with a decimal point.
    Decimal,
    /// A number with an exponent.
    Float,
    /// A number after a currency sign, possibly without digits.
    Money,
    /// `$name`.
    DollarWord,
    /// `0x...`.
    Binary,
    /// `.`
    Dot,
    /// `,`
    Comma,
    /// `;`
    Semicolon,
    /// `:`
    Colon,
    /// `(`
    LeftParen,
    /// `)`
    RightParen,
    /// `{`, which opens an ODBC escape sequence.
    LeftBrace,
    /// `}`
    RightBrace,
    /// `+`
    Plus,
    /// `-`
    Minus,
    /// `*`
    Star,
    /// `/`
    Slash,
    /// `%`
    Percent,
    /// `&`
    Ampersand,
    /// `|`
    Bar,
    /// `^`
    Caret,
    /// `||`
    DoubleBar,
    /// `<<`
    ShiftLeft,
    /// `>>`
    ShiftRight,
    /// `~`
    Tilde,
    /// `=`
    Equal,
    /// `<>`, `!=`
    NotEqual,
    /// `<`
    Less,
    /// `<=`, `!>`
    LessEqual,
    /// `>`
    Greater,
    /// `>=`, `!<`
    GreaterEqual,
    /// `+=`
    PlusEqual,
    /// `-=`
    MinusEqual,
    /// `*=`
    StarEqual,
    /// `/=`
    SlashEqual,
    /// `%=`
    PercentEqual,
    /// `&=`
    AmpersandEqual,
    /// `|=`
    BarEqual,
    /// `||=`
    DoubleBarEqual,
    /// `^=`
    CaretEqual,
    /// A string or delimited identifier without its closing delimiter.
    Unclosed,
    /// A character that begins no token.
    Unknown,
    /// The end of the text.
    End,
}

impl TokenKind {
    /// Returns the longest symbol that these bytes begin with, and its length in bytes. An ASCII
    /// character that is no symbol is `Unknown` with length 1. Bytes beyond the text are zeros.
    pub(crate) fn symbol(first: u8, second: u8, third: u8) -> (TokenKind, usize) {
        use TokenKind::*;
        match (first, second) {
            (b'+', b'=') => (PlusEqual, 2),
            (b'-', b'=') => (MinusEqual, 2),
            (b'*', b'=') => (StarEqual, 2),
            (b'/', b'=') => (SlashEqual, 2),
            (b'%', b'=') => (PercentEqual, 2),
            (b'&', b'=') => (AmpersandEqual, 2),
            (b'|', b'=') => (BarEqual, 2),
            (b'|', b'|') if third == b'=' => (DoubleBarEqual, 3),
            (b'|', b'|') => (DoubleBar, 2),
            (b'<', b'<') => (ShiftLeft, 2),
            (b'>', b'>') => (ShiftRight, 2),
            (b'^', b'=') => (CaretEqual, 2),
            (b'<', b'>') | (b'!', b'=') => (NotEqual, 2),
            (b'<', b'=') | (b'!', b'>') => (LessEqual, 2),
            (b'>', b'=') | (b'!', b'<') => (GreaterEqual, 2),
            (b'<', _) => (Less, 1),
            (b'>', _) => (Greater, 1),
            (b'=', _) => (Equal, 1),
            (b'.', _) => (Dot, 1),
            (b',', _) => (Comma, 1),
            (b';', _) => (Semicolon, 1),
            (b':', _) => (Colon, 1),
            (b'(', _) => (LeftParen, 1),
            (b')', _) => (RightParen, 1),
            (b'{', _) => (LeftBrace, 1),
            (b'}', _) => (RightBrace, 1),
            (b'+', _) => (Plus, 1),
            (b'-', _) => (Minus, 1),
            (b'*', _) => (Star, 1),
            (b'/', _) => (Slash, 1),
            (b'%', _) => (Percent, 1),
            (b'&', _) => (Ampersand, 1),
            (b'|', _) => (Bar, 1),
            (b'^', _) => (Caret, 1),
            (b'~', _) => (Tilde, 1),
            _ => (Unknown, 1),
        }
    }
}

impl Token {
    /// Whether the token is this keyword.
    pub fn is(&self, keyword: Keyword) -> bool {
        self.kind == TokenKind::Keyword(keyword)
    }

    /// Whether the token can be an identifier: an unreserved word, or a delimited identifier.
    pub fn is_name(&self) -> bool {
        matches!(self.kind, TokenKind::Word | TokenKind::Quoted)
    }

    /// Whether the token is a word without delimiters, reserved or not.
    pub fn is_any_word(&self) -> bool {
        matches!(self.kind, TokenKind::Word | TokenKind::Keyword(_))
    }

    /// Whether this is `$` with any name, IDENTITYCOL or ROWGUIDCOL.
    pub(crate) fn is_pseudo_column(&self) -> bool {
        self.kind == TokenKind::DollarWord || self.is(Keyword::Identitycol) || self.is(Keyword::Rowguidcol)
    }

    /// Whether this is a pseudo-column of a node or edge table.
    pub(crate) fn is_graph_column(&self, text: &str) -> bool {
        let known = ["$node_id", "$edge_id", "$from_id", "$to_id"];
        self.kind == TokenKind::DollarWord
            && known.iter().any(|known| self.span.slice(text).eq_ignore_ascii_case(known))
    }

    /// Returns the token's text. Strings and delimited identifiers lose N and their delimiters,
    /// doubled delimiters become one, and a backslash at a line's end joins a string's lines. Other
    /// tokens are returned as written. An unclosed one goes to the end of the text.
    pub fn value(&self, text: &str) -> Box<str> {
        let written = self.span.slice(text);
        match self.kind {
            TokenKind::Quoted if written.starts_with('[') => undouble(written, ']'),
            TokenKind::Quoted => undouble(written, '"'),
            TokenKind::String if written.starts_with('"') => joined(undouble(written, '"')),
            TokenKind::String => joined(undouble(written, '\'')),
            TokenKind::NationalString => joined(undouble(&written[1..], '\'')),
            TokenKind::Unclosed => match written.strip_prefix(['N', 'n']).unwrap_or(written).get(1..) {
                Some(inside) => inside.into(),
                None => written.into(),
            },
            _ => written.into(),
        }
    }
}

/// Returns the string `text` with its lines joined that end with a backslash
/// (`t-sql/language-elements/sql-server-utilities-statements-backslash`).
fn joined(text: Box<str>) -> Box<str> {
    if !text.contains("\\\n") && !text.contains("\\\r\n") {
        return text;
    }
    let (mut joined, mut rest) = (String::with_capacity(text.len()), &*text);
    while let Some((before, after)) = rest.split_once('\\') {
        joined.push_str(before);
        rest = after.strip_prefix("\r\n").or_else(|| after.strip_prefix('\n')).unwrap_or_else(|| {
            joined.push('\\');
            after
        });
    }
    (joined + rest).into()
}

/// Returns `written` without its first and last character, with each doubled `close` reduced to
/// one.
fn undouble(written: &str, close: char) -> Box<str> {
    let inside = written.get(1..written.len().saturating_sub(1)).unwrap_or("");
    if !inside.contains(close) {
        return inside.into();
    }
    let mut plain = String::with_capacity(inside.len());
    let mut doubled = false;
    for character in inside.chars() {
        doubled = character == close && !doubled;
        if !doubled {
            plain.push(character);
        }
    }
    plain.into()
}
