//! The rows of a table-valued function.

use sluice_types::{SqlError, Value};

/// An iterator over a function's rows. An error ends them.
pub type RowsOfFunction = Box<dyn Iterator<Item = Result<Vec<Value>, SqlError>> + Send>;
