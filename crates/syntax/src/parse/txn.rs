//! Parses BEGIN, COMMIT, ROLLBACK and SAVE TRANSACTION. A transaction's name is an identifier or a
//! variable.

use super::parser::{Parsed, Parser, Reach};
use crate::ast::{Literal, Name, StatementKind};
use crate::keyword::Keyword;
use crate::token::{Token, TokenKind};

impl Parser<'_> {
    /// Parses `BEGIN TRAN`, starting at its first keyword. `WITH MARK` and its description may
    /// follow.
    pub(crate) fn begin_transaction(&mut self) -> Parsed<StatementKind> {
        self.expect_keyword(Keyword::Begin)?;
        self.eat_transaction_word();
        let name = self.transaction_name()?;
        let mut mark = None;
        if self.at_keyword(Keyword::With) && self.word_ahead(1, "mark") {
            self.at += 2;
            let description = match self.token().kind {
                TokenKind::String | TokenKind::NationalString => self.literal(),
                _ => None,
            };
            mark = Some(match description {
                Some(Literal::String(text) | Literal::NationalString(text)) => Some(text),
                _ => None,
            });
        }
        Ok(StatementKind::BeginTransaction { name, mark })
    }

    /// Parses COMMIT, COMMIT WORK or COMMIT TRAN [name], with DELAYED_DURABILITY. A name needs TRAN
    /// before it.
    pub(crate) fn commit(&mut self) -> Parsed<StatementKind> {
        self.expect_keyword(Keyword::Commit)?;
        let mut name = None;
        if self.eat_transaction_word() {
            name = self.transaction_name()?;
        } else {
            self.eat_word("work");
        }
        let mut delayed_durability = None;
        if self.at_keyword(Keyword::With) && self.ahead(1).kind == TokenKind::LeftParen {
            self.at += 2;
            self.expect_word("delayed_durability")?;
            self.expect(TokenKind::Equal)?;
            delayed_durability = Some(self.expect_switch()?);
            self.expect(TokenKind::RightParen)?;
        }
        Ok(StatementKind::Commit { name, delayed_durability })
    }

    /// Parses ROLLBACK, ROLLBACK WORK or ROLLBACK TRAN [name]. A name needs TRAN before it.
    pub(crate) fn rollback(&mut self) -> Parsed<StatementKind> {
        self.expect_keyword(Keyword::Rollback)?;
        let mut name = None;
        if self.eat_transaction_word() {
            name = self.transaction_name()?;
        } else {
            self.eat_word("work");
        }
        Ok(StatementKind::Rollback { name })
    }

    /// Parses `SAVE TRAN`, whose name is required.
    pub(crate) fn save(&mut self) -> Parsed<StatementKind> {
        self.expect_keyword(Keyword::Save)?;
        if !self.eat_transaction_word() {
            return Err(self.incorrect());
        }
        match self.transaction_name()? {
            Some(name) => Ok(StatementKind::Save { name }),
            None => Err(self.incorrect()),
        }
    }

    /// Refuses a BEGIN that is T-SQL but unsupported. Returns without an effect for any other
    /// BEGIN.
    pub(crate) fn refuse_begin(&mut self) -> Parsed<()> {
        let name = if self.ahead(1).is(Keyword::Distributed) {
            "BEGIN DISTRIBUTED TRANSACTION"
        } else if self.word_ahead(1, "dialog") {
            "BEGIN DIALOG"
        } else if self.word_ahead(1, "conversation") {
            "BEGIN CONVERSATION TIMER"
        } else {
            return Ok(());
        };
        self.at += 2;
        if name == "BEGIN DISTRIBUTED TRANSACTION" {
            self.eat_transaction_word();
        }
        Err(self.unsupported(name, Reach::Statement))
    }

    fn eat_transaction_word(&mut self) -> bool {
        let found = is_transaction_word(&self.token());
        if found {
            self.advance();
        }
        found
    }

    fn transaction_name(&mut self) -> Parsed<Option<Name>> {
        if self.at_kind(TokenKind::Variable) {
            return self.variable().map(Some);
        }
        if self.at_alias() { self.name().map(Some) } else { Ok(None) }
    }
}

/// Whether a token is TRAN or TRANSACTION.
pub(crate) fn is_transaction_word(token: &Token) -> bool {
    token.is(Keyword::Tran) || token.is(Keyword::Transaction)
}
