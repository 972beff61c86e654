//! Growth of the log file, by whoever finds it full.
//!
//! All of the new room is allocated at once: a full disk is met then. It comes into use piece by piece, each a virtual log file: a
//! piece is written with zeroes, synced, and in both copies of the header before the first block goes there, so that a
//! power cut during growth leaves the log as it was before that piece. Who finds the log full makes one piece and goes on; the others
//! are made in the background, or by whoever needs them first. All this is done outside the log buffer's lock: who finds room
//! meanwhile goes on. What is allocated and not in use when the log is closed, the next growth begins with.

use crate::device::Device;
use crate::error::LogError;
use crate::flush::Shared;
use crate::growing::Growing;
use crate::header::{Header, VLFS_FROM, VLFS_MAX};
use crate::vlf::{VLF_MIN, Vlf, VlfMap, cut};
use sluice_base::file_growth::FileGrowth;
use sluice_base::sync::atomic::Ordering;
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
    let length = length_of(header);
    match FileGrowth::of_number(header.growth_bytes) {
        FileGrowth::Bytes(0) | FileGrowth::Percent(0) => Vec::new(),
        growth => pieces_of(header, growth.step(length).max(VLF_MIN).min(header.max_bytes.saturating_sub(length))),
    }
}

/// Where the last virtual log file of the header ends in the file.
fn length_of(header: &Header) -> u64 {
    header.vlfs.iter().map(|vlf| vlf.offset + vlf.size).max().unwrap_or(VLFS_FROM)
}

/// `bytes` behind the header's virtual log files, cut into as many as the header has room for.
fn pieces_of(header: &Header, bytes: u64) -> Vec<Vlf> {
    let mut pieces = cut(length_of(header), bytes);
    pieces.truncate(VLFS_MAX - header.vlfs.len().min(VLFS_MAX));
    pieces
}

/// Adds pieces to the file and to `header` at once, for a log that is not in use yet; the caller makes the header durable.
pub(crate) fn extend(device: &Device, header: &mut Header) -> Result<Vec<Vlf>, GrowthFault> {
    let pieces = planned(header);
    let (Some(first), Some(last)) = (pieces.first(), pieces.last()) else { return Err(GrowthFault::NoRoom) };
    let bytes = last.offset + last.size - first.offset;
    match device.extend(first.offset, bytes).and_then(|()| device.settle()) {
        Ok(()) => {
            header.vlfs.extend_from_slice(&pieces);
            Ok(pieces)
        }
        Err(error) if no_room(&error) => Err(GrowthFault::NoRoom),
        Err(error) => Err(GrowthFault::Failed(error)),
    }
}

/// Whether nothing was lost by a failure to get room. A failed sync is never taken lightly, whatever it says.
fn no_room(error: &FileError) -> bool {
    error.is_disk_full() && error.operation != Operation::Sync
}

impl Shared {
    /// Grows the log, unless it has another size than `seen_bytes` by now: then somebody else has.
    pub(crate) fn grow(&self, seen_bytes: u64) -> Result<(), LogError> {
        let mut header = self.header.lock();
        if self.lock().tail.vlfs.total_bytes() != seen_bytes {
            return Ok(());
        }
        let _wait = self.env.waits.begin(WaitType::IoCompletion);
        let mut growing = self.growing.lock();
        let begins = growing.is_done();
        if begins {
            *growing = self.begin_growth(&planned(&header))?;
        }
        while !self.grow_some(&mut header, &mut growing)? {}
        if begins {
            self.env.counters.log_growths.add(1);
        }
        Ok(())
    }

    /// Makes the file at least `bytes` long, as far as whole virtual log files go, and returns when all of it is in use.
    pub(crate) fn grow_to(&self, bytes: u64) -> Result<(), LogError> {
        // What another growth has allocated comes first.
        while self.growth_turn()? {}
        {
            let header = self.header.lock();
            let mut growing = self.growing.lock();
            if !growing.is_done() || bytes < length_of(&header) + VLF_MIN {
                return Ok(());
            }
            *growing = self.begin_growth(&pieces_of(&header, bytes - length_of(&header)))?;
        }
        while self.growth_turn()? {}
        let made = length_of(&self.header.lock());
        if bytes < made + VLF_MIN { Ok(()) } else { Err(self.full()) }
    }

