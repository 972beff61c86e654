//! Values on the wire (MS-TDS 2.2.5.5), from and to [`sluice_types::Value`].
//!
//! A value has a front that says how long it is or that it is NULL (the table in [`crate::type_info`]), and its bytes: numbers with the
//! lowest byte first; money as two halves, the upper first; decimals a sign (1: not negative) and the digits; dates as days since
//! 0001-01-01 in 3 bytes; times in units of their scale since midnight, of datetime2 and datetimeoffset before the date, the latter's in UTC
//! with the minutes behind; datetime as days since 1900 and 1/300 seconds; smalldatetime as days and minutes; nchar and nvarchar as UTF-16LE.
//!
//! text, ntext and image in rows of result sets and of bulk loads have a text pointer and a timestamp before their length
//! ([`Place::Row`]), as parameters they have none.

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

/// Where a value stands.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Place {
    /// In a row.
    Row,
    /// A parameter, sent or returned, or a cell of a table-valued one.
    Parameter,
}
