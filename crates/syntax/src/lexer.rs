//! The lexer: turns a batch's text into tokens in one pass over its bytes.
//!
//! Invariants: the lexer takes linear time. The last token, and no other, is `End`. `"..."` is an
//! identifier under `QUOTED_IDENTIFIER` ON, and a string under OFF. A character that begins no
//! token becomes an `Unknown` token, which the parser rejects.

use crate::error::{SyntaxError, number};
use crate::global_variable::is_global_variable;
use crate::keyword::{self, Keyword};
use crate::span::Span;
use crate::token::{Token, TokenKind};
use sluice_base::account;
use sluice_base::memory::OutOfMemory;

/// Returns the tokens of `text` and the lexical errors, with `"..."` as an identifier at first. See
/// [`tokens_quoted`].
pub fn tokens(text: &str) -> (Vec<Token>, Vec<SyntaxError>) {
    tokens_quoted(text, true)
}

/// Returns the tokens of `text` and the lexical errors, beginning with `QUOTED_IDENTIFIER` ON or
/// OFF. A statement SET QUOTED_IDENTIFIER or SET ANSI_DEFAULTS in the text changes it from there
/// on, except in a batch that begins with CREATE or ALTER.
///
/// Blanks and comments yield no token. Errors are 105 for unclosed strings and names, and 113 for
/// unclosed comments. `text` must be shorter than 4 GB. Without memory for the tokens, `End` is the
/// only token and 701 the only error.
pub fn tokens_quoted(text: &str, quoted_identifier: bool) -> (Vec<Token>, Vec<SyntaxError>) {
    let mut lexer = Lexer { text, bytes: text.as_bytes(), at: 0, line: 1, errors: Vec::new() };
    let mut tokens = Vec::new();
    loop {
        if tokens.len() == tokens.capacity()
            && let Err(refused) = grow(&mut tokens, text)
        {
            // Without its tokens the text is an empty batch with an error.
            let end = Span::new(text.len() as u32, text.len() as u32);
            tokens = vec![Token { kind: TokenKind::End, span: end, line: lexer.line, opens_query: false }];
            lexer.errors = vec![SyntaxError::no_memory(&refused)];
            break;
        }
        lexer.skip_blanks();
        let (start, line) = (lexer.at, lexer.line);
        let kind = lexer.next_kind();
        let span = Span::new(start as u32, lexer.at as u32);
        tokens.push(Token { kind, span, line, opens_query: false });
        match kind {
            TokenKind::End => break,
            TokenKind::Unclosed => lexer.report_unclosed(tokens[tokens.len() - 1]),
            _ => {}
        }
    }
    mark_strings(&mut tokens, text, quoted_identifier);
    mark_queries(&mut tokens);
    (tokens, lexer.errors)
}

/// Makes `"..."` a string where `QUOTED_IDENTIFIER` is OFF. A SET of the option takes effect where
/// it stands, but not within the definition of a module
/// (`t-sql/statements/set-quoted-identifier-transact-sql.md`).
fn mark_strings(tokens: &mut [Token], text: &str, mut quoted_identifier: bool) {
    let defines = tokens.first().is_some_and(|first| first.is(Keyword::Create) || first.is(Keyword::Alter));
    for place in 0..tokens.len() {
        let token = tokens[place];
        if token.is(Keyword::Set) && !defines {
            quoted_identifier = quoted_setting(&tokens[place + 1..], text).unwrap_or(quoted_identifier);
        } else if token.kind == TokenKind::Quoted && !quoted_identifier && token.span.slice(text).starts_with('"') {
            tokens[place].kind = TokenKind::String;
        }
    }
}

/// Returns the new value of `QUOTED_IDENTIFIER` if the tokens after a SET change it.
fn quoted_setting(tokens: &[Token], text: &str) -> Option<bool> {
    let mut is_it = false;
    for token in tokens {
        match token.kind {
            TokenKind::Word => {
                let word = token.span.slice(text);
                is_it |= ["QUOTED_IDENTIFIER", "ANSI_DEFAULTS"].iter().any(|option| option.eq_ignore_ascii_case(word));
            }
            TokenKind::Comma => {}
            TokenKind::Keyword(Keyword::On) => return is_it.then_some(true),
            TokenKind::Keyword(Keyword::Off) => return is_it.then_some(false),
            _ => return None,
        }
    }
    None
}

/// Makes room for more tokens of `text`: at first for words of five bytes, then for twice as many
/// tokens. Asks the request's account before, for the old tokens too: they are copied.
fn grow(tokens: &mut Vec<Token>, text: &str) -> Result<(), OutOfMemory> {
    let more = tokens.len().max(text.len() / 5 + 1);
    account::want((tokens.len() + more) * size_of::<Token>())?;
    tokens.reserve_exact(more);
    Ok(())
}

