//! Schemas, types, synonyms, and DROP of objects identified by name alone.

use super::printer::Printer;
use crate::ast::{CreateSchema, CreateType, DropObjects, Name, TransferToSchema, UserType};

impl Printer {
    /// Prints DROP of objects of one kind.
    pub(crate) fn drop_objects(&mut self, drop: &DropObjects) {
        self.word("DROP");
        self.word(drop.kind.words());
        self.word(if drop.if_exists { "IF EXISTS" } else { "" });
        self.word("");
        self.list(&drop.names, Self::object_name);
    }

    /// Prints CREATE SCHEMA with its elements on lines of their own.
    pub(crate) fn create_schema(&mut self, schema: &CreateSchema) {
        self.word("CREATE SCHEMA");
        if let Some(name) = &schema.name {
            self.name(name);
        }
        if let Some(owner) = &schema.owner {
            self.word("AUTHORIZATION");
            self.name(owner);
        }
        self.indented(|printer| {
            for element in &schema.elements {
                printer.line();
                printer.statement(element);
            }
        });
    }

    /// Prints `ALTER SCHEMA ... TRANSFER`.
    pub(crate) fn transfer_to_schema(&mut self, transfer: &TransferToSchema) {
        self.word("ALTER SCHEMA");
        self.name(&transfer.schema);
        self.word("TRANSFER");
        self.class(&transfer.class);
        self.object_name(&transfer.name);
    }

    /// Prints `class::`, if any. The next word follows without a blank.
    pub(crate) fn class(&mut self, class: &[Name]) {
        for word in class {
            self.any_word(word);
        }
        if !class.is_empty() {
            self.raw("::");
            self.glue();
        }
    }

    /// Prints CREATE TYPE: an alias or a table type.
    pub(crate) fn create_type(&mut self, definition: &CreateType) {
        self.word("CREATE TYPE");
        self.object_name(&definition.name);
        match &definition.kind {
            UserType::Alias { base, nullable } => {
                self.word("FROM");
                self.type_name(base);
                self.nullability(*nullable);
            }
            UserType::Table { columns, constraints, indexes } => {
                self.word("AS TABLE");
                self.table_items(columns, constraints, indexes);
            }
        }
    }
}
