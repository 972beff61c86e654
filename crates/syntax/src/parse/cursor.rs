//! Parses cursors: DECLARE, OPEN, FETCH, CLOSE, DEALLOCATE.

use super::parser::{Parsed, Parser};
use crate::ast::{
    ColumnName, CursorAccess, CursorDefinition, CursorName, CursorOption, DeclareCursor, Fetch, FetchWhich, Query,
    StatementKind,
};
use crate::error::number;
use crate::keyword::Keyword;
use crate::token::TokenKind;

impl Parser<'_> {
    /// Parses a cursor declaration, starting after DECLARE. Both syntaxes are read, also mixed:
    /// INSENSITIVE and SCROLL before CURSOR, or options after it.
    pub(crate) fn declare_cursor(&mut self) -> Parsed<StatementKind> {
        let name = self.name()?;
        let insensitive = self.eat_word("insensitive");
        let scroll = self.eat_word("scroll");
        self.expect_keyword(Keyword::Cursor)?;
        let definition = self.cursor_definition()?;
        Ok(StatementKind::DeclareCursor(Box::new(DeclareCursor { name, insensitive, scroll, definition })))
    }

    /// Parses the text after CURSOR: `[options] FOR query [FOR access]`. OPTION comes after FOR
    /// UPDATE (`t-sql/language-elements/declare-cursor-transact-sql.md`), and is read before it
    /// too. Conflicting options are accepted.
    pub(crate) fn cursor_definition(&mut self) -> Parsed<CursorDefinition> {
        let mut options = Vec::new();
        while let Some(option) = CursorOption::ALL.into_iter().find(|option| self.at_word(option.word())) {
            self.advance();
            options.push(option);
        }
        self.expect_keyword(Keyword::For)?;
        let mut query = self.query_with_tables()?;
        let access = if self.eat_keyword(Keyword::For) { Some(self.cursor_access()?) } else { None };
        if access.is_some() && query.hints.is_empty() {
            query.hints = self.option()?;
        }
        Ok(CursorDefinition { options, query, access })
    }

    /// Parses FOR READ ONLY or FOR UPDATE behind a SELECT statement. Only an API cursor's statement
    /// may have the clause; elsewhere FOR UPDATE is error 1003, and FOR READ ONLY isn't consumed.
    pub(crate) fn cursor_clause(&mut self, query: &mut Query) -> Parsed<()> {
        let first = self.token();
        if !first.is(Keyword::For) {
            return Ok(());
        }
        if self.cursor_clauses.is_none() {
            if !self.ahead(1).is(Keyword::Update) {
                return Ok(());
            }
            // The clause is read all the same, so that UPDATE begins no statement.
            self.report(number::CURSOR_CLAUSE, first, "FOR UPDATE".to_owned());
        }
        self.advance();
        let access = self.cursor_access()?;
        let span = self.since(first.span);
        if let Some(clauses) = &mut self.cursor_clauses {
            clauses.push((access, span));
        }
        if query.hints.is_empty() {
            query.hints = self.option()?;
        }
        Ok(())
    }

    fn cursor_access(&mut self) -> Parsed<CursorAccess> {
        if self.eat_keyword(Keyword::Read) {
            self.expect_word("only")?;
            return Ok(CursorAccess::ReadOnly);
        }
        self.expect_keyword(Keyword::Update)?;
        let columns = if self.eat_keyword(Keyword::Of) { self.list(Self::updated_column)? } else { Vec::new() };
        Ok(CursorAccess::Update(columns))
    }

    fn updated_column(&mut self) -> Parsed<ColumnName> {
        let name = self.object_name()?;
        Ok(self.column_of(name))
    }

    /// Parses `[GLOBAL] name`, or a variable. GLOBAL is a cursor's own name if no name follows.
    pub(crate) fn cursor_name(&mut self) -> Parsed<CursorName> {
        if self.at_kind(TokenKind::Variable) {
            return self.variable().map(|name| CursorName { global: false, name });
        }
        let global = self.at_word("global") && self.ahead(1).is_name();
        if global {
            self.advance();
        }
        Ok(CursorName { global, name: self.name()? })
    }

    /// Parses `OPEN`, `CLOSE` or `DEALLOCATE` of a cursor, starting at that keyword, `word`. OPEN
    /// and CLOSE of a master key or symmetric key are refused by name.
    pub(crate) fn cursor_statement(&mut self, word: Keyword) -> Parsed<StatementKind> {
        let key = ["master", "symmetric", "all"].iter().any(|first| self.word_ahead(1, first))
            || self.ahead(1).is(Keyword::All);
        if word != Keyword::Deallocate && key && (self.ahead(2).is(Keyword::Key) || self.word_ahead(2, "symmetric")) {
            return self.refuse_keyword(word);
        }
        self.advance();
        let cursor = self.cursor_name()?;
        Ok(match word {
            Keyword::Open => StatementKind::OpenCursor(cursor),
            Keyword::Close => StatementKind::CloseCursor(cursor),
            _ => StatementKind::DeallocateCursor(cursor),
        })
    }

    /// Parses `FETCH`, starting at its first keyword. A direction needs FROM; without a direction
    /// FROM is optional.
    pub(crate) fn fetch(&mut self) -> Parsed<StatementKind> {
        self.expect_keyword(Keyword::Fetch)?;
        let which = self.fetch_which()?;
        if which.is_some() {
            self.expect_keyword(Keyword::From)?;
        } else {
            self.eat_keyword(Keyword::From);
        }
        let cursor = self.cursor_name()?;
        let into = if self.eat_keyword(Keyword::Into) { self.list(Self::variable)? } else { Vec::new() };
        Ok(StatementKind::Fetch(Box::new(Fetch { which, cursor, into })))
    }

    fn fetch_which(&mut self) -> Parsed<Option<FetchWhich>> {
        let plain = [
            ("next", FetchWhich::Next),
            ("prior", FetchWhich::Prior),
            ("first", FetchWhich::First),
            ("last", FetchWhich::Last),
        ];
        if self.ahead(1).is(Keyword::From)
            && let Some((_, which)) = plain.into_iter().find(|(word, _)| self.at_word(word))
        {
            self.advance();
            return Ok(Some(which));
        }
        let counted =
            matches!(self.ahead(1).kind, TokenKind::Integer | TokenKind::Variable | TokenKind::Minus | TokenKind::Plus);
        if !counted || !(self.at_word("absolute") || self.at_word("relative")) {
            return Ok(None);
        }
        let absolute = self.at_word("absolute");
        self.advance();
        let count = self.simple_value()?;
        Ok(Some(if absolute { FetchWhich::Absolute(count) } else { FetchWhich::Relative(count) }))
    }
}
