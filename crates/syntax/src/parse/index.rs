//! Parses CREATE, ALTER and DROP INDEX and the statements on statistics. Options aren't checked.

use super::parser::{Parsed, Parser, Reach};
use crate::ast::{
    AlterIndex, CreateIndex, CreateStatistics, DropIndex, DroppedIndex, IndexAction, InlineIndex, KeyColumn, Name,
    NamedOption, Partition, StatementKind, UpdateStatistics,
};
use crate::error::number;
use crate::keyword::Keyword;
use crate::token::TokenKind;

impl Parser<'_> {
    /// Whether `CREATE [UNIQUE] [CLUSTERED | NONCLUSTERED] INDEX` is next.
    pub(crate) fn at_create_index(&self) -> bool {
        let mut distance = 1;
        while [Keyword::Unique, Keyword::Clustered, Keyword::Nonclustered]
            .iter()
            .any(|word| self.ahead(distance).is(*word))
            && distance < 3
        {
            distance += 1;
        }
        self.ahead(distance).is(Keyword::Index)
    }

    /// Parses `CREATE INDEX`, starting at its first keyword. XML, columnstore and other kinds of
    /// indexes are refused elsewhere; FILESTREAM_ON and partition schemes here.
    pub(crate) fn create_index(&mut self) -> Parsed<StatementKind> {
        self.advance();
        let unique = self.eat_keyword(Keyword::Unique);
        let clustered = self.clustering();
        self.expect_keyword(Keyword::Index)?;
        let name = self.name()?;
        self.expect_keyword(Keyword::On)?;
        let table = self.object_name()?;
        let columns = self.key_columns()?;
        let include = self.include()?;
        let condition = self.optional_condition(Keyword::Where)?;
        let options = self.with_option_list()?;
        let filegroup = self.filegroup("CREATE INDEX")?;
        self.refuse_filestream_on()?;
        Ok(StatementKind::CreateIndex(Box::new(CreateIndex {
            unique,
            clustered,
            name,
            table,
            columns,
            include,
            condition,
            options,
            filegroup,
        })))
    }

    /// Parses `INDEX name ...` within a table definition. `of_table` says whether key columns
    /// follow; an index in a column's definition has none. HASH and COLUMNSTORE are refused by
    /// name.
    pub(crate) fn inline_index(&mut self, of_table: bool) -> Parsed<InlineIndex> {
        let start = self.expect_keyword(Keyword::Index)?.span;
        let name = self.name()?;
        let unique = self.eat_keyword(Keyword::Unique);
        let clustered = self.clustering();
        let kind = ["hash", "columnstore"].into_iter().find(|word| self.at_word(word));
        if let Some(kind) = kind {
            self.advance();
            self.refuse(format!("{} INDEX", kind.to_ascii_uppercase()));
        }
        let has_columns = match kind {
            Some("columnstore") => self.at_kind(TokenKind::LeftParen),
            _ => of_table,
        };
        let columns = if has_columns { self.key_columns()? } else { Vec::new() };
        if kind.is_some() && self.eat_keyword(Keyword::Order) {
            self.skip_parenthesised()?;
        }
        let include = self.include()?;
        let condition = self.optional_condition(Keyword::Where)?;
        let options = self.with_options()?;
        let filegroup = self.filegroup("INDEX")?;
        self.refuse_filestream_on()?;
        let span = self.since(start);
        Ok(InlineIndex { unique, clustered, name, columns, include, condition, options, filegroup, span })
    }

    /// Parses `[CLUSTERED | NONCLUSTERED]`. Returns whether the index is clustered, or `None` if
    /// omitted.
    pub(crate) fn clustering(&mut self) -> Option<bool> {
        if self.eat_keyword(Keyword::Clustered) {
            return Some(true);
        }
        self.eat_keyword(Keyword::Nonclustered).then_some(false)
    }

    /// Parses `(column [ASC | DESC], ...)`.
    pub(crate) fn key_columns(&mut self) -> Parsed<Vec<KeyColumn>> {
        self.parenthesised(|parser| {
            let name = parser.column_word()?;
            Ok(KeyColumn { name, descending: parser.direction() })
        })
    }

    /// Parses `[ON filegroup]`; the name may be a string. A partition scheme is refused by name.
    /// `what` is the statement's name in the refusal.
    pub(crate) fn filegroup(&mut self, what: &str) -> Parsed<Option<Name>> {
        if !self.eat_keyword(Keyword::On) {
            return Ok(None);
        }
        let name = self.string_or_name()?;
        if self.at_kind(TokenKind::LeftParen) {
            self.refuse(format!("{what} ON PARTITION SCHEME"));
            self.skip_parenthesised()?;
        }
        Ok(Some(name))
    }

    /// Parses and refuses `[FILESTREAM_ON filegroup | scheme]`. Does nothing if it isn't next.
    pub(crate) fn refuse_filestream_on(&mut self) -> Parsed<()> {
        if self.at_word("filestream_on") {
            self.refuse("FILESTREAM_ON");
            self.advance();
            self.string_or_name()?;
            self.skip_optional_parenthesised()?;
        }
        Ok(())
    }

    /// Parses the options of DROP INDEX and DROP CONSTRAINT; empty without WITH (...). MOVE TO and
    /// FILESTREAM_ON are refused by name.
    pub(crate) fn drop_options(&mut self) -> Parsed<Vec<NamedOption>> {
        if !self.at_keyword(Keyword::With) || self.ahead(1).kind != TokenKind::LeftParen {
            return Ok(Vec::new());
        }
        self.advance();
        let mut options = Vec::new();
        self.parenthesised(|parser| {
            if parser.at_word("move") && parser.ahead(1).is(Keyword::To) {
                parser.refuse("MOVE TO");
                parser.at += 2;
                parser.string_or_name()?;
                parser.skip_optional_parenthesised()?;
            } else if !parser.at_word("filestream_on") {
                options.push(parser.named_option()?);
            }
            parser.refuse_filestream_on()
        })?;
        Ok(options)
    }

    fn include(&mut self) -> Parsed<Vec<Name>> {
        if self.at_word("include") && self.ahead(1).kind == TokenKind::LeftParen {
            self.advance();
            return self.names_in_parentheses();
        }
        Ok(Vec::new())
    }

    /// Parses `ALTER INDEX`, starting at its first keyword. FOR SELECTIVE XML INDEX, RESUME, PAUSE
    /// and ABORT are refused by name.
    pub(crate) fn alter_index(&mut self) -> Parsed<StatementKind> {
        self.at += 2;
        let index = if self.eat_keyword(Keyword::All) { None } else { Some(self.name()?) };
        self.expect_keyword(Keyword::On)?;
        let table = self.object_name()?;
        if self.at_keyword(Keyword::For) || self.at_keyword(Keyword::With) {
            return Err(self.unsupported("ALTER INDEX FOR SELECTIVE XML INDEX", Reach::Statement));
        }
        let action = if self.eat_word("rebuild") {
            let partition = self.partition()?;
            IndexAction::Rebuild { partition, options: self.with_options()? }
        } else if self.eat_word("reorganize") {
            let partition = self.partition()?;
            IndexAction::Reorganize { partition, options: self.with_options()? }
        } else if self.eat_word("disable") {
            IndexAction::Disable
        } else if self.eat_keyword(Keyword::Set) {
            IndexAction::Set(self.options_in_parentheses()?)
        } else {
            let known = ["resume", "pause", "abort"].into_iter().find(|word| self.at_word(word));
            let Some(word) = known else { return Err(self.incorrect()) };
            self.advance();
            self.refuse(format!("ALTER INDEX {}", word.to_ascii_uppercase()));
            IndexAction::Set(self.with_options()?)
        };
        Ok(StatementKind::AlterIndex(Box::new(AlterIndex { index, table, action })))
    }

    /// Parses `[PARTITION = ALL | number]`; `None` without it.
    pub(crate) fn partition(&mut self) -> Parsed<Option<Partition>> {
        if !self.eat_word("partition") {
            return Ok(None);
        }
        self.expect(TokenKind::Equal)?;
        if self.eat_keyword(Keyword::All) {
            return Ok(Some(Partition::All));
        }
        self.small_number().map(|number| Some(Partition::Number(number)))
    }

    /// Parses `DROP INDEX`, starting at its first keyword. Each index is `index ON table` or the
    /// older `table.index`.
    pub(crate) fn drop_index(&mut self) -> Parsed<StatementKind> {
        self.at += 2;
        let if_exists = self.if_exists()?;
        let indexes = self.list(Self::dropped_index)?;
        Ok(StatementKind::DropIndex(DropIndex { if_exists, indexes }))
    }

    fn dropped_index(&mut self) -> Parsed<DroppedIndex> {
        let written = self.object_name()?;
        let column = self.column_of(written);
        if let Some(table) = column.qualifier {
            return Ok(DroppedIndex { name: column.name, table, options: Vec::new() });
        }
        if !self.eat_keyword(Keyword::On) {
            return Err(self.report(number::INDEX_WITHOUT_TABLE, self.last(), String::new()));
        }
        let table = self.object_name()?;
        Ok(DroppedIndex { name: column.name, table, options: self.drop_options()? })
    }

    /// Parses `CREATE STATISTICS`, starting at its first keyword.
    pub(crate) fn create_statistics(&mut self) -> Parsed<StatementKind> {
        self.at += 2;
        let name = self.name()?;
        self.expect_keyword(Keyword::On)?;
        let table = self.object_name()?;
        let columns = self.names_in_parentheses()?;
        let condition = self.optional_condition(Keyword::Where)?;
        let options = self.with_option_list()?;
        let statement = CreateStatistics { name, table, columns, condition, options };
        Ok(StatementKind::CreateStatistics(Box::new(statement)))
    }

    /// Parses `UPDATE STATISTICS`, starting at its first keyword. One name may stand without
    /// parentheses.
    pub(crate) fn update_statistics(&mut self) -> Parsed<StatementKind> {
        self.at += 2;
        let table = self.object_name()?;
        let names = if self.at_kind(TokenKind::LeftParen) {
            self.names_in_parentheses()?
        } else if self.at_alias() {
            vec![self.name()?]
        } else {
            Vec::new()
        };
        let options = self.with_option_list()?;
        Ok(StatementKind::UpdateStatistics(Box::new(UpdateStatistics { table, names, options })))
    }
}
