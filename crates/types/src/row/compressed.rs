//! Compressed rows: format 3 of `docs/file-format.md`, *Rows*.
//!
//! ```text
//! 0        1       2          4            4+C          4+C+S        4+C+S+2L
//! | format | flags | columns  | codes      | short      | ends       | long values |
//! ```
//! A column has a code of 4 bits. Values of up to 8 bytes are in the short part without gaps,
//! longer ones and links in the long part.

use super::cell::{decode_cell, put_cell};
use super::compact::{compact, expand};
use super::layout::{RowLayout, Slot};
use super::links::{Cell, HAS_LINKS, end_of_content, put_links};
use super::{COMPRESSED, HEADER, RowDamaged, RowTooLong};
use crate::data_type::DataType;
use crate::value::Value;
use sluice_base::codec::get_u16;

impl RowLayout {
    /// Encodes a row in format 3. Replaces `row`. Values of up to 8 bytes are in the short part,
    /// longer ones and links in the long part. Fails if it exceeds 65,535 bytes.
    pub(super) fn encode_compressed<'v>(
        &self,
        cell: impl Fn(usize) -> Cell<'v>,
        row: &mut Vec<u8>,
    ) -> Result<(), RowTooLong> {
        let count = self.columns.len();
        row.clear();
        row.extend([COMPRESSED, 0]);
        row.extend((count as u16).to_le_bytes());
        row.resize(HEADER + count.div_ceil(2), 0);
        // Ends and beginnings of links within the long part.
        let (mut long, mut ends, mut links) = (Vec::new(), Vec::new(), Vec::new());
        let mut bytes = Vec::new();
        for (index, column) in self.columns.iter().enumerate() {
            let code = match cell(index) {
                Cell::Link(link) => {
                    links.push(long.len());
                    long.extend_from_slice(link);
                    CODE_LONG
                }
                Cell::Value(Value::Null) => CODE_NULL,
                Cell::Value(Value::Bit(true)) if column.data_type == DataType::Bit => CODE_TRUE,
                Cell::Value(value) => {
                    bytes.clear();
                    put_cell(value, column.data_type, &mut bytes);
                    compact(&mut bytes, column.data_type);
                    if bytes.len() > SHORT_MAX {
                        long.extend_from_slice(&bytes);
                        CODE_LONG
                    } else {
                        row.extend_from_slice(&bytes);
                        CODE_EMPTY + bytes.len() as u8
                    }
                }
            };
            row[HEADER + index / 2] |= code << (4 * (index % 2));
            if code == CODE_LONG {
                ends.push(long.len());
            }
        }
        let begin = row.len() + 2 * ends.len();
        if begin + long.len() + 2 * links.len() + 2 > usize::from(u16::MAX) {
            return Err(RowTooLong { bytes: begin + long.len() });
        }
        ends.iter().for_each(|end| row.extend(((begin + end) as u16).to_le_bytes()));
        row.extend(long);
        let links: Vec<u16> = links.into_iter().map(|offset| (begin + offset) as u16).collect();
        put_links(row, &links);
        Ok(())
    }

    /// Returns the place of a column in a row of format 3. Columns beyond those in the row are
    /// NULL. Walks over all columns; fails if codes and lengths contradict each other.
    pub(super) fn compressed_slot(&self, row: &[u8], column: usize) -> Result<Slot, RowDamaged> {
        if row.len() < HEADER || row[1] & !HAS_LINKS != 0 {
            return Err(RowDamaged);
        }
        let count = usize::from(get_u16(row, 2));
        let short_begin = HEADER + count.div_ceil(2);
        if count > self.columns.len() || row.len() < short_begin {
            return Err(RowDamaged);
        }
        let codes = &row[HEADER..short_begin];
        let code_of = |index: usize| codes[index / 2] >> (4 * (index % 2)) & 0xF;
        let (mut short, mut long, mut found) = (0, 0, None);
        for index in 0..count {
            let code = code_of(index);
            if index == column {
                found = Some((code, short, long));
            }
            match code {
                CODE_NULL | CODE_EMPTY | CODE_TRUE => {}
                CODE_LONG => long += 1,
                CODE_EMPTY..CODE_LONG => short += usize::from(code - CODE_EMPTY),
                _ => return Err(RowDamaged),
            }
        }
        let ends = short_begin + short;
        let long_begin = ends + 2 * long;
        if row.len() < long_begin {
            return Err(RowDamaged);
        }
        let end = |number: usize| if number == 0 { long_begin } else { get_u16(row, ends + 2 * (number - 1)).into() };
        if end(long) != end_of_content(row)? {
            return Err(RowDamaged);
        }
        Ok(match found {
            None | Some((CODE_NULL, ..)) => Slot::Null,
            Some((CODE_TRUE, ..)) => Slot::True,
            Some((CODE_LONG, _, number)) => {
                let (begin, end) = (end(number), end(number + 1));
                if begin < long_begin || end < begin || end > row.len() {
                    return Err(RowDamaged);
                }
                Slot::Bytes(begin..end)
            }
            Some((code, before, _)) => {
                let begin = short_begin + before;
                Slot::Bytes(begin..begin + usize::from(code - CODE_EMPTY))
            }
        })
    }
}

/// Returns the value of a short form.
pub(super) fn value_of(short: &[u8], data_type: DataType) -> Result<Value, RowDamaged> {
    let mut cell = Vec::with_capacity(CELL_BYTES);
    expand(short, data_type, &mut cell)?;
    decode_cell(&cell, data_type)
}

/// Longest value of the short part.
const SHORT_MAX: usize = 8;
/// Codes: NULL; a value of the short part with `code - CODE_EMPTY` bytes; a value of the long part;
/// the bit 1. The other codes are unused: a row with one is damaged.
const CODE_NULL: u8 = 0;
const CODE_EMPTY: u8 = 1;
const CODE_LONG: u8 = 10;
const CODE_TRUE: u8 = 11;
/// Bytes of the longest number.
const CELL_BYTES: usize = 16;
