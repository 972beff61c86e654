//! Parses CREATE FUNCTION and ALTER FUNCTION.

use super::module::ModuleKind;
use super::parser::{Parsed, Parser, Reach};
use crate::ast::{Function, FunctionBody, Parameter, Statement, StatementKind, TableVariable};
use crate::error::number;
use crate::keyword::Keyword;
use crate::token::TokenKind;

impl Parser<'_> {
    /// Parses `CREATE | ALTER | CREATE OR ALTER FUNCTION`, starting at its first keyword. The kind
    /// follows RETURNS: a scalar type, TABLE with a query, or a table variable with statements. The
    /// body is the rest of the batch. External functions are refused by name.
    pub(crate) fn function(&mut self) -> Parsed<StatementKind> {
        let verb = self.module_head("CREATE FUNCTION")?;
        let name = self.module_name()?;
        self.expect(TokenKind::LeftParen)?;
        let parameters = if self.at_kind(TokenKind::Variable) { self.list(Self::input)? } else { Vec::new() };
        self.expect(TokenKind::RightParen)?;
        self.expect_word("returns")?;
        let (options, body) = if self.at_kind(TokenKind::Variable) {
            let name = self.variable()?;
            self.expect_keyword(Keyword::Table)?;
            let items = self.unnamed_table_items()?;
            let options = self.module_options(ModuleKind::Function)?;
            let statements = self.function_statements()?;
            let (columns, constraints, indexes) = (items.columns, items.constraints, items.indexes);
            let table = TableVariable { name, columns, constraints, indexes };
            (options, FunctionBody::MultiStatement { table, statements })
        } else if self.eat_keyword(Keyword::Table) {
            if self.at_kind(TokenKind::LeftParen) {
                return Err(self.unsupported("CREATE FUNCTION EXTERNAL NAME", Reach::Batch));
            }
            let options = self.module_options(ModuleKind::Function)?;
            self.eat_keyword(Keyword::As);
            self.expect_keyword(Keyword::Return)?;
            (options, FunctionBody::Inline(Box::new(self.inline_query()?)))
        } else {
            let returns = self.type_name()?;
            let options = self.module_options(ModuleKind::Function)?;
            (options, FunctionBody::Scalar { returns, statements: self.function_statements()? })
        };
        self.end_of_module()?;
        let text = self.source_text();
        Ok(StatementKind::Function(Box::new(Function { verb, name, parameters, options, body, text })))
    }

    /// Parses a function's parameter. Records 181 for OUTPUT.
    fn input(&mut self) -> Parsed<Parameter> {
        let parameter = self.parameter()?;
        if parameter.output {
            self.report(number::OUTPUT_IN_DECLARATION, self.last(), String::new());
        }
        Ok(parameter)
    }

    /// Parses a query, with or without parentheses.
    fn inline_query(&mut self) -> Parsed<crate::ast::Query> {
        if self.at_kind(TokenKind::LeftParen) && self.ahead(1).is(Keyword::With) {
            self.advance();
            let query = self.query_with_tables()?;
            self.expect(TokenKind::RightParen)?;
            return Ok(query);
        }
        self.query_with_tables()
    }

    /// `[AS] BEGIN statements END`.
    fn function_statements(&mut self) -> Parsed<Vec<Statement>> {
        self.eat_keyword(Keyword::As);
        self.refuse_external("CREATE FUNCTION")?;
        self.block()
    }
}
