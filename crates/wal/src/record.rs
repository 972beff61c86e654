//! A log record as its reader sees it.

use sluice_base::ids::Lsn;

/// A record, borrowed from the block that holds it.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct RecordRef<'a> {
    /// Where it is.
    pub lsn: Lsn,
    /// Its kind; the log does not know what it means.
    pub kind: u8,
    /// What was appended.
    pub body: &'a [u8],
}
