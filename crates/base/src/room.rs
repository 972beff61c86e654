//! The memory of somebody who takes it bit by bit: what is in use, and what the broker has set aside for it, in pieces.
//!
//! What is in use is counted to the byte; the broker is asked a piece at a time, once more is in use than it gave. Who frees leaves one piece
//! beyond what is in use, so that what a short statement needs does not go to the broker and back.

use crate::memory::{Clerk, MemoryBroker, OutOfMemory, Reservation};
use crate::sync::atomic::{AtomicU64, Ordering};
use crate::sync::{Arc, Mutex};

/// The room that somebody has, of the instance's memory. Given back when dropped.
#[derive(Debug)]
pub struct Room {
    used: AtomicU64,
    granted: Reservation,
    /// Who gives memory back does it alone, lest two give back the same.
    shrinking: Mutex<()>,
}

impl Room {
    /// No room yet.
    pub fn new(broker: &Arc<MemoryBroker>, clerk: Clerk) -> Room {
        Room { used: AtomicU64::new(0), granted: broker.open(clerk), shrinking: Mutex::default() }
    }

    /// Bytes in use.
    pub fn used(&self) -> u64 {
        self.used.load(Ordering::Relaxed)
    }

    /// So many bytes more are in use; [`Room::is_enough`] is to be asked.
    pub fn add(&self, bytes: u64) {
        self.used.fetch_add(bytes, Ordering::Relaxed);
    }

    /// Whether what is in use is granted; the broker is asked for what is missing.
    pub fn is_enough(&self) -> bool {
        let missing = self.used().saturating_sub(self.granted.bytes());
        missing == 0 || self.granted.grow(missing.next_multiple_of(PIECE)).is_ok()
    }

    /// So many bytes more are in use, if they are granted; else nothing has changed.
    #[inline]
    pub fn take(&self, bytes: u64) -> Result<(), OutOfMemory> {
        self.add(bytes);
        let missing = self.used().saturating_sub(self.granted.bytes());
        if missing > 0
            && let Err(refused) = self.granted.grow(missing.next_multiple_of(PIECE))
        {
            self.sub(bytes);
            return Err(refused);
        }
        Ok(())
    }

    /// So many bytes are free again.
    pub fn sub(&self, bytes: u64) {
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

/// How much is asked for at a time, in bytes.
pub const PIECE: u64 = 64 << 10;
