//! A copy of the log as of a moment, by which a snapshot of the data files is recovered.
//!
//! The copy has the same virtual log files at the same offsets, so that LSNs stay what they are. It
//! has the blocks to the durable end from the start of the virtual log file with `keep_from`, since
//! a scan may begin there (`segments::scan_start`), and both side slots, which may hold the block
//! at the end. The rest of the file is a hole. It counts as not closed properly: opening it
//! is a start after a crash.

use crate::block::{self, BLOCK_BYTES};
use crate::device::Device;
use crate::error::LogError;
use crate::header::{COPY_BYTES, Header, VLFS_FROM, side_offset};
use crate::log::Log;
use crate::log_device::{FileDevice, LogDevice};
use crate::options::Harden;
use crate::vlf::Vlf;
use sluice_base::ids::Lsn;
use sluice_base::sync::Arc;
use sluice_vfs::{AlignedBuf, Create, Vfs};
use std::path::Path;

impl Log {
    /// Creates a copy of the log at `path` and makes it durable, except for the directory entry.
    /// Hardens the log first. Returns an LSN up to which the copy has all records. The caller
    /// prevents truncation meanwhile. Records may be appended.
    pub fn copy_to(&self, vfs: &dyn Vfs, path: &Path) -> Result<Lsn, LogError> {
        self.harden(Lsn(u64::MAX), Harden::Request)?;
        let shared = self.shared();
        let header = {
            let on_disk = shared.header.lock();
            Header { chain: Lsn::NONE, clean: false, ..shared.header_now(&on_disk) }
        };
        // The header's virtual log files have all blocks up to this end. A block written later is
        // beyond it and not copied, whatever the file has of it by then.
        let end = header.end;
        let copy = Device::new(Arc::new(FileDevice::open(vfs, path, Create::New)?));
        let length = header.vlfs.iter().map(|vlf| vlf.offset + vlf.size).max().unwrap_or(VLFS_FROM);
        copy.write(length - PAGE, &AlignedBuf::zeroed(PAGE as usize))?;
        self.copy_blocks(&*copy, first_position(&header), end)?;
        let mut slot = AlignedBuf::zeroed(COPY_BYTES as usize);
        for side in [0, 1] {
            shared.device.read(&mut slot, side_offset(side))?;
            copy.write(side_offset(side), &slot)?;
        }
        copy.write_header(&header)?;
        Ok(end)
    }

    /// Copies the blocks from `position` up to `end`.
    fn copy_blocks(&self, copy: &dyn LogDevice, mut position: u64, end: Lsn) -> Result<(), LogError> {
        let shared = self.shared();
        let mut buf = AlignedBuf::zeroed(BLOCK_BYTES);
        while position < end.block() {
            let place = shared.lock().tail.vlfs.place(position);
            let lost = |offset, what: &str| shared.device.damaged(offset, Lsn::new(position, 0), what);
            let place = place.ok_or_else(|| lost(0, "the log was truncated beyond what a snapshot needs"))?;
            let room = place.room.min(BLOCK_BYTES as u64) as usize;
            shared.device.read(&mut buf[..room], place.offset)?;
            let block = block::parse(&buf[..room]).map_err(|fault| lost(place.offset, &fault.to_string()))?;
            if block.header.position != position {
                return Err(lost(place.offset, "another log block is in this place"));
            }
            let length = block.bytes().len().next_multiple_of(shared.sector() as usize);
            copy.write(place.offset, &buf[..length])?;
            position = shared.lock().tail.vlfs.following(position, length as u64);
        }
        Ok(())
    }
}

/// Returns the first position of the virtual log file with `keep_from`. All its blocks are still in
/// the log: a virtual log file is reused as a whole.
fn first_position(header: &Header) -> u64 {
    let kept = header.keep_from.block();
    let has_kept = |vlf: &&Vlf| !vlf.is_free() && (vlf.start..vlf.end()).contains(&kept);
    header.vlfs.iter().find(has_kept).map_or(kept, |vlf| vlf.start)
}

const PAGE: u64 = 4096;

#[cfg(test)]
mod tests {
    use crate::file::LogFile;
    use crate::tests::{GUID, World, assert_numbers, commit, put};
    use sluice_base::ids::Lsn;
    use std::path::Path;

    const COPY: &str = "/copy.ldf";

    /// Returns the records of the copy, and starts it, as the recovery of a snapshot does.
    fn records(world: &World) -> Vec<(Lsn, Vec<u8>)> {
        let file = LogFile::open(&world.env, Path::new(COPY), GUID, &world.options).unwrap();
        assert!(!file.was_clean());
        let mut scan = file.scan(Lsn::NONE).unwrap();
        let mut records = Vec::new();
        while let Some(record) = scan.next().unwrap() {
            records.push((record.lsn, record.body.to_vec()));
        }
        let end = scan.end();
        put(&file.start(end).unwrap(), 9);
        records
    }

    #[test]
    fn log_copy_has_every_record_at_its_lsn() {
        let world = World::new();
        let (_, log) = world.start().unwrap();
        let lsns: Vec<Lsn> = (0..5_000).map(|number| put(&log, number)).collect();
        let end = log.copy_to(&*world.vfs, Path::new(COPY)).unwrap();
        assert!(end > lsns[4_999]);
        (5_000..6_000).for_each(|number| assert!(!commit(&log, number).is_none()));
        let copied = records(&world);
        assert_numbers(&copied, 5_000);
        assert!(copied.iter().map(|(lsn, _)| *lsn).eq(lsns));
    }

    #[test]
    fn log_copy_is_read_from_every_former_tail() {
        let world = World::new();
        let (_, log) = world.start().unwrap();
        (0..20).for_each(|number| assert!(!commit(&log, number).is_none()));
        let kept = commit(&log, 20);
        log.set_checkpoint(kept, kept).unwrap();
        // The stream crosses the end of a virtual log file, where a scan begins in that file.
        for number in 21..500 {
            let from = log.tail();
            let lsn = commit(&log, number);
            let path = format!("/copy{number}.ldf");
            log.copy_to(&*world.vfs, Path::new(&path)).unwrap();
            let file = LogFile::open(&world.env, Path::new(&path), GUID, &world.options).unwrap();
            let first = file.scan(from).unwrap().next().unwrap().map(|record| record.lsn);
            assert_eq!(first, Some(lsn), "{number}");
            world.vfs.remove(Path::new(&path)).unwrap();
        }
    }

    #[test]
    fn log_copy_begins_at_oldest_kept_block() {
        let world = World::new();
        let (_, log) = world.start().unwrap();
        (0..3_000).for_each(|number| assert!(!put(&log, number).is_none()));
        let kept = commit(&log, 3_000);
        log.set_checkpoint(kept, kept).unwrap();
        let last = commit(&log, 3_001);
        log.copy_to(&*world.vfs, Path::new(COPY)).unwrap();
        let copied = records(&world);
        let lsns: Vec<Lsn> = copied.iter().map(|(lsn, _)| *lsn).collect();
        assert!(copied.len() < 3_000 && lsns.contains(&kept) && lsns.last() == Some(&last));
    }
}
