//! Parses GROUP BY.

use super::parser::{Parsed, Parser};
use crate::ast::{Expr, GroupBy, GroupItem, SuperGroup};
use crate::keyword::Keyword;
use crate::token::TokenKind;

impl Parser<'_> {
    /// Parses `[GROUP BY ...]` with GROUPING SETS, ROLLUP, CUBE, ALL and the older WITH CUBE |
    /// ROLLUP; an empty clause without the words.
    pub(crate) fn group_by(&mut self) -> Parsed<GroupBy> {
        if !self.eat_keyword(Keyword::Group) {
            return Ok(GroupBy::default());
        }
        self.expect_keyword(Keyword::By)?;
        let all = self.eat_keyword(Keyword::All);
        let items = self.list(|parser| parser.group_item(false))?;
        let with = if self.at_keyword(Keyword::With) { self.super_group(1) } else { None };
        if with.is_some() {
            self.at += 2;
        }
        Ok(GroupBy { all, items, with })
    }

    /// Parses an item of GROUP BY, or a set of GROUPING SETS if `of_sets`.
    fn group_item(&mut self, of_sets: bool) -> Parsed<GroupItem> {
        if !of_sets
            && self.at_word("grouping")
            && self.word_ahead(1, "sets")
            && self.ahead(2).kind == TokenKind::LeftParen
        {
            self.at += 2;
            return self.nest(|parser| parser.parenthesised(|parser| parser.group_item(true))).map(GroupItem::Sets);
        }
        if let Some(group) = self.super_group(0).filter(|_| self.ahead(1).kind == TokenKind::LeftParen) {
            self.advance();
            return Ok(GroupItem::Super(group, self.parenthesised(Self::group_element)?));
        }
        if self.at_kind(TokenKind::LeftParen) && self.ahead(1).kind == TokenKind::RightParen {
            self.at += 2;
            return Ok(GroupItem::Set(Vec::new()));
        }
        if !of_sets {
            return self.expression().map(GroupItem::Value);
        }
        let mut element = self.group_element()?;
        Ok(match element.len() {
            1 => GroupItem::Value(element.remove(0)),
            _ => GroupItem::Set(element),
        })
    }

    /// Parses an expression, or a parenthesised list of expressions.
    fn group_element(&mut self) -> Parsed<Vec<Expr>> {
        if !self.at_kind(TokenKind::LeftParen) || self.token().opens_query {
            return Ok(vec![self.expression()?]);
        }
        let mut values = self.parenthesised(Self::expression)?;
        if values.len() > 1 || matches!(self.token().kind, TokenKind::Comma | TokenKind::RightParen) {
            return Ok(values);
        }
        // The parenthesis was the start of an expression.
        match values.pop() {
            Some(first) => Ok(vec![self.expression_after(first)?]),
            None => Err(self.incorrect()),
        }
    }

    fn super_group(&self, distance: usize) -> Option<SuperGroup> {
        let groups = [SuperGroup::Rollup, SuperGroup::Cube];
        groups.into_iter().find(|group| self.word_ahead(distance, group.word()))
    }
}
