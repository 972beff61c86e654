//! Admission control for log space: a rollback never meets a full log.
//!
//! The stream is counted in **slots**. The number of slots is the number of whole blocks of 61,440
//! bytes that can still be placed from the position of the open block on. It is `floor(room in this
//! virtual log file / 61,440)`, plus the same for every free virtual log file. Placing a block of
//! any length costs at most one slot. Its bytes lower the floor by at most one, and the unused rest
//! of a virtual log file is less than a block, which counted as no slot.
//!
//! Let `C` be the content of a block (61,376 bytes), and `X` the content of the open block so far
//! plus all outstanding reservations.
//!
//! **Rule R, always true:** `4 X < 3 C * slots`. So there is always room for the open block.
//!
//! A reserved record is at most `C / 4` long and at most as long as the reservation it uses up. Two
//! cases follow:
//! - The record fits in the open block: `X` does not grow.
//! - The record does not fit: the content `u` of the open block is more than `C - C/4`, so `4 u > 3
//!   C`. Closing the block costs a slot and takes `u` out of `X`. From `4 X < 3 C * slots` follows
//!   `4 (X - u) < 3 C * (slots - 1)`.
//!
//! So a reserved record always finds room. All other users of space must keep R by a check before.
//! These are an ordinary record (with its reservation), and **the padding of a block that is
//! hardened before it is full**. If the padding would break R, the block stays open. A copy of its
//! bytes so far is hardened in a side slot of the file (see `flush`). So hardening costs no stream
//! space at all. Truncation, growth and release only help R.
//!
//! **After a crash** the reservations are forgotten, although the compensations they were made for
//! are still to be written. Until recovery has undone the losers, it alone appends, only such
//! records and the few of the margin. No block is padded meanwhile ([`crate::Log::set_undoing`]),
//! so the room that rule R had left is used for nothing else.
//!
//! Ordinary records leave a margin of slots. Checkpoint records need the margin to empty a full
//! log. Restarts need the margin too: each closes the last block early and may cost one slot. So a
//! checkpoint that frees no virtual log file, since an old transaction needs it, leaves slots to
//! them, however often it is repeated.

use crate::block::{BLOCK_BYTES, CONTENT_BYTES};

/// Returns the number of whole blocks that fit in `room` bytes.
pub(crate) fn slots_in(room: u64) -> u64 {
    room / BLOCK_BYTES as u64
}

/// Returns the upper limit of `X` for `slots` slots, `margin` of which stay unused.
pub(crate) fn limit(slots: u64, margin: u64) -> u64 {
    slots.saturating_sub(margin) * (CONTENT_BYTES as u64 * 3 / 4)
}

/// The maximum length of a record covered by a reservation, in bytes.
pub const RESERVED_RECORD_MAX: usize = CONTENT_BYTES / 4;

/// The slots that ordinary records leave free.
pub(crate) const MARGIN_OF_RECORDS: u64 = 4;
/// The slots that checkpoints leave free if they free no virtual log file.
pub(crate) const MARGIN_OF_RESTARTS: u64 = 2;
/// The slots that padding leaves free.
pub(crate) const MARGIN_OF_PADDING: u64 = 2;

// The proof divides by four without remainder.
const _: () = assert!(CONTENT_BYTES.is_multiple_of(4));
