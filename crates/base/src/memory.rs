//! The memory broker: every large allocation is asked for here, by a clerk's name, within the instance's limit (B1).

use crate::sync::Arc;
use crate::sync::atomic::{AtomicU64, Ordering};
use std::fmt;

/// Who holds memory; the names of `sys.dm_os_memory_clerks`.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
#[repr(u8)]
pub enum Clerk {
    /// The buffer pool's frames.
    BufferPool,
    /// The log buffers of all databases.
    LogBuffer,
    /// What queries build: sorts, hashes, results.
    QueryWorkspace,
}

const CLERKS: usize = 3;

/// The instance would hold more memory than it may.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct OutOfMemory {
    /// Who asked.
    pub clerk: Clerk,
    /// For how many bytes.
    pub wanted: u64,
    /// How many the instance may hold.
    pub limit: u64,
}

impl fmt::Display for OutOfMemory {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{:?} asked for {} bytes beyond the limit of {} bytes", self.clerk, self.wanted, self.limit)
    }
}

impl std::error::Error for OutOfMemory {}

/// Who holds how much of the instance's memory.
#[derive(Debug)]
pub struct MemoryBroker {
    limit: u64,
    held: AtomicU64,
    by_clerk: [AtomicU64; CLERKS],
}

impl MemoryBroker {
    /// A broker that hands out at most `limit` bytes.
    pub fn new(limit: u64) -> Arc<MemoryBroker> {
        Arc::new(MemoryBroker { limit, held: AtomicU64::new(0), by_clerk: Default::default() })
    }

    /// Sets `bytes` aside for `clerk` until the reservation is dropped.
    pub fn reserve(self: &Arc<Self>, clerk: Clerk, bytes: u64) -> Result<Reservation, OutOfMemory> {
        let within = |held: u64| held.checked_add(bytes).filter(|sum| *sum <= self.limit);
        self.held.fetch_update(Ordering::Relaxed, Ordering::Relaxed, within).map_err(|_| OutOfMemory {
            clerk,
            wanted: bytes,
            limit: self.limit,
        })?;
        self.by_clerk[clerk as usize].fetch_add(bytes, Ordering::Relaxed);
        Ok(Reservation { broker: self.clone(), clerk, bytes })
    }

    /// How many bytes `clerk` holds.
    pub fn held_by(&self, clerk: Clerk) -> u64 {
        self.by_clerk[clerk as usize].load(Ordering::Relaxed)
    }
}

/// Memory set aside; given back when dropped.
#[derive(Debug)]
pub struct Reservation {
    broker: Arc<MemoryBroker>,
    clerk: Clerk,
    bytes: u64,
}

impl Drop for Reservation {
    fn drop(&mut self) {
        self.broker.held.fetch_sub(self.bytes, Ordering::Relaxed);
        self.broker.by_clerk[self.clerk as usize].fetch_sub(self.bytes, Ordering::Relaxed);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_limit_holds_over_all_clerks() {
        let broker = MemoryBroker::new(100);
        let first = broker.reserve(Clerk::BufferPool, 60).unwrap();
        let refused = broker.reserve(Clerk::LogBuffer, 41).unwrap_err();
        assert_eq!((refused.wanted, refused.limit), (41, 100));
        let _second = broker.reserve(Clerk::LogBuffer, 40).unwrap();
        drop(first);
        assert_eq!((broker.held_by(Clerk::BufferPool), broker.held_by(Clerk::LogBuffer)), (0, 40));
        broker.reserve(Clerk::QueryWorkspace, 60).unwrap();
    }
}
