//! Parses MERGE, as a statement and as a table source.

use super::parser::{Parsed, Parser};
use super::statement::begins_statement;
use crate::ast::{CommonTable, Merge, MergeAction, MergeClause, MergeMatch, Name, StatementKind};
use crate::error::number;
use crate::keyword::Keyword;
use crate::token::TokenKind;
use sluice_base::sync::Arc;

impl Parser<'_> {
    /// Parses `MERGE` as a statement. If another statement or the end follows without a semicolon,
    /// reports 10713 and goes on. Any other token is a syntax error.
    pub(crate) fn merge_statement(&mut self, with: Vec<CommonTable>) -> Parsed<StatementKind> {
        let merge = self.merge(with)?;
        let token = self.token();
        if token.kind != TokenKind::Semicolon {
            let ends = self.at_end() || begins_statement(&token) || token.is(Keyword::End) || token.is(Keyword::Else);
            if !ends {
                return Err(self.incorrect());
            }
            let last = self.tokens[self.at.saturating_sub(1)];
            self.report(number::MERGE_NEEDS_SEMICOLON, last, String::new());
        }
        Ok(StatementKind::Merge(Arc::new(merge)))
    }

    /// Parses `MERGE` without its semicolon, as a statement or a table source. At least one WHEN
    /// clause is required. INSERT fits NOT MATCHED [BY TARGET] only, UPDATE and DELETE the others.
    pub(crate) fn merge(&mut self, with: Vec<CommonTable>) -> Parsed<Merge> {
        self.expect_keyword(Keyword::Merge)?;
        let top = self.top_of_change()?;
        self.eat_keyword(Keyword::Into);
        let target = self.target()?;
        let named = self.eat_keyword(Keyword::As) || (self.at_alias() && !self.at_word("using"));
        let alias = if named { Some(self.name()?) } else { None };
        self.expect_word("using")?;
        let source = self.table_source()?;
        self.expect_keyword(Keyword::On)?;
        let condition = self.condition()?;
        let mut clauses = vec![self.merge_clause()?];
        while self.at_keyword(Keyword::When) {
            clauses.push(self.merge_clause()?);
        }
        let output = self.output()?;
        let hints = self.option()?;
        Ok(Merge { with, top, target, alias, source, condition, clauses, output, hints })
    }

    /// Parses a WHEN clause. Records 10710 or 10711 for an action that doesn't fit its rows.
    fn merge_clause(&mut self) -> Parsed<MergeClause> {
        let start = self.expect_keyword(Keyword::When)?.span;
        let rows = if self.eat_keyword(Keyword::Not) {
            self.expect_word("matched")?;
            self.not_matched_by()?
        } else {
            self.expect_word("matched")?;
            MergeMatch::Matched
        };
        let condition = self.optional_condition(Keyword::And)?;
        self.expect_keyword(Keyword::Then)?;
        let inserts = rows == MergeMatch::NotMatchedByTarget;
        let token = self.token();
        match token.kind {
            TokenKind::Keyword(Keyword::Insert) if !inserts => {
                let clause = format!("WHEN {}", rows.words());
                self.report(number::MERGE_INSERT_OF_ROW, token, clause);
            }
            TokenKind::Keyword(Keyword::Update | Keyword::Delete) if inserts => {
                let action = token.span.slice(self.text).to_ascii_uppercase();
                self.report(number::MERGE_ACTION_WITHOUT_ROW, token, action);
            }
            _ => {}
        }
        let action = match token.kind {
            TokenKind::Keyword(Keyword::Insert) => self.merge_insert()?,
            TokenKind::Keyword(Keyword::Update) => {
                self.advance();
                self.expect_keyword(Keyword::Set)?;
                MergeAction::Update(self.list(Self::assignment)?)
            }
            TokenKind::Keyword(Keyword::Delete) => {
                self.advance();
                MergeAction::Delete
            }
            _ => return Err(self.incorrect()),
        };
        Ok(MergeClause { rows, condition, action, span: self.since(start) })
    }

    fn not_matched_by(&mut self) -> Parsed<MergeMatch> {
        if !self.eat_keyword(Keyword::By) {
            return Ok(MergeMatch::NotMatchedByTarget);
        }
        if self.eat_word("source") {
            return Ok(MergeMatch::NotMatchedBySource);
        }
        self.expect_word("target")?;
        Ok(MergeMatch::NotMatchedByTarget)
    }

    /// Parses a column's name. A qualified one fails with 10739.
    fn inserted_column(&mut self) -> Parsed<Name> {
        let name = self.column_word()?;
        if self.at_kind(TokenKind::Dot) {
            return Err(self.report(number::MERGE_COLUMN_QUALIFIED, self.last(), String::new()));
        }
        Ok(name)
    }

    fn merge_insert(&mut self) -> Parsed<MergeAction> {
        self.advance();
        let columns =
            if self.at_kind(TokenKind::LeftParen) { self.parenthesised(Self::inserted_column)? } else { Vec::new() };
        if self.eat_keyword(Keyword::Default) {
            self.expect_keyword(Keyword::Values)?;
            return Ok(MergeAction::Insert { columns, values: None });
        }
        self.expect_keyword(Keyword::Values)?;
        let values = self.parenthesised(Self::expression_or_default)?;
        Ok(MergeAction::Insert { columns, values: Some(values) })
    }
}
