//! The parser's cursor over the tokens, shared by all statement families.
//!
//! Invariants: tokens are consumed from left to right and never read twice, so parsing is linear.
//! Every recursion goes through `nest`, which bounds the stack and the height of the tree. `Parser`
//! knows no grammar; the other files add it.

use crate::ast::{CursorAccess, Name};
use crate::error::{NAME_LENGTH_MAX, SyntaxError, number};
use crate::keyword::Keyword;
use crate::span::Span;
use crate::token::{Token, TokenKind};
use sluice_base::memory::OutOfMemory;
use sluice_base::{account, stack};

/// The reason a parse function stopped. The error or the refused name has already been recorded.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Stop {
    /// A syntax error or a lack of memory; the statement is abandoned.
    Syntax,
    /// The statement is T-SQL that this parser doesn't support. `Parser::unsupported` has recorded
    /// its name. The statement's text up to its extent is skipped.
    Unsupported(Reach),
    /// Nested too deeply, or more errors than a batch reports; the batch is abandoned.
    TooDeep,
}

/// The result of a parse function.
pub(crate) type Parsed<T> = Result<T, Stop>;

/// The extent of an unsupported statement.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Reach {
    /// Up to a semicolon or the start of another statement.
    Statement,
    /// Like `Statement`, but sub-commands of ALTER don't end the statement.
    Alter,
    /// Up to a semicolon.
    Semicolon,
    /// The rest of the batch.
    Batch,
}

/// The state of parsing one batch.
pub(crate) struct Parser<'a> {
    pub(crate) text: &'a str,
    pub(crate) tokens: &'a [Token],
    pub(crate) at: usize,
    pub(crate) errors: Vec<SyntaxError>,
    /// The number of open WHILE loops.
    pub(crate) loops: u32,
    /// Labels and their lines.
    pub(crate) labels: Vec<(Name, u32)>,
    /// Labels of GOTOs and the GOTOs' lines. Checked at the end of the batch.
    pub(crate) gotos: Vec<(Name, u32)>,
    /// The table variables that the batch has declared so far.
    pub(crate) table_variables: Vec<Name>,
    /// The name of the module that the batch defines.
    pub(crate) module: Option<Box<str>>,
    /// Whether the elements of a CREATE SCHEMA are being parsed. They needn't be first in their
    /// batch.
    pub(crate) in_schema: bool,
    /// The declarations of WITH XMLNAMESPACES in the current statement: prefix and namespace; no
    /// prefix for the default.
    pub(crate) namespaces: Vec<(Option<Box<str>>, Box<str>)>,
    /// Whether the items of a table variable or table type are being parsed: their constraints have
    /// no names.
    pub(crate) without_names: bool,
    /// FOR READ ONLY and FOR UPDATE behind the SELECT statements, with the clauses' places. `None`
    /// outside of an API cursor's statement, where the clauses are errors.
    pub(crate) cursor_clauses: Option<Vec<(CursorAccess, Span)>>,
    /// The name of the first unsupported feature of the current statement.
    pub(crate) refused: Option<Box<str>>,
    /// The number of open recursion levels.
    depth: u32,
    /// The height of the highest tree parsed at this recursion level.
    height: u32,
}

