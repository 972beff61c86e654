//! Table sources with a grammar of their own: OPENJSON, OPENROWSET(BULK), OPENXML, PIVOT, UNPIVOT,
//! TABLESAMPLE.

use super::ddl::KeyColumn;
use super::expr::{Call, Expr};
use super::name::{ColumnName, Name, ObjectName, TypeName};
use super::option::NamedOption;
use super::table::{TableAlias, TableSource};

/// `OPENJSON(value [, path]) [WITH (columns)] [AS alias]`.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct OpenJson {
    /// The text.
    pub value: Expr,
    /// The path of the rows.
    pub path: Option<Expr>,
    /// `WITH`; empty means the columns key, value and type.
    pub columns: Vec<RowsetColumn>,
    /// Alias.
    pub alias: Option<TableAlias>,
}

/// `OPENXML(document, path [, flags]) [WITH ...] [AS alias]`.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct OpenXml {
    /// The document's handle.
    pub document: Expr,
    /// The XPath of the nodes that become rows.
    pub path: Expr,
    /// The mapping of nodes to columns.
    pub flags: Option<Expr>,
    /// `WITH`.
    pub schema: XmlSchema,
    /// Alias.
    pub alias: Option<TableAlias>,
}

/// `OPENROWSET(BULK 'file', options) [AS alias]`.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct OpenRowset {
    /// The file.
    pub file: Box<str>,
    /// `FORMATFILE =`, `SINGLE_BLOB` and so on, except ORDER.
    pub options: Vec<NamedOption>,
    /// `ORDER (...)`.
    pub order: Vec<KeyColumn>,
    /// `UNIQUE` after ORDER.
    pub is_unique: bool,
    /// Alias.
    pub alias: Option<TableAlias>,
}

/// The columns that OPENXML returns.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum XmlSchema {
    /// The columns of an edge table.
    Edge,
    /// `WITH (columns)`.
    Columns(Vec<RowsetColumn>),
    /// `WITH table`: the columns of that table.
    Table(ObjectName),
}

/// `name type ['path'] [AS JSON]`.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct RowsetColumn {
    /// The name.
    pub name: Name,
    /// The data type.
    pub data_type: TypeName,
    /// The path of the value.
    pub path: Option<Box<str>>,
    /// `AS JSON`.
    pub as_json: bool,
}

/// `source PIVOT (aggregate FOR column IN (values)) AS alias`.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Pivot {
    /// The pivoted source.
    pub source: TableSource,
    /// The aggregate of the values.
    pub aggregate: Call,
    /// The column whose values become columns.
    pub column: ColumnName,
    /// The values, which are the names of the new columns.
    pub values: Vec<Name>,
    /// Alias.
    pub alias: TableAlias,
}

/// `source UNPIVOT (value FOR column IN (columns)) AS alias`.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Unpivot {
    /// The unpivoted source.
    pub source: TableSource,
    /// The column that receives the values.
    pub value: Name,
    /// The column that receives the column names.
    pub column: Name,
    /// The columns that become rows.
    pub columns: Vec<ColumnName>,
    /// Alias.
    pub alias: TableAlias,
}

/// `TABLESAMPLE [SYSTEM] (number [PERCENT | ROWS]) [REPEATABLE (seed)]`.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct TableSample {
    /// The percentage or the number of rows.
    pub number: Expr,
    /// `ROWS` (else percent of the pages).
    pub rows: bool,
    /// `REPEATABLE`.
    pub seed: Option<Expr>,
}
