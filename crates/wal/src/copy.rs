//! A copy of the log as of a moment, by which a snapshot of the data files is recovered.
//!
//! The copy has the same virtual log files at the same offsets, so that LSNs stay what they are. It
//! has the blocks to the durable end from the one that the recovery needs first. If that end is in
//! a later virtual log file, the copy begins with a virtual log file, where a scan may begin
//! (`segments::scan_start`). The rest of the file is a hole.
//!
//! The end of the copy is known, so its header is that of a log that was closed properly: a start
//! searches it for no later block. Only if the last block is written to a side slot, the copy has
//! the side slots too, and its opening is a start after a crash.

use crate::device::Device;
use crate::error::LogError;
use crate::header::{COPY_BYTES, Header, VLFS_FROM, side_offset};
use crate::log::Log;
use crate::log_device::{FileDevice, LogDevice};
use crate::options::Harden;
use crate::vlf::VlfMap;
use sluice_base::ids::Lsn;
use sluice_base::sync::Arc;
use sluice_vfs::{AlignedBuf, Create, Vfs};
use std::path::Path;

impl Log {
    /// Creates a copy of the log at `path` and makes it durable, except for the directory entry.
    /// The copy has the records from `keep_from` on, which is a record or a former tail. Hardens
    /// the log first. Returns an LSN up to which the copy has all records. The caller prevents
    /// truncation beyond `keep_from` meanwhile. Records may be appended. Fails if the file exists;
    /// after a failure a part of it may stay.
    pub fn copy_to(&self, vfs: &dyn Vfs, path: &Path, keep_from: Lsn) -> Result<Lsn, LogError> {
        self.harden(Lsn(u64::MAX), Harden::InFile)?;
        let shared = self.shared();
        let mut header = {
            let on_disk = shared.header.lock();
            let keep_from = keep_from.max(on_disk.keep_from);
            Header { chain: Lsn::NONE, buffer: 0, keep_from, ..shared.header_now(&on_disk) }
        };
        // The header's virtual log files have all blocks up to this end. A block written later is
        // beyond it and not copied.
        let end = header.end;
        header.clean = end.offset() == 0;
        let mut vlfs = VlfMap::new(header.vlfs);
        vlfs.free_below(header.keep_from.block());
        let copy = Device::new(Arc::new(FileDevice::open(vfs, path, Create::New)?));
        let length = vlfs.all().iter().map(|vlf| vlf.offset + vlf.size).max().unwrap_or(VLFS_FROM);
        copy.write(length - PAGE, &AlignedBuf::zeroed(PAGE as usize))?;
        self.copy_blocks(&*copy, &vlfs, first_position(&vlfs, header.keep_from.block(), end.block()), end)?;
        if !header.clean {
            self.copy_side_slots(&*copy)?;
        }
        header.vlfs = vlfs.all().to_vec();
        copy.write_header(&header)?;
        Ok(end)
    }

    /// Copies the blocks from `position` up to `end`.
    fn copy_blocks(&self, copy: &dyn LogDevice, vlfs: &VlfMap, mut position: u64, end: Lsn) -> Result<(), LogError> {
        let shared = self.shared();
        let bytes_to = |position: u64| (end.block() - position) * Lsn::BLOCK_UNIT;
        let mut buf = AlignedBuf::zeroed(bytes_to(position.min(end.block())).clamp(PAGE, PART_BYTES) as usize);
        while position < end.block() {
            let lost = || {
                let what = "the log was truncated beyond what a snapshot needs";
                shared.device.damaged(0, Lsn::new(position, 0), what)
            };
            let place = vlfs.place(position).ok_or_else(lost)?;
            let length = place.room.min(bytes_to(position)).min(buf.len() as u64);
            let part = &mut buf[..length as usize];
            shared.device.read(part, place.offset)?;
            copy.write(place.offset, part)?;
            // A virtual log file ends where the next one of the stream begins.
            position += length / Lsn::BLOCK_UNIT;
        }
        Ok(())
    }

