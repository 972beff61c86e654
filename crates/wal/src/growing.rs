//! A growth under way: the pieces that are allocated and not in use yet.

use crate::vlf::Vlf;
use std::collections::VecDeque;

/// What a growth has still to do.
#[derive(Default, Debug)]
pub(crate) struct Growing {
    /// In the order of the file.
    pieces: VecDeque<Vlf>,
    /// How many bytes of the first are zeroed.
    zeroed: u64,
}

impl Growing {
    /// A growth by `pieces`, which are allocated.
    pub(crate) fn new(pieces: Vec<Vlf>) -> Growing {
        Growing { pieces: pieces.into(), zeroed: 0 }
    }

    /// Whether nothing is left.
    pub(crate) fn is_done(&self) -> bool {
        self.pieces.is_empty()
    }

    /// Where zeroes are to be written next, and how many bytes. There is something left.
    pub(crate) fn next_part(&self) -> (u64, u64) {
        let piece = self.pieces.front().expect("the caller knows that something is left");
        (piece.offset + self.zeroed, (piece.size - self.zeroed).min(PART_BYTES))
    }

    /// So many bytes were zeroed; the piece that is whole now, if it is.
    pub(crate) fn zeroed(&mut self, bytes: u64) -> Option<Vlf> {
        self.zeroed += bytes;
        if self.pieces.front().is_none_or(|piece| self.zeroed < piece.size) {
            return None;
        }
        self.zeroed = 0;
        self.pieces.pop_front()
    }
}

/// After so many bytes others come to their turn: a fraction of a millisecond on an SSD.
const PART_BYTES: u64 = 1 << 20;
