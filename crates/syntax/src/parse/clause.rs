//! Parses the clauses around SELECTs: TOP, ORDER BY, OFFSET.

use super::parser::{Parsed, Parser};
use crate::ast::{Expr, ExprKind, Offset, OrderItem, Top};
use crate::keyword::Keyword;
use crate::token::TokenKind;

impl Parser<'_> {
    /// Parses `ORDER BY expression [ASC | DESC], ...`.
    pub(crate) fn order_by(&mut self) -> Parsed<Vec<OrderItem>> {
        self.expect_keyword(Keyword::Order)?;
        self.expect_keyword(Keyword::By)?;
        self.list(|parser| {
            let value = parser.expression()?;
            Ok(OrderItem { value, descending: parser.direction() })
        })
    }

    /// Parses `[ASC | DESC]`. Returns whether the direction is DESC.
    pub(crate) fn direction(&mut self) -> bool {
        let descending = self.eat_keyword(Keyword::Desc);
        if !descending {
            self.eat_keyword(Keyword::Asc);
        }
        descending
    }

    /// Parses `[TOP (count) [PERCENT]]` of INSERT, UPDATE, DELETE and MERGE; `None` if TOP isn't
    /// next. The parentheses are required (documentation: `t-sql/queries/top-transact-sql`). WITH
    /// TIES is read too.
    pub(crate) fn top_of_change(&mut self) -> Parsed<Option<Top>> {
        if self.at_keyword(Keyword::Top) && self.ahead(1).kind != TokenKind::LeftParen {
            self.advance();
            return Err(self.incorrect());
        }
        self.top()
    }

    /// Parses `[TOP count [PERCENT] [WITH TIES]]`; `None` if TOP isn't next. The count is a number
    /// without a sign, a variable, or an expression or query in parentheses.
    pub(crate) fn top(&mut self) -> Parsed<Option<Top>> {
        if !self.eat_keyword(Keyword::Top) {
            return Ok(None);
        }
        let token = self.token();
        let count = if token.opens_query {
            let query = ExprKind::Subquery(self.subquery()?);
            Expr::new(query, self.since(token.span))
        } else if self.eat(TokenKind::LeftParen) {
            let count = self.expression()?;
            self.expect(TokenKind::RightParen)?;
            count
        } else if matches!(
            self.token().kind,
            TokenKind::Integer | TokenKind::Decimal | TokenKind::Float | TokenKind::Variable
        ) {
            self.primary_value()?
        } else {
            return Err(self.incorrect());
        };
        let percent = self.eat_keyword(Keyword::Percent);
        let with_ties = self.at_keyword(Keyword::With) && self.word_ahead(1, "ties");
        if with_ties {
            self.at += 2;
        }
        Ok(Some(Top { count, percent, with_ties }))
    }

    /// Parses `OFFSET n ROWS [FETCH NEXT n ROWS ONLY]`; ROW and FIRST are the same words.
    pub(crate) fn offset(&mut self) -> Parsed<Offset> {
        self.expect_word("offset")?;
        let skip = self.expression()?;
        self.rows_word()?;
        if !self.eat_keyword(Keyword::Fetch) {
            return Ok(Offset { skip, fetch: None });
        }
        if !self.eat_word("next") {
            self.expect_word("first")?;
        }
        let fetch = Some(self.expression()?);
        self.rows_word()?;
        self.expect_word("only")?;
        Ok(Offset { skip, fetch })
    }

    fn rows_word(&mut self) -> Parsed<()> {
        if !self.eat_word("rows") {
            self.expect_word("row")?;
        }
        Ok(())
    }
}
