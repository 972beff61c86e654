//! The log of a database that is made anew at every start (tempdb): nothing of it outlives the process, so nothing is
//! synced, no header is written and no new room is filled with zeroes. Blocks leave the log buffer when they are full: for
//! the file, from where a rollback may read them, or for nowhere, when no transaction needs them any more.
//!
//! "Durable" means here: out of the buffer. Nobody waits for it.

use crate::block::BLOCK_BYTES;
use crate::device::Device;
use crate::error::LogError;
use crate::file::{IN_FLIGHT_LIMIT, INITIAL_MIN};
use crate::flush::Shared;
use crate::header::{Header, VLFS_FROM};
use crate::log::Log;
use crate::log_device::LogDevice;
use crate::options::{LogEnvironment, LogOptions};
use crate::recovery_model::RecoveryModel;
use crate::tail::Tail;
use crate::transit::BUFFERS;
use crate::vlf::{FIRST_POSITION, VlfMap, cut};
use sluice_base::ids::{DatabaseGuid, Lsn};
use sluice_base::memory::Clerk;
use sluice_base::sync::Arc;
use sluice_vfs::{Access, Create, Durability, File, FileError, OpenOptions};
use std::path::Path;

/// Makes a temporary log in a file that is not there yet, ready to take records.
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
    let memory = env.broker.reserve(Clerk::LogBuffer, (BUFFERS * BLOCK_BYTES) as u64)?;
    // Where an ordinary log has its header and its side slots there is nothing: so places are reckoned in one way.
    let mut vlfs = VlfMap::new(cut(VLFS_FROM, bytes - VLFS_FROM));
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
        clean: false,
        vlfs: vlfs.all().to_vec(),
    };
    let tail = Tail::new(vlfs, FIRST_POSITION, 1, SECTOR, options.in_flight_max.clamp(1, IN_FLIGHT_LIMIT), None);
    Ok(Log::new(Shared::new(device, env.clone(), header, tail, 0, memory)))
}

impl Log {
    /// Gives up what lies below `keep_from` of a temporary log: nobody will read it. Full blocks below that still wait to be
    /// written are not written any more (each counts as a flush all the same: it is handed over), and virtual log files
    /// that lie wholly below are free at once.
    pub fn release_below(&self, keep_from: Lsn) {
        let shared = self.shared();
        let mut state = shared.lock();
        let discarded = state.tail.discard_below(keep_from);
        if discarded > 0 {
            shared.env.counters.log_flushes.add(discarded);
            // Nobody waits for a temporary log to be hardened, so nobody is called.
            let _nobody = shared.landed(&state);
        }
        // A block that is still to be written must not find another in its place.
        let below = keep_from.min(state.tail.durable);
        if state.tail.vlfs.free_below(below.block()) > 0 {
            state.tail.space_changed();
            shared.env.counters.log_truncations.add(1);
        }
    }
}

/// A file of the system's, through its cache, never synced.
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

    /// The header, which nobody will read.
    fn write(&self, _offset: u64, _bytes: &[u8]) -> Result<(), FileError> {
        Ok(())
    }

    fn settle(&self) -> Result<(), FileError> {
        Ok(())
    }

    fn allocate(&self, from: u64, bytes: u64) -> Result<(), FileError> {
        self.file.allocate(from, bytes)
    }

    /// Nobody waits for its blocks.
    fn zero(&self, _from: u64, _bytes: u64) -> Result<(), FileError> {
        Ok(())
    }
}

/// Nothing is written past the system's cache: the smallest will do.
const SECTOR: u32 = 512;
