//! Parses CREATE VIEW and ALTER VIEW.

use super::module::ModuleKind;
use super::parser::{Parsed, Parser};
use crate::ast::{StatementKind, View};
use crate::keyword::Keyword;
use crate::token::TokenKind;

impl Parser<'_> {
    /// Parses `CREATE | ALTER | CREATE OR ALTER VIEW`, starting at its first keyword. Outside
    /// CREATE SCHEMA, only semicolons may follow in the batch.
    pub(crate) fn view(&mut self) -> Parsed<StatementKind> {
        let verb = self.module_head("CREATE VIEW")?;
        let name = self.module_name()?;
        let columns = if self.at_kind(TokenKind::LeftParen) { self.names_in_parentheses()? } else { Vec::new() };
        let options = self.module_options(ModuleKind::View)?;
        self.expect_keyword(Keyword::As)?;
        let query = self.query_with_tables()?;
        let check_option = self.at_keyword(Keyword::With) && self.ahead(1).is(Keyword::Check);
        if check_option {
            self.at += 2;
            self.expect_keyword(Keyword::Option)?;
        }
        if !self.in_schema {
            self.end_of_module()?;
        }
        let text = self.source_text();
        Ok(StatementKind::View(Box::new(View { verb, name, columns, options, query, check_option, text })))
    }
}
