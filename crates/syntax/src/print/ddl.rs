//! Prints tables: CREATE TABLE, table variables and their columns, constraints and indexes.

use super::printer::Printer;
use crate::ast::{
    ColumnDefinition, ColumnOptionKind, ColumnSource, ConstraintKind, CreateTable, InlineIndex, Name, TableConstraint,
    TableVariable,
};

impl Printer {
    /// Prints CREATE TABLE with its filegroups and options.
    pub(crate) fn create_table(&mut self, table: &CreateTable) {
        self.word("CREATE TABLE");
        self.object_name(&table.name);
        self.table_items(&table.columns, &table.constraints, &table.indexes);
        self.on_filegroup(&table.filegroup);
        if let Some(filegroup) = &table.lob_filegroup {
            self.word("TEXTIMAGE_ON");
            self.name(filegroup);
        }
        self.with_options(&table.options);
    }

    /// Prints `DECLARE @t TABLE`.
    pub(crate) fn declare_table(&mut self, table: &TableVariable) {
        self.word("DECLARE");
        self.variable(&table.name);
        self.word("TABLE");
        self.table_items(&table.columns, &table.constraints, &table.indexes);
    }

    /// Prints `(columns, constraints, indexes)`.
    pub(crate) fn table_items(
        &mut self,
        columns: &[ColumnDefinition],
        constraints: &[TableConstraint],
        indexes: &[InlineIndex],
    ) {
        self.word("(");
        self.item_list(columns, constraints, indexes);
        self.raw(")");
    }

    /// Prints columns, then constraints, then indexes, separated by commas. The order in which they
    /// were written relative to each other is unknown.
    pub(crate) fn item_list(
        &mut self,
        columns: &[ColumnDefinition],
        constraints: &[TableConstraint],
        indexes: &[InlineIndex],
    ) {
        let mut separator = "";
        for column in columns {
            self.raw(std::mem::replace(&mut separator, ", "));
            self.column(column);
        }
        for constraint in constraints {
            self.raw(std::mem::replace(&mut separator, ", "));
            self.constraint(constraint);
        }
        for index in indexes {
            self.raw(std::mem::replace(&mut separator, ", "));
            self.inline_index(index);
        }
    }

    fn column(&mut self, column: &ColumnDefinition) {
        self.name(&column.name);
        match &column.source {
            ColumnSource::Type(data_type) => self.type_name(data_type),
            ColumnSource::Computed { value, persisted } => {
                self.word("AS (");
                self.expression(value);
                self.raw(")");
                if *persisted {
                    self.word("PERSISTED");
                }
            }
        }
        for option in &column.options {
            self.column_option(&option.kind);
        }
    }

    fn column_option(&mut self, option: &ColumnOptionKind) {
        match option {
            ColumnOptionKind::Null => self.word("NULL"),
            ColumnOptionKind::NotNull => self.word("NOT NULL"),
            ColumnOptionKind::Identity(None) => self.word("IDENTITY"),
            ColumnOptionKind::Identity(Some((seed, increment))) => {
                self.word("IDENTITY(");
                self.expression(seed);
                self.raw(", ");
                self.expression(increment);
                self.raw(")");
            }
            ColumnOptionKind::Collate(name) => {
                self.word("COLLATE");
                self.name(name);
            }
            ColumnOptionKind::RowGuid => self.word("ROWGUIDCOL"),
            ColumnOptionKind::NotForReplication => self.word("NOT FOR REPLICATION"),
            ColumnOptionKind::Sparse => self.word("SPARSE"),
            ColumnOptionKind::ColumnSet => self.word("COLUMN_SET FOR ALL_SPARSE_COLUMNS"),
            ColumnOptionKind::Default { name, value, with_values } => {
                self.constraint_name(name);
                self.word("DEFAULT (");
                self.expression(value);
                self.raw(")");
                self.with_values(*with_values);
            }
            ColumnOptionKind::Index(index) => self.inline_index(index),
            ColumnOptionKind::Constraint(constraint) => self.constraint(constraint),
        }
    }

    fn constraint_name(&mut self, name: &Option<Name>) {
        if let Some(name) = name {
            self.word("CONSTRAINT");
            self.name(name);
        }
    }

    fn with_values(&mut self, with_values: bool) {
        if with_values {
            self.word("WITH VALUES");
        }
    }

    fn constraint(&mut self, constraint: &TableConstraint) {
        self.constraint_name(&constraint.name);
        match &constraint.kind {
            ConstraintKind::Key { primary, clustered, columns, options, filegroup } => {
                self.word(if *primary { "PRIMARY KEY" } else { "UNIQUE" });
                self.clustering(*clustered);
                if !columns.is_empty() {
                    self.key_columns(columns);
                }
                self.with_options(options);
                self.on_filegroup(filegroup);
            }
            ConstraintKind::Check { condition, not_for_replication } => {
                self.word("CHECK");
                self.not_for_replication(*not_for_replication);
                self.word("(");
                self.condition(condition);
                self.raw(")");
            }
            ConstraintKind::Default { value, column, with_values } => {
                self.word("DEFAULT (");
                self.expression(value);
                self.raw(")");
                self.word("FOR");
                self.name(column);
                self.with_values(*with_values);
            }
            ConstraintKind::ForeignKey { columns, table, referenced, on_delete, on_update, not_for_replication } => {
                if !columns.is_empty() {
                    self.word("FOREIGN KEY");
                    self.columns(columns);
                }
                self.word("REFERENCES");
                self.object_name(table);
                self.columns(referenced);
                for (event, action) in [("ON DELETE", on_delete), ("ON UPDATE", on_update)] {
                    if let Some(action) = action {
                        self.word(event);
                        self.word(action.words());
                    }
                }
                self.not_for_replication(*not_for_replication);
            }
        }
    }

    fn not_for_replication(&mut self, said: bool) {
        if said {
            self.word("NOT FOR REPLICATION");
        }
    }
}
