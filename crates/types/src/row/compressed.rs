//! Compressed rows: format 3 of `docs/file-format.md`, *Rows*.
//!
//! ```text
//! 0        1       2          4            4+C          4+C+K        4+C+K+S      4+C+K+S+2L
//! | format | flags | columns  | codes      | sums       | short      | ends       | long values |
//! ```
//! A column has a code of 4 bits. Values of up to 8 bytes are in the short part without gaps,
//! longer ones and links in the long part. A row of many columns has sums for each cluster of
//! columns, so that a column is found by the codes of its own cluster.

use super::cell::{decode_cell, put_cell};
use super::compact::{compact, expand};
use super::layout::{RowLayout, Slot};
use super::links::{Cell, HAS_LINKS, end_of_content, put_links};
use super::{COMPRESSED, HEADER, RowDamaged, RowTooLong};
use crate::data_type::DataType;
use crate::value::Value;
use sluice_base::codec::{get_u16, put_u16};

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
        let sums = HEADER + count.div_ceil(2);
        row.resize(sums + sums_bytes(count), 0);
        let short_begin = row.len();
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
            let next = index + 1;
            if sums < short_begin && (next.is_multiple_of(CLUSTER) || next == count) {
                // A longer row fails below.
                let (entry, short) = (sums + SUM_BYTES * (index / CLUSTER), (row.len() - short_begin) as u16);
                put_u16(row, entry, short);
                put_u16(row, entry + 2, ends.len() as u16);
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
    /// NULL. Reads at most [`CLUSTER`] codes; fails if codes and lengths contradict each other
    /// there.
    pub(super) fn compressed_slot(&self, row: &[u8], column: usize) -> Result<Slot, RowDamaged> {
        let codes = Codes::read(row, self.columns.len())?;
        let total = codes.total()?;
        let ends = codes.short_begin + total.short;
        let long_begin = ends + 2 * total.long;
        if row.len() < long_begin {
            return Err(RowDamaged);
        }
        let end = |number: usize| if number == 0 { long_begin } else { get_u16(row, ends + 2 * (number - 1)).into() };
        if end(total.long) != end_of_content(row)? {
            return Err(RowDamaged);
        }
        if column >= codes.count {
            return Ok(Slot::Null);
        }
        let before = codes.before(column)?;
        match codes.code(column) {
            CODE_NULL => Ok(Slot::Null),
            CODE_TRUE => Ok(Slot::True),
            CODE_LONG if before.long < total.long => {
                let (begin, end) = (end(before.long), end(before.long + 1));
                if begin < long_begin || end < begin || end > row.len() {
                    Err(RowDamaged)
                } else {
                    Ok(Slot::Bytes(begin..end))
                }
            }
            code @ CODE_EMPTY..CODE_LONG => {
                let begin = codes.short_begin + before.short;
                let end = begin + usize::from(code - CODE_EMPTY);
                if end > ends { Err(RowDamaged) } else { Ok(Slot::Bytes(begin..end)) }
            }
            _ => Err(RowDamaged),
        }
    }
}

/// The codes of a row of format 3, and the sums of clusters of columns.
struct Codes<'r> {
    row: &'r [u8],
    count: usize,
    /// The offset of the sums.
    sums: usize,
    /// The offset of the short values.
    short_begin: usize,
}

/// The values of some first columns of a row.
#[derive(Clone, Copy)]
struct Sum {
    /// The bytes of the short values.
    short: usize,
    /// The number of long values.
    long: usize,
}

impl<'r> Codes<'r> {
    /// Reads the header of a row with at most `columns_max` columns.
    fn read(row: &'r [u8], columns_max: usize) -> Result<Codes<'r>, RowDamaged> {
        if row.len() < HEADER || row[1] & !HAS_LINKS != 0 {
            return Err(RowDamaged);
        }
        let count = usize::from(get_u16(row, 2));
        let sums = HEADER + count.div_ceil(2);
        let short_begin = sums + sums_bytes(count);
        if count > columns_max || row.len() < short_begin {
            return Err(RowDamaged);
        }
        Ok(Codes { row, count, sums, short_begin })
    }

    fn code(&self, column: usize) -> u8 {
        self.row[HEADER + column / 2] >> (4 * (column % 2)) & 0xF
    }

    fn total(&self) -> Result<Sum, RowDamaged> {
        if self.sums < self.short_begin {
            Ok(self.sum_of(self.count.div_ceil(CLUSTER)))
        } else {
            self.before(self.count)
        }
    }

    /// Returns the sum of this number of clusters, which is not 0 and has an entry.
    fn sum_of(&self, clusters: usize) -> Sum {
        let entry = self.sums + SUM_BYTES * (clusters - 1);
        Sum { short: get_u16(self.row, entry).into(), long: get_u16(self.row, entry + 2).into() }
    }

    /// Returns the sum of the columns before one. Fails if one of the codes that it reads is
    /// unknown.
    fn before(&self, column: usize) -> Result<Sum, RowDamaged> {
        let clusters = if self.sums < self.short_begin { column / CLUSTER } else { 0 };
        let from = if clusters == 0 { Sum { short: 0, long: 0 } } else { self.sum_of(clusters) };
        let codes = &self.row[HEADER + clusters * CLUSTER / 2..HEADER + column.div_ceil(2)];
        let (pairs, odd) = match codes.split_last() {
            Some((last, pairs)) if column % 2 == 1 => (pairs, facts_of(last & 0xF)),
            _ => (codes, 0),
        };
        let facts = pairs.iter().fold(odd, |facts, pair| facts + PAIRS[usize::from(*pair)]);
        if facts >> UNKNOWN_SHIFT != 0 {
            return Err(RowDamaged);
        }
        let (short, long) = (facts & SUM_MASK, (facts >> LONG_SHIFT) & SUM_MASK);
        Ok(Sum { short: from.short + short as usize, long: from.long + long as usize })
    }
}

/// Returns the bytes of the sums in a row with this number of columns; 0 for a row of one cluster.
pub(super) fn sums_bytes(count: usize) -> usize {
    if count > CLUSTER { SUM_BYTES * count.div_ceil(CLUSTER) } else { 0 }
}

/// Returns the facts of a code, which add up over the codes of a cluster: the bytes of a short
/// value, whether it is long, and whether it is unknown.
const fn facts_of(code: u8) -> u32 {
    match code {
        CODE_NULL | CODE_TRUE => 0,
        CODE_LONG => 1 << LONG_SHIFT,
        CODE_EMPTY..CODE_LONG => (code - CODE_EMPTY) as u32,
        _ => 1 << UNKNOWN_SHIFT,
    }
}

/// The facts of both codes in a byte.
const PAIRS: [u32; 256] = {
    let (mut pairs, mut byte) = ([0; 256], 0);
    while byte < 256 {
        pairs[byte] = facts_of(byte as u8 & 0xF) + facts_of((byte >> 4) as u8);
        byte += 1;
    }
    pairs
};

/// Returns the value of a short form. A form that the type can't have is damage.
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
/// Number of columns in a cluster, even. A row with more columns has the sums of its clusters.
const CLUSTER: usize = 32;
/// Bytes of the sum of a cluster and all before: bytes of short values u16, number of long ones
/// u16.
const SUM_BYTES: usize = 4;
const LONG_SHIFT: u32 = 12;
const UNKNOWN_SHIFT: u32 = 24;
const SUM_MASK: u32 = (1 << LONG_SHIFT) - 1;
const _: () = assert!(CLUSTER * SHORT_MAX < 1 << LONG_SHIFT, "facts of a cluster don't run into each other");
