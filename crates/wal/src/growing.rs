//! A growth in progress: the pieces that are allocated and not in use yet.

use crate::vlf::Vlf;
use std::collections::VecDeque;

#[derive(Default, Debug)]
pub(crate) struct Growing {
    /// In file order.
    pieces: VecDeque<Vlf>,
    /// The zeroed bytes of the first piece.
    zeroed: u64,
}

impl Growing {
    /// Starts a growth by `pieces`, which are allocated.
    pub(crate) fn new(pieces: Vec<Vlf>) -> Growing {
        Growing { pieces: pieces.into(), zeroed: 0 }
    }

    /// Whether no piece is left to make.
    pub(crate) fn is_done(&self) -> bool {
        self.pieces.is_empty()
    }

    /// Returns the offset and length of the next range to zero. The growth must not be done yet.
    pub(crate) fn next_part(&self) -> (u64, u64) {
        let piece = self.pieces.front().expect("the caller knows that something is left");
        (piece.offset + self.zeroed, (piece.size - self.zeroed).min(PART_BYTES))
    }

    /// Records that `bytes` more bytes were zeroed. Returns the piece that is now complete, if any.
    pub(crate) fn zeroed(&mut self, bytes: u64) -> Option<Vlf> {
        self.zeroed += bytes;
        if self.pieces.front().is_none_or(|piece| self.zeroed < piece.size) {
            return None;
        }
        self.zeroed = 0;
        self.pieces.pop_front()
    }
}

/// The bytes zeroed before other work gets a turn: a fraction of a millisecond on an SSD.
const PART_BYTES: u64 = 1 << 20;
