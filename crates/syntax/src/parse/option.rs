//! Parses options: `name`, `name = value`, `name value`, with lists in parentheses. Any name is
//! accepted; names whose values have grammars of their own, such as SYSTEM_VERSIONING, are refused.

use super::parser::{Parsed, Parser};
use crate::ast::{Name, NamedOption, OptionValue};
use crate::keyword::Keyword;
use crate::token::TokenKind;

impl Parser<'_> {
    /// Parses `(option, ...)`, at least one option.
    pub(crate) fn options_in_parentheses(&mut self) -> Parsed<Vec<NamedOption>> {
        self.parenthesised(Self::named_option)
    }

    /// Parses `[WITH (option, ...)]`. Returns an empty list, and reads nothing, if WITH and a
    /// parenthesis aren't next.
    pub(crate) fn with_options(&mut self) -> Parsed<Vec<NamedOption>> {
        if self.at_keyword(Keyword::With) && self.ahead(1).kind == TokenKind::LeftParen {
            self.advance();
            return self.options_in_parentheses();
        }
        Ok(Vec::new())
    }

    /// Parses `[WITH option, ...]`, with or without parentheses. Returns an empty list, and reads
    /// nothing, if a word or parenthesis doesn't follow WITH.
    pub(crate) fn with_option_list(&mut self) -> Parsed<Vec<NamedOption>> {
        if !self.at_keyword(Keyword::With)
            || !(self.ahead(1).is_any_word() || self.ahead(1).kind == TokenKind::LeftParen)
        {
            return Ok(Vec::new());
        }
        self.advance();
        if self.at_kind(TokenKind::LeftParen) { self.options_in_parentheses() } else { self.list(Self::named_option) }
    }

    /// Parses an option. A number may follow the name directly; a word, string or variable needs an
    /// equals sign.
    pub(crate) fn named_option(&mut self) -> Parsed<NamedOption> {
        self.option_of(false)
    }

    /// Parses a database option. Numbers and words may follow the name directly; a string or
    /// variable needs an equals sign.
    pub(crate) fn database_option(&mut self) -> Parsed<NamedOption> {
        self.option_of(true)
    }

    fn option_of(&mut self, bare_words: bool) -> Parsed<NamedOption> {
        let start = self.token().span;
        let name = self.any_word()?;
        // Scripts of tools have LEDGER = OFF, which is the default.
        let is_without = name.is("LEDGER") && self.at_kind(TokenKind::Equal) && self.ahead(1).is(Keyword::Off);
        if !is_without && REFUSED_OPTIONS.iter().any(|option| name.is(option)) {
            self.refuse(name.text.to_ascii_uppercase());
        }
        let explicit = self.eat(TokenKind::Equal);
        let value = self.option_value(explicit, bare_words)?;
        if explicit && value.is_none() && !self.at_kind(TokenKind::LeftParen) {
            return Err(self.incorrect());
        }
        if self.at_keyword(Keyword::On) && self.word_ahead(1, "partitions") {
            self.at += 2;
            self.refuse("ON PARTITIONS");
            self.skip_parenthesised()?;
        }
        // An object of a refused option: `HISTORY_TABLE = dbo.h`, `FILTER_PREDICATE = dbo.f(a)`.
        if explicit && self.at_kind(TokenKind::Dot) {
            self.refuse(name.text.to_ascii_uppercase());
            self.object_name()?;
            self.skip_optional_parenthesised()?;
        }
        let list =
            if self.at_kind(TokenKind::LeftParen) { self.nest(Self::options_in_parentheses)? } else { Vec::new() };
        Ok(NamedOption { name, value, list, span: self.since(start) })
    }

    /// Parses a value. A word without `=` is a value only if it can't start another statement.
    fn option_value(&mut self, explicit: bool, bare_words: bool) -> Parsed<Option<OptionValue>> {
        let word = match self.token().kind {
            TokenKind::Word | TokenKind::Quoted => explicit || (bare_words && self.at_alias()),
            TokenKind::Keyword(Keyword::On | Keyword::Off | Keyword::Full) => explicit || bare_words,
            TokenKind::Keyword(_) => explicit,
            _ => false,
        };
        if word {
            return self.any_word().map(|word| Some(OptionValue::Word(word)));
        }
        match self.token().kind {
            TokenKind::Variable if explicit => return self.variable().map(|name| Some(OptionValue::Variable(name))),
            TokenKind::Keyword(_) => return Ok(None),
            TokenKind::Integer | TokenKind::Decimal | TokenKind::Float => {}
            _ if !explicit => return Ok(None),
            _ => {}
        }
        let number = !matches!(self.token().kind, TokenKind::String | TokenKind::NationalString);
        let Some(value) = self.literal() else { return Ok(None) };
        let unit = if number { self.unit()? } else { None };
        Ok(Some(OptionValue::Literal { value, unit }))
    }

    fn unit(&mut self) -> Parsed<Option<Name>> {
        let known = self.at_keyword(Keyword::Percent) || UNITS.iter().any(|unit| self.at_word(unit));
        if known { self.any_word().map(Some) } else { Ok(None) }
    }
}

/// Options of absent features whose values have grammars of their own.
const REFUSED_OPTIONS: &[&str] = &["DATA_DELETION", "LEDGER", "REMOTE_DATA_ARCHIVE", "SYSTEM_VERSIONING"];

/// The units that can follow a number.
const UNITS: &[&str] = &[
    "seconds", "second", "minutes", "minute", "hours", "hour", "days", "day", "weeks", "week", "months", "month",
    "years", "year", "rows", "kb", "mb", "gb", "tb",
];
