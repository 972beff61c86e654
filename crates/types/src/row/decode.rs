//! Decoding of rows of any format, a column at a time and in place. Bytes that no encoding writes
//! are damage, never a panic.

use super::cell::{append_text, array, decode_cell};
use super::layout::{RowLayout, Slot};
use super::links::{HAS_LINKS, has_links, is_link};
use super::{FORMAT, HEADER, RowDamaged};
use crate::data_type::DataType;
use crate::value::Value;
use sluice_base::codec::get_u16;
use std::ops::Range;

/// The parts of a row whose header and extent have been checked.
struct Parts<'a> {
    row: &'a [u8],
    count: usize,
    nulls: usize,
    ends: usize,
}

impl RowLayout {
    /// Returns the value of column `column`, from 0, or NULL if the row is older than the column.
    /// Fails with `RowDamaged` also if the row has only a link to the value ([`RowLayout::link`]).
    pub fn read(&self, row: &[u8], column: usize) -> Result<Value, RowDamaged> {
        match self.parts(row) {
            Ok(parts) => self.value(&parts, column),
            Err(RowDamaged) => self.slot_value(row, column),
        }
    }

    /// Replaces `values` with all values of the row, of any format. Columns that the row lacks are
    /// NULL. On damage some values are missing.
    pub fn read_all(&self, row: &[u8], values: &mut Vec<Value>) -> Result<(), RowDamaged> {
        values.clear();
        let parts = match self.parts(row) {
            Ok(parts) => Some(parts),
            Err(error) if self.is_plain() || self.is_empty() => return Err(error),
            Err(RowDamaged) => None,
        };
        for column in 0..self.len() {
            values.push(match &parts {
                Some(parts) => self.value(parts, column)?,
                None => self.slot_value(row, column)?,
            });
        }
        Ok(())
    }

    /// Returns a column of type int, or `None` for NULL, without creating a [`Value`]. Fails if the
    /// row is damaged.
    ///
    /// # Panics
    /// If the column is of another type.
    #[inline]
    pub fn read_i32(&self, row: &[u8], column: usize) -> Result<Option<i32>, RowDamaged> {
        assert_eq!(self.data_type(column), DataType::Int);
        let Ok(parts) = self.parts(row) else {
            return Ok(self.slot_value(row, column)?.as_i64().map(|number| number as i32));
        };
        Ok(self.fixed(&parts, column)?.map(|bytes| i32::from_le_bytes(array(bytes))))
    }

    /// Returns a column of type bigint, or `None` for NULL, without creating a [`Value`]. Fails if
    /// the row is damaged.
    ///
    /// # Panics
    /// If the column is of another type.
    #[inline]
    pub fn read_i64(&self, row: &[u8], column: usize) -> Result<Option<i64>, RowDamaged> {
        assert_eq!(self.data_type(column), DataType::BigInt);
        let Ok(parts) = self.parts(row) else { return Ok(self.slot_value(row, column)?.as_i64()) };
        Ok(self.fixed(&parts, column)?.map(|bytes| i64::from_le_bytes(array(bytes))))
    }

    /// Whether the column is NULL, or absent from the row. Fails if the row is damaged.
    pub fn is_null(&self, row: &[u8], column: usize) -> Result<bool, RowDamaged> {
        match self.parts(row) {
            Ok(parts) => Ok(parts.is_null(column)),
            Err(RowDamaged) => Ok(matches!(self.slot(row, column)?, Slot::Null)),
        }
    }

    /// Appends a string column's text to `text`. Returns false and appends nothing if the column is
    /// NULL. Works for all row formats.
    ///
    /// # Panics
    /// If the column is not a string.
    pub fn read_text(&self, row: &[u8], column: usize, text: &mut String) -> Result<bool, RowDamaged> {
        let data_type = self.data_type(column);
        assert!(data_type.is_string(), "the text of a column of {data_type}");
        let Ok(parts) = self.parts(row) else {
            let value = self.slot_value(row, column)?;
            text.push_str(value.as_str().unwrap_or_default());
            return Ok(!value.is_null());
        };
        match self.bytes(&parts, column)? {
            None => Ok(false),
            Some(bytes) => {
                append_text(bytes, data_type, text)?;
                Ok(true)
            }
        }
    }

