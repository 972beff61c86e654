//! Schemas, types, synonyms, and DROP of what has a name alone.

use super::ddl::{ColumnDefinition, InlineIndex, TableConstraint};
use super::name::{Name, ObjectName, TypeName};
use super::statement::Statement;

/// `CREATE SCHEMA [name] [AUTHORIZATION owner] elements`; a name or an owner is there.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct CreateSchema {
    /// Its name.
    pub name: Option<Name>,
    /// `AUTHORIZATION`.
    pub owner: Option<Name>,
    /// `CREATE TABLE`, `CREATE VIEW`, `GRANT`, `REVOKE`, `DENY`.
    pub elements: Vec<Statement>,
}

/// `ALTER SCHEMA schema TRANSFER [class::]name`.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct TransferToSchema {
    /// Where to.
    pub schema: Name,
    /// `OBJECT`, `TYPE` and the like.
    pub class: Vec<Name>,
    /// What.
    pub name: ObjectName,
}

/// `CREATE TYPE name FROM base [NULL | NOT NULL]`, or `CREATE TYPE name AS TABLE (...)`.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct CreateType {
    /// Its name.
    pub name: ObjectName,
    /// What it is.
    pub kind: UserType,
}

/// The kinds of users' types.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum UserType {
    /// Another name for a type.
    Alias {
        /// The type.
        base: TypeName,
        /// `NULL` or `NOT NULL`, if said.
        nullable: Option<bool>,
    },
    /// A table type.
    Table {
        /// Its columns; at least one.
        columns: Vec<ColumnDefinition>,
        /// Its constraints.
        constraints: Vec<TableConstraint>,
        /// Its indexes.
        indexes: Vec<InlineIndex>,
    },
}

/// `DROP kind [IF EXISTS] names`.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct DropObjects {
    /// Of what kind they are.
    pub kind: DroppedKind,
    /// `IF EXISTS`.
    pub if_exists: bool,
    /// At least one.
    pub names: Vec<ObjectName>,
}

/// Kinds of what DROP takes by name.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum DroppedKind {
    /// `PROCEDURE`.
    Procedure,
    /// `FUNCTION`.
    Function,
    /// `VIEW`.
    View,
    /// `SCHEMA`.
    Schema,
    /// `TYPE`.
    Type,
    /// `SYNONYM`.
    Synonym,
    /// `STATISTICS`; each name is `table.statistics`.
    Statistics,
    /// `LOGIN`.
    Login,
    /// `USER`.
    User,
    /// `ROLE`.
    Role,
    /// `SERVER ROLE`.
    ServerRole,
}

impl DroppedKind {
    /// How it is written.
    pub fn words(self) -> &'static str {
        match self {
            DroppedKind::Procedure => "PROCEDURE",
            DroppedKind::Function => "FUNCTION",
            DroppedKind::View => "VIEW",
            DroppedKind::Schema => "SCHEMA",
            DroppedKind::Type => "TYPE",
            DroppedKind::Synonym => "SYNONYM",
            DroppedKind::Statistics => "STATISTICS",
            DroppedKind::Login => "LOGIN",
            DroppedKind::User => "USER",
            DroppedKind::Role => "ROLE",
            DroppedKind::ServerRole => "SERVER ROLE",
        }
    }

    /// Whether one statement drops several.
    pub fn takes_list(self) -> bool {
        use DroppedKind::{Function, Procedure, Statistics, View};
        matches!(self, Procedure | Function | View | Statistics)
    }
}
