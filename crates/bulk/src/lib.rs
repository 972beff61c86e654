//! Data files and format files of bulk copy: BULK INSERT, OPENROWSET(BULK) and bcp.
//!
//! # Purpose
//! A data file is a sequence of rows, each a sequence of fields. A field is text or a value in
//! SQL Server's native form, and ends at its length, at its prefix's length or at a terminator. A
//! [`Layout`] says so for each field. It comes from options ([`Layout::character`],
//! [`Layout::native`]) or from a format file ([`format_file`]).
//!
//! # Data flow
//! ```text
//! bytes -> input -> spool (a field's bytes) -> text, native -> values of the columns' types
//! values -> text, native -> writer -> bytes
//! ```
//!
//! # Invariants
//! - A reader holds one row. A long value of a `max` type goes to a store of long values.
//! - Any bytes are read or refused without a panic.
//!
//! # Failures
//! A row that can't be converted is reported with its number and column (4863, 4864, 4867), and the
//! reader continues with the next row. Any other error ends the load.
//!
//! The crate knows no session, no socket and no file: it reads from `Read` and writes to `Write`.
//! Start reading at [`reader`].

pub mod terminator;

pub mod host_type;

pub mod layout;

mod fault;

mod encoding;

mod text;

mod native;

mod input;

mod spool;

mod csv;

mod format_xml;

pub mod format_file;

pub mod single;

pub mod reader;

pub mod writer;

#[cfg(test)]
mod tests;

pub use encoding::Encoding;
pub use host_type::HostType;
pub use input::os_error;
pub use layout::{Field, Layout};
pub use reader::{BadRow, FileColumn, Limits, ReadRow, RowReader};
pub use sluice_types::CodePage;
pub use writer::RowWriter;
