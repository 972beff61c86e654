//! Parses EXECUTE, DBCC and CHECKPOINT, and the simple values that they and other commands take.

use super::parser::{Parsed, Parser};
use crate::ast::{
    BinaryOperator, Dbcc, Execute, ExecuteArgument, ExecuteModule, ExecuteOption, Expr, ExprKind, ResultColumn,
    ResultSet, StatementKind,
};
use crate::keyword::Keyword;
use crate::token::TokenKind;

impl Parser<'_> {
    /// Parses the call after EXEC, or a procedure call without EXEC at the start of a batch. That
    /// is a text in parentheses, or `[@status =] name | @variable [;number] [arguments] [WITH
    /// options]`. EXECUTE AT and pass-through arguments are refused by name.
    pub(crate) fn execute(&mut self) -> Parsed<Execute> {
        if self.at_kind(TokenKind::LeftParen) {
            return self.execute_text();
        }
        let status = if self.at_kind(TokenKind::Variable) && self.ahead(1).kind == TokenKind::Equal {
            let variable = self.variable()?;
            self.advance();
            Some(variable)
        } else {
            None
        };
        let module = if self.at_kind(TokenKind::Variable) {
            ExecuteModule::Variable(self.variable()?)
        } else {
            ExecuteModule::Procedure(self.object_name()?)
        };
        let number = self.group_number()?;
        let arguments = if self.at_execute_argument() { self.list(Self::execute_argument)? } else { Vec::new() };
        let options = self.execute_options()?;
        Ok(Execute { status, module, number, arguments, context: None, options })
    }

    /// Parses `;` and a number, which choose a procedure of a numbered group. `;` alone ends the
    /// statement.
    pub(crate) fn group_number(&mut self) -> Parsed<Option<u32>> {
        if self.at_kind(TokenKind::Semicolon) && self.ahead(1).kind == TokenKind::Integer {
            self.advance();
            return self.small_number().map(Some);
        }
        Ok(None)
    }

    /// Parses `DBCC command [(arguments)] [WITH options]`. The command isn't checked.
    pub(crate) fn dbcc(&mut self) -> Parsed<StatementKind> {
        self.expect_keyword(Keyword::Dbcc)?;
        let command = self.any_word()?;
        let arguments = if self.at_kind(TokenKind::LeftParen) { self.arguments()? } else { Vec::new() };
        let mut options = Vec::new();
        if self.at_keyword(Keyword::With) && self.ahead(1).is_any_word() {
            self.advance();
            options = self.list(Self::named_option)?;
        }
        Ok(StatementKind::Dbcc(Dbcc { command, arguments, options }))
    }

    /// Parses `CHECKPOINT [seconds]`. The duration is an integer or a variable; its value isn't
    /// checked.
    pub(crate) fn checkpoint(&mut self) -> Parsed<StatementKind> {
        self.expect_keyword(Keyword::Checkpoint)?;
        let counted = matches!(self.token().kind, TokenKind::Integer | TokenKind::Variable);
        let seconds = if counted { Some(self.primary_value()?) } else { None };
        Ok(StatementKind::Checkpoint(seconds))
    }

    /// Parses a constant, a number with a sign, a variable, a word or DEFAULT. A word becomes a
    /// one-part column, which the caller may take as a string. Other tokens are syntax errors;
    /// operators after the value aren't read.
    pub(crate) fn simple_value(&mut self) -> Parsed<Expr> {
        let token = self.token();
        match token.kind {
            TokenKind::Plus | TokenKind::Minus => {
                let signed = matches!(
                    self.ahead(1).kind,
                    TokenKind::Integer | TokenKind::Decimal | TokenKind::Float | TokenKind::Money
                );
                if signed {
                    return self.expression_of_sign();
                }
                self.advance();
                Err(self.incorrect())
            }
            TokenKind::Variable | TokenKind::GlobalVariable => self.primary_value(),
            TokenKind::Word | TokenKind::Quoted => self.word_value(),
            TokenKind::Keyword(Keyword::Default) => {
                self.advance();
                Ok(Expr::new(ExprKind::Default, token.span))
            }
            _ => match self.literal() {
                Some(literal) => Ok(Expr::new(ExprKind::Literal(literal), token.span)),
                None => Err(self.incorrect()),
            },
        }
    }

    fn expression_of_sign(&mut self) -> Parsed<Expr> {
        let sign = self.advance();
        let operator = match sign.kind {
            TokenKind::Minus => crate::ast::UnaryOperator::Minus,
            _ => crate::ast::UnaryOperator::Plus,
        };
        let operand = Box::new(self.primary_value()?);
        Ok(Expr::new(ExprKind::Unary { operator, operand }, self.since(sign.span)))
    }

    /// Parses `({string | @variable} [+ ...])` and what follows. Other operands are syntax errors.
    fn execute_text(&mut self) -> Parsed<Execute> {
        self.expect(TokenKind::LeftParen)?;
        let mut text = self.text_operand()?;
        while self.eat(TokenKind::Plus) {
            text = text.chained(BinaryOperator::Add, self.text_operand()?);
        }
        let text = Box::new(text);
        if self.eat(TokenKind::Comma) {
            self.refuse("EXECUTE WITH PASS-THROUGH ARGUMENTS");
            self.list(Self::execute_argument)?;
        }
        self.expect(TokenKind::RightParen)?;
        let context = if self.eat_keyword(Keyword::As) { Some(self.principal_context()?) } else { None };
        if self.eat_word("at") {
            self.refuse("EXECUTE AT");
            if self.word_ahead(0, "data_source") && self.ahead(1).is_name() {
                self.advance();
            }
            self.name()?;
        }
        let options = self.execute_options()?;
        let module = ExecuteModule::Text(text);
        Ok(Execute { status: None, module, number: None, arguments: Vec::new(), context, options })
    }

    /// Parses a string or variable of an executed text.
    fn text_operand(&mut self) -> Parsed<Expr> {
        match self.token().kind {
            TokenKind::String | TokenKind::NationalString | TokenKind::Quoted => self.primary_value(),
            TokenKind::Variable | TokenKind::GlobalVariable => self.primary_value(),
            _ => Err(self.incorrect()),
        }
    }

    fn at_execute_argument(&self) -> bool {
        match self.token().kind {
            TokenKind::Word | TokenKind::Quoted => self.at_alias(),
            TokenKind::Keyword(word) => matches!(word, Keyword::Default | Keyword::Null),
            TokenKind::Variable | TokenKind::GlobalVariable | TokenKind::Plus | TokenKind::Minus => true,
            TokenKind::String | TokenKind::NationalString | TokenKind::Integer | TokenKind::Decimal => true,
            TokenKind::Float | TokenKind::Money | TokenKind::Binary => true,
            _ => false,
        }
    }

    /// Parses `[@name =] value [OUTPUT]`.
    pub(crate) fn execute_argument(&mut self) -> Parsed<ExecuteArgument> {
        let name = if self.at_kind(TokenKind::Variable) && self.ahead(1).kind == TokenKind::Equal {
            let name = self.variable()?;
            self.advance();
            Some(name)
        } else {
            None
        };
        let value = self.simple_value()?;
        let output = self.eat_word("output") || self.eat_word("out");
        Ok(ExecuteArgument { name, value, output })
    }

    /// `[WITH RECOMPILE, RESULT SETS ...]`.
    fn execute_options(&mut self) -> Parsed<Vec<ExecuteOption>> {
        if !self.at_keyword(Keyword::With) || !(self.word_ahead(1, "result") || self.word_ahead(1, "recompile")) {
            return Ok(Vec::new());
        }
        self.advance();
        self.list(Self::execute_option)
    }

    fn execute_option(&mut self) -> Parsed<ExecuteOption> {
        if self.eat_word("recompile") {
            return Ok(ExecuteOption::Recompile);
        }
        self.expect_word("result")?;
        self.expect_word("sets")?;
        if self.eat_word("undefined") {
            return Ok(ExecuteOption::ResultSetsUndefined);
        }
        if self.eat_word("none") {
            return Ok(ExecuteOption::ResultSetsNone);
        }
        self.parenthesised(Self::result_set).map(ExecuteOption::ResultSets)
    }

    fn result_set(&mut self) -> Parsed<ResultSet> {
        if !self.eat_keyword(Keyword::As) {
            return self.parenthesised(Self::result_column).map(ResultSet::Columns);
        }
        if self.eat_keyword(Keyword::For) {
            self.expect_word("xml")?;
            return Ok(ResultSet::Xml);
        }
        if self.eat_word("object") {
            return self.object_name().map(ResultSet::Object);
        }
        self.expect_word("type")?;
        self.object_name().map(ResultSet::Type)
    }

    fn result_column(&mut self) -> Parsed<ResultColumn> {
        let name = self.name()?;
        let data_type = self.type_name()?;
        let collation = if self.eat_keyword(Keyword::Collate) { Some(self.name()?) } else { None };
        Ok(ResultColumn { name, data_type, collation, nullable: self.nullability() })
    }
}
