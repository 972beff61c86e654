//! The parser's cursor over the tokens: what the families share.
//!
//! Invariants: tokens are consumed from left to right and never read twice, so that parsing is linear; each
//! recursion goes through `nest`, which bounds both the stack and the height of the tree that is being made.

use crate::ast::Name;
use crate::error::{SyntaxError, number};
use crate::keyword::Keyword;
use crate::span::Span;
use crate::token::{Token, TokenKind};
use sluice_base::{account, stack};

/// Why a family's function gave up.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Stop {
    /// A syntax error, already recorded; the statement is abandoned.
    Syntax,
    /// The statement is T-SQL but beyond this parser; `Parser::unsupported` was called.
    Unsupported,
    /// Nested too deeply, already recorded; the batch is abandoned.
    TooDeep,
}

/// What a family's function gives.
pub(crate) type Parsed<T> = Result<T, Stop>;

/// How far an unsupported statement reaches.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Reach {
    /// Up to a semicolon or what begins another statement.
    Statement,
    /// The same, but the sub-commands of ALTER do not count.
    Alter,
    /// Up to a semicolon.
    Semicolon,
    /// The rest of the batch.
    Batch,
}

/// The parser.
pub(crate) struct Parser<'a> {
    pub(crate) text: &'a str,
    pub(crate) tokens: &'a [Token],
    pub(crate) at: usize,
    pub(crate) errors: Vec<SyntaxError>,
    /// Open WHILE loops.
    pub(crate) loops: u32,
    /// Labels and their lines.
    pub(crate) labels: Vec<(Name, u32)>,
    /// Labels gone to, and the lines of their GOTOs; checked at the end.
    pub(crate) gotos: Vec<(Name, u32)>,
    /// The name of the module that the batch defines.
    pub(crate) module: Option<Box<str>>,
    /// The elements of a CREATE SCHEMA are being read, which need not be the first of their batch.
    pub(crate) in_schema: bool,
    /// What `Stop::Unsupported` is about.
    pub(crate) refused: Option<(Box<str>, Reach)>,
    /// Levels of recursion now open.
    depth: u32,
    /// Height of the highest tree read at this level of recursion.
    height: u32,
}

