//! Rows as bytes. The first byte of a row is its format (`docs/file-format.md`, *Rows*). 1 is the
//! plain format below, 2 that of tables with sparse columns (`sparse`), 3 that of compressed tables
//! and indexes (`compressed`). A layout writes one format.
//!
//! ```text
//! 0        1       2          4            4+F        4+F+B        4+F+B+2V
//! | format | flags | columns  | fixed part | nulls    | ends       | variable part |
//! ```
//! A value too long for the row is replaced with a link (`elsewhere`).
//!
//! # Invariants
//! - A column's position depends only on the columns before it. A row written before columns were
//!   added at the end is therefore readable with the longer layout; the missing columns are NULL.
//! - Every end is within the row and not before the previous end. Decoding checks this: damaged
//!   bytes give [`RowDamaged`], never a panic.

mod layout;

mod variant;

mod cell;

mod links;

mod compact;

mod compressed;

mod sparse;

mod slot;

mod elsewhere;

mod encode;

mod decode;

mod gather;

mod pieces;

mod whole;

mod columns;

#[cfg(test)]
mod tests;

#[cfg(test)]
mod form_tests;

pub use cell::decode_cell;
pub use columns::{ColumnForm, ColumnSink, RowRanges, column_form, integer_of, integer_value};
pub use gather::Gather;
pub use layout::RowLayout;
pub use links::{Cell, LINK_BYTES, has_links, links};
pub use pieces::pieces;
pub use variant::{bytes as encode_variant, bytes_len as variant_bytes, read as decode_variant};
pub use whole::{CellOrigin, CellPlace, WholeRow};

/// The error of bytes that are no valid row of the layout.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct RowDamaged;

/// The error of a row that would need more than 65,535 bytes. A page holds far less, and the access
/// layer reports that limit.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct RowTooLong {
    /// The number of bytes needed.
    pub bytes: usize,
}

/// The plain format, in a row's first byte.
const FORMAT: u8 = 1;
/// The format of rows with sparse columns.
const SPARSE: u8 = 2;
/// The format of compressed rows.
const COMPRESSED: u8 = 3;
/// Format, flags and the number of columns.
const HEADER: usize = 4;
