//! Growth of the log file, by whoever finds it full.
//!
//! The new piece is allocated, written with zeroes, synced, and in both copies of the header before the first block goes
//! there, so that a power cut during growth leaves the old log. It is done outside the log buffer's lock: who finds room
//! meanwhile goes on.

use crate::device::Device;
use crate::error::LogError;
use crate::flush::Shared;
use crate::header::{Header, VLFS_FROM, VLFS_MAX};
use crate::vlf::{VLF_MIN, Vlf, cut};
use sluice_base::waits::WaitType;
use sluice_vfs::{FileError, Operation};

/// Why a log did not grow.
pub(crate) enum GrowthFault {
    /// It may not, or the file system has no room: nothing was changed.
    NoRoom,
    /// A write or sync failed.
    Failed(FileError),
}

/// The pieces that growth would add to a log with this header; empty when it may not grow.
fn planned(header: &Header) -> Vec<Vlf> {
    if header.growth_bytes == 0 {
        return Vec::new();
    }
    let length = header.vlfs.iter().map(|vlf| vlf.offset + vlf.size).max().unwrap_or(VLFS_FROM);
    let bytes = header.growth_bytes.max(VLF_MIN).min(header.max_bytes.saturating_sub(length));
    let mut pieces = cut(length, bytes);
    pieces.truncate(VLFS_MAX - header.vlfs.len().min(VLFS_MAX));
    pieces
}

/// Adds pieces to the file and to `header`; the caller makes the header durable.
pub(crate) fn extend(device: &Device, header: &mut Header) -> Result<Vec<Vlf>, GrowthFault> {
    let pieces = planned(header);
    let (Some(first), Some(last)) = (pieces.first(), pieces.last()) else { return Err(GrowthFault::NoRoom) };
    let bytes = last.offset + last.size - first.offset;
    match device.extend(first.offset, bytes).and_then(|()| device.settle()) {
        Ok(()) => {
            header.vlfs.extend_from_slice(&pieces);
            Ok(pieces)
        }
        // A failed sync is never taken lightly, whatever it says.
        Err(error) if error.is_disk_full() && error.operation != Operation::Sync => Err(GrowthFault::NoRoom),
        Err(error) => Err(GrowthFault::Failed(error)),
    }
}

impl Shared {
    /// Grows the log, unless it has another size than `seen_bytes` by now: then somebody else has.
    pub(crate) fn grow(&self, seen_bytes: u64) -> Result<(), LogError> {
        let mut header = self.header.lock();
        if self.lock().tail.vlfs.total_bytes() != seen_bytes {
            return Ok(());
        }
        let guard = self.env.waits.begin(WaitType::IoCompletion);
        let mut grown = self.header_now(&header);
        let pieces = match extend(&self.device, &mut grown) {
            Ok(pieces) => pieces,
            Err(GrowthFault::NoRoom) => return Err(self.full()),
            Err(GrowthFault::Failed(error)) => return Err(self.poison(&error.to_string())),
        };
        self.replace_header(&mut header, grown)?;
        drop(guard);
        let mut state = self.lock();
        state.tail.vlfs.add(&pieces);
        state.tail.space_changed();
        self.env.counters.log_growths.add(1);
        Ok(())
    }

    /// The header as it would be written now: what is on disk, with today's virtual log files and durable end.
    pub(crate) fn header_now(&self, on_disk: &Header) -> Header {
        let state = self.lock();
        Header { vlfs: state.tail.vlfs.all().to_vec(), end: state.tail.durable, ..on_disk.clone() }
    }

    /// Makes `next` durable in place of `on_disk`. A failure poisons: what the disk holds then is not known.
    pub(crate) fn replace_header(&self, on_disk: &mut Header, mut next: Header) -> Result<(), LogError> {
        next.generation = on_disk.generation + 1;
        self.device.write_header(&next).map_err(|error| self.poison(&error.to_string()))?;
        *on_disk = next;
        Ok(())
    }

    fn full(&self) -> LogError {
        let bytes = self.device.len().unwrap_or(0);
        LogError::Full { path: self.device.path().to_owned(), bytes }
    }
}