    /// Does a part of what a growth has still to do. False if there is none.
    pub(crate) fn growth_turn(&self) -> Result<bool, LogError> {
        if self.growing.lock().is_done() {
            return Ok(false);
        }
        let mut header = self.header.lock();
        let mut growing = self.growing.lock();
        if growing.is_done() {
            return Ok(false);
        }
        let _wait = self.env.waits.begin(WaitType::IoCompletion);
        match self.grow_some(&mut header, &mut growing) {
            // Whoever needs the room will say so.
            Err(LogError::Full { .. }) => Ok(false),
            done => done.map(|_| true),
        }
    }

    fn begin_growth(&self, pieces: &[Vlf]) -> Result<Growing, LogError> {
        let (Some(first), Some(last)) = (pieces.first(), pieces.last()) else { return Err(self.full()) };
        let allocated = self.device.allocate(first.offset, last.offset + last.size - first.offset);
        allocated.map_err(|error| self.not_grown(&error))?;
        Ok(Growing::new(pieces.to_vec()))
    }

    /// Makes a part of the next piece. Whether that piece is in use now; there is one.
    fn grow_some(&self, header: &mut Header, growing: &mut Growing) -> Result<bool, LogError> {
        let (from, bytes) = growing.next_part();
        if let Err(error) = self.device.zero(from, bytes) {
            *growing = Growing::default();
            return Err(self.not_grown(&error));
        }
        let Some(piece) = growing.zeroed(bytes) else { return Ok(false) };
        self.device.settle().map_err(|error| self.poison(&error.to_string()))?;
        let mut grown = self.header_now(header);
        grown.vlfs.push(piece);
        self.replace_header(header, grown)?;
        let mut state = self.lock();
        state.tail.vlfs.add(&[piece]);
        state.tail.space_changed();
        Ok(true)
    }

    /// What a failure to get room means.
    fn not_grown(&self, error: &FileError) -> LogError {
        if no_room(error) { self.full() } else { self.poison(&error.to_string()) }
    }

    /// The header as it would be written now: what is on disk, with today's virtual log files and durable end.
    pub(crate) fn header_now(&self, on_disk: &Header) -> Header {
        let state = self.lock();
        Header { vlfs: state.tail.vlfs.all().to_vec(), end: state.tail.durable, ..on_disk.clone() }
    }

    /// Sees to it that the header on disk names the virtual log file of the block at `position`, which is placed (rule 7 of
    /// `flush`).
    pub(crate) fn name_place_of(&self, position: u64) -> Result<(), LogError> {
        let is_named = || position < self.named_below.load(Ordering::Acquire);
        if is_named() {
            return Ok(());
        }
        let mut header = self.header.lock();
        if is_named() {
            return Ok(());
        }
        let next = self.header_now(&header);
        let (named, taken) = (VlfMap::new(header.vlfs.clone()), VlfMap::new(next.vlfs.clone()));
        match taken.end_at(position) {
            // Ahead of its use; also all those between.
            Some(end) if named.agrees(&taken, self.named_below.load(Ordering::Acquire), position) => {
                self.named_below.store(end, Ordering::Release);
                Ok(())
            }
            _ => self.replace_header(&mut header, next),
        }
    }

    /// Makes `next` durable in place of `on_disk`. A failure poisons: what the disk holds then is not known.
    pub(crate) fn replace_header(&self, on_disk: &mut Header, mut next: Header) -> Result<(), LogError> {
        next.generation = on_disk.generation + 1;
        let taken_below = VlfMap::new(next.vlfs.clone()).end();
        next.name_ahead();
        self.device.write_header(&next).map_err(|error| self.poison(&error.to_string()))?;
        self.named_below.store(taken_below, Ordering::Release);
        *on_disk = next;
        Ok(())
    }

    fn full(&self) -> LogError {
        let bytes = self.device.len().unwrap_or(0);
        LogError::Full { path: self.device.path().to_owned(), bytes }
    }
}
