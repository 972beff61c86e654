//! A log record as seen by a reader.

use sluice_base::ids::Lsn;

/// A record, borrowed from the block that holds it.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct RecordRef<'a> {
    /// The LSN of the record.
    pub lsn: Lsn,
    /// The record kind. The log does not interpret it.
    pub kind: u8,
    /// The appended bytes.
    pub body: &'a [u8],
}
