//! Parses table sources with their own grammar: OPENJSON, OPENXML, OPENROWSET(BULK), PIVOT,
//! UNPIVOT, TABLESAMPLE, and DML with OUTPUT.

use super::parser::{Parsed, Parser};
use crate::ast::{
    ExprKind, Name, NestedChange, OpenJson, OpenRowset, OpenXml, Pivot, RowsetColumn, TableSample, TableSource,
    TableSourceKind, Unpivot, XmlSchema,
};
use crate::keyword::Keyword;
use crate::token::TokenKind;

impl Parser<'_> {
    /// Parses every PIVOT and UNPIVOT that follows `source`. Each takes the result so far as its
    /// source; without any, `source` is returned unchanged.
    pub(crate) fn turned(&mut self, mut source: TableSource) -> Parsed<TableSource> {
        loop {
            let start = source.span;
            let kind = if self.eat_keyword(Keyword::Pivot) {
                TableSourceKind::Pivot(Box::new(self.pivot(source)?))
            } else if self.eat_keyword(Keyword::Unpivot) {
                TableSourceKind::Unpivot(Box::new(self.unpivot(source)?))
            } else {
                return Ok(source);
            };
            self.grow()?;
            source = TableSource { kind, span: self.since(start) };
        }
    }

    fn pivot(&mut self, source: TableSource) -> Parsed<Pivot> {
        self.expect(TokenKind::LeftParen)?;
        let ExprKind::Call(aggregate) = self.primary_value()?.kind else { return Err(self.incorrect()) };
        self.expect_keyword(Keyword::For)?;
        let column = self.object_name()?;
        let column = self.column_of(column);
        self.expect_keyword(Keyword::In)?;
        let values = self.names_in_parentheses()?;
        self.expect(TokenKind::RightParen)?;
        Ok(Pivot { source, aggregate: *aggregate, column, values, alias: self.required_alias()? })
    }

    fn unpivot(&mut self, source: TableSource) -> Parsed<Unpivot> {
        self.expect(TokenKind::LeftParen)?;
        let value = self.name()?;
        self.expect_keyword(Keyword::For)?;
        let column = self.name()?;
        self.expect_keyword(Keyword::In)?;
        let columns = self.parenthesised(|parser| {
            let name = parser.object_name()?;
            Ok(parser.column_of(name))
        })?;
        self.expect(TokenKind::RightParen)?;
        Ok(Unpivot { source, value, column, columns, alias: self.required_alias()? })
    }

    /// Whether INSERT, UPDATE, DELETE or MERGE follows the current token, which is a left
    /// parenthesis.
    pub(crate) fn at_change(&self) -> bool {
        let verbs = [Keyword::Insert, Keyword::Update, Keyword::Delete, Keyword::Merge];
        verbs.iter().any(|verb| self.ahead(1).is(*verb))
    }

    /// Parses `(change) AS alias`: an INSERT, UPDATE, DELETE or MERGE as a table source. The alias
    /// is required. Whether the change has OUTPUT isn't checked.
    pub(crate) fn change_source(&mut self) -> Parsed<TableSourceKind> {
        self.expect(TokenKind::LeftParen)?;
        let first = self.token();
        let change = self.nest(|parser| match first.kind {
            TokenKind::Keyword(Keyword::Insert) => {
                parser.advance();
                parser.insert_rows(Vec::new()).map(|insert| NestedChange::Insert(Box::new(insert)))
            }
            TokenKind::Keyword(Keyword::Update) => {
                parser.update(Vec::new()).map(|update| NestedChange::Update(Box::new(update)))
            }
            TokenKind::Keyword(Keyword::Delete) => {
                parser.delete(Vec::new()).map(|delete| NestedChange::Delete(Box::new(delete)))
            }
            _ => parser.merge(Vec::new()).map(|merge| NestedChange::Merge(Box::new(merge))),
        })?;
        self.expect(TokenKind::RightParen)?;
        Ok(TableSourceKind::Change { change, alias: self.required_alias()? })
    }

    /// Parses `OPENJSON(value [, path]) [WITH (columns)] [alias]`, starting at OPENJSON, after
    /// which the parenthesis has been seen.
    pub(crate) fn open_json(&mut self) -> Parsed<TableSourceKind> {
        self.at += 2;
        let value = self.expression()?;
        let path = if self.eat(TokenKind::Comma) { Some(self.expression()?) } else { None };
        self.expect(TokenKind::RightParen)?;
        let columns = if self.at_keyword(Keyword::With) && self.ahead(1).kind == TokenKind::LeftParen {
            self.advance();
            self.parenthesised(Self::rowset_column)?
        } else {
            Vec::new()
        };
        let alias = self.table_alias()?;
        Ok(TableSourceKind::OpenJson(Box::new(OpenJson { value, path, columns, alias })))
    }

    /// Parses `OPENXML(document, path [, flags]) [WITH (columns) | WITH table] [alias]`, starting
    /// at OPENXML. Without WITH the schema is the edge table's.
    pub(crate) fn open_xml(&mut self) -> Parsed<TableSourceKind> {
        self.advance();
        self.expect(TokenKind::LeftParen)?;
        let document = self.expression()?;
        self.expect(TokenKind::Comma)?;
        let path = self.expression()?;
        let flags = if self.eat(TokenKind::Comma) { Some(self.expression()?) } else { None };
        self.expect(TokenKind::RightParen)?;
        let described =
            self.at_keyword(Keyword::With) && (self.ahead(1).kind == TokenKind::LeftParen || self.ahead(1).is_name());
        let schema = if !described {
            XmlSchema::Edge
        } else {
            self.advance();
            if self.at_kind(TokenKind::LeftParen) {
                XmlSchema::Columns(self.parenthesised(Self::rowset_column)?)
            } else {
                XmlSchema::Table(self.object_name()?)
            }
        };
        let alias = self.table_alias()?;
        Ok(TableSourceKind::OpenXml(Box::new(OpenXml { document, path, flags, schema, alias })))
    }

    /// Parses `OPENROWSET(BULK ...)`, starting at OPENROWSET. Other forms and WITH (columns) are
    /// refused by name. Options aren't checked.
    pub(crate) fn open_rowset(&mut self) -> Parsed<TableSourceKind> {
        if self.ahead(1).kind != TokenKind::LeftParen || !self.ahead(2).is(Keyword::Bulk) {
            return self.refused_rowset();
        }
        self.at += 3;
        let file = self.string()?;
        let (mut options, mut order, mut is_unique) = (Vec::new(), Vec::new(), false);
        while self.eat(TokenKind::Comma) {
            self.bulk_option(&mut options, &mut order)?;
            is_unique |= !order.is_empty() && self.eat_keyword(Keyword::Unique);
        }
        self.expect(TokenKind::RightParen)?;
        if self.at_keyword(Keyword::With) && self.ahead(1).kind == TokenKind::LeftParen {
            self.refuse("OPENROWSET WITH");
            self.advance();
            self.skip_parenthesised()?;
        }
        let alias = self.table_alias()?;
        let order = order.into_iter().map(|column| (column.name, column.descending)).collect();
        Ok(TableSourceKind::OpenRowset(Box::new(OpenRowset { file, options, order, is_unique, alias })))
    }

    fn rowset_column(&mut self) -> Parsed<RowsetColumn> {
        let name: Name = self.name()?;
        let data_type = self.type_name()?;
        let path = match self.token().kind {
            TokenKind::String | TokenKind::NationalString => Some(self.string()?),
            _ => None,
        };
        let as_json = self.eat_keyword(Keyword::As);
        if as_json {
            self.expect_word("json")?;
        }
        Ok(RowsetColumn { name, data_type, path, as_json })
    }

    /// Parses `TABLESAMPLE [SYSTEM] (number [ROWS | PERCENT]) [REPEATABLE (seed)]`.
    pub(crate) fn table_sample(&mut self) -> Parsed<TableSample> {
        self.advance();
        self.eat_word("system");
        self.expect(TokenKind::LeftParen)?;
        let number = self.expression()?;
        let rows = self.eat_word("rows");
        if !rows {
            self.eat_keyword(Keyword::Percent);
        }
        self.expect(TokenKind::RightParen)?;
        let seed = if self.eat_word("repeatable") {
            self.expect(TokenKind::LeftParen)?;
            let seed = self.expression()?;
            self.expect(TokenKind::RightParen)?;
            Some(seed)
        } else {
            None
        };
        Ok(TableSample { number, rows, seed })
    }
}
