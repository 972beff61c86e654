//! The memory of the version store: what is in use, and what the broker has set aside for it, in pieces.
//!
//! What is in use is counted row by row; the broker is asked a piece at a time, once more is in use than it gave. Who frees leaves one piece
//! beyond what is in use, so that a short statement's versions do not go to the broker and back.

use sluice_base::memory::{Clerk, MemoryBroker, Reservation};
use sluice_base::sync::atomic::{AtomicU64, Ordering};
use sluice_base::sync::{Arc, Mutex};

/// The room that versions have, of the instance's memory.
#[derive(Debug)]
pub(super) struct Room {
    used: AtomicU64,
    granted: Reservation,
    /// Who gives memory back does it alone, lest two give back the same.
    shrinking: Mutex<()>,
}

impl Room {
    pub(super) fn new(broker: &Arc<MemoryBroker>) -> Room {
        Room { used: AtomicU64::new(0), granted: broker.open(Clerk::VersionStore), shrinking: Mutex::default() }
    }

    /// Bytes in use.
    pub(super) fn used(&self) -> u64 {
        self.used.load(Ordering::Relaxed)
    }

    /// So many bytes more are in use; [`Room::is_enough`] is to be asked.
    pub(super) fn add(&self, bytes: u64) {
        self.used.fetch_add(bytes, Ordering::Relaxed);
    }

    /// Whether what is in use is granted; the broker is asked for what is missing.
    pub(super) fn is_enough(&self) -> bool {
        let missing = self.used().saturating_sub(self.granted.bytes());
        missing == 0 || self.granted.grow(missing.next_multiple_of(PIECE)).is_ok()
    }

    /// So many bytes are free again.
    pub(super) fn sub(&self, bytes: u64) {
        self.used.fetch_sub(bytes, Ordering::Relaxed);
        if self.surplus() == 0 {
            return;
        }
        let _alone = self.shrinking.lock();
        self.granted.shrink(self.surplus());
    }

    /// What is granted beyond what is in use and a piece, in pieces.
    fn surplus(&self) -> u64 {
        let enough = self.used().next_multiple_of(PIECE) + PIECE;
        self.granted.bytes().saturating_sub(enough)
    }
}

/// How much is asked for at a time.
pub(super) const PIECE: u64 = 64 << 10;
