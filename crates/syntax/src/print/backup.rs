//! Prints BACKUP, RESTORE, BULK INSERT, INSERT BULK.

use super::printer::Printer;
use crate::ast::{Backup, BackupDevice, BulkInsert, InsertBulk, KeyColumn, Literal, Name, NamedOption, Restore};

impl Printer {
    /// Prints BACKUP with its devices, mirrors and options.
    pub(crate) fn backup(&mut self, backup: &Backup) {
        self.word(if backup.of_log { "BACKUP LOG" } else { "BACKUP DATABASE" });
        self.name_or_variable(&backup.database);
        self.parts(&backup.parts);
        self.word("TO");
        self.devices(&backup.devices);
        for mirror in &backup.mirrors {
            self.word("MIRROR TO");
            self.devices(mirror);
        }
        self.with_option_list(&backup.options);
    }

    /// Prints RESTORE; its MOVEs come after the options.
    pub(crate) fn restore(&mut self, restore: &Restore) {
        self.word("RESTORE");
        self.word(restore.kind.word());
        if let Some(database) = &restore.database {
            self.name_or_variable(database);
        }
        self.parts(&restore.parts);
        if !restore.devices.is_empty() {
            self.word("FROM");
            self.devices(&restore.devices);
        }
        self.with_option_list(&restore.options);
        let mut separator = if restore.options.is_empty() { " WITH" } else { "," };
        for (file, place) in &restore.moves {
            self.raw(std::mem::replace(&mut separator, ","));
            self.word("MOVE");
            self.literal(&Literal::NationalString(file.clone()));
            self.word("TO");
            self.literal(&Literal::NationalString(place.clone()));
        }
    }

    /// Prints BULK INSERT with its options. The file is a string with N.
    pub(crate) fn bulk_insert(&mut self, insert: &BulkInsert) {
        self.word("BULK INSERT");
        self.object_name(&insert.table);
        self.word("FROM");
        self.literal(&Literal::NationalString(insert.file.clone()));
        self.bulk_options(&insert.options, &insert.order);
    }

    /// Prints INSERT BULK with its columns, whose NULL is printed only if it was written.
    pub(crate) fn insert_bulk(&mut self, insert: &InsertBulk) {
        self.word("INSERT BULK");
        self.object_name(&insert.table);
        self.raw(" (");
        self.list(&insert.columns, |printer, column| {
            printer.name(&column.name);
            printer.type_name(&column.data_type);
            if let Some(collation) = &column.collation {
                printer.word("COLLATE");
                printer.name(collation);
            }
            match column.nullable {
                Some(true) => printer.word("NULL"),
                Some(false) => printer.word("NOT NULL"),
                None => {}
            }
        });
        self.raw(")");
        self.bulk_options(&insert.options, &insert.order);
    }

    fn bulk_options(&mut self, options: &[NamedOption], order: &[KeyColumn]) {
        if options.is_empty() && order.is_empty() {
            return;
        }
        self.word("WITH (");
        self.list(options, Self::named_option);
        if !order.is_empty() {
            if !options.is_empty() {
                self.raw(", ");
            }
            self.bulk_order(order);
        }
        self.raw(")");
    }

    /// Prints ORDER with its columns.
    pub(crate) fn bulk_order(&mut self, order: &[KeyColumn]) {
        self.word("ORDER");
        self.key_columns(order);
    }

    fn parts(&mut self, parts: &[NamedOption]) {
        if !parts.is_empty() {
            self.word("");
            self.list(parts, Self::named_option);
        }
    }

    fn devices(&mut self, devices: &[BackupDevice]) {
        self.word("");
        self.list(devices, |printer, device| match device {
            BackupDevice::Named(name) => printer.name_or_variable(name),
            BackupDevice::File { medium, file } => {
                printer.any_word(medium);
                printer.word("=");
                printer.option_value(file);
            }
        });
    }

    fn name_or_variable(&mut self, name: &Name) {
        if name.text.starts_with('@') { self.variable(name) } else { self.name(name) }
    }
}
