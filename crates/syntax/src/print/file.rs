//! Prints CREATE DATABASE and ALTER DATABASE with their files and options.

use super::printer::Printer;
use crate::ast::{
    AlterDatabase, AlterDatabaseSet, CreateDatabase, DatabaseChange, DatabaseOrigin, FileGrowth, FileSize, FileSizeMax,
    FileSpec, Filegroup, Literal, Name, ScopedChange, Termination,
};

impl Printer {
    /// Prints CREATE DATABASE with its filegroups, log files and origin.
    pub(crate) fn create_database(&mut self, database: &CreateDatabase) {
        self.word("CREATE DATABASE");
        self.name(&database.name);
        if let Some(containment) = &database.containment {
            self.word("CONTAINMENT =");
            self.any_word(containment);
        }
        if !database.filegroups.is_empty() {
            self.word("ON");
            self.word("");
            self.list(&database.filegroups, Self::filegroup);
        }
        if !database.log.is_empty() {
            self.word("LOG ON");
            self.word("");
            self.list(&database.log, Self::file_spec);
        }
        if let Some(collation) = &database.collation {
            self.word("COLLATE");
            self.name(collation);
        }
        match &database.origin {
            None => {}
            Some(DatabaseOrigin::Attach) => self.word("FOR ATTACH"),
            Some(DatabaseOrigin::AttachRebuildLog) => self.word("FOR ATTACH_REBUILD_LOG"),
            Some(DatabaseOrigin::SnapshotOf(name)) => {
                self.word("AS SNAPSHOT OF");
                self.name(name);
            }
            Some(DatabaseOrigin::CopyOf { server, database, objective }) => {
                self.word("AS COPY OF");
                if let Some(server) = server {
                    self.name(server);
                    self.raw(".");
                    self.glue();
                }
                self.name(database);
                if let Some(objective) = objective {
                    self.word("(");
                    self.glue();
                    self.database_option(objective);
                    self.raw(")");
                }
            }
        }
        if !database.options.is_empty() {
            self.word("WITH");
            self.word("");
            self.list(&database.options, Self::database_option);
        }
    }

    fn filegroup(&mut self, group: &Filegroup) {
        match &group.name {
            None => self.word("PRIMARY"),
            Some(name) => {
                self.word("FILEGROUP");
                self.name(name);
            }
        }
        if let Some(contains) = &group.contains {
            self.word("CONTAINS");
            self.any_word(contains);
        }
        if group.is_default {
            self.word("DEFAULT");
        }
        self.word("");
        self.list(&group.files, Self::file_spec);
    }

    fn file_spec(&mut self, file: &FileSpec) {
        self.word("(");
        let mut parts = Vec::new();
        for (word, name) in [("NAME", &file.name), ("NEWNAME", &file.new_name)] {
            if let Some(name) = name {
                parts.push(part(word, |printer| printer.name(name)));
            }
        }
        if let Some(text) = &file.file {
            parts.push(part("FILENAME", |printer| printer.literal(&Literal::NationalString(text.clone()))));
        }
        if let Some(size) = &file.size {
            parts.push(part("SIZE", |printer| printer.file_size(size)));
        }
        if let Some(size) = &file.size_max {
            parts.push(part("MAXSIZE", |printer| match size {
                FileSizeMax::Unlimited => printer.word("UNLIMITED"),
                FileSizeMax::Size(size) => printer.file_size(size),
            }));
        }
        if let Some(growth) = &file.growth {
            parts.push(part("FILEGROWTH", |printer| match growth {
                FileGrowth::Percent(percent) => printer.word(&format!("{percent}%")),
                FileGrowth::Size(size) => printer.file_size(size),
            }));
        }
        if file.offline {
            parts.push("OFFLINE".to_owned());
        }
        self.raw(&parts.join(", "));
        self.raw(")");
    }

    /// Prints a size with its unit, without a blank between them.
    pub(crate) fn file_size(&mut self, size: &FileSize) {
        self.word(&size.number.to_string());
        if let Some(unit) = size.unit {
            self.raw(unit.word());
        }
    }

    fn database_or_current(&mut self, database: &Option<Name>) {
        self.word("ALTER DATABASE");
        match database {
            Some(name) => self.name(name),
            None => self.word("CURRENT"),
        }
    }

    /// Prints `ALTER DATABASE` without SET. There is one change, whose words follow the name.
    pub(crate) fn alter_database(&mut self, alter: &AlterDatabase) {
        self.database_or_current(&alter.database);
        self.word(alter.change.words());
        self.word("");
        match &alter.change {
            DatabaseChange::AddFiles { files, filegroup } => {
                self.list(files, Self::file_spec);
                if let Some(filegroup) = filegroup {
                    self.word("TO FILEGROUP");
                    self.name(filegroup);
                }
            }
            DatabaseChange::AddLogFiles(files) => self.list(files, Self::file_spec),
            DatabaseChange::ModifyFile(file) => self.file_spec(file),
            DatabaseChange::RemoveFile(name)
            | DatabaseChange::RemoveFilegroup(name)
            | DatabaseChange::Collate(name) => self.name(name),
            DatabaseChange::ModifyName(name) => {
                self.word("=");
                self.name(name);
            }
            DatabaseChange::AddFilegroup { name, contains } => {
                self.name(name);
                if let Some(contains) = contains {
                    self.word("CONTAINS");
                    self.any_word(contains);
                }
            }
            DatabaseChange::ModifyFilegroup { name, change, termination } => {
                self.name(name);
                self.named_option(change);
                self.termination(*termination);
            }
        }
    }

    /// Prints `ALTER DATABASE ... SET` with its options and the termination, if present.
    pub(crate) fn alter_database_set(&mut self, alter: &AlterDatabaseSet) {
        self.database_or_current(&alter.database);
        self.word("SET");
        self.word("");
        self.list(&alter.options, Self::database_option);
        self.termination(alter.termination);
    }

    fn termination(&mut self, termination: Option<Termination>) {
        match termination {
            None => {}
            Some(Termination::NoWait) => self.word("WITH NO_WAIT"),
            Some(Termination::RollbackImmediate) => self.word("WITH ROLLBACK IMMEDIATE"),
            Some(Termination::RollbackAfter { seconds }) => {
                self.word(&format!("WITH ROLLBACK AFTER {seconds} SECONDS"));
            }
        }
    }

    /// Prints ALTER DATABASE SCOPED CONFIGURATION: one option, or the clearing of the plan cache.
    pub(crate) fn alter_scoped_configuration(&mut self, change: &ScopedChange) {
        self.word("ALTER DATABASE SCOPED CONFIGURATION");
        match change {
            ScopedChange::ClearProcedureCache => self.word("CLEAR PROCEDURE_CACHE"),
            ScopedChange::Set { secondary, option } => {
                self.word(if *secondary { "FOR SECONDARY SET" } else { "SET" });
                self.word("");
                self.database_option(option);
            }
        }
    }
}

/// `word = value`.
fn part(word: &str, print: impl FnOnce(&mut Printer)) -> String {
    let mut printer = Printer::default();
    printer.word(word);
    printer.word("=");
    print(&mut printer);
    printer.out
}
