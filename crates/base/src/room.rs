//! The memory of somebody who takes it bit by bit: what is in use, and what the broker has set aside for it, in pieces.
//!
//! What is in use is counted to the byte; the broker is asked a piece at a time, once more is in use than it gave. Who frees leaves one piece
//! beyond what is in use, so that what a short statement needs does not go to the broker and back.

use crate::memory::{Clerk, MemoryBroker, OutOfMemory, Reservation};
use crate::sync::atomic::{AtomicU64, Ordering};
use crate::sync::{Arc, Mutex};

/// What several rooms may have together, where they can do with less.
#[derive(Debug)]
pub struct Allowance {
    taken: AtomicU64,
    max: u64,
    /// How much their clerk may hold when one of them asks for more.
    clerk_max: u64,
}

/// The room that somebody has, of the instance's memory. Given back when dropped.
#[derive(Debug)]
pub struct Room {
    used: AtomicU64,
    granted: Reservation,
    allowance: Option<Arc<Allowance>>,
    /// Who gives memory back does it alone, lest two give back the same.
    shrinking: Mutex<()>,
}

impl Allowance {
    /// Nothing is taken of `max` bytes; nobody who can do with less gets more while the clerk holds as much as `clerk_max`.
    pub fn new(max: u64, clerk_max: u64) -> Arc<Allowance> {
        Arc::new(Allowance { taken: AtomicU64::new(0), max, clerk_max })
    }

    fn has(&self, bytes: u64, held_by_clerk: u64) -> bool {
        self.taken.load(Ordering::Relaxed) + bytes <= self.max && held_by_clerk + bytes <= self.clerk_max
    }
}

impl Room {
    /// No room yet.
    pub fn new(broker: &Arc<MemoryBroker>, clerk: Clerk) -> Room {
        Room::of(broker.open(clerk), None)
    }

    /// The same, which counts towards an allowance.
    pub fn within(broker: &Arc<MemoryBroker>, clerk: Clerk, allowance: Arc<Allowance>) -> Room {
        Room::of(broker.open(clerk), Some(allowance))
    }

    fn of(granted: Reservation, allowance: Option<Arc<Allowance>>) -> Room {
        Room { used: AtomicU64::new(0), granted, allowance, shrinking: Mutex::default() }
    }

    /// How much has to be granted before so many bytes more are in use.
    #[inline]
    pub fn missing(&self, bytes: u64) -> u64 {
        (self.used() + bytes).saturating_sub(self.granted.bytes()).next_multiple_of(PIECE)
    }

    /// Whether so many bytes more are within the allowance.
    pub fn is_allowed(&self, bytes: u64) -> bool {
        let missing = self.missing(bytes);
        let allows = |allowance: &Arc<Allowance>| allowance.has(missing, self.granted.held_by_clerk());
        missing == 0 || self.allowance.as_ref().is_none_or(allows)
    }

    /// Nothing is in use any more, but what was granted stays for what comes next.
    pub fn empty(&self) {
        self.used.store(0, Ordering::Relaxed);
    }

    /// The broker is asked for what is missing.
    fn grow(&self, missing: u64) -> Result<(), OutOfMemory> {
        let bytes = missing.next_multiple_of(PIECE);
        self.granted.grow(bytes)?;
        self.allowance.iter().for_each(|allowance| {
            allowance.taken.fetch_add(bytes, Ordering::Relaxed);
        });
        Ok(())
    }

    fn shrink(&self, bytes: u64) {
        self.granted.shrink(bytes);
        self.allowance.iter().for_each(|allowance| {
            allowance.taken.fetch_sub(bytes, Ordering::Relaxed);
        });
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
        missing == 0 || self.grow(missing).is_ok()
    }

    /// So many bytes more are in use, if they are granted; else nothing has changed.
    #[inline]
    pub fn take(&self, bytes: u64) -> Result<(), OutOfMemory> {
        self.add(bytes);
        let missing = self.used().saturating_sub(self.granted.bytes());
        if missing > 0
            && let Err(refused) = self.grow(missing)
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
        self.shrink(self.surplus());
    }

    /// What is granted beyond what is in use and a piece, in pieces.
    fn surplus(&self) -> u64 {
        let enough = self.used().next_multiple_of(PIECE) + PIECE;
        self.granted.bytes().saturating_sub(enough)
    }
}

impl Drop for Room {
    fn drop(&mut self) {
        self.shrink(self.granted.bytes());
    }
}

/// How much is asked for at a time, in bytes.
pub const PIECE: u64 = 64 << 10;

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn rooms_of_one_allowance_have_it_together() {
        let broker = MemoryBroker::new(100 * PIECE);
        let allowance = Allowance::new(4 * PIECE, 6 * PIECE);
        let room = || Room::within(&broker, Clerk::QueryWorkspace, Arc::clone(&allowance));
        let (one, other) = (room(), room());
        one.take(3 * PIECE).expect("there is memory");
        assert!(other.is_allowed(PIECE) && !other.is_allowed(PIECE + 1));
        other.take(2 * PIECE).expect("what must be had is had beyond the allowance");
        assert!(!one.is_allowed(1));
        drop(other);
        assert!(one.is_allowed(PIECE));
        one.empty();
        assert!((one.used(), broker.held()) == (0, 3 * PIECE) && one.is_allowed(4 * PIECE));
        one.sub(0);
        assert_eq!(broker.held(), PIECE, "but for a piece it is given back");
        let strangers = Room::new(&broker, Clerk::QueryWorkspace);
        strangers.take(5 * PIECE).expect("there is memory");
        assert!(one.is_allowed(PIECE) && !one.is_allowed(PIECE + 1), "others of the clerk's have the rest");
        drop((one, strangers));
        assert_eq!((broker.held(), allowance.taken.load(Ordering::Relaxed)), (0, 0));
    }
}
