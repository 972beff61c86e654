//! Parses CREATE PROCEDURE and ALTER PROCEDURE.

use super::module::ModuleKind;
use super::parser::{Parsed, Parser};
use crate::ast::{Procedure, StatementKind};
use crate::keyword::Keyword;
use crate::token::TokenKind;

impl Parser<'_> {
    /// Parses `CREATE | ALTER | CREATE OR ALTER PROCEDURE`, starting at its first keyword. The body
    /// is the rest of the batch and may be empty. FOR REPLICATION is read; EXTERNAL NAME is refused
    /// by name.
    pub(crate) fn procedure(&mut self) -> Parsed<StatementKind> {
        let verb = self.module_head("CREATE/ALTER PROCEDURE")?;
        let name = self.module_name()?;
        let number = if self.eat(TokenKind::Semicolon) { Some(self.small_number()?) } else { None };
        let enclosed = self.eat(TokenKind::LeftParen);
        let parameters = if self.at_kind(TokenKind::Variable) { self.list(Self::parameter)? } else { Vec::new() };
        if enclosed {
            self.expect(TokenKind::RightParen)?;
        }
        let options = self.module_options(ModuleKind::Procedure)?;
        let for_replication = self.eat_keyword(Keyword::For);
        if for_replication {
            self.expect_keyword(Keyword::Replication)?;
        }
        self.expect_keyword(Keyword::As)?;
        self.refuse_external("CREATE PROCEDURE")?;
        // The body of a procedure can be empty.
        let body = self.statements(true)?;
        let text = self.source_text();
        Ok(StatementKind::Procedure(Box::new(Procedure {
            verb,
            name,
            number,
            parameters,
            options,
            for_replication,
            body,
            text,
        })))
    }
}
