//! Columns of whole rows, as nearly all are: those with all of the layout's columns and without links. Where a column lies in them is worked out once,
//! for whoever goes through many rows.

use super::layout::{RowLayout, fixed_bytes};
use super::{FORMAT, HEADER, RowDamaged};
use sluice_base::codec::get_u16;

/// Where a column of a result comes from.
#[derive(Clone, Copy, Debug)]
pub enum CellOrigin<'l> {
    /// The column of that number in the rows of a source, which are stored in this layout.
    Stored(usize, &'l RowLayout, usize),
    /// It is computed.
    Computed,
}

/// What tells a whole row of a layout.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct WholeRow {
    front: [u8; HEADER],
    least_bytes: usize,
}

/// Where a column lies in a whole row.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct CellPlace {
    null_byte: usize,
    null_bit: u8,
    begin: Begin,
}

#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Begin {
    /// So many bytes from here on.
    Fixed(usize, usize),
    /// To the end that stands at `end`, from that of the column before it, which stands before it.
    Variable { end: usize, is_first: bool, least: usize },
}

impl RowLayout {
    /// What tells its whole rows.
    pub fn whole(&self) -> WholeRow {
        let [low, high] = (self.columns.len() as u16).to_le_bytes();
        WholeRow { front: [FORMAT, 0, low, high], least_bytes: self.least_bytes() }
    }

    /// Where column `column` lies in whole rows.
    pub fn cell_place(&self, column: usize) -> CellPlace {
        let (nulls, ends) = self.nulls_and_ends();
        let place = self.columns[column];
        let number = place.variable_before;
        let begin = match fixed_bytes(place.data_type) {
            Some(length) => Begin::Fixed(HEADER + place.fixed_before, length),
            None => Begin::Variable { end: ends + 2 * number, is_first: number == 0, least: self.least_bytes() },
        };
        CellPlace { null_byte: nulls + column / 8, null_bit: 1 << (column % 8), begin }
    }
}

impl WholeRow {
    /// Whether the row is whole, and has room for its fixed part.
    #[inline]
    pub fn is(&self, row: &[u8]) -> bool {
        row.len() >= self.least_bytes && row[..HEADER] == self.front
    }
}

impl CellPlace {
    /// Whether the column of a whole row is NULL.
    #[inline]
    pub fn is_null(&self, row: &[u8]) -> bool {
        row[self.null_byte] & self.null_bit != 0
    }

    /// The column's bytes in a whole row where it is not NULL.
    ///
    /// # Errors
    /// They are not within the row.
    #[inline]
    pub fn bytes<'r>(&self, row: &'r [u8]) -> Result<&'r [u8], RowDamaged> {
        let range = match self.begin {
            Begin::Fixed(begin, length) => begin..begin + length,
            Begin::Variable { end, is_first, least } => {
                let begin = if is_first { least } else { get_u16(row, end - 2).into() };
                if begin < least {
                    return Err(RowDamaged);
                }
                begin..get_u16(row, end).into()
            }
        };
        row.get(range).ok_or(RowDamaged)
    }
}