    #[inline]
    fn parts<'a>(&self, row: &'a [u8]) -> Result<Parts<'a>, RowDamaged> {
        if row.len() < HEADER || row[0] != FORMAT || row[1] & !HAS_LINKS != 0 {
            return Err(RowDamaged);
        }
        self.parts_behind_flags(row)
    }

    #[inline]
    fn parts_behind_flags<'a>(&self, row: &'a [u8]) -> Result<Parts<'a>, RowDamaged> {
        let count = usize::from(get_u16(row, 2));
        if count > self.columns.len() {
            return Err(RowDamaged);
        }
        let (fixed_bytes, variable_count) = self.extent(count);
        let nulls = HEADER + fixed_bytes;
        let ends = nulls + count.div_ceil(8);
        if row.len() < ends + 2 * variable_count {
            return Err(RowDamaged);
        }
        Ok(Parts { row, count, nulls, ends })
    }

    fn value(&self, parts: &Parts<'_>, column: usize) -> Result<Value, RowDamaged> {
        match self.bytes(parts, column)? {
            None => Ok(Value::Null),
            Some(bytes) => decode_cell(bytes, self.data_type(column)),
        }
    }

    /// Returns the bytes of a column, or `None` for NULL.
    #[inline]
    fn bytes<'a>(&self, parts: &Parts<'a>, column: usize) -> Result<Option<&'a [u8]>, RowDamaged> {
        if self.columns[column].fixed_bytes.is_some() {
            return self.fixed(parts, column);
        }
        let Some(range) = self.variable(parts, column)? else { return Ok(None) };
        if has_links(parts.row) && is_link(parts.row, &range)? {
            return Err(RowDamaged);
        }
        parts.row.get(range).map(Some).ok_or(RowDamaged)
    }

    /// Returns the range of a variable column's bytes, or `None` for NULL.
    pub(super) fn variable_range(&self, row: &[u8], column: usize) -> Result<Option<Range<usize>>, RowDamaged> {
        let range = self.variable(&self.parts(row)?, column)?;
        if range.as_ref().is_some_and(|range| range.end > row.len()) { Err(RowDamaged) } else { Ok(range) }
    }

    /// Returns the end of the variable part of a row, whose header is checked and whose other
    /// values follow.
    pub(super) fn end_of_dense(&self, row: &[u8]) -> Result<usize, RowDamaged> {
        let parts = self.parts_behind_flags(row)?;
        let (_, count) = self.extent(parts.count);
        let first = parts.ends + 2 * count;
        let end = if count == 0 { first } else { parts.end(count - 1) };
        if end < first || end > row.len() { Err(RowDamaged) } else { Ok(end) }
    }

    /// Returns the place of a column of the fixed or the variable part of a row, whose header is
    /// checked. Fails if the place isn't within the row.
    pub(super) fn dense_slot(&self, row: &[u8], column: usize) -> Result<Slot, RowDamaged> {
        let parts = self.parts_behind_flags(row)?;
        if parts.is_null(column) {
            return Ok(Slot::Null);
        }
        let place = self.columns[column];
        if let Some(length) = place.fixed_bytes {
            let begin = HEADER + place.fixed_before;
            return Ok(Slot::Bytes(begin..begin + usize::from(length)));
        }
        let range = self.variable(&parts, column)?.filter(|range| range.end <= row.len());
        range.map(Slot::Bytes).ok_or(RowDamaged)
    }

    #[inline]
    fn variable(&self, parts: &Parts<'_>, column: usize) -> Result<Option<Range<usize>>, RowDamaged> {
        if parts.is_null(column) {
            return Ok(None);
        }
        let number = self.columns[column].variable_before;
        let first = parts.ends + 2 * self.extent(parts.count).1;
        let begin = if number == 0 { first } else { parts.end(number - 1) };
        let end = parts.end(number);
        if begin < first || end < begin { Err(RowDamaged) } else { Ok(Some(begin..end)) }
    }

    #[inline]
    fn fixed<'a>(&self, parts: &Parts<'a>, column: usize) -> Result<Option<&'a [u8]>, RowDamaged> {
        if parts.is_null(column) {
            return Ok(None);
        }
        let place = self.columns[column];
        let length = usize::from(place.fixed_bytes.ok_or(RowDamaged)?);
        let begin = HEADER + place.fixed_before;
        Ok(Some(&parts.row[begin..begin + length]))
    }
}

impl Parts<'_> {
    #[inline]
    fn is_null(&self, column: usize) -> bool {
        column >= self.count || self.row[self.nulls + column / 8] >> (column % 8) & 1 == 1
    }

    fn end(&self, number: usize) -> usize {
        get_u16(self.row, self.ends + 2 * number).into()
    }
}
