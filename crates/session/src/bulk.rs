//! Bulk loads: the parts that a client sends after INSERT BULK.

use sluice_base::sync::Arc;
use sluice_types::{DataType, Value};

/// One part of a bulk load.
#[derive(Clone, PartialEq, Debug)]
pub enum BulkPart {
    /// Types of the following values, in the order of INSERT BULK's columns. Always the first part.
    Columns(Vec<DataType>),
    /// Rows with values of these types.
    Rows(Vec<Vec<Value>>),
    /// End of the rows; the load is completed.
    End,
    /// The client aborts the load; its rows are rolled back.
    Abandon,
}

/// A session's bulk load that waits for its next part.
pub struct Awaited {
    /// Text of the INSERT BULK batch.
    pub statement: Arc<str>,
    /// The part that has arrived for the statement.
    pub part: Option<BulkPart>,
}
