//! Who may still append, so that a rollback never meets a full log.
//!
//! The stream is counted in **slots**: the number of whole blocks of 61,440 bytes that can still be placed from the open
//! block's position on, which is `floor(room in this virtual log file / 61,440)` plus the same for every free one.
//! Placing a block, of whatever length, costs at most one slot: that many bytes fewer lower the floor by at most one, and
//! what a virtual log file leaves unused at its end is less than a block, which counted as none.
//!
//! Let `C` be a block's content (61,376 bytes) and `X` = the open block's content so far + all outstanding reservations.
//!
//! **Rule R, always true:** `4 X < 3 C * slots`. So there is always room for the open block.
//!
//! A record from a reservation is at most `C / 4` long and at most as long as the reservation that it uses up. Hence:
//! * It fits in the open block: `X` does not grow.
//! * It does not fit: the open block's content `u` is more than `C - C/4`, so `4 u > 3 C`. Closing it costs a slot and
//!   takes `u` out of `X`: from `4 X < 3 C * slots` follows `4 (X - u) < 3 C * (slots - 1)`.
//!
//! So a reserved record always finds room, whatever came before. Everybody else keeps R by asking first: an ordinary
//! record (with what it reserves), and **the padding of a block that is hardened before it is full**. Where that padding
//! would break R, the block is not closed: its bytes so far are hardened in a side slot of the file, and
//! it stays open (see `flush`), so that hardening costs no stream space at all. Truncation, growth and release only
//! help R.
//!
//! Ordinary records leave a margin of slots: for checkpoint records, without which a full log could not be emptied, and
//! for restarts, each of which closes the last block early and may cost one slot.

use crate::block::{BLOCK_BYTES, CONTENT_BYTES};

/// How many whole blocks fit in `room` bytes.
pub(crate) fn slots_in(room: u64) -> u64 {
    room / BLOCK_BYTES as u64
}

/// What `X` must stay below when `slots` are there and `margin` of them are left alone.
pub(crate) fn limit(slots: u64, margin: u64) -> u64 {
    slots.saturating_sub(margin) * (CONTENT_BYTES as u64 * 3 / 4)
}

/// The longest record that a reservation is good for, in bytes.
pub const RESERVED_RECORD_MAX: usize = CONTENT_BYTES / 4;

/// Slots that ordinary records leave.
pub(crate) const MARGIN_OF_RECORDS: u64 = 4;
/// Slots that padding leaves.
pub(crate) const MARGIN_OF_PADDING: u64 = 2;

// The quarters of the proof are exact.
const _: () = assert!(CONTENT_BYTES.is_multiple_of(4));
