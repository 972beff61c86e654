//! Rows that a client sends for a table-valued parameter.

use sluice_types::{DataType, Value};

/// Rows for a table-valued parameter.
#[derive(Clone, PartialEq, Debug)]
pub struct RequestRows {
    /// Type name of one or two parts, quoted as in a statement; empty if the receiving parameter
    /// determines the type.
    pub type_name: String,
    /// Types of the columns, in order; `None` for a column that gets its default, as an identity
    /// column must.
    pub columns: Vec<Option<DataType>>,
    /// Values of the columns that aren't omitted.
    pub rows: Vec<Vec<Value>>,
}

/// Rows for a table variable.
pub struct GivenRows {
    /// Name of the variable with its @.
    pub variable: String,
    /// Position of the argument in the request, from 1, and its name; the name is empty if the
    /// argument has none.
    pub argument: (usize, String),
    /// The rows.
    pub rows: RequestRows,
}