    fn copy_side_slots(&self, copy: &dyn LogDevice) -> Result<(), LogError> {
        let mut slot = AlignedBuf::zeroed(COPY_BYTES as usize);
        for side in [0, 1] {
            self.shared().device.read(&mut slot, side_offset(side))?;
            copy.write(side_offset(side), &slot)?;
        }
        Ok(())
    }
}

/// Returns the first position that a scan from `kept` or from a later position reads. Such a scan
/// begins in the virtual log file before, if its position begins one.
fn first_position(vlfs: &VlfMap, kept: u64, end: u64) -> u64 {
    let of_kept = vlfs.all().iter().find(|vlf| !vlf.is_free() && (vlf.start..vlf.end()).contains(&kept));
    of_kept.filter(|vlf| vlf.end() <= end).map_or(kept, |vlf| vlf.start)
}

const PAGE: u64 = 4096;
/// The bytes copied at once.
const PART_BYTES: u64 = 1 << 20;

#[cfg(test)]
mod tests {
    use crate::file::LogFile;
    use crate::options::{Harden, Space};
    use crate::tests::{GUID, World, assert_numbers, commit, put, sized};
    use sluice_base::ids::Lsn;
    use sluice_base::sync::Arc;
    use sluice_vfs::mem::MemFs;
    use std::path::Path;

    const COPY: &str = "/copy.ldf";

    /// Returns the records of the copy, and starts it, as the recovery of a snapshot does.
    fn records(world: &World) -> Vec<(Lsn, Vec<u8>)> {
        let file = LogFile::open(&world.env, Path::new(COPY), GUID, &world.options).unwrap();
        assert!(file.was_clean(), "no side slot is needed in a log with room");
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
        let end = log.copy_to(&*world.vfs, Path::new(COPY), Lsn::NONE).unwrap();
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
            log.copy_to(&*world.vfs, Path::new(&path), kept).unwrap();
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
        log.copy_to(&*world.vfs, Path::new(COPY), kept).unwrap();
        let copied = records(&world);
        let lsns: Vec<Lsn> = copied.iter().map(|(lsn, _)| *lsn).collect();
        assert!(copied.len() < 3_000 && lsns.contains(&kept) && lsns.last() == Some(&last));
    }

    /// In a log that is full except for reserved space, the last block is in a side slot.
    #[test]
    fn log_copy_has_last_block_in_side_slot() {
        let mut world = World::on(Arc::new(MemFs::new(1)));
        (world.options.max_bytes, world.options.sector) = (1 << 20, 4096);
        world.create().unwrap();
        let (_, log) = world.start().unwrap();
        let mut lsns = Vec::new();
        while let Ok(lsn) = log.append(7, &[&sized(1, 5000)], Space::Reserving(3000)) {
            lsns.push(lsn);
        }
        let mut aside = 0;
        for turn in 0..100 {
            lsns.push(log.append(8, &[&sized(2, 296)], Space::Reserved(300)).unwrap());
            if turn % 3 > 0 {
                log.harden(lsns[lsns.len() - 1], Harden::WriteAhead).unwrap();
            }
            let path = format!("/copy{turn}.ldf");
            let end = log.copy_to(&*world.vfs, Path::new(&path), Lsn::NONE).unwrap();
            let file = LogFile::open(&world.env, Path::new(&path), GUID, &world.options).unwrap();
            assert_eq!(file.was_clean(), end.offset() == 0, "{turn}");
            aside += u32::from(end.offset() > 0);
            let mut scan = file.scan(Lsn::NONE).unwrap();
            let mut copied = Vec::new();
            while let Some(record) = scan.next().unwrap() {
                copied.push(record.lsn);
            }
            assert_eq!(copied, lsns, "{turn}");
            world.vfs.remove(Path::new(&path)).unwrap();
        }
        assert!(aside > 10, "{aside}");
    }
}
