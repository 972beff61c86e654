//! Parses ALTER TABLE into one action. ALTER INDEX, SWITCH of partitions, SPLIT, MERGE,
//! CHANGE_TRACKING and DROP PERIOD are refused by name.

use super::parser::{Parsed, Parser, Reach};
use super::table_items::TableItems;
use crate::ast::{AlterTable, ColumnChange, ColumnProperty, DroppedPart, Name, StatementKind, TableAction};
use crate::keyword::Keyword;
use crate::token::TokenKind;

impl Parser<'_> {
    /// Parses `ALTER TABLE name action`, starting at ALTER. Refused forms become an unsupported
    /// statement; other words after the name are syntax errors.
    pub(crate) fn alter_table(&mut self) -> Parsed<StatementKind> {
        self.at += 2;
        let table = self.object_name()?;
        let action = self.table_action()?;
        Ok(StatementKind::AlterTable(Box::new(AlterTable { table, action })))
    }

    fn table_action(&mut self) -> Parsed<TableAction> {
        let check = if self.eat_keyword(Keyword::With) { Some(self.expect_check()?) } else { None };
        match self.token().kind {
            TokenKind::Keyword(Keyword::Add) => self.add_items(check),
            TokenKind::Keyword(Keyword::Check | Keyword::Nocheck) => {
                let enable = self.expect_check()?;
                self.expect_keyword(Keyword::Constraint)?;
                Ok(TableAction::SwitchConstraints { check, enable, names: self.names_or_all()? })
            }
            _ if check.is_some() => Err(self.incorrect()),
            TokenKind::Keyword(Keyword::Alter) if self.ahead(1).is(Keyword::Index) => {
                self.at += 2;
                Err(self.unsupported("ALTER TABLE ALTER INDEX", Reach::Alter))
            }
            TokenKind::Keyword(Keyword::Alter) => self.alter_column(),
            TokenKind::Keyword(Keyword::Drop) => {
                self.advance();
                self.dropped_parts().map(TableAction::Drop)
            }
            TokenKind::Keyword(Keyword::Set) => {
                self.advance();
                self.options_in_parentheses().map(TableAction::Set)
            }
            _ => self.worded_action(),
        }
    }

    fn worded_action(&mut self) -> Parsed<TableAction> {
        let enable = self.at_word("enable");
        if (enable || self.at_word("disable")) && self.ahead(1).is(Keyword::Trigger) {
            self.at += 2;
            return Ok(TableAction::SwitchTriggers { enable, names: self.names_or_all()? });
        }
        if self.eat_word("rebuild") {
            let partition = self.partition()?;
            return Ok(TableAction::Rebuild { partition, options: self.with_options()? });
        }
        if self.eat_word("switch") {
            return self.switch_rows();
        }
        let known = ["enable", "disable", "split", "merge"];
        match known.into_iter().find(|word| self.at_word(word)) {
            Some(word) => {
                let what = ["change_tracking", "filetable_namespace"].into_iter().find(|what| self.word_ahead(1, what));
                let name = format!("ALTER TABLE {word} {}", what.unwrap_or_default()).to_ascii_uppercase();
                Err(self.unsupported(name.trim_end(), Reach::Alter))
            }
            None => Err(self.incorrect()),
        }
    }

    /// Parses `TO table` of SWITCH. Partitions and options are refused.
    fn switch_rows(&mut self) -> Parsed<TableAction> {
        if self.at_word("partition") {
            return Err(self.unsupported("ALTER TABLE SWITCH PARTITION", Reach::Alter));
        }
        self.expect_keyword(Keyword::To)?;
        let target = self.object_name()?;
        if self.at_word("partition") {
            return Err(self.unsupported("ALTER TABLE SWITCH PARTITION", Reach::Alter));
        }
        if self.at_keyword(Keyword::With) {
            return Err(self.unsupported("ALTER TABLE SWITCH WITH", Reach::Alter));
        }
        Ok(TableAction::SwitchRows(target))
    }

    /// Parses `CHECK` or `NOCHECK`. Returns whether it is CHECK.
    fn expect_check(&mut self) -> Parsed<bool> {
        let check = self.eat_keyword(Keyword::Check);
        if !check {
            self.expect_keyword(Keyword::Nocheck)?;
        }
        Ok(check)
    }

    /// Parses `ALL`, which yields an empty list, or names.
    fn names_or_all(&mut self) -> Parsed<Vec<Name>> {
        if self.eat_keyword(Keyword::All) { Ok(Vec::new()) } else { self.list(Self::name) }
    }

    fn add_items(&mut self, check: Option<bool>) -> Parsed<TableAction> {
        self.advance();
        let mut items = TableItems::default();
        loop {
            self.table_item(&mut items, true)?;
            if !self.next_table_item(&items) {
                break;
            }
        }
        let TableItems { columns, constraints, indexes } = items;
        Ok(TableAction::Add { check, columns, constraints, indexes })
    }

    fn alter_column(&mut self) -> Parsed<TableAction> {
        self.advance();
        self.expect_keyword(Keyword::Column)?;
        let column = self.name()?;
        let change = if self.at_keyword(Keyword::Add) || self.at_keyword(Keyword::Drop) {
            let add = self.advance().is(Keyword::Add);
            ColumnChange::Property { add, property: self.column_property()? }
        } else {
            let data_type = self.type_name()?;
            let collation = if self.eat_keyword(Keyword::Collate) { Some(self.name()?) } else { None };
            let is_first = self.eat_word("sparse");
            while self.refuse_column_option()? {}
            let nullable = self.nullability();
            ColumnChange::Type { data_type, collation, nullable, is_sparse: self.eat_word("sparse") || is_first }
        };
        Ok(TableAction::AlterColumn { column, change, options: self.with_options()? })
    }

    fn column_property(&mut self) -> Parsed<ColumnProperty> {
        if self.eat_keyword(Keyword::Rowguidcol) {
            return Ok(ColumnProperty::RowGuid);
        }
        if self.not_for_replication()? {
            return Ok(ColumnProperty::NotForReplication);
        }
        if self.at_word("masked") && self.refuse_column_option()? {
            return Ok(ColumnProperty::Hidden);
        }
        let worded = [ColumnProperty::Persisted, ColumnProperty::Sparse, ColumnProperty::Hidden];
        match worded.into_iter().find(|property| self.at_word(property.words())) {
            Some(property) => {
                self.advance();
                Ok(property)
            }
            None => Err(self.incorrect()),
        }
    }

    /// Parses `[CONSTRAINT | COLUMN] [IF EXISTS] name, ...`. Names after COLUMN are columns until
    /// CONSTRAINT follows.
    fn dropped_parts(&mut self) -> Parsed<Vec<DroppedPart>> {
        if self.at_word("period") && self.ahead(1).is(Keyword::For) {
            self.at += 2;
            self.expect_word("system_time")?;
            self.refuse("ALTER TABLE DROP PERIOD FOR SYSTEM_TIME");
            return Ok(Vec::new());
        }
        let mut is_column = false;
        self.list(|parser| {
            if parser.eat_keyword(Keyword::Index) {
                parser.refuse("ALTER TABLE DROP INDEX");
            } else if parser.eat_keyword(Keyword::Column) {
                is_column = true;
            } else if parser.eat_keyword(Keyword::Constraint) {
                is_column = false;
            }
            let if_exists = parser.if_exists()?;
            let name = parser.name()?;
            let options = if is_column { Vec::new() } else { parser.drop_options()? };
            Ok(DroppedPart { is_column, if_exists, name, options })
        })
    }
}
