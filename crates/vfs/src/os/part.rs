//! The parts of a batch of reads or writes.

use std::io;

/// A read or write of a batch.
#[cfg_attr(not(target_os = "linux"), allow(dead_code, reason = "only Linux overlaps batches"))]
pub(super) struct Part<'b> {
    pub(super) offset: u64,
    pub(super) bytes: Bytes<'b>,
}

/// The buffer of a part: filled or written.
#[cfg_attr(not(target_os = "linux"), allow(dead_code, reason = "only Linux overlaps batches"))]
pub(super) enum Bytes<'b> {
    Read(&'b mut [u8]),
    Write(&'b [u8]),
}

/// The system's report on a part: the number of bytes, or an error. `None` if the system didn't
/// take the part.
pub(super) type Ended = Option<io::Result<usize>>;
