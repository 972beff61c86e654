//! Parses THROW, RAISERROR and WAITFOR, and operands: constants and variables.

use super::parser::{Parsed, Parser, Reach};
use crate::ast::{Expr, RaiseError, RaiseOption, StatementKind, Throw, WaitFor};
use crate::keyword::Keyword;
use crate::token::TokenKind;

impl Parser<'_> {
    /// Parses `THROW`, starting at its first keyword. Without operands the result is the THROW that
    /// raises the caught error again.
    pub(crate) fn throw(&mut self) -> Parsed<StatementKind> {
        self.advance();
        if !self.at_operand() {
            return Ok(StatementKind::Throw(None));
        }
        let number = self.operand()?;
        self.expect(TokenKind::Comma)?;
        let message = self.operand()?;
        self.expect(TokenKind::Comma)?;
        let state = self.operand()?;
        Ok(StatementKind::Throw(Some(Box::new(Throw { number, message, state }))))
    }

    /// Parses `RAISERROR`, starting at its first keyword. Operands are constants or variables.
    /// Values and options aren't checked beyond that.
    pub(crate) fn raise_error(&mut self) -> Parsed<StatementKind> {
        self.advance();
        self.expect(TokenKind::LeftParen)?;
        let message = self.given_operand()?;
        self.expect(TokenKind::Comma)?;
        let severity = self.given_operand()?;
        self.expect(TokenKind::Comma)?;
        let state = self.given_operand()?;
        let arguments = if self.eat(TokenKind::Comma) { self.list(Self::operand)? } else { Vec::new() };
        self.expect(TokenKind::RightParen)?;
        let options = if self.eat_keyword(Keyword::With) { self.list(Self::raise_option)? } else { Vec::new() };
        Ok(StatementKind::RaiseError(Box::new(RaiseError { message, severity, state, arguments, options })))
    }

    /// Parses a constant other than NULL, or a variable.
    fn given_operand(&mut self) -> Parsed<Expr> {
        if self.at_keyword(Keyword::Null) { Err(self.incorrect()) } else { self.operand() }
    }

    /// Parses `WAITFOR`, starting at its first keyword. The time is a string or a variable; WAITFOR
    /// (RECEIVE) is refused by name.
    pub(crate) fn wait_for(&mut self) -> Parsed<StatementKind> {
        self.advance();
        if self.at_kind(TokenKind::LeftParen) {
            return Err(self.unsupported("WAITFOR (RECEIVE)", Reach::Statement));
        }
        let delay = self.eat_word("delay");
        if !delay {
            self.expect_word("time")?;
        }
        if !matches!(self.token().kind, TokenKind::String | TokenKind::NationalString | TokenKind::Variable) {
            return Err(self.incorrect());
        }
        let value = self.simple_value()?;
        Ok(StatementKind::WaitFor(Box::new(if delay { WaitFor::Delay(value) } else { WaitFor::Time(value) })))
    }

    /// Parses a constant, with or without a sign, or a variable. Words, DEFAULT and other tokens
    /// are syntax errors.
    pub(crate) fn operand(&mut self) -> Parsed<Expr> {
        if self.at_operand() { self.simple_value() } else { Err(self.incorrect()) }
    }

    /// Returns whether a constant, a variable or a sign is next. Nothing is consumed.
    pub(crate) fn at_operand(&self) -> bool {
        use TokenKind as T;
        matches!(
            self.token().kind,
            T::Integer
                | T::Decimal
                | T::Float
                | T::Money
                | T::Binary
                | T::String
                | T::NationalString
                | T::Variable
                | T::GlobalVariable
                | T::Plus
                | T::Minus
                | T::Keyword(Keyword::Null)
        )
    }

    fn raise_option(&mut self) -> Parsed<RaiseOption> {
        let options = [RaiseOption::Log, RaiseOption::NoWait, RaiseOption::SetError];
        match options.into_iter().find(|option| self.at_word(option.word())) {
            Some(option) => {
                self.advance();
                Ok(option)
            }
            None => Err(self.incorrect()),
        }
    }
}
