//! The trees of schemas' transfers, types, synonyms, defaults and rules, and of DROP of objects
//! identified by name alone.

use super::ddl::{ColumnDefinition, InlineIndex, TableConstraint};
use super::expr::{Condition, Expr};
use super::module::SourceText;
use super::name::{Name, ObjectName, TypeName};

/// `ALTER SCHEMA schema TRANSFER [class::]name`.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct TransferToSchema {
    /// The target schema.
    pub schema: Name,
    /// The words before `::`, such as `OBJECT` or `TYPE`; empty if omitted.
    pub class: Vec<Name>,
    /// The moved object.
    pub name: ObjectName,
}

/// `CREATE TYPE name FROM base [NULL | NOT NULL]`, or `CREATE TYPE name AS TABLE (...)`.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct CreateType {
    /// The name.
    pub name: ObjectName,
    /// The definition.
    pub kind: UserType,
}

/// The kinds of user-defined types.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum UserType {
    /// Another name for a type.
    Alias {
        /// The type.
        base: TypeName,
        /// `NULL` or `NOT NULL`; `None` if omitted.
        nullable: Option<bool>,
    },
    /// A table type.
    Table {
        /// Its columns. Empty if only constraints or indexes were written.
        columns: Vec<ColumnDefinition>,
        /// Its constraints.
        constraints: Vec<TableConstraint>,
        /// Its indexes.
        indexes: Vec<InlineIndex>,
    },
}

/// `CREATE DEFAULT name AS value`.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct CreateDefault {
    /// The name.
    pub name: ObjectName,
    /// The value.
    pub value: Expr,
    /// The source text of the whole batch.
    pub text: SourceText,
}

/// `CREATE RULE name AS condition`.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct CreateRule {
    /// The name.
    pub name: ObjectName,
    /// The condition, with one variable for the checked value.
    pub condition: Condition,
    /// The source text of the whole batch.
    pub text: SourceText,
}

/// `DROP kind [IF EXISTS] names`.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct DropObjects {
    /// The kind of the objects.
    pub kind: DroppedKind,
    /// `IF EXISTS`.
    pub if_exists: bool,
    /// Never empty.
    pub names: Vec<ObjectName>,
}

/// The kinds of objects that DROP takes by name.
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
    /// `DEFAULT`.
    Default,
    /// `RULE`.
    Rule,
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
    /// `APPLICATION ROLE`.
    ApplicationRole,
}

impl DroppedKind {
    /// Returns the T-SQL keywords.
    pub fn words(self) -> &'static str {
        match self {
            DroppedKind::Procedure => "PROCEDURE",
            DroppedKind::Function => "FUNCTION",
            DroppedKind::View => "VIEW",
            DroppedKind::Schema => "SCHEMA",
            DroppedKind::Type => "TYPE",
            DroppedKind::Synonym => "SYNONYM",
            DroppedKind::Default => "DEFAULT",
            DroppedKind::Rule => "RULE",
            DroppedKind::Statistics => "STATISTICS",
            DroppedKind::Login => "LOGIN",
            DroppedKind::User => "USER",
            DroppedKind::Role => "ROLE",
            DroppedKind::ServerRole => "SERVER ROLE",
            DroppedKind::ApplicationRole => "APPLICATION ROLE",
        }
    }

    /// Whether one DROP can name several objects of this kind. The parser rejects a second name of
    /// any other kind.
    pub fn takes_list(self) -> bool {
        use DroppedKind::{Default, Function, Procedure, Rule, Statistics, View};
        matches!(self, Procedure | Function | View | Statistics | Default | Rule)
    }
}
