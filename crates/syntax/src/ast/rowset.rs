//! Table sources with a grammar of their own: OPENJSON, OPENXML, PIVOT, UNPIVOT, TABLESAMPLE.

use super::expr::{Call, Expr};
use super::name::{ColumnName, Name, ObjectName, TypeName};
use super::table::{TableAlias, TableSource};

/// `OPENJSON(value [, path]) [WITH (columns)] [AS alias]`.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct OpenJson {
    /// The text.
    pub value: Expr,
    /// Where in it.
    pub path: Option<Expr>,
    /// `WITH`; empty means key, value and type.
    pub columns: Vec<RowsetColumn>,
    /// Alias.
    pub alias: Option<TableAlias>,
}

/// `OPENXML(document, path [, flags]) [WITH ...] [AS alias]`.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct OpenXml {
    /// The document's handle.
    pub document: Expr,
    /// Which nodes become rows.
    pub path: Expr,
    /// How nodes become columns.
    pub flags: Option<Expr>,
    /// `WITH`.
    pub schema: XmlSchema,
    /// Alias.
    pub alias: Option<TableAlias>,
}

/// What columns OPENXML gives.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum XmlSchema {
    /// Those of an edge table.
    Edge,
    /// `WITH (columns)`.
    Columns(Vec<RowsetColumn>),
    /// `WITH table`: that table's.
    Table(ObjectName),
}

/// `name type ['path'] [AS JSON]`.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct RowsetColumn {
    /// Its name.
    pub name: Name,
    /// Its type.
    pub data_type: TypeName,
    /// Where its value is.
    pub path: Option<Box<str>>,
    /// `AS JSON`.
    pub as_json: bool,
}

/// `source PIVOT (aggregate FOR column IN (values)) AS alias`.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Pivot {
    /// What is turned.
    pub source: TableSource,
    /// What becomes of the values.
    pub aggregate: Call,
    /// Whose values become columns.
    pub column: ColumnName,
    /// The values, which are the new columns' names.
    pub values: Vec<Name>,
    /// Alias.
    pub alias: TableAlias,
}

/// `source UNPIVOT (value FOR column IN (columns)) AS alias`.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Unpivot {
    /// What is turned.
    pub source: TableSource,
    /// The column that takes the values.
    pub value: Name,
    /// The column that takes the columns' names.
    pub column: Name,
    /// The columns that become rows.
    pub columns: Vec<ColumnName>,
    /// Alias.
    pub alias: TableAlias,
}

/// `TABLESAMPLE [SYSTEM] (number [PERCENT | ROWS]) [REPEATABLE (seed)]`.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct TableSample {
    /// How many.
    pub number: Expr,
    /// `ROWS` (else percent of the pages).
    pub rows: bool,
    /// `REPEATABLE`.
    pub seed: Option<Expr>,
}
