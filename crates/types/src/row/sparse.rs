//! Rows of tables with sparse columns: format 2 of `docs/file-format.md`, *Rows*. The other columns
//! are stored as a plain row of their own. The non-NULL values of the sparse columns follow in a
//! list, the sparse vector. NULL needs no byte.

use super::cell::put_cell;
use super::layout::{Slot, SparseForm};
use super::links::{Cell, HAS_LINKS, end_of_content, put_links};
use super::{HEADER, RowDamaged, RowTooLong, SPARSE};
use crate::value::Value;
use sluice_base::codec::get_u16;

impl SparseForm {
    /// Whether the column is sparse, so that a row has a place for it only if it isn't NULL.
    pub(super) fn is_sparse(&self, column: usize) -> bool {
        self.numbers[column].is_none()
    }

    /// Returns the bytes of a row with empty variable columns and NULL in the sparse columns.
    pub(super) fn least_bytes(&self) -> usize {
        self.dense.least_bytes() + COUNT
    }

    /// Appends a row of format 2: the other columns as a plain row, then the list of sparse values
    /// that aren't NULL. Fails if the row exceeds 64 KB.
    pub(super) fn encode<'v>(&self, cell: impl Fn(usize) -> Cell<'v>, row: &mut Vec<u8>) -> Result<(), RowTooLong> {
        let mut links = self.dense.encode_dense(|number| cell(self.places[number]), row)?;
        row[0] = SPARSE;
        let is_present = |column: &usize| self.is_sparse(*column) && !matches!(cell(*column), Cell::Value(Value::Null));
        let present: Vec<usize> = (0..self.numbers.len()).filter(is_present).collect();
        if !present.is_empty() {
            row[1] |= HAS_VECTOR;
            row.extend((present.len() as u16).to_le_bytes());
            present.iter().for_each(|column| row.extend((*column as u16).to_le_bytes()));
            let ends = row.len();
            row.resize(ends + 2 * present.len(), 0);
            for (number, column) in present.into_iter().enumerate() {
                match cell(column) {
                    Cell::Link(link) => {
                        links.push(row.len() as u16);
                        row.extend_from_slice(link);
                    }
                    Cell::Value(value) => put_cell(value, self.types[column], row),
                }
                let end = u16::try_from(row.len()).map_err(|_| RowTooLong { bytes: row.len() })?;
                row[ends + 2 * number..][..2].copy_from_slice(&end.to_le_bytes());
            }
        }
        put_links(row, &links);
        if row.len() > usize::from(u16::MAX) {
            return Err(RowTooLong { bytes: row.len() });
        }
        Ok(())
    }

    /// Returns the place of a column in a row of format 2. Checks the flags and that the parts of
    /// the row meet.
    pub(super) fn slot(&self, row: &[u8], column: usize) -> Result<Slot, RowDamaged> {
        if row.len() < HEADER || row[1] & !(HAS_LINKS | HAS_VECTOR) != 0 {
            return Err(RowDamaged);
        }
        let dense_end = self.dense.end_of_dense(row)?;
        let content_end = end_of_content(row)?;
        let has_vector = row[1] & HAS_VECTOR != 0;
        if !has_vector && dense_end != content_end {
            return Err(RowDamaged);
        }
        let vector = if has_vector { Some(Vector::read(row, dense_end, content_end)?) } else { None };
        match (self.numbers[column], vector) {
            (Some(number), _) => self.dense.dense_slot(row, number),
            (None, None) => Ok(Slot::Null),
            (None, Some(vector)) => vector.slot(row, column),
        }
    }
}

/// The list of the non-NULL sparse values of a row.
struct Vector {
    columns: usize,
    ends: usize,
    values: usize,
}

impl Vector {
    /// Reads the list between two offsets.
    fn read(row: &[u8], begin: usize, end: usize) -> Result<Vector, RowDamaged> {
        if begin + COUNT > end {
            return Err(RowDamaged);
        }
        let count = usize::from(get_u16(row, begin));
        let columns = begin + COUNT;
        let (ends, values) = (columns + 2 * count, columns + 4 * count);
        if count == 0 || values > end || usize::from(get_u16(row, values - 2)) != end {
            return Err(RowDamaged);
        }
        Ok(Vector { columns, ends, values })
    }

    fn slot(&self, row: &[u8], column: usize) -> Result<Slot, RowDamaged> {
        let (columns, _) = row[self.columns..self.ends].as_chunks();
        let of_entry = |own: &[u8; 2]| usize::from(u16::from_le_bytes(*own));
        let Ok(number) = columns.binary_search_by_key(&column, of_entry) else { return Ok(Slot::Null) };
        let end = |number: usize| match number {
            0 => self.values,
            _ => get_u16(row, self.ends + 2 * (number - 1)).into(),
        };
        let (begin, end) = (end(number), end(number + 1));
        if begin < self.values || end < begin || end > row.len() {
            return Err(RowDamaged);
        }
        Ok(Slot::Bytes(begin..end))
    }
}

/// Flag: the row has a sparse vector.
const HAS_VECTOR: u8 = 2;
/// Bytes of the vector's count.
const COUNT: usize = 2;
/// Bytes of a value's entry in the vector, beside the value.
pub(super) const ENTRY: u64 = 4;
