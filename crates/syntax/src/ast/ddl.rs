//! The trees of CREATE TABLE and DECLARE TABLE with columns, constraints and indexes. Columns,
//! constraints and indexes are kept in separate lists, so their order relative to each other is
//! lost.

use super::expr::{Condition, Expr};
use super::name::{Name, ObjectName, TypeName};
use super::option::NamedOption;
use crate::span::Span;

/// `CREATE TABLE name (items) [ON filegroup] [TEXTIMAGE_ON filegroup] [WITH (options)]`.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct CreateTable {
    /// The name.
    pub name: ObjectName,
    /// Columns, in order. Empty if only constraints or indexes were written.
    pub columns: Vec<ColumnDefinition>,
    /// Constraints of the table, in order.
    pub constraints: Vec<TableConstraint>,
    /// Indexes of the table, in order.
    pub indexes: Vec<InlineIndex>,
    /// `ON`.
    pub filegroup: Option<Name>,
    /// `TEXTIMAGE_ON`.
    pub lob_filegroup: Option<Name>,
    /// `WITH`.
    pub options: Vec<NamedOption>,
}

/// `DECLARE @t TABLE (...)`.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct TableVariable {
    /// The name, with `@`.
    pub name: Name,
    /// Columns, in order. Empty if only constraints or indexes were written.
    pub columns: Vec<ColumnDefinition>,
    /// Constraints of the table, in order.
    pub constraints: Vec<TableConstraint>,
    /// Indexes of the table, in order.
    pub indexes: Vec<InlineIndex>,
}

/// `INDEX name [UNIQUE] [CLUSTERED | NONCLUSTERED] (key) [INCLUDE] [WHERE] [WITH] [ON]`, in a table
/// or a column definition.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct InlineIndex {
    /// `UNIQUE`.
    pub unique: bool,
    /// `CLUSTERED` or `NONCLUSTERED`; `None` if omitted.
    pub clustered: Option<bool>,
    /// The name.
    pub name: Name,
    /// The key. Empty in a column definition.
    pub columns: Vec<KeyColumn>,
    /// `INCLUDE`.
    pub include: Vec<Name>,
    /// `WHERE`.
    pub condition: Option<Condition>,
    /// `WITH`.
    pub options: Vec<NamedOption>,
    /// `ON`.
    pub filegroup: Option<Name>,
    /// The whole index.
    pub span: Span,
}

/// `name type options`, or `name AS expression options`.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct ColumnDefinition {
    /// The name.
    pub name: Name,
    /// The data type, or the expression of a computed column.
    pub source: ColumnSource,
    /// The options, in order, repeated and contradictory ones too.
    pub options: Vec<ColumnOption>,
    /// The whole definition.
    pub span: Span,
}

/// Whether a column is stored or computed, with its type or expression.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum ColumnSource {
    /// A stored column.
    Type(TypeName),
    /// `AS value`.
    Computed {
        /// The expression.
        value: Expr,
        /// `PERSISTED`.
        persisted: bool,
    },
}

/// An option of a column.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct ColumnOption {
    /// The kind and its operands.
    pub kind: ColumnOptionKind,
    /// The whole option.
    pub span: Span,
}

/// The kinds of column options.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum ColumnOptionKind {
    /// `NULL`.
    Null,
    /// `NOT NULL`.
    NotNull,
    /// `IDENTITY [(seed, increment)]`.
    Identity(Option<(Expr, Expr)>),
    /// `COLLATE name`.
    Collate(Name),
    /// `ROWGUIDCOL`.
    RowGuid,
    /// `NOT FOR REPLICATION` on an identity column.
    NotForReplication,
    /// `SPARSE`.
    Sparse,
    /// `COLUMN_SET FOR ALL_SPARSE_COLUMNS`.
    ColumnSet,
    /// `[CONSTRAINT name] DEFAULT value [WITH VALUES]`.
    Default {
        /// The constraint's name.
        name: Option<Name>,
        /// The value.
        value: Expr,
        /// `WITH VALUES` on an added column: existing rows get the value too.
        with_values: bool,
    },
    /// `INDEX name ...`.
    Index(Box<InlineIndex>),
    /// `[CONSTRAINT name] PRIMARY KEY | UNIQUE | CHECK | REFERENCES`.
    Constraint(TableConstraint),
}

/// `[CONSTRAINT name] kind`, of a table or a column.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct TableConstraint {
    /// The name after CONSTRAINT; `None` if the system shall generate one.
    pub name: Option<Name>,
    /// The kind and its operands.
    pub kind: ConstraintKind,
    /// The whole constraint.
    pub span: Span,
}

/// The kinds of constraints. Column lists are empty for constraints in a column definition.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum ConstraintKind {
    /// `PRIMARY KEY` or `UNIQUE`.
    Key {
        /// `PRIMARY KEY`.
        primary: bool,
        /// `CLUSTERED` or `NONCLUSTERED`; `None` if omitted.
        clustered: Option<bool>,
        /// The key.
        columns: Vec<KeyColumn>,
        /// `WITH (...)`, including `WITH FILLFACTOR = n`.
        options: Vec<NamedOption>,
        /// `ON`.
        filegroup: Option<Name>,
    },
    /// `CHECK [NOT FOR REPLICATION] (condition)`.
    Check {
        /// The condition, which must not be false.
        condition: Condition,
        /// `NOT FOR REPLICATION`.
        not_for_replication: bool,
    },
    /// `DEFAULT value FOR column [WITH VALUES]` in ALTER TABLE ... ADD.
    Default {
        /// The value.
        value: Expr,
        /// The column.
        column: Name,
        /// `WITH VALUES`.
        with_values: bool,
    },
    /// `FOREIGN KEY (columns) REFERENCES table (referenced)`.
    ForeignKey {
        /// The referring columns.
        columns: Vec<Name>,
        /// The referenced table.
        table: ObjectName,
        /// The referenced columns; empty means the primary key.
        referenced: Vec<Name>,
        /// `ON DELETE`.
        on_delete: Option<ReferentialAction>,
        /// `ON UPDATE`.
        on_update: Option<ReferentialAction>,
        /// `NOT FOR REPLICATION`.
        not_for_replication: bool,
    },
}

/// A column of a key.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct KeyColumn {
    /// The column.
    pub name: Name,
    /// `DESC`.
    pub descending: bool,
}

/// The action on referencing rows.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum ReferentialAction {
    /// `NO ACTION`.
    NoAction,
    /// `CASCADE`.
    Cascade,
    /// `SET NULL`.
    SetNull,
    /// `SET DEFAULT`.
    SetDefault,
}

impl ReferentialAction {
    /// Returns the T-SQL keywords.
    pub fn words(self) -> &'static str {
        match self {
            ReferentialAction::NoAction => "NO ACTION",
            ReferentialAction::Cascade => "CASCADE",
            ReferentialAction::SetNull => "SET NULL",
            ReferentialAction::SetDefault => "SET DEFAULT",
        }
    }
}
