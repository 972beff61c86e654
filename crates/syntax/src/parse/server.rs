//! Parses server statements: KILL, RECONFIGURE, SHUTDOWN, ALTER SERVER CONFIGURATION.

use super::parser::{Parsed, Parser, Reach};
use crate::ast::{BufferPoolExtension, SizeUnit, StatementKind};
use crate::keyword::Keyword;
use crate::token::TokenKind;

impl Parser<'_> {
    /// Parses `KILL`, starting at its first keyword. The session is a constant or a variable; `WITH
    /// STATUSONLY` may follow. KILL QUERY and KILL STATS are refused by name.
    pub(crate) fn kill(&mut self) -> Parsed<StatementKind> {
        self.advance();
        if self.at_word("query") || self.at_word("stats") {
            let kind = self.token().span.slice(self.text).to_ascii_uppercase();
            return Err(self.unsupported(format!("KILL {kind}"), Reach::Statement));
        }
        let session = self.operand()?;
        let status_only = self.at_keyword(Keyword::With) && self.word_ahead(1, "statusonly");
        if status_only {
            self.at += 2;
        }
        Ok(StatementKind::Kill { session, status_only })
    }

    /// Parses `RECONFIGURE`, starting at its first keyword.
    pub(crate) fn reconfigure(&mut self) -> Parsed<StatementKind> {
        self.advance();
        Ok(StatementKind::Reconfigure { with_override: self.eat_with_word("override") })
    }

    /// Parses `SHUTDOWN`, starting at its first keyword.
    pub(crate) fn shutdown(&mut self) -> Parsed<StatementKind> {
        self.advance();
        Ok(StatementKind::Shutdown { no_wait: self.eat_with_word("nowait") })
    }

    /// Parses `ALTER SERVER CONFIGURATION`, starting at its first keyword. Only the buffer pool
    /// extension is understood, whose size can't be in TB. Other settings are refused by their
    /// first word.
    pub(crate) fn alter_server_configuration(&mut self) -> Parsed<StatementKind> {
        self.at += 3;
        self.expect_keyword(Keyword::Set)?;
        let token = self.token();
        if !(self.at_word("buffer") && self.word_ahead(1, "pool") && self.word_ahead(2, "extension")) {
            if !token.is_any_word() {
                return Err(self.incorrect());
            }
            let what = token.span.slice(self.text).to_ascii_uppercase();
            return Err(self.unsupported(format!("ALTER SERVER CONFIGURATION SET {what}"), Reach::Alter));
        }
        self.at += 3;
        if self.eat_keyword(Keyword::Off) {
            return Ok(StatementKind::BufferPoolExtension(BufferPoolExtension::Off));
        }
        self.expect_keyword(Keyword::On)?;
        self.expect(TokenKind::LeftParen)?;
        self.expect_word("filename")?;
        self.expect(TokenKind::Equal)?;
        let file = self.string()?;
        self.expect(TokenKind::Comma)?;
        self.expect_word("size")?;
        self.expect(TokenKind::Equal)?;
        let size = self.file_size()?;
        if size.unit == Some(SizeUnit::Terabytes) {
            self.at -= 1;
            return Err(self.incorrect());
        }
        self.expect(TokenKind::RightParen)?;
        Ok(StatementKind::BufferPoolExtension(BufferPoolExtension::On { file, size }))
    }

    fn eat_with_word(&mut self, word: &str) -> bool {
        let found = self.at_keyword(Keyword::With) && self.word_ahead(1, word);
        if found {
            self.at += 2;
        }
        found
    }
}
