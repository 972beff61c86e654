//! BACKUP DATABASE and BACKUP LOG, to files.

use super::parser::{Parsed, Parser, Reach};
use crate::ast::{Backup, Literal, Name, StatementKind};
use crate::keyword::Keyword;
use crate::token::TokenKind;

impl Parser<'_> {
    /// `BACKUP`, not yet passed. What is backed up otherwise, or elsewhere, is refused by name.
    pub(crate) fn backup(&mut self) -> Parsed<StatementKind> {
        let of_log = self.word_ahead(1, "log");
        if !of_log && !self.ahead(1).is(Keyword::Database) {
            return self.refuse_keyword(Keyword::Backup);
        }
        let what = if of_log { "BACKUP LOG" } else { "BACKUP DATABASE" };
        self.at += 2;
        if self.at_kind(TokenKind::Variable) {
            return Err(self.unsupported(format!("{what} of a database named by a variable"), Reach::Statement));
        }
        let database = self.name()?;
        if !self.at_keyword(Keyword::To) {
            // Files, filegroups, PARTIAL.
            let part = self.token();
            if !part.is_any_word() {
                return Err(self.incorrect());
            }
            let part = part.span.of(self.text).to_ascii_uppercase();
            return Err(self.unsupported(format!("{what} ... {part}"), Reach::Statement));
        }
        self.advance();
        let files = self.list(|parser| parser.backup_file(what))?;
        if self.at_word("mirror") {
            return Err(self.unsupported(format!("{what} MIRROR TO"), Reach::Statement));
        }
        let options =
            if self.eat_keyword(Keyword::With) { self.list(|parser| parser.backup_option(what))? } else { Vec::new() };
        Ok(StatementKind::Backup(Backup { of_log, database, files, options }))
    }

    fn backup_file(&mut self, what: &str) -> Parsed<Box<str>> {
        if !self.at_keyword(Keyword::Disk) {
            let token = self.token();
            if !token.is_any_word() && token.kind != TokenKind::Variable {
                return Err(self.incorrect());
            }
            let device = if self.ahead(1).kind == TokenKind::Equal {
                token.span.of(self.text).to_ascii_uppercase()
            } else {
                "a backup device".to_owned()
            };
            return Err(self.unsupported(format!("{what} TO {device}"), Reach::Statement));
        }
        self.advance();
        self.expect(TokenKind::Equal)?;
        if self.at_kind(TokenKind::Variable) {
            return Err(self.unsupported(format!("{what} TO DISK named by a variable"), Reach::Statement));
        }
        match self.literal() {
            Some(Literal::String(file) | Literal::NationalString(file)) => Ok(file),
            _ => Err(self.incorrect()),
        }
    }

    fn backup_option(&mut self, what: &str) -> Parsed<Name> {
        let option = self.any_word()?;
        if matches!(self.token().kind, TokenKind::Equal | TokenKind::LeftParen) {
            let refused = format!("{what} WITH {}", option.text.to_ascii_uppercase());
            return Err(self.unsupported(refused, Reach::Statement));
        }
        Ok(option)
    }
}
