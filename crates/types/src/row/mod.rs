//! Rows as bytes: fixed part, null bitmap, variable part. The format is version 1 of
//! `docs/file-format.md`, *Rows*.
//!
//! ```text
//! 0        1       2          4            4+F        4+F+B        4+F+B+2V
//! | format | flags | columns  | fixed part | nulls    | ends       | variable part |
//! ```
//! Where a value is too long for the row there is a link in its place (`elsewhere`).
//!
//! Invariants: a column's place depends on the columns before it only, so that a row written before columns were
//! added at the end is read with the longer layout (the missing ones are NULL); every end is within the row and not
//! before the one before it, checked on reading: damaged bytes make [`RowDamaged`], never a panic.

mod layout;

mod variant;

mod elsewhere;
mod encode;

mod decode;

mod gather;

mod pieces;

mod whole;

mod integers;

#[cfg(test)]
mod tests;

pub use decode::decode_cell;
pub use elsewhere::{Cell, LINK_BYTES, has_links, links};
pub use gather::Gather;
pub use integers::{integer_of, integer_value};
pub use layout::RowLayout;
pub use pieces::pieces;
pub use variant::{bytes as encode_variant, bytes_len as variant_bytes, read as decode_variant};
pub use whole::{CellOrigin, CellPlace, WholeRow};

/// The bytes are no row of this layout.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct RowDamaged;

/// The row would need more than 65,535 bytes (a page holds far less; the access layer says so).
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct RowTooLong {
    /// How many it would need.
    pub bytes: usize,
}

/// The version of the format, in a row's first byte.
const FORMAT: u8 = 1;
/// Format, flags and the number of columns.
const HEADER: usize = 4;