impl<'a> Parser<'a> {
    /// Returns a parser at the first of the tokens. There is at least one token, and the last is
    /// `End`.
    pub(crate) fn new(text: &'a str, tokens: &'a [Token]) -> Parser<'a> {
        Parser {
            text,
            tokens,
            at: 0,
            errors: Vec::new(),
            loops: 0,
            labels: Vec::new(),
            table_variables: Vec::new(),
            module: None,
            gotos: Vec::new(),
            in_schema: false,
            namespaces: Vec::new(),
            without_names: false,
            cursor_clauses: None,
            refused: None,
            depth: 0,
            height: 0,
        }
    }

    /// Returns the current token. At the end of the text this is always `End`.
    pub(crate) fn token(&self) -> Token {
        self.ahead(0)
    }

    /// Returns the token `distance` after the current token. Beyond the text, it's the token of the
    /// text's end.
    pub(crate) fn ahead(&self, distance: usize) -> Token {
        self.tokens[(self.at + distance).min(self.tokens.len() - 1)]
    }

    /// Consumes the current token and returns it. At the end of the text returns `End` and stays
    /// there.
    pub(crate) fn advance(&mut self) -> Token {
        let token = self.token();
        self.at = (self.at + 1).min(self.tokens.len() - 1);
        token
    }

    /// Whether the text has no further token.
    pub(crate) fn at_end(&self) -> bool {
        self.token().kind == TokenKind::End
    }

    /// Whether the current token has this kind. Nothing is consumed.
    pub(crate) fn at_kind(&self, kind: TokenKind) -> bool {
        self.token().kind == kind
    }

    /// Whether the current token is this reserved word. Nothing is consumed.
    pub(crate) fn at_keyword(&self, keyword: Keyword) -> bool {
        self.token().is(keyword)
    }

    /// Whether the token `distance` ahead is the undelimited, non-reserved `word`.
    pub(crate) fn word_ahead(&self, distance: usize, word: &str) -> bool {
        let token = self.ahead(distance);
        token.kind == TokenKind::Word && token.span.slice(self.text).eq_ignore_ascii_case(word)
    }

    /// Whether the current token is the undelimited, non-reserved `word`. Nothing is consumed.
    pub(crate) fn at_word(&self, word: &str) -> bool {
        self.word_ahead(0, word)
    }

    /// Consumes the current token if it has this kind. Returns whether it did.
    pub(crate) fn eat(&mut self, kind: TokenKind) -> bool {
        let found = self.at_kind(kind);
        if found {
            self.advance();
        }
        found
    }

    /// Consumes the current token if it is this reserved word. Returns whether it did.
    pub(crate) fn eat_keyword(&mut self, keyword: Keyword) -> bool {
        self.eat(TokenKind::Keyword(keyword))
    }

    /// Consumes the current token if it is this non-reserved word. Returns whether it did.
    pub(crate) fn eat_word(&mut self, word: &str) -> bool {
        let found = self.at_word(word);
        if found {
            self.advance();
        }
        found
    }

    /// Returns the last consumed token; the current one at the start.
    pub(crate) fn last(&self) -> Token {
        self.tokens[self.at.saturating_sub(1)]
    }

    /// Consumes a token of this kind and returns it; another token is a syntax error.
    pub(crate) fn expect(&mut self, kind: TokenKind) -> Parsed<Token> {
        if self.at_kind(kind) { Ok(self.advance()) } else { Err(self.incorrect()) }
    }

    /// Consumes this reserved word and returns it; another token is a syntax error.
    pub(crate) fn expect_keyword(&mut self, keyword: Keyword) -> Parsed<Token> {
        self.expect(TokenKind::Keyword(keyword))
    }

    /// Consumes the word, compared without case, and returns it; another token is a syntax error.
    pub(crate) fn expect_word(&mut self, word: &str) -> Parsed<Token> {
        if self.at_word(word) { Ok(self.advance()) } else { Err(self.incorrect()) }
    }

    /// Parses `ON` or `OFF`. Returns whether it is `ON`.
    pub(crate) fn expect_switch(&mut self) -> Parsed<bool> {
        let on = self.eat_keyword(Keyword::On);
        if !on {
            self.expect_keyword(Keyword::Off)?;
        }
        Ok(on)
    }

    /// Returns the span from `start` to the last consumed token.
    pub(crate) fn since(&self, start: Span) -> Span {
        match self.at.checked_sub(1) {
            Some(last) => start.to(self.tokens[last].span),
            None => start,
        }
    }

    /// Records a syntax error at the current token. The number is 156 at a reserved word, otherwise
    /// 102. The result, `Stop::Syntax`, makes the caller abandon the statement.
    pub(crate) fn incorrect(&mut self) -> Stop {
        let token = self.token();
        let number = match token.kind {
            TokenKind::Keyword(_) => number::INCORRECT_SYNTAX_KEYWORD,
            _ => number::INCORRECT_SYNTAX,
        };
        self.report(number, token, self.near())
    }

    /// Reports error 102 at the current token, also for a keyword.
    pub(crate) fn incorrect_at(&mut self) -> Stop {
        self.report(number::INCORRECT_SYNTAX, self.token(), self.near())
    }

    /// Returns the text of the current token, or of the last one at the end, for an error message.
    /// It has no delimiters and at most 128 characters.
    pub(crate) fn near(&self) -> String {
        let mut token = self.token();
        if token.kind == TokenKind::End {
            token = self.tokens[self.at.saturating_sub(1)];
        }
        clipped(&token.value(self.text))
    }

    /// Records an error at `token`. Returns `Stop::Syntax`, which abandons the statement; a caller
    /// that drops it goes on parsing.
    pub(crate) fn report(&mut self, number: i32, token: Token, argument: String) -> Stop {
        self.errors.push(SyntaxError { number, line: token.line, span: token.span, argument });
        Stop::Syntax
    }

    /// Marks the statement as T-SQL that this parser doesn't support, under `name`. The result
    /// makes the dispatcher skip the statement up to `reach`.
    pub(crate) fn unsupported(&mut self, name: impl Into<Box<str>>, reach: Reach) -> Stop {
        self.refuse(name);
        Stop::Unsupported(reach)
    }

    /// Marks the current statement as one with an unsupported feature; the first name is kept.
    /// Parsing continues, so the statement's end is exact; the caller returns any tree, which is
    /// dropped.
    pub(crate) fn refuse(&mut self, name: impl Into<Box<str>>) {
        self.refused.get_or_insert_with(|| name.into());
    }

    /// Consumes a parenthesis and everything up to its match. It is a syntax error if no
    /// parenthesis is next or the text ends before the match. Nothing in between is checked.
    pub(crate) fn skip_parenthesised(&mut self) -> Parsed<()> {
        self.expect(TokenKind::LeftParen)?;
        let mut open = 1u32;
        while open > 0 {
            match self.token().kind {
                TokenKind::LeftParen => open += 1,
                TokenKind::RightParen => open -= 1,
                TokenKind::End => return Err(self.incorrect()),
                _ => {}
            }
            self.advance();
        }
        Ok(())
    }

    /// Consumes `(...)` if a parenthesis is next.
    pub(crate) fn skip_optional_parenthesised(&mut self) -> Parsed<()> {
        if self.at_kind(TokenKind::LeftParen) { self.skip_parenthesised() } else { Ok(()) }
    }

    /// Runs `read` one recursion level deeper. Fails with 191 beyond 128 levels, if the stack is
    /// low, or if the tree becomes too high; fails with 701 without memory. The height of the tree
    /// read is the largest below plus one.
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

    /// Whether the current statement isn't nested in another statement. To be called between items,
    /// not within an expression.
    pub(crate) fn is_outermost(&self) -> bool {
        self.depth == 1
    }

    /// Counts a tree level above the trees parsed at this recursion level, as in `t JOIN u JOIN v`.
    /// Fails with 191 beyond `HEIGHT_MAX`.
    pub(crate) fn grow(&mut self) -> Parsed<()> {
        self.height += 1;
        if self.height > HEIGHT_MAX { Err(self.too_deep()) } else { Ok(()) }
    }

    /// Parses one or more items separated by commas. An item must follow each comma. Fails with 701
    /// without memory.
    pub(crate) fn list<T>(&mut self, mut item: impl FnMut(&mut Self) -> Parsed<T>) -> Parsed<Vec<T>> {
        let mut items = vec![item(self)?];
        while self.eat(TokenKind::Comma) {
            self.check_memory()?;
            if items.len() == items.capacity() {
                self.within_memory(account::want(2 * items.len() * size_of::<T>()))?;
                items.reserve(1);
            }
            items.push(item(self)?);
        }
        Ok(items)
    }

    /// Parses one or more items separated by commas, in parentheses.
    pub(crate) fn parenthesised<T>(&mut self, item: impl FnMut(&mut Self) -> Parsed<T>) -> Parsed<Vec<T>> {
        self.expect(TokenKind::LeftParen)?;
        let items = self.list(item)?;
        self.expect(TokenKind::RightParen)?;
        Ok(items)
    }

    /// Fails if the instance has no memory for a larger tree.
    #[inline]
    fn check_memory(&mut self) -> Parsed<()> {
        self.within_memory(account::checkpoint())
    }

    /// Reports a refusal of memory at the current token.
    fn within_memory(&mut self, granted: Result<(), OutOfMemory>) -> Parsed<()> {
        granted.map_err(|refused| {
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

/// Returns at most the first 128 characters, as SQL Server's messages do.
pub(crate) fn clipped(text: &str) -> String {
    text.chars().take(NAME_LENGTH_MAX).collect()
}

/// The maximum recursion depth. A parenthesis or a block takes one level, a subquery three. A level
/// takes at most 13 KB of stack without optimisation.
const DEPTH_MAX: u32 = 128;

/// The maximum height of a tree. A recursion level, or a link of a chain such as `t JOIN u JOIN v`,
/// adds one.
pub const HEIGHT_MAX: u32 = 500;
