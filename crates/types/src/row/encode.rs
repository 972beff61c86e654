//! Encoding of values as rows. `decode` reads them.

use super::cell::{append, put_fixed};
use super::layout::{Form, RowLayout};
use super::links::Cell;
use super::{HEADER, RowTooLong};
use crate::value::Value;

impl RowLayout {
    /// Encodes `values` (each of its column's type, or NULL) as a row in `row`, whose earlier
    /// content is dropped. Does not allocate once `row` has grown.
    ///
    /// # Panics
    /// If a value is not of its column's type, or the number of values differs from the number of
    /// columns.
    pub fn encode(&self, values: &[Value], row: &mut Vec<u8>) -> Result<(), RowTooLong> {
        assert_eq!(values.len(), self.columns.len(), "one value for each column");
        self.encode_by(|column| &values[column], row)
    }

    /// Does the same as [`RowLayout::encode`]; `value` returns the value of a column, by its number
    /// from 0.
    #[inline]
    pub fn encode_by<'v>(&self, value: impl Fn(usize) -> &'v Value, row: &mut Vec<u8>) -> Result<(), RowTooLong> {
        if self.is_plain() {
            self.encode_plain(value, row)
        } else {
            self.encode_formed(&|at| Cell::Value(value(at)), row)
        }
    }

    /// Encodes a row in a format other than the plain one.
    #[cold]
    pub(super) fn encode_formed<'v>(
        &self,
        cell: &dyn Fn(usize) -> Cell<'v>,
        row: &mut Vec<u8>,
    ) -> Result<(), RowTooLong> {
        match &self.form {
            Form::Sparse(form) => form.encode(cell, row),
            Form::Plain | Form::Compressed => self.encode_compressed(cell, row),
        }
    }

    /// Does the same as [`RowLayout::encode_by`] for a layout of plain rows
    /// ([`RowLayout::is_plain`]). Replaces `row`. Fails beyond 65,535 bytes. Panics if a value
    /// doesn't have its column's type.
    #[inline]
    pub fn encode_plain<'v>(&self, value: impl Fn(usize) -> &'v Value, row: &mut Vec<u8>) -> Result<(), RowTooLong> {
        debug_assert!(self.is_plain(), "a layout of plain rows");
        let (nulls, ends) = self.nulls_and_ends();
        row.clear();
        row.extend_from_slice(&self.empty);
        for (index, column) in self.columns.iter().enumerate() {
            let value = value(index);
            if value.is_null() {
                row[nulls + index / 8] |= 1 << (index % 8);
            }
            if column.fixed_bytes.is_some() {
                put_fixed(&mut row[HEADER + column.fixed_before..nulls], column.data_type, value);
                continue;
            }
            append(row, column.data_type, value);
            let end = u16::try_from(row.len()).map_err(|_| RowTooLong { bytes: row.len() })?;
            let slot = ends + 2 * column.variable_before;
            row[slot..slot + 2].copy_from_slice(&end.to_le_bytes());
        }
        if row.len() > usize::from(u16::MAX) {
            return Err(RowTooLong { bytes: row.len() });
        }
        Ok(())
    }
}
