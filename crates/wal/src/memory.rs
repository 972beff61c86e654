//! The reserved memory of one log, and the place of its ring (`buffers`).

use crate::persisted_buffer::BufferInUse;
use sluice_base::memory::{Clerk, MemoryBroker, Reservation};
use sluice_base::sync::{Arc, Mutex};
use sluice_vfs::Vfs;
use std::path::PathBuf;

/// The memory that a log has reserved from the broker. A log whose records survive the process has
/// the path of a file too, which its buffer is mapped from.
pub(crate) struct Memory {
    /// Locked before the log buffer.
    pub(crate) reserved: Mutex<Reservation>,
    /// The path of the ring, if surviving records need one.
    pub(crate) ring: Option<PathBuf>,
    /// The persisted log buffer in use.
    pub(crate) buffer: Mutex<Option<BufferInUse>>,
}

impl Memory {
    /// Returns the memory of a log at rest.
    pub(crate) fn new(broker: &Arc<MemoryBroker>, ring: Option<PathBuf>) -> Memory {
        Memory { reserved: Mutex::new(broker.open(Clerk::LogBuffer)), ring, buffer: Mutex::new(None) }
    }

    /// Removes the file of the ring, which is not mapped. Its log was closed properly. A failure to
    /// remove it isn't returned.
    pub(crate) fn remove_ring(&self, vfs: &dyn Vfs) {
        let Some(path) = &self.ring else { return };
        // A ring that stays is ignored: the log's header says that the log is complete.
        let _ = vfs.exists(path).and_then(|exists| if exists { vfs.remove(path) } else { Ok(()) });
    }
}
