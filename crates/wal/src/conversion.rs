//! The conversion of a log in the format before: a new log that continues behind it.
//!
//! The earlier file is only read. The new log has the same growth, limit, length and recovery
//! model, and the present padding of blocks. Its stream begins behind the end of the earlier log,
//! and its epochs are later ones, so LSNs never repeat. Records are not copied: the caller writes
//! the checkpoint that recovery needs. A log chain ends, since its records stay behind.

use crate::device::Device;
use crate::error::LogError;
use crate::file::{Beginning, LogFile, create_from};
use crate::header::Header;
use crate::log_device::FileDevice;
use crate::options::{LogEnvironment, LogOptions};
use sluice_base::ids::{DatabaseGuid, Lsn};
use sluice_base::sync::Arc;
use sluice_vfs::Create;
use std::path::Path;

impl LogFile {
    /// Opens the log of database `guid` in the format before the present one, for reading alone.
    /// Fails for a log in another format or of another database.
    pub fn open_earlier(
        env: &LogEnvironment,
        path: &Path,
        guid: DatabaseGuid,
        options: &LogOptions,
    ) -> Result<LogFile, LogError> {
        let device = Device::new(Arc::new(FileDevice::open(&*env.vfs, path, Create::Never)?));
        let header = device.read_header_as(guid, Header::decode_earlier)?;
        Ok(LogFile::at_rest(device, header, env, options))
    }

    /// Creates a log at `path` that continues behind this log, which was closed properly. The
    /// caller makes the directory entry durable. Fails if the file exists. The header has the
    /// earlier recovery model and no checkpoint or chain.
    pub fn create_behind(&self, path: &Path) -> Result<(), LogError> {
        self.create_after(path, self.header().guid, (self.device().len()?, true))
    }

    /// Does the same for a log of the database `guid`, which begins as a copy of this log's
    /// database. The log gets the initial length of new logs, without zeroes: many copies are
    /// dropped before they have filled it.
    pub fn create_branch(&self, path: &Path, guid: DatabaseGuid) -> Result<(), LogError> {
        self.create_after(path, guid, (self.options().initial_bytes, false))
    }

    fn create_after(
        &self,
        path: &Path,
        guid: DatabaseGuid,
        (initial_bytes, is_zeroed): (u64, bool),
    ) -> Result<(), LogError> {
        let header = self.header();
        let options = LogOptions {
            initial_bytes,
            growth_bytes: header.growth_bytes,
            max_bytes: header.max_bytes,
            recovery_model: header.model,
            ..self.options().clone()
        };
        let device = Arc::new(FileDevice::open(&*self.environment().vfs, path, Create::New)?);
        let position = header.end.block().next_multiple_of(u64::from(LogOptions::SECTOR) / Lsn::BLOCK_UNIT);
        create_from(device, guid, &options, Beginning { position, epoch: header.epoch, is_zeroed })
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::header::copy_offset;
    use crate::tests::{GUID, PATH, World, commit, put};
    use sluice_vfs::AlignedBuf;

    /// Rewrites both headers of the log in the format before.
    fn make_earlier(world: &World) {
        for copy in [0, 1] {
            let mut bytes = AlignedBuf::zeroed(4096);
            world.file().read_at(&mut bytes, copy_offset(copy)).unwrap();
            let earlier = Header::decode(&bytes).unwrap().encode_earlier();
            bytes.fill(0);
            bytes[..earlier.len()].copy_from_slice(&earlier);
            world.file().write_at(&bytes, copy_offset(copy)).unwrap();
        }
    }

    #[test]
    fn converted_log_continues_behind_the_earlier_one() {
        let world = World::new();
        let (_, log) = world.start().unwrap();
        for number in 0..37 {
            commit(&log, number);
        }
        let checkpoint = put(&log, 37);
        log.close(checkpoint, checkpoint).unwrap();
        make_earlier(&world);
        assert!(matches!(world.open(), Err(LogError::Damaged { .. })), "a later version is needed");
        let options = LogOptions { sector: LogOptions::SECTOR, ..world.options.clone() };
        let earlier = LogFile::open_earlier(&world.env, Path::new(PATH), GUID, &options).unwrap();
        assert!(earlier.was_clean() && earlier.checkpoint() == checkpoint);
        assert_eq!(earlier.scan(checkpoint).unwrap().next().unwrap().map(|record| record.lsn), Some(checkpoint));
        let path = Path::new("/new_log.ldf");
        earlier.create_behind(path).unwrap();
        let file = LogFile::open(&world.env, path, GUID, &options).unwrap();
        let mut scan = file.scan(Lsn::NONE).unwrap();
        assert!(scan.next().unwrap().is_none());
        let end = scan.end();
        let log = file.start(end).unwrap();
        assert!(log.tail() > earlier.end() && log.epoch() > earlier.epoch());
        assert_eq!(log.tail().block() % 8, 0);
        let lsn = commit(&log, 38);
        log.close(lsn, lsn).unwrap();
        let file = LogFile::open(&world.env, path, GUID, &options).unwrap();
        assert_eq!(file.scan(lsn).unwrap().next().unwrap().map(|record| record.lsn), Some(lsn));
    }
}
