//! The writer of rows as one text.

use sluice_types::{SqlError, Value};

/// Serializes rows.
pub trait Writer {
    /// Takes a row: a value for each of the shape's columns.
    fn row(&mut self, values: &[Value]) -> Result<(), SqlError>;

    /// Returns the current length of the text in bytes.
    fn len(&self) -> usize;

    /// Returns whether the text is empty.
    fn is_empty(&self) -> bool {
        self.len() == 0
    }

    /// Returns the text; `None` without rows.
    fn finish(self: Box<Self>) -> Option<String>;
}
