//! Parses columns, constraints and indexes of a table definition. Conflicts between them aren't
//! checked.

use super::parser::{Parsed, Parser};
use crate::ast::{
    ColumnDefinition, ColumnOption, ColumnOptionKind, ColumnSource, ConstraintKind, Expr, InlineIndex, Name,
    ObjectName, ReferentialAction, TableConstraint,
};
use crate::error::number;
use crate::keyword::Keyword;
use crate::token::TokenKind;

/// The items of a table definition. Within each kind they are in the order in which they were
/// written.
#[derive(Debug, Default)]
pub(crate) struct TableItems {
    pub(crate) columns: Vec<ColumnDefinition>,
    pub(crate) constraints: Vec<TableConstraint>,
    pub(crate) indexes: Vec<InlineIndex>,
}

impl Parser<'_> {
    /// Parses one or more columns, constraints and indexes, in parentheses. A comma after the last
    /// item of CREATE TABLE is allowed; a table constraint needs none before it.
    pub(crate) fn table_items(&mut self) -> Parsed<TableItems> {
        let mut items = TableItems::default();
        self.expect(TokenKind::LeftParen)?;
        loop {
            self.table_item(&mut items, false)?;
            if !self.next_table_item(&items) {
                break;
            }
            // Types, table variables and functions don't allow a comma after the last item.
            if self.at_kind(TokenKind::RightParen) && !self.without_names {
                break;
            }
        }
        self.expect(TokenKind::RightParen)?;
        Ok(items)
    }

    /// Parses one item and appends it to `items`. `added` is true for ALTER TABLE ADD, where
    /// `DEFAULT ... FOR column` is an item too. PERIOD FOR SYSTEM_TIME is refused by name. A column
    /// without a type fails with 173, unless it is called `timestamp`.
    pub(crate) fn table_item(&mut self, items: &mut TableItems, added: bool) -> Parsed<()> {
        use Keyword as K;
        let token = self.token();
        if token.is(K::Index) {
            items.indexes.push(self.inline_index(true)?);
            return Ok(());
        }
        let defaults = added && token.is(K::Default);
        if defaults || CONSTRAINT_WORDS.iter().any(|word| token.is(*word)) {
            let name = self.constraint_name()?;
            let kind =
                if added && self.at_keyword(K::Default) { self.default_for()? } else { self.constraint_kind(true)? };
            items.constraints.push(TableConstraint { name, kind, span: self.since(token.span) });
            return Ok(());
        }
        if self.at_word("period") && self.ahead(1).is(K::For) {
            self.at += 2;
            self.expect_word("system_time")?;
            self.refuse("PERIOD FOR SYSTEM_TIME");
            return self.skip_parenthesised();
        }
        let column = self.column_definition()?;
        items.columns.push(column);
        Ok(())
    }

    /// Whether another item follows `items`, the ones parsed so far. Consumes the comma before it.
    /// A table constraint needs none.
    pub(crate) fn next_table_item(&mut self, items: &TableItems) -> bool {
        let end = self.tokens[self.at.saturating_sub(1)].span.end;
        let ends_constraint = items.constraints.last().is_some_and(|last| last.span.end == end);
        let at_word = CONSTRAINT_WORDS.iter().any(|word| self.at_keyword(*word));
        self.at_table_constraint() || ends_constraint && at_word || self.eat(TokenKind::Comma)
    }

    /// Whether a constraint or index with a column list is next. It belongs to the table, not to a
    /// column.
    fn at_table_constraint(&self) -> bool {
        use Keyword as K;
        let mut place = 0;
        if self.at_keyword(K::Constraint) || self.at_keyword(K::Index) {
            place = 2;
        }
        let is_index = self.at_keyword(K::Index);
        place += match self.ahead(place).kind {
            TokenKind::Keyword(K::Unique) => 1,
            _ if is_index => 0,
            TokenKind::Keyword(K::Primary | K::Foreign) => 2,
            _ => return false,
        };
        if self.ahead(place).is(K::Clustered) || self.ahead(place).is(K::Nonclustered) {
            place += 1;
        }
        self.ahead(place).kind == TokenKind::LeftParen
    }

    /// `DEFAULT value FOR column [WITH VALUES]`.
    fn default_for(&mut self) -> Parsed<ConstraintKind> {
        self.advance();
        let value = self.expression()?;
        self.expect_keyword(Keyword::For)?;
        let column = self.name()?;
        Ok(ConstraintKind::Default { value, column, with_values: self.with_values() })
    }

    fn with_values(&mut self) -> bool {
        let found = self.at_keyword(Keyword::With) && self.ahead(1).is(Keyword::Values);
        if found {
            self.at += 2;
        }
        found
    }

    fn column_definition(&mut self) -> Parsed<ColumnDefinition> {
        let start = self.token().span;
        let name = self.name()?;
        let source = if self.eat_keyword(Keyword::As) {
            let value = self.expression()?;
            ColumnSource::Computed { value, persisted: self.eat_word("persisted") }
        } else if matches!(self.token().kind, TokenKind::Comma | TokenKind::RightParen) {
            if !name.is("timestamp") {
                return Err(self.report(number::COLUMN_WITHOUT_TYPE, self.token(), name.text.to_string()));
            }
            ColumnSource::Type(crate::ast::TypeName {
                name: crate::ast::ObjectName::simple(name.clone()),
                arguments: Vec::new(),
                schema_collection: None,
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
        if self.at_table_constraint() {
            return Ok(None);
        }
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
            TokenKind::Keyword(K::Not) if self.not_for_replication()? => ColumnOptionKind::NotForReplication,
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
            TokenKind::Word if self.eat_word("column_set") => {
                self.expect_keyword(Keyword::For)?;
                self.expect_word("all_sparse_columns")?;
                ColumnOptionKind::ColumnSet
            }
            // Any other token after a column added by ALTER TABLE starts the next statement.
            TokenKind::Word if self.refuse_column_option()? => ColumnOptionKind::Sparse,
            TokenKind::Word => return Ok(None),
            TokenKind::Keyword(K::Index) => ColumnOptionKind::Index(Box::new(self.inline_index(false)?)),
            TokenKind::Keyword(
                K::Constraint | K::Default | K::Primary | K::Unique | K::Check | K::Foreign | K::References,
            ) => self.named_column_option()?,
            _ => return Ok(None),
        };
        Ok(Some(ColumnOption { kind, span: self.since(token.span) }))
    }

    /// Parses and refuses an option of a column. Returns whether there was one. It is read whole,
    /// so that the statement's end is found. A malformed one is a syntax error.
    pub(crate) fn refuse_column_option(&mut self) -> Parsed<bool> {
        let known = ["filestream", "masked", "encrypted", "generated", "hidden"];
        let Some(word) = known.into_iter().find(|word| self.at_word(word)) else { return Ok(false) };
        self.advance();
        self.refuse(format!("COLUMN {}", word.to_ascii_uppercase()));
        match word {
            "masked" | "encrypted" if self.eat_keyword(Keyword::With) => self.skip_parenthesised()?,
            "generated" => {
                self.expect_word("always")?;
                self.expect_keyword(Keyword::As)?;
                if !["row", "transaction_id", "sequence_number"].into_iter().any(|word| self.eat_word(word)) {
                    return Err(self.incorrect());
                }
                if !self.eat_keyword(Keyword::End) {
                    self.expect_word("start")?;
                }
            }
            _ => {}
        }
        Ok(true)
    }

    fn identity_range(&mut self) -> Parsed<Option<(Expr, Expr)>> {
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

    /// Parses the items of a table variable or table type, whose constraints have no names.
    pub(crate) fn unnamed_table_items(&mut self) -> Parsed<TableItems> {
        let before = std::mem::replace(&mut self.without_names, true);
        let items = self.table_items();
        self.without_names = before;
        items
    }

    fn constraint_name(&mut self) -> Parsed<Option<Name>> {
        if self.without_names && self.at_keyword(Keyword::Constraint) {
            return Err(self.incorrect());
        }
        if self.eat_keyword(Keyword::Constraint) { self.name().map(Some) } else { Ok(None) }
    }

    /// `[CONSTRAINT name] DEFAULT | PRIMARY KEY | ...` of a column. The name of `NULL` and
    /// `NOT NULL` is dropped, since they are no objects.
    fn named_column_option(&mut self) -> Parsed<ColumnOptionKind> {
        let start = self.token().span;
        let name = self.constraint_name()?;
        if name.is_some() && self.eat_keyword(Keyword::Null) {
            return Ok(ColumnOptionKind::Null);
        }
        if name.is_some() && self.at_keyword(Keyword::Not) && self.ahead(1).is(Keyword::Null) {
            self.at += 2;
            return Ok(ColumnOptionKind::NotNull);
        }
        if self.eat_keyword(Keyword::Default) {
            let value = self.expression()?;
            return Ok(ColumnOptionKind::Default { name, value, with_values: self.with_values() });
        }
        let kind = self.constraint_kind(false)?;
        Ok(ColumnOptionKind::Constraint(TableConstraint { name, kind, span: self.since(start) }))
    }

    /// Parses a constraint. `columns` is true for a table constraint, which lists its columns.
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
                let not_for_replication = self.not_for_replication()?;
                self.expect(TokenKind::LeftParen)?;
                let condition = self.condition()?;
                self.expect(TokenKind::RightParen)?;
                Ok(ConstraintKind::Check { condition, not_for_replication })
            }
            TokenKind::Keyword(Keyword::Foreign | Keyword::References) => self.foreign_key(columns),
            TokenKind::Word if self.at_word("connection") => self.connection(),
            _ => Err(self.incorrect()),
        }
    }

    /// Parses and refuses a constraint of an edge table: `CONNECTION (node TO node, ...)`.
    fn connection(&mut self) -> Parsed<ConstraintKind> {
        self.advance();
        self.refuse("CONNECTION");
        self.skip_parenthesised()?;
        let mut on_delete = None;
        if self.eat_keyword(Keyword::On) {
            self.expect_keyword(Keyword::Delete)?;
            on_delete = Some(self.referential_action()?);
        }
        let table = ObjectName::simple(Name::new("", self.token().span));
        Ok(ConstraintKind::ForeignKey {
            columns: Vec::new(),
            table,
            referenced: Vec::new(),
            on_delete,
            on_update: None,
            not_for_replication: false,
        })
    }

    fn key(&mut self, primary: bool, lists_columns: bool) -> Parsed<ConstraintKind> {
        let clustered = self.clustering();
        if self.eat_word("hash") {
            self.refuse("HASH INDEX");
        }
        let columns = if lists_columns { self.key_columns()? } else { Vec::new() };
        // `WITH FILLFACTOR = n` is an older form.
        let options = if self.at_keyword(Keyword::With) && self.ahead(1).is(Keyword::Fillfactor) {
            self.advance();
            vec![self.named_option()?]
        } else {
            self.with_options()?
        };
        let filegroup = self.filegroup("INDEX")?;
        Ok(ConstraintKind::Key { primary, clustered, columns, options, filegroup })
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
        let not_for_replication = self.not_for_replication()?;
        Ok(ConstraintKind::ForeignKey { columns, table, referenced, on_delete, on_update, not_for_replication })
    }

    fn referential_action(&mut self) -> Parsed<ReferentialAction> {
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

/// The first words of a table constraint.
const CONSTRAINT_WORDS: [Keyword; 5] =
    [Keyword::Constraint, Keyword::Primary, Keyword::Unique, Keyword::Check, Keyword::Foreign];
