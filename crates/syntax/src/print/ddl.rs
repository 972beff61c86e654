//! Tables and databases.

use super::printer::Printer;
use crate::ast::{
    AlterDatabaseSet, Backup, ColumnDefinition, ColumnOptionKind, ColumnSource, ConstraintKind, CreateTable,
    DatabaseOption, DatabaseOptionValue, Literal, Name, TableConstraint, TableVariable, Termination,
};
use crate::keyword::{self, Keyword};

impl Printer {
    /// `CREATE TABLE`.
    pub(crate) fn create_table(&mut self, table: &CreateTable) {
        self.word("CREATE TABLE");
        self.object_name(&table.name);
        self.table_items(&table.columns, &table.constraints);
        if let Some(filegroup) = &table.filegroup {
            self.word("ON");
            self.name(filegroup);
        }
    }

    /// `DECLARE @t TABLE`.
    pub(crate) fn declare_table(&mut self, table: &TableVariable) {
        self.word("DECLARE");
        self.variable(&table.name);
        self.word("TABLE");
        self.table_items(&table.columns, &table.constraints);
    }

    fn table_items(&mut self, columns: &[ColumnDefinition], constraints: &[TableConstraint]) {
        self.word("(");
        self.list(columns, Self::column);
        for (index, constraint) in constraints.iter().enumerate() {
            if index > 0 || !columns.is_empty() {
                self.raw(", ");
            }
            self.constraint(constraint);
        }
        self.raw(")");
    }

    /// `ALTER DATABASE ... SET`.
    pub(crate) fn alter_database_set(&mut self, alter: &AlterDatabaseSet) {
        self.word("ALTER DATABASE");
        match &alter.database {
            Some(name) => self.name(name),
            None => self.word("CURRENT"),
        }
        self.word("SET");
        self.word("");
        self.list(&alter.options, Self::database_option);
        match alter.termination {
            None => {}
            Some(Termination::NoWait) => self.word("WITH NO_WAIT"),
            Some(Termination::RollbackImmediate) => self.word("WITH ROLLBACK IMMEDIATE"),
            Some(Termination::RollbackAfter { seconds }) => {
                self.word(&format!("WITH ROLLBACK AFTER {seconds} SECONDS"));
            }
        }
    }

    /// `BACKUP`.
    pub(crate) fn backup(&mut self, backup: &Backup) {
        self.word(if backup.of_log { "BACKUP LOG" } else { "BACKUP DATABASE" });
        self.name(&backup.database);
        self.word("TO");
        self.word("");
        self.list(&backup.files, |printer, file| {
            printer.word("DISK =");
            printer.literal(&Literal::NationalString(file.clone()));
        });
        if !backup.options.is_empty() {
            self.word("WITH");
            self.word("");
            self.list(&backup.options, Self::any_word);
        }
    }

    /// `ALTER DATABASE SCOPED CONFIGURATION`.
    pub(crate) fn alter_scoped_configuration(&mut self, option: &DatabaseOption) {
        self.word("ALTER DATABASE SCOPED CONFIGURATION SET");
        self.word("");
        self.database_option(option);
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
            ColumnOptionKind::Sparse => self.word("SPARSE"),
            ColumnOptionKind::Default { name, value } => {
                self.constraint_name(name);
                self.word("DEFAULT (");
                self.expression(value);
                self.raw(")");
            }
            ColumnOptionKind::Constraint(constraint) => self.constraint(constraint),
        }
    }

    fn constraint_name(&mut self, name: &Option<Name>) {
        if let Some(name) = name {
            self.word("CONSTRAINT");
            self.name(name);
        }
    }

    fn constraint(&mut self, constraint: &TableConstraint) {
        self.constraint_name(&constraint.name);
        match &constraint.kind {
            ConstraintKind::Key { primary, clustered, columns } => {
                self.word(if *primary { "PRIMARY KEY" } else { "UNIQUE" });
                match clustered {
                    Some(true) => self.word("CLUSTERED"),
                    Some(false) => self.word("NONCLUSTERED"),
                    None => {}
                }
                if !columns.is_empty() {
                    self.parenthesised(columns, |printer, column| {
                        printer.name(&column.name);
                        if column.descending {
                            printer.word("DESC");
                        }
                    });
                }
            }
            ConstraintKind::Check(condition) => {
                self.word("CHECK (");
                self.condition(condition);
                self.raw(")");
            }
            ConstraintKind::ForeignKey { columns, table, referenced, on_delete, on_update } => {
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
            }
        }
    }

    fn database_option(&mut self, option: &DatabaseOption) {
        self.any_word(&option.name);
        match &option.value {
            None => {}
            Some(DatabaseOptionValue::Word(word)) => {
                if takes_equals(option, word) {
                    self.word("=");
                }
                self.any_word(word);
            }
            Some(DatabaseOptionValue::Literal { value, unit }) => {
                self.word("=");
                self.literal(value);
                if let Some(unit) = unit {
                    self.name(unit);
                }
            }
        }
    }
}

/// Whether `=` stands before an option's word: SQL Server's grammar differs from option to option.
fn takes_equals(option: &DatabaseOption, word: &Name) -> bool {
    let bare = [None, Some(Keyword::On), Some(Keyword::Off), Some(Keyword::Full)];
    EQUALS_OPTIONS.iter().any(|name| option.name.is(name)) || !bare.contains(&keyword::lookup(&word.text))
}

/// Options whose value follows an equals sign.
const EQUALS_OPTIONS: [&str; 10] = [
    "ACCELERATED_DATABASE_RECOVERY",
    "CHANGE_TRACKING",
    "CONTAINMENT",
    "DEFAULT_FULLTEXT_LANGUAGE",
    "DEFAULT_LANGUAGE",
    "DELAYED_DURABILITY",
    "MEMORY_OPTIMIZED_ELEVATE_TO_SNAPSHOT",
    "NESTED_TRIGGERS",
    "QUERY_STORE",
    "TRANSFORM_NOISE_WORDS",
];
