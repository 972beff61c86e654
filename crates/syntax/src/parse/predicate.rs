//! Parses comparisons and the predicates IN, BETWEEN, LIKE and IS, after their left operand, and
//! the predicates that are refused.

use super::expr::{Node, truth};
use super::parser::{Parsed, Parser};
use crate::ast::{ComparisonOperator, ConditionKind, Expr};
use crate::keyword::Keyword;
use crate::token::TokenKind;

impl Parser<'_> {
    /// Parses a comparison, starting at the operator. ALL, ANY and SOME compare with a subquery.
    /// The left side must be a value.
    pub(crate) fn comparison(&mut self, left: Node, operator: ComparisonOperator) -> Parsed<Node> {
        let left = self.value_of(left)?;
        let start = left.span;
        self.advance();
        let all = self.at_keyword(Keyword::All);
        let kind = if all || self.at_keyword(Keyword::Any) || self.at_keyword(Keyword::Some) {
            self.advance();
            ConditionKind::Quantified { operator, left, all, query: self.subquery()? }
        } else {
            ConditionKind::Comparison { operator, left, right: self.expression()? }
        };
        Ok(truth(kind, self.since(start)))
    }

    /// Whether `CONTAINS(`, `FREETEXT(` or `MATCH(` is next: full-text search or graphs.
    pub(crate) fn at_refused_predicate(&self) -> bool {
        let named = matches!(self.token().kind, TokenKind::Keyword(Keyword::Contains | Keyword::Freetext));
        (named || self.at_word("match")) && self.ahead(1).kind == TokenKind::LeftParen
    }

    /// Refuses `CONTAINS(...)`, `FREETEXT(...)` and `MATCH(...)` by name. The arguments are
    /// skipped. The result is an empty AND, a placeholder.
    pub(crate) fn refused_predicate(&mut self) -> Parsed<Node> {
        let token = self.advance();
        self.refuse(token.span.slice(self.text).to_ascii_uppercase());
        self.skip_parenthesised()?;
        Ok(truth(ConditionKind::And(Vec::new()), self.since(token.span)))
    }

    /// Whether `[NOT] IN`, `[NOT] BETWEEN`, `[NOT] LIKE` or `IS` is next.
    pub(crate) fn at_predicate(&self) -> bool {
        let token = if self.at_keyword(Keyword::Not) { self.ahead(1) } else { self.token() };
        let plain = [Keyword::In, Keyword::Between, Keyword::Like].iter().any(|word| token.is(*word));
        plain || self.at_keyword(Keyword::Is)
    }

    /// Parses `[NOT] IN | BETWEEN | LIKE ...`, `IS [NOT] NULL` or `IS [NOT] DISTINCT FROM` after
    /// its left operand, which must be a value.
    pub(crate) fn predicate(&mut self, left: Node) -> Parsed<Node> {
        let operand = self.value_of(left)?;
        let start = operand.span;
        let negated = self.eat_keyword(Keyword::Not);
        let kind = match self.advance().kind {
            TokenKind::Keyword(Keyword::In) => self.membership(operand, negated)?,
            TokenKind::Keyword(Keyword::Between) => {
                let low = self.expression()?;
                self.expect_keyword(Keyword::And)?;
                ConditionKind::Between { operand, low, high: self.expression()?, negated }
            }
            TokenKind::Keyword(Keyword::Like) => {
                let pattern = self.expression()?;
                let escape = self.like_escape()?;
                ConditionKind::Like { operand, pattern, escape, negated }
            }
            _ => self.identity(operand)?,
        };
        Ok(truth(kind, self.since(start)))
    }

    /// Parses `REGEXP_LIKE(operand, pattern [, flags])`, starting at its name.
    pub(crate) fn regexp_like(&mut self) -> Parsed<Node> {
        let start = self.advance().span;
        self.expect(TokenKind::LeftParen)?;
        let operand = self.expression()?;
        self.expect(TokenKind::Comma)?;
        let pattern = self.expression()?;
        let flags = if self.eat(TokenKind::Comma) { Some(self.expression()?) } else { None };
        self.expect(TokenKind::RightParen)?;
        Ok(truth(ConditionKind::RegexpLike { operand, pattern, flags }, self.since(start)))
    }

    fn membership(&mut self, operand: Expr, negated: bool) -> Parsed<ConditionKind> {
        if self.token().opens_query {
            return Ok(ConditionKind::InQuery { operand, query: self.subquery()?, negated });
        }
        let list = self.parenthesised(Self::expression)?;
        Ok(ConditionKind::InList { operand, list, negated })
    }

    /// Parses the text after IS.
    fn identity(&mut self, operand: Expr) -> Parsed<ConditionKind> {
        let negated = self.eat_keyword(Keyword::Not);
        if self.eat_keyword(Keyword::Distinct) {
            self.expect_keyword(Keyword::From)?;
            return Ok(ConditionKind::IsDistinct { left: operand, right: self.expression()?, negated });
        }
        self.expect_keyword(Keyword::Null)?;
        Ok(ConditionKind::IsNull { operand, negated })
    }
}
