//! Table sources: FROM, joins, derived tables, aliases, hints.

use super::parser::{Parsed, Parser, Reach};
use crate::ast::{Expr, Hint, JoinKind, Name, TableAlias, TableSource, TableSourceKind};
use crate::keyword::Keyword;
use crate::token::TokenKind;

impl Parser<'_> {
    /// `[FROM source, ...]`.
    pub(crate) fn from(&mut self) -> Parsed<Vec<TableSource>> {
        if self.eat_keyword(Keyword::From) { self.list(Self::table_source) } else { Ok(Vec::new()) }
    }

    /// `[WITH (hint, ...)]` after a table.
    pub(crate) fn table_hints(&mut self) -> Parsed<Vec<Hint>> {
        if !self.at_keyword(Keyword::With) || self.ahead(1).kind != TokenKind::LeftParen {
            return Ok(Vec::new());
        }
        self.advance();
        self.parenthesised(|parser| {
            let mut hint = parser.directive()?;
            if parser.eat(TokenKind::Equal) {
                hint.arguments.push(parser.expression()?);
            }
            Ok(hint)
        })
    }

    /// Rows of values: `(...), (...)`.
    pub(crate) fn rows(&mut self) -> Parsed<Vec<Vec<Expr>>> {
        self.list(|parser| parser.parenthesised(Self::expression_or_default))
    }

    /// A source with all the joins that follow it.
    fn table_source(&mut self) -> Parsed<TableSource> {
        self.nest(|parser| {
            let mut left = parser.table_primary()?;
            while let Some(kind) = parser.join_kind()? {
                let right = match kind {
                    JoinKind::Cross | JoinKind::CrossApply | JoinKind::OuterApply => parser.table_primary()?,
                    _ => parser.table_source()?,
                };
                let condition = if kind.takes_condition() {
                    parser.expect_keyword(Keyword::On)?;
                    Some(parser.condition()?)
                } else {
                    None
                };
                parser.grow()?;
                let span = parser.since(left.span);
                let (left_box, right) = (Box::new(left), Box::new(right));
                left = TableSource { kind: TableSourceKind::Join { kind, left: left_box, right, condition }, span };
            }
            Ok(left)
        })
    }

    /// The words of a join, if it is one. A hint for its algorithm is refused.
    fn join_kind(&mut self) -> Parsed<Option<JoinKind>> {
        let kind = match self.token().kind {
            TokenKind::Keyword(Keyword::Join) => JoinKind::Inner,
            TokenKind::Keyword(Keyword::Cross | Keyword::Outer) => return self.apply_kind().map(Some),
            TokenKind::Keyword(Keyword::Inner) => JoinKind::Inner,
            TokenKind::Keyword(Keyword::Left) => JoinKind::Left,
            TokenKind::Keyword(Keyword::Right) => JoinKind::Right,
            TokenKind::Keyword(Keyword::Full) => JoinKind::Full,
            _ => return Ok(None),
        };
        if !self.eat_keyword(Keyword::Join) {
            self.advance();
            if kind != JoinKind::Inner {
                self.eat_keyword(Keyword::Outer);
            }
            if self.at_keyword(Keyword::Merge) || ["loop", "hash", "remote"].iter().any(|hint| self.at_word(hint)) {
                let hint = self.advance().span.of(self.text).to_ascii_uppercase();
                let side = kind.words().trim_end_matches("JOIN");
                return Err(self.unsupported(format!("{side}{hint} JOIN"), Reach::Statement));
            }
            self.expect_keyword(Keyword::Join)?;
        }
        Ok(Some(kind))
    }

    fn apply_kind(&mut self) -> Parsed<JoinKind> {
        let cross = self.advance().is(Keyword::Cross);
        if cross && self.eat_keyword(Keyword::Join) {
            return Ok(JoinKind::Cross);
        }
        self.expect_word("apply")?;
        Ok(if cross { JoinKind::CrossApply } else { JoinKind::OuterApply })
    }

    fn table_primary(&mut self) -> Parsed<TableSource> {
        let start = self.token();
        let kind = match start.kind {
            TokenKind::LeftParen if start.opens_query => {
                let query = self.subquery()?;
                TableSourceKind::Derived { query, alias: self.required_alias()? }
            }
            TokenKind::LeftParen if self.ahead(1).is(Keyword::Values) => self.values_source()?,
            TokenKind::LeftParen => {
                self.advance();
                let source = self.table_source()?;
                self.expect(TokenKind::RightParen)?;
                return Ok(source);
            }
            TokenKind::Variable => {
                let name = self.variable()?;
                if self.at_kind(TokenKind::Dot) {
                    return Err(self.unsupported("FROM @variable.nodes()", Reach::Statement));
                }
                TableSourceKind::Variable { name, alias: self.simple_alias()? }
            }
            TokenKind::Keyword(Keyword::Openrowset) => return Err(self.unsupported("OPENROWSET", Reach::Statement)),
            TokenKind::Keyword(Keyword::Openquery) => return Err(self.unsupported("OPENQUERY", Reach::Statement)),
            TokenKind::Keyword(Keyword::Openxml) => return Err(self.unsupported("OPENXML", Reach::Statement)),
            TokenKind::Keyword(Keyword::Containstable) => {
                return Err(self.unsupported("CONTAINSTABLE", Reach::Statement));
            }
            TokenKind::Keyword(Keyword::Freetexttable) => {
                return Err(self.unsupported("FREETEXTTABLE", Reach::Statement));
            }
            _ => self.named_source()?,
        };
        self.refuse_suffixes()?;
        Ok(TableSource { kind, span: self.since(start.span) })
    }

    /// A table, view or function by name.
    fn named_source(&mut self) -> Parsed<TableSourceKind> {
        let name = self.object_name()?;
        if self.at_kind(TokenKind::LeftParen) {
            let arguments = self.function_arguments()?;
            return Ok(TableSourceKind::Function { name, arguments, alias: self.table_alias()? });
        }
        if self.at_keyword(Keyword::For) && self.word_ahead(1, "system_time") {
            return Err(self.unsupported("FOR SYSTEM_TIME", Reach::Statement));
        }
        let alias = self.simple_alias()?;
        Ok(TableSourceKind::Table { name, alias, hints: self.table_hints()? })
    }

    /// Arguments of a table-valued function; DEFAULT may stand for one.
    fn function_arguments(&mut self) -> Parsed<Vec<Expr>> {
        if self.ahead(1).kind == TokenKind::RightParen {
            return self.arguments();
        }
        self.parenthesised(Self::expression_or_default)
    }

    fn values_source(&mut self) -> Parsed<TableSourceKind> {
        self.expect(TokenKind::LeftParen)?;
        self.expect_keyword(Keyword::Values)?;
        let rows = self.rows()?;
        self.expect(TokenKind::RightParen)?;
        Ok(TableSourceKind::Values { rows, alias: self.required_alias()? })
    }

    fn refuse_suffixes(&mut self) -> Parsed<()> {
        let name = match self.token().kind {
            TokenKind::Keyword(Keyword::Tablesample) => "TABLESAMPLE",
            TokenKind::Keyword(Keyword::Pivot) => "PIVOT",
            TokenKind::Keyword(Keyword::Unpivot) => "UNPIVOT",
            _ => return Ok(()),
        };
        Err(self.unsupported(name, Reach::Statement))
    }

    /// `[[AS] alias]`.
    fn simple_alias(&mut self) -> Parsed<Option<Name>> {
        if self.eat_keyword(Keyword::As) || self.at_alias() { self.name().map(Some) } else { Ok(None) }
    }

    /// `[[AS] alias [(columns)]]`.
    fn table_alias(&mut self) -> Parsed<Option<TableAlias>> {
        let Some(name) = self.simple_alias()? else { return Ok(None) };
        let columns = if self.at_kind(TokenKind::LeftParen) { self.names_in_parentheses()? } else { Vec::new() };
        Ok(Some(TableAlias { name, columns }))
    }

    fn required_alias(&mut self) -> Parsed<TableAlias> {
        match self.table_alias()? {
            Some(alias) => Ok(alias),
            None => Err(self.incorrect()),
        }
    }
}
