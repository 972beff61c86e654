//! Prints indexes and statistics.

use super::printer::Printer;
use crate::ast::{
    AlterIndex, Condition, CreateIndex, CreateStatistics, DropIndex, IndexAction, InlineIndex, KeyColumn, Name,
    Partition, UpdateStatistics,
};

impl Printer {
    /// Prints CREATE INDEX with its keys, included columns, condition, options and filegroup.
    pub(crate) fn create_index(&mut self, index: &CreateIndex) {
        self.word("CREATE");
        self.index_words(index.unique, index.clustered);
        self.word("INDEX");
        self.name(&index.name);
        self.word("ON");
        self.object_name(&index.table);
        self.key_columns(&index.columns);
        self.index_tail(&index.include, &index.condition);
        self.with_options(&index.options);
        self.on_filegroup(&index.filegroup);
    }

    /// Prints `INDEX` within a table definition. An index without keys has no list.
    pub(crate) fn inline_index(&mut self, index: &InlineIndex) {
        self.word("INDEX");
        self.name(&index.name);
        self.index_words(index.unique, index.clustered);
        if !index.columns.is_empty() {
            self.key_columns(&index.columns);
        }
        self.index_tail(&index.include, &index.condition);
        self.with_options(&index.options);
        self.on_filegroup(&index.filegroup);
    }

    fn index_words(&mut self, unique: bool, clustered: Option<bool>) {
        if unique {
            self.word("UNIQUE");
        }
        self.clustering(clustered);
    }

    /// Prints CLUSTERED or NONCLUSTERED if one was written.
    pub(crate) fn clustering(&mut self, clustered: Option<bool>) {
        match clustered {
            Some(true) => self.word("CLUSTERED"),
            Some(false) => self.word("NONCLUSTERED"),
            None => {}
        }
    }

    fn index_tail(&mut self, include: &[Name], condition: &Option<Condition>) {
        if !include.is_empty() {
            self.word("INCLUDE");
            self.columns(include);
        }
        self.filter(condition);
    }

    /// Prints `ON filegroup`, if there is one.
    pub(crate) fn on_filegroup(&mut self, filegroup: &Option<Name>) {
        if let Some(filegroup) = filegroup {
            self.word("ON");
            self.name(filegroup);
        }
    }

    /// Prints key columns in parentheses; ascending order isn't printed.
    pub(crate) fn key_columns(&mut self, columns: &[KeyColumn]) {
        self.parenthesised(columns, |printer, column| {
            printer.name(&column.name);
            if column.descending {
                printer.word("DESC");
            }
        });
    }

    /// Prints ALTER INDEX with its one action; no name means ALL.
    pub(crate) fn alter_index(&mut self, alter: &AlterIndex) {
        self.word("ALTER INDEX");
        match &alter.index {
            Some(name) => self.name(name),
            None => self.word("ALL"),
        }
        self.word("ON");
        self.object_name(&alter.table);
        match &alter.action {
            IndexAction::Rebuild { partition, options } => {
                self.word("REBUILD");
                self.partition(partition);
                self.with_options(options);
            }
            IndexAction::Reorganize { partition, options } => {
                self.word("REORGANIZE");
                self.partition(partition);
                self.with_options(options);
            }
            IndexAction::Disable => self.word("DISABLE"),
            IndexAction::Set(options) => {
                self.word("SET");
                self.parenthesised(options, Self::named_option);
            }
        }
    }

    /// Prints `PARTITION = ALL` or a number, if one was written.
    pub(crate) fn partition(&mut self, partition: &Option<Partition>) {
        match partition {
            None => {}
            Some(Partition::All) => self.word("PARTITION = ALL"),
            Some(Partition::Number(number)) => self.word(&format!("PARTITION = {number}")),
        }
    }

    /// Prints DROP INDEX in the form `index ON table`.
    pub(crate) fn drop_index(&mut self, drop: &DropIndex) {
        self.word(if drop.if_exists { "DROP INDEX IF EXISTS" } else { "DROP INDEX" });
        self.word("");
        self.list(&drop.indexes, |printer, index| {
            printer.name(&index.name);
            printer.word("ON");
            printer.object_name(&index.table);
            printer.with_options(&index.options);
        });
    }

    /// Prints CREATE STATISTICS with its columns, condition and options.
    pub(crate) fn create_statistics(&mut self, statistics: &CreateStatistics) {
        self.word("CREATE STATISTICS");
        self.name(&statistics.name);
        self.word("ON");
        self.object_name(&statistics.table);
        self.columns(&statistics.columns);
        self.filter(&statistics.condition);
        self.with_option_list(&statistics.options);
    }

    /// Prints UPDATE STATISTICS with the names in parentheses and the options.
    pub(crate) fn update_statistics(&mut self, statistics: &UpdateStatistics) {
        self.word("UPDATE STATISTICS");
        self.object_name(&statistics.table);
        self.columns(&statistics.names);
        self.with_option_list(&statistics.options);
    }
}
