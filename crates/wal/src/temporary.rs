//! The log of a database that is created at every start (tempdb).
//!
//! Nothing of the log outlives the process, so nothing is synced, no header is written and new
//! space is not zeroed. A block leaves the log buffer when it is full: for the file, where a
//! rollback may read it, or discarded if no transaction needs it. "Durable" means here that the
//! block has left the buffer. No session waits for it.

use crate::device::Device;
use crate::error::LogError;
use crate::file::{IN_FLIGHT_LIMIT, INITIAL_MIN};
use crate::flush::Shared;
use crate::header::{Header, VLFS_FROM, VLFS_MAX};
use crate::log::Log;
use crate::log_device::LogDevice;
use crate::memory::Memory;
use crate::options::{LogEnvironment, LogOptions};
use crate::recovery_model::RecoveryModel;
use crate::tail::Tail;
use crate::vlf::{FIRST_POSITION, VlfMap, cut};
use sluice_base::ids::{DatabaseGuid, Lsn};
use sluice_base::sync::Arc;
use sluice_vfs::{Access, Create, Durability, File, FileError, OpenOptions};
use std::path::Path;

/// Creates a temporary log in a new file. The log is ready to take records. A file that exists is
/// replaced or refused as `Create::New` says. There is no header on disk, no sync and no ring.
pub fn create_temporary(
    env: &LogEnvironment,
    path: &Path,
    guid: DatabaseGuid,
    options: &LogOptions,
) -> Result<Arc<Log>, LogError> {
    let how = OpenOptions { create: Create::New, access: Access::Buffered, durability: Durability::Deferred };
    let device = Device::new(Arc::new(TemporaryDevice { file: env.vfs.open(path, how)? }));
    let bytes = options.initial_bytes.max(INITIAL_MIN);
    device.extend(0, bytes)?;
    // The ranges of the header and the side slots stay unused, so that all logs compute offsets in
    // the same way.
    let mut vlfs = VlfMap::new(cut(VLFS_FROM, bytes - VLFS_FROM, VLFS_MAX));
    vlfs.ensure_placed(FIRST_POSITION);
    let first = Lsn::new(FIRST_POSITION, 0);
    let header = Header {
        generation: 1,
        guid,
        sector: SECTOR,
        epoch: 1,
        epoch_first: FIRST_POSITION,
        checkpoint: Lsn::NONE,
        keep_from: first,
        end: first,
        chain: Lsn::NONE,
        growth_bytes: options.growth_bytes,
        max_bytes: options.max_bytes,
        model: RecoveryModel::Simple,
        buffer: 0,
        clean: false,
        vlfs: vlfs.all().to_vec(),
    };
    let tail = Tail::new(vlfs, FIRST_POSITION, 1, SECTOR, options.in_flight_max.clamp(1, IN_FLIGHT_LIMIT), false);
    let memory = Memory::new(&env.broker, None);
    Ok(Log::new(Shared::new(device, env.clone(), header, tail, 0, memory)))
}

impl Log {
    /// Truncates a temporary log below `keep_from`. Full blocks below that are not written yet are
    /// discarded; each still counts as a flush. Virtual log files that lie wholly below are free at
    /// once. Rollback and readers must need nothing below it.
    pub fn release_below(&self, keep_from: Lsn) {
        let shared = self.shared();
        let mut state = shared.lock();
        let discarded = state.tail.discard_below(keep_from);
        if discarded > 0 {
            shared.env.counters.log_flushes.add(discarded);
            // No session waits for a temporary log to be hardened, so no session is called.
            let _nobody = shared.landed(&state);
        }
        // A block still to be written must not find another block in its place.
        let below = keep_from.min(state.tail.durable);
        state.tail.costs.forget_below(below.block());
        if state.tail.vlfs.free_below(below.block()) > 0 {
            state.tail.space_changed();
            shared.env.counters.log_truncations.add(1);
        }
    }
}

/// A file written through the cache of the operating system and never synced.
struct TemporaryDevice {
    file: Arc<dyn File>,
}

impl LogDevice for TemporaryDevice {
    fn path(&self) -> &Path {
        self.file.path()
    }

    fn sector(&self) -> u32 {
        SECTOR
    }

    fn len(&self) -> Result<u64, FileError> {
        self.file.len()
    }

    fn read(&self, buf: &mut [u8], offset: u64) -> Result<(), FileError> {
        self.file.read_at(buf, offset)
    }

    fn write_block(&self, offset: u64, bytes: &[u8]) -> Result<(), FileError> {
        self.file.write_at(bytes, offset)
    }

    /// Discards the header: no start reads it.
    fn write(&self, _offset: u64, _bytes: &[u8]) -> Result<(), FileError> {
        Ok(())
    }

    fn settle(&self) -> Result<(), FileError> {
        Ok(())
    }

    fn allocate(&self, from: u64, bytes: u64) -> Result<(), FileError> {
        self.file.allocate(from, bytes)
    }

    fn truncate(&self, length: u64) -> Result<(), FileError> {
        self.file.truncate(length)
    }

    /// Zeroing is not needed, since no session waits for block writes.
    fn zero(&self, _from: u64, _bytes: u64) -> Result<(), FileError> {
        Ok(())
    }
}

/// The smallest sector suffices, since no write bypasses the system cache.
const SECTOR: u32 = 512;