/// Whether `character` can start an identifier: a letter, `_` or `#`. `@` starts variables only.
pub fn starts_name(character: char) -> bool {
    character == '_' || character == '#' || character.is_alphabetic()
}

/// Whether `character` can continue an identifier: a letter, a digit, `_`, `#`, `@` or `$`.
pub fn continues_name(character: char) -> bool {
    matches!(character, '_' | '#' | '@' | '$') || character.is_alphanumeric()
}

struct Lexer<'a> {
    text: &'a str,
    bytes: &'a [u8],
    at: usize,
    line: u32,
    errors: Vec<SyntaxError>,
}

impl Lexer<'_> {
    fn peek(&self, ahead: usize) -> u8 {
        self.bytes.get(self.at + ahead).copied().unwrap_or(0)
    }

    fn peek_char(&self) -> Option<char> {
        self.text[self.at..].chars().next()
    }

    /// Skips blanks and comments.
    fn skip_blanks(&mut self) {
        while self.at < self.bytes.len() {
            match self.peek(0) {
                b'\n' => {
                    self.line += 1;
                    self.at += 1;
                }
                0..=b' ' => self.at += 1,
                b'-' if self.peek(1) == b'-' => {
                    let rest = &self.bytes[self.at..];
                    self.at += rest.iter().position(|byte| *byte == b'\n').unwrap_or(rest.len());
                }
                b'/' if self.peek(1) == b'*' => self.skip_comment(),
                0x80.. => match self.peek_char() {
                    Some(blank) if blank.is_whitespace() || blank == '\u{feff}' => self.at += blank.len_utf8(),
                    _ => return,
                },
                _ => return,
            }
        }
    }

    /// Skips a bracketed comment. Bracketed comments nest.
    fn skip_comment(&mut self) {
        let (start, line) = (self.at, self.line);
        let mut depth = 0usize;
        while self.at < self.bytes.len() {
            match (self.peek(0), self.peek(1)) {
                (b'/', b'*') => {
                    depth += 1;
                    self.at += 2;
                }
                (b'*', b'/') => {
                    depth -= 1;
                    self.at += 2;
                    if depth == 0 {
                        return;
                    }
                }
                (byte, _) => {
                    self.line += u32::from(byte == b'\n');
                    self.at += 1;
                }
            }
        }
        let span = Span::new(start as u32, self.at as u32);
        self.errors.push(SyntaxError { number: number::UNCLOSED_COMMENT, line, span, argument: String::new() });
    }

    fn next_kind(&mut self) -> TokenKind {
        if self.at >= self.bytes.len() {
            return TokenKind::End;
        }
        match self.peek(0) {
            b'N' | b'n' if self.peek(1) == b'\'' => {
                self.at += 1;
                self.delimited(b'\'', TokenKind::NationalString)
            }
            b'\'' => self.delimited(b'\'', TokenKind::String),
            b'"' => self.delimited(b'"', TokenKind::Quoted),
            b'[' => self.delimited(b']', TokenKind::Quoted),
            b'@' => self.variable(),
            b'0' if matches!(self.peek(1), b'x' | b'X') => self.binary(),
            b'0'..=b'9' => self.number(),
            b'.' if self.peek(1).is_ascii_digit() => self.number(),
            b'$' if self.peek(1).is_ascii_alphabetic() => {
                self.at += 1;
                self.skip_name();
                TokenKind::DollarWord
            }
            b'$' => self.money(1),
            _ => match self.peek_char() {
                Some(first) if CURRENCIES.contains(&first) => self.money(first.len_utf8()),
                Some(first) if starts_name(first) => self.word(),
                Some(first) if !first.is_ascii() => {
                    self.at += first.len_utf8();
                    TokenKind::Unknown
                }
                _ => self.symbol(),
            },
        }
    }

    /// Skips a string or delimited identifier, starting at its opening delimiter.
    fn delimited(&mut self, close: u8, kind: TokenKind) -> TokenKind {
        self.at += 1;
        while self.at < self.bytes.len() {
            let byte = self.peek(0);
            self.at += 1;
            self.line += u32::from(byte == b'\n');
            if byte == close {
                if self.peek(0) != close {
                    return kind;
                }
                self.at += 1;
            }
        }
        TokenKind::Unclosed
    }

    fn report_unclosed(&mut self, token: Token) {
        let argument = token.value(self.text).into();
        self.errors.push(SyntaxError { number: number::UNCLOSED_QUOTE, line: token.line, span: token.span, argument });
    }

    fn skip_name(&mut self) {
        loop {
            match self.peek(0) {
                b'a'..=b'z' | b'A'..=b'Z' | b'0'..=b'9' | b'_' | b'#' | b'@' | b'$' => self.at += 1,
                0x80.. => match self.peek_char() {
                    Some(next) if continues_name(next) => self.at += next.len_utf8(),
                    _ => return,
                },
                _ => return,
            }
        }
    }

    fn word(&mut self) -> TokenKind {
        let start = self.at;
        self.skip_name();
        keyword::lookup(&self.text[start..self.at]).map_or(TokenKind::Word, TokenKind::Keyword)
    }

    fn variable(&mut self) -> TokenKind {
        let start = self.at;
        self.at += 1;
        self.skip_name();
        let name = &self.text[start..self.at];
        let global = name.starts_with("@@") && is_global_variable(name);
        if global { TokenKind::GlobalVariable } else { TokenKind::Variable }
    }

    fn skip_digits(&mut self) {
        while self.peek(0).is_ascii_digit() {
            self.at += 1;
        }
    }

    /// Skips a binary constant, which a backslash continues on the next line.
    fn binary(&mut self) -> TokenKind {
        self.at += 2;
        loop {
            match (self.peek(0), self.peek(1), self.peek(2)) {
                (digit, ..) if digit.is_ascii_hexdigit() => self.at += 1,
                (b'\\', b'\r', b'\n') => (self.at, self.line) = (self.at + 3, self.line + 1),
                (b'\\', b'\n', _) => (self.at, self.line) = (self.at + 2, self.line + 1),
                _ => return TokenKind::Binary,
            }
        }
    }

    fn number(&mut self) -> TokenKind {
        let mut kind = TokenKind::Integer;
        self.skip_digits();
        if self.peek(0) == b'.' {
            kind = TokenKind::Decimal;
            self.at += 1;
            self.skip_digits();
        }
        if matches!(self.peek(0), b'e' | b'E') {
            kind = TokenKind::Float;
            self.at += 1;
            if matches!(self.peek(0), b'+' | b'-') {
                self.at += 1;
            }
            self.skip_digits();
        }
        kind
    }

    /// Skips an amount of money, starting at its currency sign of `sign` bytes. The amount's own
    /// sign may follow: `$-1.50`.
    fn money(&mut self, sign: usize) -> TokenKind {
        self.at += sign;
        if matches!(self.peek(0), b'+' | b'-') && (self.peek(1).is_ascii_digit() || self.peek(1) == b'.') {
            self.at += 1;
        }
        self.skip_digits();
        if self.peek(0) == b'.' {
            self.at += 1;
            self.skip_digits();
        }
        TokenKind::Money
    }

    fn symbol(&mut self) -> TokenKind {
        let (kind, length) = TokenKind::symbol(self.peek(0), self.peek(1), self.peek(2));
        self.at += length;
        kind
    }
}

