//! By how much a database's data file grows, and how long it may become. Kept on disk by whoever keeps the database's options.

use sluice_base::file_growth::FileGrowth;
use sluice_base::sync::atomic::{AtomicU64, Ordering};

/// What is set for the data file.
#[derive(Debug)]
pub struct DataGrowth {
    growth: AtomicU64,
    max_bytes: AtomicU64,
}

impl Default for DataGrowth {
    fn default() -> DataGrowth {
        DataGrowth { growth: AtomicU64::new(UNSET), max_bytes: AtomicU64::new(u64::MAX) }
    }
}

impl DataGrowth {
    /// Sets by how much the file grows (none: as it sees fit) and how long it may become, in bytes.
    pub fn set(&self, growth: Option<FileGrowth>, max_bytes: u64) {
        self.growth.store(growth.map_or(UNSET, FileGrowth::to_number), Ordering::Relaxed);
        self.max_bytes.store(max_bytes, Ordering::Relaxed);
    }

    /// By how much the file grows, if that is set.
    pub fn growth(&self) -> Option<FileGrowth> {
        Some(self.growth.load(Ordering::Relaxed)).filter(|number| *number != UNSET).map(FileGrowth::of_number)
    }

    /// How long it may become, in bytes.
    pub fn max_bytes(&self) -> u64 {
        self.max_bytes.load(Ordering::Relaxed)
    }
}

/// No growth has this number.
const UNSET: u64 = u64::MAX;
