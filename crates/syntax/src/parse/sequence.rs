//! Parses CREATE, ALTER and DROP SEQUENCE.

use super::parser::{Parsed, Parser};
use crate::ast::{Expr, SequenceDefinition, SequenceOption, StatementKind};
use crate::keyword::Keyword;
use crate::token::TokenKind;

impl Parser<'_> {
    /// Parses CREATE, ALTER or DROP SEQUENCE, starting at that keyword, `verb`. AS type comes
    /// first, for ALTER too. Options follow in any order, repeated or not; the binder checks them.
    /// A value is a number with or without a sign.
    pub(crate) fn sequence_statement(&mut self, verb: Keyword) -> Parsed<StatementKind> {
        self.at += 2;
        if verb == Keyword::Drop {
            let if_exists = self.if_exists()?;
            return Ok(StatementKind::DropSequence { if_exists, names: self.list(Self::object_name)? });
        }
        let name = self.object_name()?;
        let data_type = if self.eat_keyword(Keyword::As) { Some(self.type_name()?) } else { None };
        let mut options = Vec::new();
        while let Some(option) = self.sequence_option()? {
            options.push(option);
        }
        let definition = Box::new(SequenceDefinition { name, data_type, options });
        Ok(match verb {
            Keyword::Create => StatementKind::CreateSequence(definition),
            _ => StatementKind::AlterSequence(definition),
        })
    }

    fn sequence_option(&mut self) -> Parsed<Option<SequenceOption>> {
        if self.at_word("start") {
            self.advance();
            self.expect_keyword(Keyword::With)?;
            return self.sequence_number().map(SequenceOption::StartWith).map(Some);
        }
        if self.eat_word("restart") {
            let value = if self.eat_keyword(Keyword::With) { Some(self.sequence_number()?) } else { None };
            return Ok(Some(SequenceOption::Restart(value)));
        }
        if self.eat_word("increment") {
            self.expect_keyword(Keyword::By)?;
            return self.sequence_number().map(SequenceOption::IncrementBy).map(Some);
        }
        if self.eat_word("minvalue") {
            return self.sequence_number().map(|value| Some(SequenceOption::MinValue(Some(value))));
        }
        if self.eat_word("maxvalue") {
            return self.sequence_number().map(|value| Some(SequenceOption::MaxValue(Some(value))));
        }
        if self.eat_word("cycle") {
            return Ok(Some(SequenceOption::Cycle(true)));
        }
        if self.eat_word("cache") {
            let sized = matches!(self.token().kind, TokenKind::Integer | TokenKind::Plus | TokenKind::Minus);
            let size = if sized { Some(self.sequence_number()?) } else { None };
            return Ok(Some(SequenceOption::Cache(size)));
        }
        if !self.eat_word("no") {
            return Ok(None);
        }
        let negated = [
            ("minvalue", SequenceOption::MinValue(None)),
            ("maxvalue", SequenceOption::MaxValue(None)),
            ("cycle", SequenceOption::Cycle(false)),
            ("cache", SequenceOption::NoCache),
        ];
        match negated.into_iter().find(|(word, _)| self.at_word(word)) {
            Some((_, option)) => {
                self.advance();
                Ok(Some(option))
            }
            None => Err(self.incorrect()),
        }
    }

    /// Parses a number with or without a sign.
    fn sequence_number(&mut self) -> Parsed<Expr> {
        let signed = usize::from(matches!(self.token().kind, TokenKind::Plus | TokenKind::Minus));
        match self.ahead(signed).kind {
            TokenKind::Integer | TokenKind::Decimal => self.simple_value(),
            _ => Err(self.incorrect()),
        }
    }
}
