//! Rows that a client sends for a parameter of a table type.

use sluice_types::{DataType, Value};

/// Rows that a request gives a parameter of a table type.
#[derive(Clone, PartialEq, Debug)]
pub struct RequestRows {
    /// The type: one or two parts, as one would write them; empty where what receives the rows says it.
    pub type_name: String,
    /// The types of the values for its columns, in their order; none for a column that is left to its default, as an identity column must be.
    pub columns: Vec<Option<DataType>>,
    /// The rows: values for the columns that are not left out.
    pub rows: Vec<Vec<Value>>,
}

/// Rows for the table variable of that name.
pub struct GivenRows {
    /// Its name, with its @.
    pub variable: String,
    /// The rows.
    pub rows: RequestRows,
}
