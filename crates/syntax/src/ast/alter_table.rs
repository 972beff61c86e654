//! The tree of ALTER TABLE. It holds what was written: no name is looked up, and an omitted clause
//! is `None` or empty. Forms that the parser refuses by name, such as SWITCH PARTITION, have no
//! node.

use super::ddl::{ColumnDefinition, InlineIndex, TableConstraint};
use super::index::Partition;
use super::name::{Name, ObjectName, TypeName};
use super::option::NamedOption;

/// `ALTER TABLE name action`.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct AlterTable {
    /// The table.
    pub table: ObjectName,
    /// The change.
    pub action: TableAction,
}

/// The change that ALTER TABLE makes.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum TableAction {
    /// `[WITH CHECK | NOCHECK] ADD items`.
    Add {
        /// Whether existing rows are checked; `None` if omitted.
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
        /// The change to the column.
        change: ColumnChange,
        /// `WITH`.
        options: Vec<NamedOption>,
    },
    /// `DROP items`.
    Drop(Vec<DroppedPart>),
    /// `[WITH CHECK | NOCHECK] CHECK | NOCHECK CONSTRAINT names | ALL`.
    SwitchConstraints {
        /// Whether existing rows are checked; `None` if omitted.
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
    /// `SWITCH TO table`.
    SwitchRows(ObjectName),
}

/// The change that ALTER COLUMN makes.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum ColumnChange {
    /// `type [COLLATE name] [NULL | NOT NULL] [SPARSE]`.
    Type {
        /// The new type.
        data_type: TypeName,
        /// `COLLATE`.
        collation: Option<Name>,
        /// `NULL` or `NOT NULL`; `None` if omitted.
        nullable: Option<bool>,
        /// `SPARSE`.
        is_sparse: bool,
    },
    /// `ADD | DROP property`.
    Property {
        /// `ADD` (else `DROP`).
        add: bool,
        /// The property.
        property: ColumnProperty,
    },
}

/// A column property that ALTER COLUMN adds or drops.
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
    /// The name.
    pub name: Name,
    /// `WITH`, for a constraint.
    pub options: Vec<NamedOption>,
}

impl ColumnProperty {
    /// Returns the T-SQL keywords.
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
