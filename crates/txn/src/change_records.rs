//! The parts of a change's record: those that undo reads, and those for a start after a crash.

/// The parts of a change's record that a database logs. Copied from its log policy, since each
/// change of a row reads it.
#[derive(Clone, Copy, Debug)]
pub(crate) struct ChangeRecords {
    /// Whether a start redoes the records, and needs compensations to undo them.
    pub(crate) are_replayed: bool,
}

impl ChangeRecords {
    /// Returns the part of the payload `redo`, which redo alone reads, to be logged.
    #[inline]
    pub(crate) fn redo_part<'a>(self, redo: &'a [&'a [u8]]) -> &'a [&'a [u8]] {
        if self.are_replayed { redo } else { &[] }
    }

    /// Returns the log space to reserve for a compensation record of `bytes` bytes.
    #[inline]
    pub(crate) fn undo_space(self, bytes: u32) -> u32 {
        if self.are_replayed { bytes } else { 0 }
    }
}
