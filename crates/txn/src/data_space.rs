//! The space of a database's data file: the file, its growth and the pages with room.

use crate::leftovers::Leftovers;
use sluice_base::file_growth::FileGrowth;
use sluice_base::sync::Arc;
use sluice_base::sync::atomic::{AtomicU64, Ordering};
use sluice_vfs::File;

/// The space of the primary data file.
pub struct DataSpace {
    /// The file, for growth. Pages are read and written by the pool alone.
    pub file: Arc<dyn File>,
    /// The growth settings.
    pub growth: DataGrowth,
    /// Pages in which deletes have left room or ghosts.
    pub leftovers: Leftovers,
}

impl DataSpace {
    pub(crate) fn new(file: Arc<dyn File>) -> DataSpace {
        DataSpace { file, growth: DataGrowth::default(), leftovers: Leftovers::default() }
    }
}

/// The growth step and maximum length of a data file. The owner of the database's options stores
/// them on disk.
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
    /// Sets the growth step (`None`: automatic) and the maximum length in bytes.
    pub fn set(&self, growth: Option<FileGrowth>, max_bytes: u64) {
        self.growth.store(growth.map_or(UNSET, FileGrowth::to_number), Ordering::Relaxed);
        self.max_bytes.store(max_bytes, Ordering::Relaxed);
    }

    /// Returns the growth step, if set.
    pub fn growth(&self) -> Option<FileGrowth> {
        Some(self.growth.load(Ordering::Relaxed)).filter(|number| *number != UNSET).map(FileGrowth::of_number)
    }

    /// Returns the maximum length, in bytes.
    pub fn max_bytes(&self) -> u64 {
        self.max_bytes.load(Ordering::Relaxed)
    }
}

/// The stored number for an unset growth step; no growth has this number.
const UNSET: u64 = u64::MAX;
