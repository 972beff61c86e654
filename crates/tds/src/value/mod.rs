//! Converts values between the wire (MS-TDS 2.2.5.5) and [`sluice_types::Value`].
//!
//! A value has a front with its length or NULL (see the forms in [`crate::type_info`]), then its
//! bytes:
//!
//! - Numbers are little-endian. Money is two halves, the upper first.
//! - Decimals are a sign (1: not negative) and the digits.
//! - Dates are days since 0001-01-01 in 3 bytes. Times are units of their scale since midnight.
//! - datetime2 and datetimeoffset are a time, then a date. datetimeoffset is in UTC, with the
//!   offset in minutes last.
//! - datetime is days since 1900 and 1/300 seconds; smalldatetime is days and minutes.
//! - nchar and nvarchar are UTF-16LE.
//!
//! text, ntext and image have a text pointer and a timestamp before their length in rows of results
//! and bulk loads ([`ValuePosition::Row`]), but not as parameters.

mod raw;

mod write;

mod read;

mod spool;

mod cell;

#[cfg(test)]
mod tests;

pub use cell::{CellPart, CellReader, VALUE_MAX};
pub(crate) use cell::{is_long, short};
pub(crate) use raw::put_moment;
pub(crate) use write::put_framed;
pub use write::{NoMatch, begin_chunks, end_chunks, put_chunk, write_value};

/// The position of a value in a message.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum ValuePosition {
    /// In a row.
    Row,
    /// A parameter, sent or returned, or a cell of a table-valued parameter.
    Parameter,
}
