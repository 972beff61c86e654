//! Memory for users that grow in small steps: the bytes in use, and the bytes granted by the broker
//! in pieces.
//!
//! Use is counted to the byte. The broker is asked for another piece only when use exceeds the
//! grant. A room that shrinks keeps one piece beyond its use, so that a short statement's memory
//! does not go to the broker and back.

use crate::memory::{Clerk, MemoryBroker, OutOfMemory, Reservation};
use crate::sync::atomic::{AtomicU64, Ordering};
use crate::sync::{Arc, Mutex};

/// A common bound on the memory of several rooms that can manage with less.
#[derive(Debug)]
pub struct Allowance {
    taken: AtomicU64,
    /// The bytes that the rooms are promised: those of a memory grant.
    promised: AtomicU64,
    max: u64,
    /// The bytes that the rooms' clerk may hold in all when a room asks for more.
    clerk_max: u64,
}

/// A growing reservation of the instance's memory, given back when dropped. It's charged to one
/// clerk, and possibly to an allowance shared with other rooms.
#[derive(Debug)]
pub struct Room {
    used: AtomicU64,
    granted: Reservation,
    allowance: Option<Arc<Allowance>>,
    /// Serializes shrinking, so that two threads don't give back the same bytes.
    shrinking: Mutex<()>,
}

impl Allowance {
    /// Returns an allowance of `max` bytes for its rooms, and of `clerk_max` bytes for the whole
    /// clerk. It refuses nothing: [`Room::is_allowed`] answers whether a request stays within both.
    pub fn new(max: u64, clerk_max: u64) -> Arc<Allowance> {
        Arc::new(Allowance { taken: AtomicU64::new(0), promised: AtomicU64::new(0), max, clerk_max })
    }

    /// Sets the bytes that the rooms are promised.
    pub fn promise(&self, bytes: u64) {
        self.promised.store(bytes, Ordering::Relaxed);
    }

    fn has(&self, bytes: u64, held_by_clerk: u64) -> bool {
        self.taken.load(Ordering::Relaxed) + bytes <= self.max && held_by_clerk + bytes <= self.clerk_max
    }
}

impl Room {
    /// Returns an empty room.
    pub fn new(broker: &Arc<MemoryBroker>, clerk: Clerk) -> Room {
        Room::with_reservation(broker.open(clerk), None)
    }

    /// Returns an empty room that counts towards `allowance`.
    pub fn within(broker: &Arc<MemoryBroker>, clerk: Clerk, allowance: Arc<Allowance>) -> Room {
        Room::with_reservation(broker.open(clerk), Some(allowance))
    }

    fn with_reservation(granted: Reservation, allowance: Option<Arc<Allowance>>) -> Room {
        Room { used: AtomicU64::new(0), granted, allowance, shrinking: Mutex::default() }
    }

    /// Returns the bytes that must be granted before `bytes` more bytes can be in use.
    #[inline]
    pub fn missing(&self, bytes: u64) -> u64 {
        (self.used() + bytes).saturating_sub(self.granted.bytes()).next_multiple_of(PIECE)
    }

    /// Whether `bytes` more bytes are within what the allowance's rooms are promised.
    pub fn is_promised(&self, bytes: u64) -> bool {
        let missing = self.missing(bytes);
        let promises = |allowance: &Arc<Allowance>| {
            allowance.taken.load(Ordering::Relaxed) + missing <= allowance.promised.load(Ordering::Relaxed)
        };
        self.allowance.as_ref().is_some_and(promises)
    }

    /// Whether `bytes` more bytes are within the allowance.
    pub fn is_allowed(&self, bytes: u64) -> bool {
        let missing = self.missing(bytes);
        let allows = |allowance: &Arc<Allowance>| allowance.has(missing, self.granted.held_by_clerk());
        missing == 0 || self.allowance.as_ref().is_none_or(allows)
    }

    /// Sets the use to zero. The granted bytes are kept for later use.
    pub fn empty(&self) {
        self.used.store(0, Ordering::Relaxed);
    }

    /// Asks the broker for the `missing` bytes.
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

    /// Returns the bytes in use.
    pub fn used(&self) -> u64 {
        self.used.load(Ordering::Relaxed)
    }

    /// Adds `bytes` to the use. The caller must check [`Room::is_enough`] afterwards.
    pub fn add(&self, bytes: u64) {
        self.used.fetch_add(bytes, Ordering::Relaxed);
    }

    /// Whether the bytes in use are granted. Asks the broker for missing bytes.
    pub fn is_enough(&self) -> bool {
        let missing = self.used().saturating_sub(self.granted.bytes());
        missing == 0 || self.grow(missing).is_ok()
    }

    /// Adds `bytes` to the use if they can be granted. On an error nothing has changed.
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

    /// Subtracts `bytes` from the use. Granted bytes beyond the use and a spare piece go back.
    pub fn sub(&self, bytes: u64) {
        self.used.fetch_sub(bytes, Ordering::Relaxed);
        if self.surplus() == 0 {
            return;
        }
        let _alone = self.shrinking.lock();
        self.shrink(self.surplus());
    }

    /// Returns the granted bytes beyond the use and a spare piece.
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

/// Bytes requested from the broker at a time.
pub const PIECE: u64 = 64 << 10;

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn rooms_share_their_allowance() {
        let broker = MemoryBroker::new(100 * PIECE);
        let allowance = Allowance::new(4 * PIECE, 6 * PIECE);
        let room = || Room::within(&broker, Clerk::QueryWorkspace, Arc::clone(&allowance));
        let (one, other) = (room(), room());
        one.take(3 * PIECE).expect("there is memory");
        assert!(other.is_allowed(PIECE) && !other.is_allowed(PIECE + 1));
        other.take(2 * PIECE).expect("take() may exceed the allowance");
        assert!(!one.is_allowed(1));
        drop(other);
        assert!(one.is_allowed(PIECE));
        one.empty();
        assert!((one.used(), broker.held()) == (0, 3 * PIECE) && one.is_allowed(4 * PIECE));
        one.sub(0);
        assert_eq!(broker.held(), PIECE, "all but a piece is given back");
        allowance.promise(2 * PIECE);
        assert!(one.is_promised(2 * PIECE) && !one.is_promised(2 * PIECE + 1));
        let strangers = Room::new(&broker, Clerk::QueryWorkspace);
        strangers.take(5 * PIECE).expect("there is memory");
        assert!(one.is_allowed(PIECE) && !one.is_allowed(PIECE + 1), "other reservations of the clerk hold the rest");
        drop((one, strangers));
        assert_eq!((broker.held(), allowance.taken.load(Ordering::Relaxed)), (0, 0));
    }
}
