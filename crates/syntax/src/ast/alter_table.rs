//! ALTER TABLE.

use super::ddl::{ColumnDefinition, InlineIndex, TableConstraint};
use super::index::Partition;
use super::name::{Name, ObjectName, TypeName};
use super::option::NamedOption;

/// `ALTER TABLE name action`.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct AlterTable {
    /// The table.
    pub table: ObjectName,
    /// What is done.
    pub action: TableAction,
}

/// What ALTER TABLE does.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum TableAction {
    /// `[WITH CHECK | NOCHECK] ADD items`.
    Add {
        /// Whether rows that are there already are checked, if said.
        check: Option<bool>,
        /// New columns.
        columns: Vec<ColumnDefinition>,
        /// New constraints.
        constraints: Vec<TableConstraint>,
        /// New indexes.
        indexes: Vec<InlineIndex>,
    },
    /// `ALTER COLUMN column change [WITH (...)]`.
    AlterColumn {
        /// The column.
        column: Name,
        /// What changes.
        change: ColumnChange,
        /// `WITH`.
        options: Vec<NamedOption>,
    },
    /// `DROP items`.
    Drop(Vec<DroppedPart>),
    /// `[WITH CHECK | NOCHECK] CHECK | NOCHECK CONSTRAINT names | ALL`.
    SwitchConstraints {
        /// Whether rows that are there already are checked, if said.
        check: Option<bool>,
        /// `CHECK` (else `NOCHECK`).
        enable: bool,
        /// Empty is `ALL`.
        names: Vec<Name>,
    },
    /// `ENABLE | DISABLE TRIGGER names | ALL`.
    SwitchTriggers {
        /// `ENABLE`.
        enable: bool,
        /// Empty is `ALL`.
        names: Vec<Name>,
    },
    /// `REBUILD [PARTITION = ...] [WITH (...)]`.
    Rebuild {
        /// `PARTITION =`.
        partition: Option<Partition>,
        /// `WITH`.
        options: Vec<NamedOption>,
    },
    /// `SET (...)`.
    Set(Vec<NamedOption>),
}

/// What ALTER COLUMN changes.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum ColumnChange {
    /// `type [COLLATE name] [NULL | NOT NULL]`.
    Type {
        /// The new type.
        data_type: TypeName,
        /// `COLLATE`.
        collation: Option<Name>,
        /// `NULL` or `NOT NULL`, if said.
        nullable: Option<bool>,
    },
    /// `ADD | DROP property`.
    Property {
        /// `ADD` (else `DROP`).
        add: bool,
        /// Which one.
        property: ColumnProperty,
    },
}

/// What a column has or has not.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum ColumnProperty {
    /// `ROWGUIDCOL`.
    RowGuid,
    /// `PERSISTED`.
    Persisted,
    /// `NOT FOR REPLICATION`.
    NotForReplication,
    /// `SPARSE`.
    Sparse,
    /// `HIDDEN`.
    Hidden,
}

/// `[CONSTRAINT] [IF EXISTS] name [WITH (...)]`, or `COLUMN [IF EXISTS] name`.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct DroppedPart {
    /// A column (else a constraint).
    pub is_column: bool,
    /// `IF EXISTS`.
    pub if_exists: bool,
    /// Its name.
    pub name: Name,
    /// `WITH`, of a constraint.
    pub options: Vec<NamedOption>,
}

impl ColumnProperty {
    /// How it is written.
    pub fn words(self) -> &'static str {
        match self {
            ColumnProperty::RowGuid => "ROWGUIDCOL",
            ColumnProperty::Persisted => "PERSISTED",
            ColumnProperty::NotForReplication => "NOT FOR REPLICATION",
            ColumnProperty::Sparse => "SPARSE",
            ColumnProperty::Hidden => "HIDDEN",
        }
    }
}
