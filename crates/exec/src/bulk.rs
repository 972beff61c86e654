//! Bulk loads: what a client sends behind INSERT BULK, in parts.

use sluice_base::sync::Arc;
use sluice_types::{DataType, Value};

/// A part of a bulk load.
#[derive(Clone, PartialEq, Debug)]
pub enum BulkPart {
    /// The types of the values that come, in the order of INSERT BULK's columns. It comes first.
    Columns(Vec<DataType>),
    /// Rows: values of those types.
    Rows(Vec<Vec<Value>>),
    /// All rows have come: they stay.
    End,
    /// No more will come, and none of them stays.
    Abandon,
}

/// What a session knows of the bulk load that it waits for.
pub struct Awaited {
    /// Its INSERT BULK, as a batch.
    pub statement: Arc<str>,
    /// The part that has come, for the statement.
    pub part: Option<BulkPart>,
}
