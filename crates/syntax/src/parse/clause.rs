//! The clauses around SELECTs: TOP, ORDER BY, OFFSET, FOR, OPTION, hints.

use super::parser::{Parsed, Parser, Reach};
use crate::ast::{Expr, ExprKind, ForClause, Hint, Literal, Offset, OrderItem, Top};
use crate::keyword::Keyword;
use crate::token::TokenKind;

impl Parser<'_> {
    /// `ORDER BY ...`.
    pub(crate) fn order_by(&mut self) -> Parsed<Vec<OrderItem>> {
        self.expect_keyword(Keyword::Order)?;
        self.expect_keyword(Keyword::By)?;
        self.list(|parser| {
            let value = parser.expression()?;
            Ok(OrderItem { value, descending: parser.direction() })
        })
    }

    /// `[ASC | DESC]`: whether it is DESC.
    pub(crate) fn direction(&mut self) -> bool {
        let descending = self.eat_keyword(Keyword::Desc);
        if !descending {
            self.eat_keyword(Keyword::Asc);
        }
        descending
    }

    /// `[OPTION (...)]`.
    pub(crate) fn option(&mut self) -> Parsed<Vec<Hint>> {
        if !self.eat_keyword(Keyword::Option) {
            return Ok(Vec::new());
        }
        self.parenthesised(|parser| {
            let mut words = vec![parser.any_word()?];
            while parser.token().is_any_word() {
                words.push(parser.any_word()?);
            }
            let optimize_for = words.last().is_some_and(|word| word.is("for"));
            if optimize_for && parser.at_kind(TokenKind::LeftParen) {
                return Err(parser.unsupported("OPTION (OPTIMIZE FOR)", Reach::Statement));
            }
            let start = parser.token().span;
            let arguments = match parser.token().kind {
                TokenKind::LeftParen => parser.arguments()?,
                TokenKind::Integer => {
                    let number = parser.literal().unwrap_or(Literal::Null);
                    vec![Expr::new(ExprKind::Literal(number), start)]
                }
                _ => Vec::new(),
            };
            Ok(Hint { words, arguments })
        })
    }

    /// `[TOP ...]`.
    pub(crate) fn top(&mut self) -> Parsed<Option<Top>> {
        if !self.eat_keyword(Keyword::Top) {
            return Ok(None);
        }
        let count = if self.eat(TokenKind::LeftParen) {
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

    /// `OFFSET ...`.
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

    /// `FOR ...`.
    pub(crate) fn for_clause(&mut self) -> Parsed<ForClause> {
        self.expect_keyword(Keyword::For)?;
        let format = self.any_word()?;
        if !(format.is("xml") || format.is("json") || format.is("browse")) {
            return Err(self.unsupported("SELECT FOR", Reach::Statement));
        }
        let directives = if format.is("browse") { Vec::new() } else { self.list(Self::directive)? };
        Ok(ForClause { format, directives })
    }

    /// Words and perhaps arguments: a FOR directive or a table hint.
    pub(crate) fn directive(&mut self) -> Parsed<Hint> {
        let mut words = vec![self.any_word()?];
        while self.token().kind == TokenKind::Word {
            words.push(self.any_word()?);
        }
        let arguments = if self.at_kind(TokenKind::LeftParen) { self.arguments()? } else { Vec::new() };
        Ok(Hint { words, arguments })
    }
}
