//! The writing of a database's pages: its bound, and its failure.

use sluice_base::sync::Arc;
use sluice_base::sync::atomic::{AtomicBool, AtomicU64, Ordering};

/// The bound on unwritten changes, and whether writing has failed.
#[derive(Debug)]
pub(crate) struct PageWrites {
    redo_max: AtomicU64,
    /// Set by the pool, whichever thread meets the failure: a checkpoint or an eviction.
    has_failed: Arc<AtomicBool>,
}

impl PageWrites {
    /// Returns the default bound. `has_failed` is the flag of the database's pages in the pool.
    pub(crate) fn new(has_failed: Arc<AtomicBool>) -> PageWrites {
        PageWrites { redo_max: AtomicU64::new(REDO_MAX_DEFAULT), has_failed }
    }

    /// Returns the maximum redo distance, in bytes of records.
    pub(crate) fn redo_max(&self) -> u64 {
        self.redo_max.load(Ordering::Relaxed)
    }

    /// Sets the maximum redo distance, in bytes of records.
    pub(crate) fn set_redo_max(&self, bytes: u64) {
        self.redo_max.store(bytes, Ordering::Relaxed);
    }

    /// Whether writing pages has failed; see [`crate::StorageError::PagesFailed`].
    #[inline]
    pub(crate) fn has_failed(&self) -> bool {
        self.has_failed.load(Ordering::Relaxed)
    }
}

/// The minimum speed of redo. Recovery of a million small transactions with pages in memory ran at
/// 40 MB a second on the slowest machine measured.
pub(crate) const REDO_BYTES_PER_SECOND: u64 = 40 << 20;

/// A minute's worth of redo, SQL Server's default.
const REDO_MAX_DEFAULT: u64 = 60 * REDO_BYTES_PER_SECOND;
