//! Parses control of flow: blocks, IF, WHILE, TRY, GOTO, labels, RETURN, PRINT.

use super::parser::{Parsed, Parser};
use crate::ast::{IfBranch, Statement, StatementKind};
use crate::error::number;
use crate::keyword::Keyword;
use crate::token::TokenKind;

impl Parser<'_> {
    /// Parses a statement that starts with BEGIN: a transaction, TRY...CATCH, or a block. BEGIN
    /// DISTRIBUTED TRANSACTION, BEGIN DIALOG and BEGIN CONVERSATION TIMER are refused by name.
    pub(crate) fn begin(&mut self) -> Parsed<StatementKind> {
        if super::txn::is_transaction_word(&self.ahead(1)) {
            return self.begin_transaction();
        }
        self.refuse_begin()?;
        if self.word_ahead(1, "try") {
            return self.try_catch();
        }
        self.block().map(StatementKind::Block)
    }

    /// Parses `BEGIN statements END`. An empty block is a syntax error; BEGIN ATOMIC is refused by
    /// name.
    pub(crate) fn block(&mut self) -> Parsed<Vec<Statement>> {
        self.expect_keyword(Keyword::Begin)?;
        if self.at_word("atomic") && self.ahead(1).is(Keyword::With) {
            self.at += 2;
            self.refuse("BEGIN ATOMIC");
            self.skip_parenthesised()?;
        }
        let body = self.statements(false)?;
        if body.is_empty() {
            return Err(self.incorrect_at());
        }
        self.expect_keyword(Keyword::End)?;
        Ok(body)
    }

    /// Parses `IF`. A loop reads the chain of ELSE IF, so its length isn't limited by the recursion
    /// depth. A semicolon before ELSE is allowed.
    pub(crate) fn if_else(&mut self) -> Parsed<StatementKind> {
        let mut branches = Vec::new();
        let otherwise = loop {
            let first = self.expect_keyword(Keyword::If)?;
            let condition = self.condition()?;
            let then = self.statement()?;
            branches.push(IfBranch { condition, then, span: first.span, line: first.line });
            if self.at_kind(TokenKind::Semicolon) && self.ahead(1).is(Keyword::Else) {
                self.advance();
            }
            if !self.eat_keyword(Keyword::Else) {
                break None;
            }
            if !self.at_keyword(Keyword::If) {
                break Some(Box::new(self.statement()?));
            }
        };
        for branch in &mut branches {
            branch.span = self.since(branch.span);
        }
        Ok(StatementKind::If { branches, otherwise })
    }

    /// Parses `WHILE condition statement`. BREAK and CONTINUE are allowed within.
    pub(crate) fn while_loop(&mut self) -> Parsed<StatementKind> {
        self.expect_keyword(Keyword::While)?;
        let condition = self.condition()?;
        self.loops += 1;
        let body = self.statement();
        self.loops -= 1;
        Ok(StatementKind::While { condition, body: Box::new(body?) })
    }

    /// Parses `BREAK` or `CONTINUE`, given as `kind`, which is returned. Outside a loop reports 135
    /// or 136 and goes on.
    pub(crate) fn leave_loop(&mut self, kind: StatementKind) -> Parsed<StatementKind> {
        let token = self.advance();
        if self.loops == 0 {
            let number = match kind {
                StatementKind::Break => number::BREAK_OUTSIDE_LOOP,
                _ => number::CONTINUE_OUTSIDE_LOOP,
            };
            // The statement itself is well formed, so parsing continues.
            self.report(number, token, String::new());
        }
        Ok(kind)
    }

    /// Parses `GOTO label` and notes it. The label is looked for at the end of the batch.
    pub(crate) fn goto(&mut self) -> Parsed<StatementKind> {
        self.expect_keyword(Keyword::Goto)?;
        let line = self.token().line;
        let label = self.name()?;
        self.gotos.push((label.clone(), line));
        Ok(StatementKind::Goto(label))
    }

    /// Parses `label:` and notes the label. A repeated label is reported at the end of the batch.
    pub(crate) fn label(&mut self) -> Parsed<StatementKind> {
        let line = self.token().line;
        let label = self.name()?;
        self.expect(TokenKind::Colon)?;
        self.labels.push((label.clone(), line));
        Ok(StatementKind::Label(label))
    }

    /// Parses `RETURN [value]`. A word that can start a statement isn't taken as the value.
    pub(crate) fn return_value(&mut self) -> Parsed<StatementKind> {
        self.expect_keyword(Keyword::Return)?;
        let value = if self.at_value() { Some(self.expression()?) } else { None };
        Ok(StatementKind::Return(value))
    }

    /// Parses `PRINT value`.
    pub(crate) fn print(&mut self) -> Parsed<StatementKind> {
        self.expect_keyword(Keyword::Print)?;
        self.expression().map(StatementKind::Print)
    }

    fn try_catch(&mut self) -> Parsed<StatementKind> {
        self.at += 2;
        let body = self.statements(false)?;
        self.expect_keyword(Keyword::End)?;
        if body.is_empty() && self.at_word("try") {
            // A TRY block needs a statement, a CATCH block none.
            self.incorrect_at();
        }
        self.expect_word("try")?;
        self.expect_keyword(Keyword::Begin)?;
        self.expect_word("catch")?;
        let handler = self.statements(false)?;
        self.expect_keyword(Keyword::End)?;
        self.expect_word("catch")?;
        Ok(StatementKind::TryCatch { body, handler })
    }

    /// Whether an expression can start here, rather than another statement.
    fn at_value(&self) -> bool {
        use Keyword as K;
        match self.token().kind {
            TokenKind::Word | TokenKind::Quoted => self.at_alias(),
            TokenKind::Keyword(K::Case | K::Null | K::Convert | K::TryConvert | K::Coalesce | K::Nullif) => true,
            TokenKind::Keyword(K::Left | K::Right | K::CurrentDate | K::CurrentTimestamp | K::CurrentUser) => true,
            TokenKind::Keyword(K::SessionUser | K::SystemUser | K::User) => true,
            TokenKind::Keyword(_) => false,
            TokenKind::End | TokenKind::Semicolon => false,
            _ => true,
        }
    }
}
