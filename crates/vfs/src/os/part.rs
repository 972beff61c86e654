//! The parts of a batch of reads or writes.

use std::io;

/// A read or write of a batch.
#[cfg_attr(not(target_os = "linux"), allow(dead_code, reason = "only Linux overlaps batches"))]
pub(super) struct Part<'b> {
    pub(super) offset: u64,
    pub(super) bytes: Bytes<'b>,
}

#[cfg_attr(not(target_os = "linux"), allow(dead_code, reason = "only Linux overlaps batches"))]
impl Part<'_> {
    /// Whether `next` does the same at the position where this part ends, and neither is empty.
    pub(super) fn is_followed_by(&self, next: &Part<'_>) -> bool {
        let length = self.bytes.length();
        let are_alike =
            matches!((&self.bytes, &next.bytes), (Bytes::Read(_), Bytes::Read(_)) | (Bytes::Write(_), Bytes::Write(_)));
        are_alike && length > 0 && next.bytes.length() > 0 && self.offset + length as u64 == next.offset
    }
}

/// The buffer of a part: filled or written.
#[cfg_attr(not(target_os = "linux"), allow(dead_code, reason = "only Linux overlaps batches"))]
pub(super) enum Bytes<'b> {
    Read(&'b mut [u8]),
    Write(&'b [u8]),
}

#[cfg_attr(not(target_os = "linux"), allow(dead_code, reason = "only Linux overlaps batches"))]
impl Bytes<'_> {
    /// Returns the number of bytes.
    pub(super) fn length(&self) -> usize {
        match self {
            Bytes::Read(bytes) => bytes.len(),
            Bytes::Write(bytes) => bytes.len(),
        }
    }
}

/// The system's report on a part: the number of bytes, or an error. `None` if the system didn't
/// take the part.
pub(super) type Ended = Option<io::Result<usize>>;
