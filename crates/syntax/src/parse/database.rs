//! Parses DROP DATABASE, ALTER DATABASE and USE. Options of ALTER DATABASE ... SET aren't checked.

use super::parser::{Parsed, Parser, Reach};
use crate::ast::{AlterDatabaseSet, OptionValue, ScopedChange, StatementKind, Termination};
use crate::keyword::Keyword;
use crate::token::TokenKind;

impl Parser<'_> {
    /// Parses `USE name`.
    pub(crate) fn use_database(&mut self) -> Parsed<StatementKind> {
        self.expect_keyword(Keyword::Use)?;
        self.name().map(StatementKind::Use)
    }

    /// Parses `DROP DATABASE`, starting at its first keyword.
    pub(crate) fn drop_database(&mut self) -> Parsed<StatementKind> {
        self.at += 2;
        let if_exists = self.if_exists()?;
        Ok(StatementKind::DropDatabase { if_exists, names: self.list(Self::name)? })
    }

    /// Parses `ALTER DATABASE`, starting at its first keyword. Returns ALTER DATABASE ... SET, a
    /// change of name or files, or a scoped configuration. SET PARTNER, WITNESS and HADR are
    /// refused by name.
    pub(crate) fn alter_database(&mut self) -> Parsed<StatementKind> {
        self.at += 2;
        if self.eat_word("scoped") {
            return self.alter_scoped_configuration();
        }
        let database = if self.eat_keyword(Keyword::Current) { None } else { Some(self.name()?) };
        if !self.eat_keyword(Keyword::Set) {
            return self.database_change(database);
        }
        if let Some(word) = ["partner", "witness", "hadr"].into_iter().find(|word| self.at_word(word)) {
            let name = format!("ALTER DATABASE SET {}", word.to_ascii_uppercase());
            return Err(self.unsupported(name, Reach::Statement));
        }
        let options = self.list(|parser| {
            let option = parser.database_option()?;
            // CLEAR ALL is CLEAR: there is no query store.
            if option.name.is("query_store")
                && matches!(&option.value, Some(OptionValue::Word(word)) if word.is("clear"))
            {
                parser.eat_keyword(Keyword::All);
            }
            Ok(option)
        })?;
        let termination = if self.eat_keyword(Keyword::With) { Some(self.termination()?) } else { None };
        Ok(StatementKind::AlterDatabaseSet(AlterDatabaseSet { database, options, termination }))
    }

    fn alter_scoped_configuration(&mut self) -> Parsed<StatementKind> {
        self.expect_word("configuration")?;
        if self.eat_word("clear") {
            self.expect_word("procedure_cache")?;
            if self.at_kind(TokenKind::Binary) {
                return Err(self.unsupported("ALTER DATABASE SCOPED CONFIGURATION CLEAR of one plan", Reach::Alter));
            }
            return Ok(StatementKind::AlterScopedConfiguration(ScopedChange::ClearProcedureCache));
        }
        let secondary = self.eat_keyword(Keyword::For);
        if secondary {
            self.expect_word("secondary")?;
        }
        self.expect_keyword(Keyword::Set)?;
        let option = self.database_option()?;
        Ok(StatementKind::AlterScopedConfiguration(ScopedChange::Set { secondary, option }))
    }

    /// Parses `[IF EXISTS]`. Returns whether it was there. IF without EXISTS is a syntax error.
    pub(crate) fn if_exists(&mut self) -> Parsed<bool> {
        let found = self.eat_keyword(Keyword::If);
        if found {
            self.expect_keyword(Keyword::Exists)?;
        }
        Ok(found)
    }

    /// Parses the text after WITH: NO_WAIT, ROLLBACK IMMEDIATE or ROLLBACK AFTER n [SECONDS].
    /// Anything else is a syntax error.
    pub(crate) fn termination(&mut self) -> Parsed<Termination> {
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
