//! Places of columns in rows that aren't plain. The format is a row's first byte.

use super::compressed;
use super::layout::{Form, RowLayout, Slot};
use super::links::{has_links, is_link};
use super::{COMPRESSED, RowDamaged, SPARSE, decode_cell};
use crate::value::Value;

impl RowLayout {
    /// Returns the place of a column in a row that isn't plain. Fails also for a format that rows
    /// of this layout don't have.
    #[cold]
    pub(super) fn slot(&self, row: &[u8], column: usize) -> Result<Slot, RowDamaged> {
        match (row.first(), &self.form) {
            (Some(&SPARSE), Form::Sparse(form)) => form.slot(row, column),
            (Some(&COMPRESSED), Form::Compressed) => self.compressed_slot(row, column),
            _ => Err(RowDamaged),
        }
    }

    /// Returns the value of a column of a row that isn't plain. A length that the type can't have,
    /// and a link where a value is expected, is damage.
    #[cold]
    pub(super) fn slot_value(&self, row: &[u8], column: usize) -> Result<Value, RowDamaged> {
        let data_type = self.data_type(column);
        let range = match self.slot(row, column)? {
            Slot::Null => return Ok(Value::Null),
            Slot::True => return Ok(Value::Bit(true)),
            Slot::Bytes(range) => range,
        };
        if has_links(row) && is_link(row, &range)? {
            return Err(RowDamaged);
        }
        let bytes = row.get(range).ok_or(RowDamaged)?;
        if row[0] == COMPRESSED {
            return compressed::value_of(bytes, data_type);
        }
        match RowLayout::fixed_bytes(&data_type) {
            Some(length) if length != bytes.len() => Err(RowDamaged),
            _ => decode_cell(bytes, data_type),
        }
    }
}
