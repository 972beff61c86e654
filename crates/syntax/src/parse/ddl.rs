//! CREATE TABLE and DROP TABLE.

use super::parser::{Parsed, Parser, Reach, Stop};
use crate::ast::{
    ColumnDefinition, ColumnOption, ColumnOptionKind, ColumnSource, ConstraintKind, CreateTable, KeyColumn, Name,
    ReferentialAction, StatementKind, TableConstraint,
};
use crate::keyword::Keyword;
use crate::token::TokenKind;

impl Parser<'_> {
    /// `CREATE TABLE`, its first two words not yet passed.
    pub(crate) fn create_table(&mut self) -> Parsed<StatementKind> {
        self.at += 2;
        let name = self.object_name()?;
        if self.at_keyword(Keyword::As) {
            return Err(self.unsupported("CREATE TABLE AS", Reach::Statement));
        }
        let (columns, constraints) = self.table_items()?;
        let mut table = CreateTable { name, columns, constraints, filegroup: None };
        if self.eat_keyword(Keyword::On) {
            table.filegroup = Some(self.name()?);
            if self.at_kind(TokenKind::LeftParen) {
                return Err(self.unsupported("CREATE TABLE ON PARTITION SCHEME", Reach::Statement));
            }
        }
        if self.at_word("textimage_on") || self.at_word("filestream_on") {
            return Err(self.unsupported("CREATE TABLE TEXTIMAGE_ON", Reach::Statement));
        }
        if self.at_keyword(Keyword::With) && self.ahead(1).kind == TokenKind::LeftParen {
            return Err(self.unsupported("CREATE TABLE WITH", Reach::Statement));
        }
        Ok(StatementKind::CreateTable(Box::new(table)))
    }

    /// `DROP TABLE`, its first two words not yet passed.
    pub(crate) fn drop_table(&mut self) -> Parsed<StatementKind> {
        self.at += 2;
        let if_exists = self.if_exists()?;
        Ok(StatementKind::DropTable { if_exists, names: self.list(Self::object_name)? })
    }

    /// Columns and constraints, in parentheses.
    pub(crate) fn table_items(&mut self) -> Parsed<(Vec<ColumnDefinition>, Vec<TableConstraint>)> {
        let (mut columns, mut constraints) = (Vec::new(), Vec::new());
        self.expect(TokenKind::LeftParen)?;
        loop {
            self.table_item(&mut columns, &mut constraints)?;
            if !self.eat(TokenKind::Comma) {
                break;
            }
            // A comma after the last item is allowed.
            if self.at_kind(TokenKind::RightParen) {
                break;
            }
        }
        self.expect(TokenKind::RightParen)?;
        Ok((columns, constraints))
    }

    fn table_item(
        &mut self,
        columns: &mut Vec<ColumnDefinition>,
        constraints: &mut Vec<TableConstraint>,
    ) -> Parsed<()> {
        let token = self.token();
        let constraint = [Keyword::Constraint, Keyword::Primary, Keyword::Unique, Keyword::Check, Keyword::Foreign];
        if constraint.iter().any(|word| token.is(*word)) {
            let name = self.constraint_name()?;
            let kind = self.constraint_kind(true)?;
            constraints.push(TableConstraint { name, kind, span: self.since(token.span) });
            return Ok(());
        }
        if token.is(Keyword::Index) {
            return Err(self.unsupported("CREATE TABLE INDEX", Reach::Statement));
        }
        if self.at_word("period") && self.ahead(1).is(Keyword::For) {
            return Err(self.unsupported("CREATE TABLE PERIOD FOR SYSTEM_TIME", Reach::Statement));
        }
        let column = self.column_definition()?;
        columns.push(column);
        Ok(())
    }

    fn column_definition(&mut self) -> Parsed<ColumnDefinition> {
        let start = self.token().span;
        let name = self.name()?;
        let source = if self.eat_keyword(Keyword::As) {
            let value = self.expression()?;
            ColumnSource::Computed { value, persisted: self.eat_word("persisted") }
        } else if matches!(self.token().kind, TokenKind::Comma | TokenKind::RightParen) && name.is("timestamp") {
            ColumnSource::Type(crate::ast::TypeName {
                name: crate::ast::ObjectName::simple(name.clone()),
                arguments: Vec::new(),
                span: name.span,
            })
        } else {
            ColumnSource::Type(self.type_name()?)
        };
        let mut options = Vec::new();
        while let Some(option) = self.column_option()? {
            options.push(option);
        }
        Ok(ColumnDefinition { name, source, options, span: self.since(start) })
    }

    fn column_option(&mut self) -> Parsed<Option<ColumnOption>> {
        use Keyword as K;
        let token = self.token();
        let kind = match token.kind {
            TokenKind::Keyword(K::Null) => {
                self.advance();
                ColumnOptionKind::Null
            }
            TokenKind::Keyword(K::Not) if self.ahead(1).is(K::Null) => {
                self.at += 2;
                ColumnOptionKind::NotNull
            }
            TokenKind::Keyword(K::Not) => return Err(self.unsupported("NOT FOR REPLICATION", Reach::Statement)),
            TokenKind::Keyword(K::Identity) => ColumnOptionKind::Identity(self.identity_range()?),
            TokenKind::Keyword(K::Collate) => {
                self.advance();
                ColumnOptionKind::Collate(self.name()?)
            }
            TokenKind::Keyword(K::Rowguidcol) => {
                self.advance();
                ColumnOptionKind::RowGuid
            }
            TokenKind::Word if self.eat_word("sparse") => ColumnOptionKind::Sparse,
            TokenKind::Word => return self.refuse_column_option(),
            TokenKind::Keyword(K::Index) => return Err(self.unsupported("CREATE TABLE INDEX", Reach::Statement)),
            TokenKind::Keyword(
                K::Constraint | K::Default | K::Primary | K::Unique | K::Check | K::Foreign | K::References,
            ) => self.named_column_option()?,
            _ => return Ok(None),
        };
        Ok(Some(ColumnOption { kind, span: self.since(token.span) }))
    }

    fn refuse_column_option<T>(&mut self) -> Parsed<T> {
        let known = ["filestream", "masked", "encrypted", "generated", "hidden"];
        match known.iter().find(|word| self.at_word(word)) {
            Some(word) => Err(self.unsupported(format!("COLUMN {}", word.to_ascii_uppercase()), Reach::Statement)),
            None => Err(self.incorrect()),
        }
    }

    fn identity_range(&mut self) -> Parsed<Option<(crate::ast::Expr, crate::ast::Expr)>> {
        self.expect_keyword(Keyword::Identity)?;
        if !self.eat(TokenKind::LeftParen) {
            return Ok(None);
        }
        let seed = self.expression()?;
        self.expect(TokenKind::Comma)?;
        let increment = self.expression()?;
        self.expect(TokenKind::RightParen)?;
        Ok(Some((seed, increment)))
    }

    fn constraint_name(&mut self) -> Parsed<Option<Name>> {
        if self.eat_keyword(Keyword::Constraint) { self.name().map(Some) } else { Ok(None) }
    }

    /// `[CONSTRAINT name] DEFAULT | PRIMARY KEY | ...` of a column.
    fn named_column_option(&mut self) -> Parsed<ColumnOptionKind> {
        let start = self.token().span;
        let name = self.constraint_name()?;
        if self.eat_keyword(Keyword::Default) {
            let value = self.expression()?;
            return Ok(ColumnOptionKind::Default { name, value });
        }
        let kind = self.constraint_kind(false)?;
        Ok(ColumnOptionKind::Constraint(TableConstraint { name, kind, span: self.since(start) }))
    }

    /// `columns`: whether the constraint is the table's and so lists its columns.
    fn constraint_kind(&mut self, columns: bool) -> Parsed<ConstraintKind> {
        match self.token().kind {
            TokenKind::Keyword(Keyword::Primary) => {
                self.advance();
                self.expect_keyword(Keyword::Key)?;
                self.key(true, columns)
            }
            TokenKind::Keyword(Keyword::Unique) => {
                self.advance();
                self.key(false, columns)
            }
            TokenKind::Keyword(Keyword::Check) => {
                self.advance();
                if self.at_keyword(Keyword::Not) {
                    return Err(self.unsupported("NOT FOR REPLICATION", Reach::Statement));
                }
                self.expect(TokenKind::LeftParen)?;
                let condition = self.condition()?;
                self.expect(TokenKind::RightParen)?;
                Ok(ConstraintKind::Check(condition))
            }
            TokenKind::Keyword(Keyword::Foreign | Keyword::References) => self.foreign_key(columns),
            _ => Err(self.incorrect()),
        }
    }

    fn key(&mut self, primary: bool, lists_columns: bool) -> Parsed<ConstraintKind> {
        let clustered = if self.eat_keyword(Keyword::Clustered) {
            Some(true)
        } else if self.eat_keyword(Keyword::Nonclustered) {
            Some(false)
        } else {
            None
        };
        if self.at_word("hash") {
            return Err(self.unsupported("HASH INDEX", Reach::Statement));
        }
        let columns = if lists_columns {
            self.parenthesised(|parser| {
                let name = parser.name()?;
                Ok(KeyColumn { name, descending: parser.direction() })
            })?
        } else {
            Vec::new()
        };
        let placed = self.at_keyword(Keyword::With) || self.at_keyword(Keyword::On);
        if placed {
            return Err(self.unsupported("INDEX OPTIONS", Reach::Statement));
        }
        Ok(ConstraintKind::Key { primary, clustered, columns })
    }

    fn foreign_key(&mut self, lists_columns: bool) -> Parsed<ConstraintKind> {
        let mut columns = Vec::new();
        if self.eat_keyword(Keyword::Foreign) {
            self.expect_keyword(Keyword::Key)?;
            if lists_columns {
                columns = self.names_in_parentheses()?;
            }
        }
        self.expect_keyword(Keyword::References)?;
        let table = self.object_name()?;
        let referenced = if self.at_kind(TokenKind::LeftParen) { self.names_in_parentheses()? } else { Vec::new() };
        let (mut on_delete, mut on_update) = (None, None);
        while self.at_keyword(Keyword::On) {
            self.advance();
            let event = match self.token().kind {
                TokenKind::Keyword(Keyword::Delete) => &mut on_delete,
                TokenKind::Keyword(Keyword::Update) => &mut on_update,
                _ => return Err(self.incorrect()),
            };
            self.advance();
            *event = Some(self.referential_action()?);
        }
        Ok(ConstraintKind::ForeignKey { columns, table, referenced, on_delete, on_update })
    }

    fn referential_action(&mut self) -> Result<ReferentialAction, Stop> {
        if self.eat_word("no") {
            self.expect_word("action")?;
            return Ok(ReferentialAction::NoAction);
        }
        if self.eat_keyword(Keyword::Cascade) {
            return Ok(ReferentialAction::Cascade);
        }
        self.expect_keyword(Keyword::Set)?;
        if self.eat_keyword(Keyword::Null) {
            return Ok(ReferentialAction::SetNull);
        }
        self.expect_keyword(Keyword::Default)?;
        Ok(ReferentialAction::SetDefault)
    }
}
