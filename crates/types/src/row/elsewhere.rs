//! Rows whose longest values are stored outside the row. The value's slot then has a link of
//! [`LINK_BYTES`] bytes, which is opaque to this crate.
//!
//! Such a row has flag 1, in any format. After its values it lists the offsets of the links (u16
//! each) and their number (u16). The links can therefore be found without the layout, by the
//! consistency check and by readers that no longer know the row's layout. A non-empty value that
//! begins at a listed offset is a link.

use super::compressed::sums_bytes;
use super::layout::{Form, RowLayout, Slot};
use super::links::{Cell, LINK_BYTES, has_links, is_link, put_links};
use super::sparse::ENTRY;
use super::{FORMAT, RowDamaged, RowTooLong};
use crate::data_type::Length;
use crate::value::Value;
use sluice_base::codec::get_u16;

impl RowLayout {
    /// Whether a row of these columns may exceed `limit` bytes. Counted with the greatest lengths;
    /// a `max` column always may.
    pub fn may_exceed(&self, limit: usize) -> bool {
        let variable = self.columns.iter().filter(|column| !column.data_type.is_fixed_length());
        let bytes = variable.map(|column| match column.data_type.length() {
            Some(Length::Limited(n)) => usize::from(n) * column.data_type.unit_bytes(),
            _ => limit + 1,
        });
        let sparse = match &self.form {
            Form::Sparse(_) => ENTRY as usize * self.columns.len() + 2,
            Form::Plain => 0,
            Form::Compressed => self.least_bytes() - self.empty.len(),
        };
        self.empty.len() + sparse + bytes.sum::<usize>() > limit
    }

    /// Returns the bytes of a row with empty variable columns, and NULL in the sparse columns.
    ///
    /// For compressed rows this is the greatest number of bytes, and not less than without
    /// compression: each value of a fixed-length column can be changed, and compression can be
    /// removed (`relational-databases/data-compression/data-compression.md`).
    pub fn least_bytes(&self) -> usize {
        match &self.form {
            Form::Plain => self.empty.len(),
            Form::Sparse(form) => form.least_bytes(),
            Form::Compressed => {
                let count = self.columns.len();
                let is_long = |bytes: u16| bytes > 8;
                let ends = self.columns.iter().filter(|column| column.fixed_bytes.is_some_and(is_long)).count();
                self.empty.len() + (count.div_ceil(2) - count.div_ceil(8)) + sums_bytes(count) + 2 * ends
            }
        }
    }

    /// Returns the bytes of a value in the variable part or the sparse vector, or 0 for a column of
    /// the fixed part.
    pub fn variable_bytes(&self, column: usize, value: &Value) -> u64 {
        match &self.form {
            Form::Sparse(form) if form.is_sparse(column) && !value.is_null() => {
                let fixed = self.columns[column].fixed_bytes.unwrap_or_default();
                ENTRY + u64::from(fixed) + self.cell_bytes(column, value)
            }
            _ => self.cell_bytes(column, value),
        }
    }

    /// Whether a link can replace a column's value: columns of variable length.
    pub fn takes_links(&self, column: usize) -> bool {
        self.columns[column].fixed_bytes.is_none()
    }

    fn cell_bytes(&self, column: usize, value: &Value) -> u64 {
        let data_type = self.columns[column].data_type;
        match value {
            Value::Str(text) if !data_type.is_fixed_length() => data_type.text_bytes(text) as u64,
            Value::Bytes(bytes) if !data_type.is_fixed_length() => bytes.len() as u64,
            Value::Variant(inner) => super::variant::bytes(inner).len() as u64,
            // In another encoding the length differs, but it is still larger than a row's space.
            Value::Long(long) => long.len(),
            _ => 0,
        }
    }

    /// Does the same as [`RowLayout::encode_by`], with links in place of some values.
    pub fn encode_cells<'v>(&self, cell: impl Fn(usize) -> Cell<'v>, row: &mut Vec<u8>) -> Result<(), RowTooLong> {
        if !self.is_plain() {
            return self.encode_formed(&cell, row);
        }
        let links = self.encode_dense(cell, row)?;
        put_links(row, &links);
        Ok(())
    }

    /// Encodes a plain row up to the end of its variable part. Returns the offsets of the links.
    /// The values of links are left empty and their bytes inserted afterwards. Fails beyond 65,535
    /// bytes.
    pub(super) fn encode_dense<'v>(
        &self,
        cell: impl Fn(usize) -> Cell<'v>,
        row: &mut Vec<u8>,
    ) -> Result<Vec<u16>, RowTooLong> {
        const NONE: &Value = &Value::Null;
        let value = |column: usize| match cell(column) {
            Cell::Value(value) => value,
            Cell::Link(_) => NONE,
        };
        self.encode_plain(value, row)?;
        let (nulls, ends) = self.nulls_and_ends();
        let short = row.split_off(self.empty.len());
        let (mut links, mut begin) = (Vec::new(), self.empty.len());
        for (index, column) in self.columns.iter().enumerate().filter(|(_, column)| !column.data_type.is_fixed_length())
        {
            let slot = ends + 2 * column.variable_before;
            let end = usize::from(get_u16(row, slot));
            if let Cell::Link(link) = cell(index) {
                links.push(row.len() as u16);
                row.extend_from_slice(link);
                row[nulls + index / 8] &= !(1 << (index % 8));
            }
            row.extend_from_slice(&short[begin - self.empty.len()..end - self.empty.len()]);
            begin = end;
            let end = u16::try_from(row.len()).map_err(|_| RowTooLong { bytes: row.len() })?;
            row[slot..slot + 2].copy_from_slice(&end.to_le_bytes());
        }
        Ok(links)
    }

    /// Returns the link in the slot of column `column`, or `None` if the slot has no link. Works
    /// for all row formats. Fails if the row's list of links is damaged.
    pub fn link<'r>(&self, row: &'r [u8], column: usize) -> Result<Option<&'r [u8; LINK_BYTES]>, RowDamaged> {
        if !has_links(row) || self.columns[column].data_type.is_fixed_length() {
            return Ok(None);
        }
        let range = match row[0] {
            FORMAT => self.variable_range(row, column)?,
            _ => match self.slot(row, column)? {
                Slot::Bytes(range) => Some(range),
                Slot::Null | Slot::True => None,
            },
        };
        let Some(range) = range else { return Ok(None) };
        if !is_link(row, &range)? {
            return Ok(None);
        }
        row[range].try_into().map(Some).map_err(|_| RowDamaged)
    }
}
