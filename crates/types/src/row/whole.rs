//! Columns of whole rows, which are nearly all rows: they have all columns of the layout and no
//! links. A column's position in whole rows is computed once for many rows.

use super::layout::RowLayout;
use super::{FORMAT, HEADER, RowDamaged};
use sluice_base::codec::get_u16;

/// The origin of a result column.
#[derive(Clone, Copy, Debug)]
pub enum CellOrigin<'l> {
    /// A stored column: its source's number, the layout of the source's rows, and the column's
    /// number.
    Stored(usize, &'l RowLayout, usize),
    /// A computed column.
    Computed,
}

/// The test for whole rows of a layout.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct WholeRow {
    front: [u8; HEADER],
    least_bytes: usize,
}

/// The position of a column in a whole row. It says nothing of other rows.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct CellPlace {
    null_byte: usize,
    null_bit: u8,
    begin: Begin,
}

#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Begin {
    /// A fixed column: offset and length.
    Fixed(usize, usize),
    /// A variable column: its range ends at the end stored at `end`, and begins at the previous
    /// column's end, stored before `end`.
    Variable { end: usize, is_first: bool, least: usize },
}

impl RowLayout {
    /// Returns the test for whole rows.
    pub fn whole(&self) -> WholeRow {
        let [low, high] = (self.columns.len() as u16).to_le_bytes();
        WholeRow { front: [FORMAT, 0, low, high], least_bytes: self.least_bytes() }
    }

    /// Returns the position of column `column` in rows that [`WholeRow`] accepts.
    pub fn cell_place(&self, column: usize) -> CellPlace {
        let (nulls, ends) = self.nulls_and_ends();
        let place = self.columns[column];
        let number = place.variable_before;
        let begin = match place.fixed_bytes {
            Some(length) => Begin::Fixed(HEADER + place.fixed_before, length.into()),
            None => Begin::Variable { end: ends + 2 * number, is_first: number == 0, least: self.least_bytes() },
        };
        CellPlace { null_byte: nulls + column / 8, null_bit: 1 << (column % 8), begin }
    }
}

impl WholeRow {
    /// Whether the row is in the plain format, has all columns of the layout and no links to values
    /// elsewhere, and has at least the bytes of a row with empty variable columns. Only then may a
    /// [`CellPlace`] be used on it. A row of any length can be tested.
    #[inline]
    pub fn is(&self, row: &[u8]) -> bool {
        row.len() >= self.least_bytes && row[..HEADER] == self.front
    }
}

impl CellPlace {
    /// Whether the column of a whole row is NULL. Panics for a row that is shorter than a whole
    /// one.
    #[inline]
    pub fn is_null(&self, row: &[u8]) -> bool {
        row[self.null_byte] & self.null_bit != 0
    }

    /// Returns the bytes of a non-NULL column in a whole row. The row must be whole, and the column
    /// not NULL.
    ///
    /// # Errors
    /// The bytes are not within the row.
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
