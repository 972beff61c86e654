//! Prints ALTER TABLE.

use super::printer::Printer;
use crate::ast::{AlterTable, ColumnChange, DroppedPart, Name, TableAction};

impl Printer {
    /// Prints ALTER TABLE with its one action.
    pub(crate) fn alter_table(&mut self, alter: &AlterTable) {
        self.word("ALTER TABLE");
        self.object_name(&alter.table);
        match &alter.action {
            TableAction::Add { check, columns, constraints, indexes } => {
                self.with_check(*check);
                self.word("ADD");
                self.word("");
                self.item_list(columns, constraints, indexes);
            }
            TableAction::AlterColumn { column, change, options } => {
                self.word("ALTER COLUMN");
                self.name(column);
                self.column_change(change);
                self.with_options(options);
            }
            TableAction::Drop(parts) => {
                self.word("DROP");
                self.word("");
                self.list(parts, Self::dropped_part);
            }
            TableAction::SwitchConstraints { check, enable, names } => {
                self.with_check(*check);
                self.word(if *enable { "CHECK CONSTRAINT" } else { "NOCHECK CONSTRAINT" });
                self.names_or_all(names);
            }
            TableAction::SwitchTriggers { enable, names } => {
                self.word(if *enable { "ENABLE TRIGGER" } else { "DISABLE TRIGGER" });
                self.names_or_all(names);
            }
            TableAction::Rebuild { partition, options } => {
                self.word("REBUILD");
                self.partition(partition);
                self.with_options(options);
            }
            TableAction::SwitchRows(target) => {
                self.word("SWITCH TO");
                self.object_name(target);
            }
            TableAction::Set(options) => {
                self.word("SET");
                self.parenthesised(options, Self::named_option);
            }
        }
    }

    fn with_check(&mut self, check: Option<bool>) {
        match check {
            Some(true) => self.word("WITH CHECK"),
            Some(false) => self.word("WITH NOCHECK"),
            None => {}
        }
    }

    fn names_or_all(&mut self, names: &[Name]) {
        self.word(if names.is_empty() { "ALL" } else { "" });
        self.list(names, Self::name);
    }

    fn column_change(&mut self, change: &ColumnChange) {
        match change {
            ColumnChange::Type { data_type, collation, nullable, is_sparse } => {
                self.type_name(data_type);
                if let Some(collation) = collation {
                    self.word("COLLATE");
                    self.name(collation);
                }
                self.nullability(*nullable);
                if *is_sparse {
                    self.word("SPARSE");
                }
            }
            ColumnChange::Property { add, property } => {
                self.word(if *add { "ADD" } else { "DROP" });
                self.word(property.words());
            }
        }
    }

    fn dropped_part(&mut self, part: &DroppedPart) {
        self.word(if part.is_column { "COLUMN" } else { "CONSTRAINT" });
        if part.if_exists {
            self.word("IF EXISTS");
        }
        self.name(&part.name);
        self.with_options(&part.options);
    }
}