impl<'a> Parser<'a> {
    pub(crate) fn new(text: &'a str, tokens: &'a [Token]) -> Parser<'a> {
        Parser {
            text,
            tokens,
            at: 0,
            errors: Vec::new(),
            loops: 0,
            labels: Vec::new(),
            module: None,
            gotos: Vec::new(),
            in_schema: false,
            refused: None,
            depth: 0,
            height: 0,
        }
    }

    /// The current token; `End` for ever at the end.
    pub(crate) fn token(&self) -> Token {
        self.ahead(0)
    }

    /// The token `distance` after the current one.
    pub(crate) fn ahead(&self, distance: usize) -> Token {
        self.tokens[(self.at + distance).min(self.tokens.len() - 1)]
    }

    pub(crate) fn advance(&mut self) -> Token {
        let token = self.token();
        self.at = (self.at + 1).min(self.tokens.len() - 1);
        token
    }

    pub(crate) fn at_end(&self) -> bool {
        self.token().kind == TokenKind::End
    }

    pub(crate) fn at_kind(&self, kind: TokenKind) -> bool {
        self.token().kind == kind
    }

    pub(crate) fn at_keyword(&self, keyword: Keyword) -> bool {
        self.token().is(keyword)
    }

    /// Whether the token `distance` ahead is this word, which is not reserved, without delimiters.
    pub(crate) fn word_ahead(&self, distance: usize, word: &str) -> bool {
        let token = self.ahead(distance);
        token.kind == TokenKind::Word && token.span.of(self.text).eq_ignore_ascii_case(word)
    }

    pub(crate) fn at_word(&self, word: &str) -> bool {
        self.word_ahead(0, word)
    }

    /// Passes the token if it is of this kind.
    pub(crate) fn eat(&mut self, kind: TokenKind) -> bool {
        let found = self.at_kind(kind);
        if found {
            self.advance();
        }
        found
    }

    /// Passes the keyword if it is there.
    pub(crate) fn eat_keyword(&mut self, keyword: Keyword) -> bool {
        self.eat(TokenKind::Keyword(keyword))
    }

    /// Passes the word, which is not reserved, if it is there.
    pub(crate) fn eat_word(&mut self, word: &str) -> bool {
        let found = self.at_word(word);
        if found {
            self.advance();
        }
        found
    }

    pub(crate) fn expect(&mut self, kind: TokenKind) -> Parsed<Token> {
        if self.at_kind(kind) { Ok(self.advance()) } else { Err(self.incorrect()) }
    }

    pub(crate) fn expect_keyword(&mut self, keyword: Keyword) -> Parsed<Token> {
        self.expect(TokenKind::Keyword(keyword))
    }

    pub(crate) fn expect_word(&mut self, word: &str) -> Parsed<Token> {
        if self.at_word(word) { Ok(self.advance()) } else { Err(self.incorrect()) }
    }

    /// `ON` or `OFF`.
    pub(crate) fn expect_switch(&mut self) -> Parsed<bool> {
        let on = self.eat_keyword(Keyword::On);
        if !on {
            self.expect_keyword(Keyword::Off)?;
        }
        Ok(on)
    }

    /// The span from `start` to the last token passed.
    pub(crate) fn since(&self, start: Span) -> Span {
        match self.at.checked_sub(1) {
            Some(last) => start.to(self.tokens[last].span),
            None => start,
        }
    }

    /// Records that the current token does not fit.
    pub(crate) fn incorrect(&mut self) -> Stop {
        let token = self.token();
        let number = match token.kind {
            TokenKind::Keyword(_) => number::INCORRECT_SYNTAX_KEYWORD,
            _ => number::INCORRECT_SYNTAX,
        };
        self.report(number, token, self.near())
    }

    /// What an error at the current token is said to be near; at the end it is the last token.
    pub(crate) fn near(&self) -> String {
        let mut token = self.token();
        if token.kind == TokenKind::End {
            token = self.tokens[self.at.saturating_sub(1)];
        }
        clipped(&token.value(self.text))
    }

    /// Records an error at `token`.
    pub(crate) fn report(&mut self, number: i32, token: Token, argument: String) -> Stop {
        self.errors.push(SyntaxError { number, line: token.line, span: token.span, argument });
        Stop::Syntax
    }

    /// Says that the statement is T-SQL but beyond this parser.
    pub(crate) fn unsupported(&mut self, name: impl Into<Box<str>>, reach: Reach) -> Stop {
        self.refused = Some((name.into(), reach));
        Stop::Unsupported
    }

    /// Runs one level of recursion.
    pub(crate) fn nest<T>(&mut self, read: impl FnOnce(&mut Self) -> Parsed<T>) -> Parsed<T> {
        if self.depth >= DEPTH_MAX || stack::is_low() {
            return Err(self.too_deep());
        }
        self.check_memory()?;
        self.depth += 1;
        let beside = std::mem::replace(&mut self.height, 0);
        let result = read(self);
        self.depth -= 1;
        self.grow()?;
        self.height = beside.max(self.height);
        result
    }

    /// Whether the statement that is being read stands in no other one.
    pub(crate) fn is_outermost(&self) -> bool {
        self.depth == 1
    }

    /// Counts one more level of tree above what was read at this level of recursion, as in `t JOIN u JOIN v`.
    pub(crate) fn grow(&mut self) -> Parsed<()> {
        self.height += 1;
        if self.height > HEIGHT_MAX { Err(self.too_deep()) } else { Ok(()) }
    }

    /// Reads items separated by commas.
    pub(crate) fn list<T>(&mut self, mut item: impl FnMut(&mut Self) -> Parsed<T>) -> Parsed<Vec<T>> {
        let mut items = vec![item(self)?];
        while self.eat(TokenKind::Comma) {
            self.check_memory()?;
            items.push(item(self)?);
        }
        Ok(items)
    }

    /// Reads items separated by commas, in parentheses.
    pub(crate) fn parenthesised<T>(&mut self, item: impl FnMut(&mut Self) -> Parsed<T>) -> Parsed<Vec<T>> {
        self.expect(TokenKind::LeftParen)?;
        let items = self.list(item)?;
        self.expect(TokenKind::RightParen)?;
        Ok(items)
    }

    /// Stops if the instance has no memory for a larger tree.
    #[inline]
    fn check_memory(&mut self) -> Parsed<()> {
        account::checkpoint().map_err(|refused| {
            let token = self.token();
            self.report(number::OUT_OF_MEMORY, token, refused.to_string())
        })
    }

    fn too_deep(&mut self) -> Stop {
        if self.errors.last().is_none_or(|last| last.number != number::NESTED_TOO_DEEPLY) {
            let token = self.token();
            self.report(number::NESTED_TOO_DEEPLY, token, String::new());
        }
        Stop::TooDeep
    }
}

/// At most the first 128 characters: what SQL Server's messages show of a token.
pub(crate) fn clipped(text: &str) -> String {
    text.chars().take(NAME_LENGTH_MAX).collect()
}

/// Longest identifier, in UTF-16 units.
pub(crate) const NAME_LENGTH_MAX: usize = 128;

/// Levels of recursion of the parser: a parenthesis or a block takes one, a subquery three. A level takes at most 13 KB
/// of stack without optimisation.
const DEPTH_MAX: u32 = 128;

/// Height of the trees that the parser makes, in levels of recursion or of a chain such as `t JOIN u JOIN v`.
pub const HEIGHT_MAX: u32 = 500;
