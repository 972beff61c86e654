//! The log of a database that is opened without its log (EMERGENCY): nothing is read and nothing is
//! written.
//!
//! The log has no virtual log file and no record. Its length is that of the file, which stays as it
//! is for a later recovery. The owner of the log appends nothing; if it did, the missing device
//! would fail the append.

use crate::device::Device;
use crate::flush::Shared;
use crate::header::Header;
use crate::log::Log;
use crate::log_device::LogDevice;
use crate::memory::Memory;
use crate::options::{LogEnvironment, LogOptions};
use crate::tail::Tail;
use crate::vlf::{FIRST_POSITION, VlfMap};
use sluice_base::ids::{DatabaseGuid, Lsn};
use sluice_base::sync::Arc;
use sluice_vfs::{FileError, Operation};
use std::io;
use std::path::{Path, PathBuf};

/// Returns a log without records in place of the log at `path`, which has `bytes` bytes. The
/// recovery model and the growth are those of `options`.
pub fn without_log(
    env: &LogEnvironment,
    (path, bytes): (&Path, u64),
    guid: DatabaseGuid,
    options: &LogOptions,
) -> Arc<Log> {
    let first = Lsn::new(FIRST_POSITION, 0);
    let header = Header {
        generation: 1,
        guid,
        sector: LogOptions::SECTOR,
        epoch: 1,
        epoch_first: FIRST_POSITION,
        checkpoint: Lsn::NONE,
        keep_from: first,
        end: first,
        chain: Lsn::NONE,
        growth_bytes: options.growth_bytes,
        max_bytes: options.max_bytes,
        model: options.recovery_model,
        buffer: 0,
        clean: false,
        vlfs: Vec::new(),
    };
    let tail = Tail::new(VlfMap::default(), FIRST_POSITION, 1, LogOptions::SECTOR, 1, false);
    let device = Device::new(Arc::new(AbsentDevice { path: path.to_owned(), bytes }));
    Log::new(Shared::new(device, env.clone(), header, tail, 0, Memory::new(&env.broker, None)))
}

/// The device of a log that isn't used: its length alone is known.
struct AbsentDevice {
    path: PathBuf,
    bytes: u64,
}

impl AbsentDevice {
    fn refuse(&self, operation: Operation) -> Result<(), FileError> {
        let source = io::Error::new(io::ErrorKind::Unsupported, "the database is open without its log");
        Err(FileError::new(operation, &self.path, source))
    }
}

impl LogDevice for AbsentDevice {
    fn path(&self) -> &Path {
        &self.path
    }

    fn sector(&self) -> u32 {
        LogOptions::SECTOR
    }

    fn len(&self) -> Result<u64, FileError> {
        Ok(self.bytes)
    }

    fn read(&self, _buf: &mut [u8], _offset: u64) -> Result<(), FileError> {
        self.refuse(Operation::Read)
    }

    fn write_block(&self, _offset: u64, _bytes: &[u8]) -> Result<(), FileError> {
        self.refuse(Operation::Write)
    }

    fn write(&self, _offset: u64, _bytes: &[u8]) -> Result<(), FileError> {
        self.refuse(Operation::Write)
    }

    fn settle(&self) -> Result<(), FileError> {
        self.refuse(Operation::Sync)
    }

    fn allocate(&self, _from: u64, _bytes: u64) -> Result<(), FileError> {
        self.refuse(Operation::Allocate)
    }

    fn truncate(&self, _length: u64) -> Result<(), FileError> {
        self.refuse(Operation::Length)
    }

    fn zero(&self, _from: u64, _bytes: u64) -> Result<(), FileError> {
        self.refuse(Operation::Write)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::options::Space;
    use crate::tests::{GUID, PATH, World};

    #[test]
    fn log_without_device_has_no_records_and_takes_none() {
        let world = World::new();
        let log = without_log(&world.env, (Path::new(PATH), 4096), GUID, &world.options);
        assert_eq!((log.usage().total_bytes, log.vlfs().len(), log.file_bytes().unwrap()), (0, 0, 4096));
        assert!(log.append(1, &[b"record"], Space::Spare).is_err());
        assert!(log.flush_tail().is_ok());
    }
}
