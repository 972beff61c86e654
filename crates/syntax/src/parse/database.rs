//! Databases: CREATE, DROP, ALTER ... SET, USE.

use super::parser::{Parsed, Parser, Reach};
use crate::ast::{AlterDatabaseSet, DatabaseOption, DatabaseOptionValue, StatementKind, Termination};
use crate::keyword::Keyword;
use crate::token::TokenKind;

impl Parser<'_> {
    /// `USE database`.
    pub(crate) fn use_database(&mut self) -> Parsed<StatementKind> {
        self.expect_keyword(Keyword::Use)?;
        self.name().map(StatementKind::Use)
    }

    /// `CREATE DATABASE name`, its first two words not yet passed.
    pub(crate) fn create_database(&mut self) -> Parsed<StatementKind> {
        self.at += 2;
        let name = self.name()?;
        let more = match self.token().kind {
            TokenKind::Keyword(Keyword::On | Keyword::Collate | Keyword::With | Keyword::As | Keyword::For) => true,
            TokenKind::Word => self.at_word("containment") || self.at_word("log"),
            _ => false,
        };
        if more {
            let option = self.token().span.of(self.text).to_ascii_uppercase();
            return Err(self.unsupported(format!("CREATE DATABASE {option}"), Reach::Statement));
        }
        Ok(StatementKind::CreateDatabase(name))
    }

    /// `DROP DATABASE`, its first two words not yet passed.
    pub(crate) fn drop_database(&mut self) -> Parsed<StatementKind> {
        self.at += 2;
        let if_exists = self.if_exists()?;
        Ok(StatementKind::DropDatabase { if_exists, names: self.list(Self::name)? })
    }

    /// `ALTER DATABASE`, its first two words not yet passed.
    pub(crate) fn alter_database(&mut self) -> Parsed<StatementKind> {
        self.at += 2;
        if self.eat_word("scoped") {
            return self.alter_scoped_configuration();
        }
        let database = if self.eat_keyword(Keyword::Current) { None } else { Some(self.name()?) };
        if !self.at_keyword(Keyword::Set) {
            return self.refuse_alteration();
        }
        self.advance();
        let options = self.list(Self::database_option)?;
        let termination = if self.eat_keyword(Keyword::With) { Some(self.termination()?) } else { None };
        Ok(StatementKind::AlterDatabaseSet(AlterDatabaseSet { database, options, termination }))
    }

    fn alter_scoped_configuration(&mut self) -> Parsed<StatementKind> {
        self.expect_word("configuration")?;
        if !self.at_keyword(Keyword::Set) {
            return Err(self.unsupported("ALTER DATABASE SCOPED CONFIGURATION", Reach::Alter));
        }
        self.advance();
        self.database_option().map(StatementKind::AlterScopedConfiguration)
    }

    /// `[IF EXISTS]`.
    pub(crate) fn if_exists(&mut self) -> Parsed<bool> {
        let found = self.eat_keyword(Keyword::If);
        if found {
            self.expect_keyword(Keyword::Exists)?;
        }
        Ok(found)
    }

    fn refuse_alteration<T>(&mut self) -> Parsed<T> {
        let token = self.token();
        let known = ["modify", "remove"].iter().any(|word| self.at_word(word));
        if !known && !token.is(Keyword::Add) && !token.is(Keyword::Collate) {
            return Err(self.incorrect());
        }
        let mut name = String::from("ALTER DATABASE");
        for distance in 0..2 {
            let word = self.ahead(distance);
            if word.is_any_word() && (distance == 0 || !token.is(Keyword::Collate)) {
                name.push(' ');
                name.push_str(&word.span.of(self.text).to_ascii_uppercase());
            }
        }
        Err(self.unsupported(name, Reach::Alter))
    }

    fn database_option(&mut self) -> Parsed<DatabaseOption> {
        let start = self.token().span;
        let name = self.any_word()?;
        let explicit = self.eat(TokenKind::Equal);
        let value = self.option_value(explicit)?;
        if self.at_kind(TokenKind::LeftParen) || (explicit && value.is_none()) {
            if !self.at_kind(TokenKind::LeftParen) {
                return Err(self.incorrect());
            }
            let refused = format!("ALTER DATABASE SET {}", name.text.to_ascii_uppercase());
            return Err(self.unsupported(refused, Reach::Alter));
        }
        Ok(DatabaseOption { name, value, span: self.since(start) })
    }

    /// A value; without `=` only where the word cannot begin another statement.
    fn option_value(&mut self, explicit: bool) -> Parsed<Option<DatabaseOptionValue>> {
        let word = match self.token().kind {
            TokenKind::Word | TokenKind::Quoted => explicit || self.at_alias(),
            TokenKind::Keyword(Keyword::On | Keyword::Off | Keyword::Full) => true,
            TokenKind::Keyword(_) => explicit,
            _ => false,
        };
        if word {
            return self.any_word().map(|word| Some(DatabaseOptionValue::Word(word)));
        }
        if matches!(self.token().kind, TokenKind::Keyword(_)) {
            return Ok(None);
        }
        let Some(value) = self.literal() else { return Ok(None) };
        let unit = if self.at_kind(TokenKind::Word) && self.at_alias() { Some(self.name()?) } else { None };
        Ok(Some(DatabaseOptionValue::Literal { value, unit }))
    }

    /// What follows WITH.
    fn termination(&mut self) -> Parsed<Termination> {
        if self.eat_word("no_wait") {
            return Ok(Termination::NoWait);
        }
        self.expect_keyword(Keyword::Rollback)?;
        if self.eat_word("immediate") {
            return Ok(Termination::RollbackImmediate);
        }
        self.expect_word("after")?;
        let seconds = self.small_number()?;
        self.eat_word("seconds");
        Ok(Termination::RollbackAfter { seconds })
    }
}