/// The currency signs of money constants besides `$`
/// (`t-sql/data-types/money-and-smallmoney-transact-sql`).
const CURRENCIES: [char; 33] = [
    '¢', '£', '¤', '¥', '৲', '৳', '฿', '៛', '₠', '₡', '₢', '₣', '₤', '₥', '₦', '₧', '₨', '₩', '₪', '₫', '€', '₭', '₮',
    '₯', '₰', '₱', '﷼', '﹩', '＄', '￠', '￡', '￥', '￦',
];

/// Marks the parentheses that hold a query (`(SELECT ...)`, `((SELECT ...) UNION ...)`), so that
/// the parser never backtracks. For `((`, the outer mark depends on the token after the inner
/// closing parenthesis. Inner parentheses close first and are decided first.
fn mark_queries(tokens: &mut [Token]) {
    let mut open: Vec<usize> = Vec::new();
    for index in 0..tokens.len() {
        match tokens[index].kind {
            TokenKind::LeftParen => {
                tokens[index].opens_query = tokens[index + 1].is(Keyword::Select);
                open.push(index);
            }
            TokenKind::RightParen => {
                let Some(start) = open.pop() else { continue };
                let Some(outer) = open.last().copied().filter(|outer| outer + 1 == start) else { continue };
                tokens[outer].opens_query = tokens[start].opens_query && continues_query(&tokens[index + 1]);
            }
            _ => {}
        }
    }
}

/// Whether `token`, which follows a parenthesised query, continues a query rather than an
/// expression or a join.
fn continues_query(token: &Token) -> bool {
    use Keyword::{Except, Intersect, Order, Union};
    token.kind == TokenKind::RightParen || [Union, Except, Intersect, Order].iter().any(|word| token.is(*word))
}
