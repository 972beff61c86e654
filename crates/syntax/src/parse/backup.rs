//! Parses BACKUP, RESTORE, BULK INSERT and INSERT BULK. Names and values of options aren't checked.

use super::parser::{Parsed, Parser};
use crate::ast::{
    Backup, BackupDevice, BulkColumn, BulkInsert, InsertBulk, KeyColumn, Name, NamedOption, OptionValue, Restore,
    RestoreKind, StatementKind,
};
use crate::keyword::Keyword;
use crate::token::TokenKind;

impl Parser<'_> {
    /// Parses `BACKUP DATABASE` and `BACKUP LOG`, starting at BACKUP. Other kinds of BACKUP are
    /// refused by name, as is WITH ENCRYPTION. Devices may be mirrored. Other options aren't
    /// checked.
    pub(crate) fn backup(&mut self) -> Parsed<StatementKind> {
        let of_log = self.word_ahead(1, "log");
        if !of_log && !self.ahead(1).is(Keyword::Database) {
            return self.refuse_keyword(Keyword::Backup);
        }
        self.at += 2;
        let database = self.name_or_variable()?;
        let parts = if self.at_keyword(Keyword::To) { Vec::new() } else { self.list(Self::backup_part)? };
        self.expect_keyword(Keyword::To)?;
        let devices = self.list(Self::backup_device)?;
        let mut mirrors = Vec::new();
        while self.at_word("mirror") && self.ahead(1).is(Keyword::To) {
            self.at += 2;
            mirrors.push(self.list(Self::backup_device)?);
        }
        let mut options = Vec::new();
        if self.eat_keyword(Keyword::With) {
            self.list(|parser| parser.backup_option(&mut options))?;
        }
        Ok(StatementKind::Backup(Backup { of_log, database, parts, devices, mirrors, options }))
    }

    /// Parses `RESTORE`, starting at its first keyword. Other words after RESTORE are refused by
    /// name, as are MOVE of a variable and STOPATMARK with AFTER. Other options aren't checked.
    pub(crate) fn restore(&mut self) -> Parsed<StatementKind> {
        let second = self.ahead(1);
        let known = |kind: &RestoreKind| second.span.slice(self.text).eq_ignore_ascii_case(kind.word());
        let Some(kind) = RestoreKind::ALL.into_iter().find(known).filter(|_| second.is_any_word()) else {
            return self.refuse_keyword(Keyword::Restore);
        };
        self.at += 2;
        let named = matches!(kind, RestoreKind::Database | RestoreKind::Log);
        let database = if named { Some(self.name_or_variable()?) } else { None };
        let has_parts = named
            && matches!(self.token().kind, TokenKind::Keyword(Keyword::File) | TokenKind::Word)
            && (self.ahead(1).kind == TokenKind::Equal || self.at_word("read_write_filegroups"));
        let parts = if has_parts { self.list(Self::backup_part)? } else { Vec::new() };
        let devices = if self.eat_keyword(Keyword::From) { self.list(Self::backup_device)? } else { Vec::new() };
        let mut restore = Restore { kind, database, parts, devices, moves: Vec::new(), options: Vec::new() };
        if self.eat_keyword(Keyword::With) {
            self.list(|parser| parser.restore_option(&mut restore))?;
        }
        Ok(StatementKind::Restore(Box::new(restore)))
    }

    /// Parses `BULK INSERT`, starting at its first keyword. Options aren't checked.
    pub(crate) fn bulk_insert(&mut self) -> Parsed<StatementKind> {
        self.advance();
        self.expect_keyword(Keyword::Insert)?;
        let table = self.object_name()?;
        self.expect_keyword(Keyword::From)?;
        let file = self.string()?;
        let mut insert = BulkInsert { table, file, options: Vec::new(), order: Vec::new() };
        if self.at_keyword(Keyword::With) && self.ahead(1).kind == TokenKind::LeftParen {
            self.advance();
            self.parenthesised(|parser| parser.bulk_option(&mut insert.options, &mut insert.order))?;
        }
        Ok(StatementKind::BulkInsert(Box::new(insert)))
    }

    /// Parses the text after `INSERT BULK`. Options aren't checked.
    pub(crate) fn insert_bulk(&mut self) -> Parsed<StatementKind> {
        let table = self.object_name()?;
        let mut columns = Vec::new();
        self.parenthesised(|parser| {
            let column = parser.bulk_column()?;
            columns.push(column);
            Ok(())
        })?;
        let mut insert = InsertBulk { table, columns, options: Vec::new(), order: Vec::new() };
        if self.at_keyword(Keyword::With) && self.ahead(1).kind == TokenKind::LeftParen {
            self.advance();
            self.parenthesised(|parser| parser.bulk_option(&mut insert.options, &mut insert.order))?;
        }
        Ok(StatementKind::InsertBulk(Box::new(insert)))
    }

    fn bulk_column(&mut self) -> Parsed<BulkColumn> {
        let (name, data_type) = (self.name()?, self.type_name()?);
        let collation = if self.eat_keyword(Keyword::Collate) { Some(self.name()?) } else { None };
        let nullable = if self.eat_keyword(Keyword::Not) {
            self.expect_keyword(Keyword::Null)?;
            Some(false)
        } else {
            self.eat_keyword(Keyword::Null).then_some(true)
        };
        Ok(BulkColumn { name, data_type, collation, nullable })
    }

    /// Parses one option of a bulk load and appends it to `options`. ORDER (columns) replaces
    /// `order` instead.
    pub(crate) fn bulk_option(&mut self, options: &mut Vec<NamedOption>, order: &mut Vec<KeyColumn>) -> Parsed<()> {
        if self.eat_keyword(Keyword::Order) {
            *order = self.key_columns()?;
        } else {
            let option = self.named_option()?;
            options.push(option);
        }
        Ok(())
    }

    fn backup_option(&mut self, options: &mut Vec<NamedOption>) -> Parsed<()> {
        // The encryptor is written `SERVER CERTIFICATE = name` or `SERVER ASYMMETRIC KEY = name`.
        if self.at_word("encryption") && self.ahead(1).kind == TokenKind::LeftParen {
            self.advance();
            self.refuse("BACKUP WITH ENCRYPTION");
            return self.skip_parenthesised();
        }
        options.push(self.named_option()?);
        Ok(())
    }

    fn restore_option(&mut self, restore: &mut Restore) -> Parsed<()> {
        if self.eat_word("move") {
            let file = self.moved_name()?;
            self.expect_keyword(Keyword::To)?;
            let place = self.moved_name()?;
            restore.moves.push((file, place));
        } else {
            let option = self.named_option()?;
            restore.options.push(option);
            if self.eat_word("after") {
                self.refuse("RESTORE WITH STOPATMARK AFTER");
                self.operand()?;
            }
        }
        Ok(())
    }

    /// Parses a string of MOVE. A variable is refused.
    fn moved_name(&mut self) -> Parsed<Box<str>> {
        if !self.at_kind(TokenKind::Variable) {
            return self.string();
        }
        self.refuse("RESTORE WITH MOVE of a variable");
        self.variable().map(|name| name.text)
    }

    /// Parses `FILE = 'name'`, `READ_WRITE_FILEGROUPS` and similar.
    fn backup_part(&mut self) -> Parsed<NamedOption> {
        self.named_option()
    }

    /// Parses a name, or a variable with its `@`.
    fn name_or_variable(&mut self) -> Parsed<Name> {
        if self.at_kind(TokenKind::Variable) { self.variable() } else { self.name() }
    }

    fn backup_device(&mut self) -> Parsed<BackupDevice> {
        if self.ahead(1).kind != TokenKind::Equal {
            return self.name_or_variable().map(BackupDevice::Named);
        }
        let medium = self.any_word()?;
        self.expect(TokenKind::Equal)?;
        let file = match self.token().kind {
            TokenKind::Variable => OptionValue::Variable(self.variable()?),
            TokenKind::String | TokenKind::NationalString => match self.literal() {
                Some(value) => OptionValue::Literal { value, unit: None },
                None => return Err(self.incorrect()),
            },
            _ => return Err(self.incorrect()),
        };
        Ok(BackupDevice::File { medium, file })
    }
}
