//! Growth of the log file, by the session that finds it full.
//!
//! All new space is allocated at once, so a full disk is met at that point. The space comes into
//! use piece by piece; each piece is a virtual log file. A piece is zeroed, synced, and named in
//! both copies of the header before its first block is written. So a power cut during growth leaves
//! the log as it was before that piece. The session that finds the log full completes one piece and
//! goes on. The others are completed in the background, or by the next session that needs one. All
//! this happens outside the lock of the log buffer: sessions that find room go on meanwhile. After
//! a close, the next growth begins with the pieces that were allocated and not in use.
//!
//! The header has entries for 2,044 virtual log files, which must last up to 2 TB. So the log grows
//! by at least 1/128 of its length, a growth below 1/8 of the length is one virtual log file, and a
//! log with few entries left grows faster. A log without entries joins free virtual log files.

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

/// The reason a log did not grow.
pub(crate) enum GrowthFault {
    /// Growth is disabled or at its maximum, or the file system has no room. Nothing was changed.
    NoRoom,
    /// A write or sync failed.
    Failed(FileError),
}

/// Returns the pieces that a growth would add under this header; none if the log may not grow. It
/// is the growth step, but at least a share of the length that keeps the number of header entries
/// small, and at most up to the maximum length.
pub(crate) fn planned(header: &Header) -> Vec<Vlf> {
    let length = length_of(header);
    // A growth of 4/n of the length with n entries left: 40 entries are enough for a factor of a
    // million. In a log that was made by this rule it exceeds 1/128 only beyond 2 TB.
    let by_entries = length.saturating_mul(4).checked_div(entries_left(header)).unwrap_or(0);
    match FileGrowth::of_number(header.growth_bytes) {
        FileGrowth::Bytes(0) | FileGrowth::Percent(0) => Vec::new(),
        growth => {
            let least = by_entries.max(length / GROWTH_SHARE).max(VLF_MIN);
            pieces_of(header, growth.step(length).max(least).min(header.max_bytes.saturating_sub(length)))
        }
    }
}

/// Returns the number of virtual log files that the header has room for.
fn entries_left(header: &Header) -> u64 {
    VLFS_MAX.saturating_sub(header.vlfs.len()) as u64
}

/// Returns the end of the last virtual log file in the file, in bytes.
fn length_of(header: &Header) -> u64 {
    header.vlfs.iter().map(|vlf| vlf.offset + vlf.size).max().unwrap_or(VLFS_FROM)
}

/// Cuts `bytes` behind the header's virtual log files into pieces; none if the header has no room
/// for one.
fn pieces_of(header: &Header, bytes: u64) -> Vec<Vlf> {
    // One growth takes only a part of the last entries.
    cut(length_of(header), bytes, entries_left(header).div_ceil(ENTRIES_SHARE) as usize)
}

/// Adds pieces to the file and to `header` at once, for a log not yet in use. The caller makes the
/// header durable. The new space is allocated, zeroed and synced. `NoRoom` if the maximum or the
/// disk's space is reached; `header` is unchanged then.
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

/// Whether a failure to allocate space lost no data. A failed sync always counts as a loss.
fn no_room(error: &FileError) -> bool {
    error.is_disk_full() && error.operation != Operation::Sync
}

impl Shared {
    /// Grows the log, unless its size differs from `seen_bytes`: then another session has grown it.
    /// Waits for a growth in progress and helps to finish it, until there is a piece in use. Fails
    /// with `Full` if the maximum is reached or the disk is full.
    pub(crate) fn grow(&self, seen_bytes: u64) -> Result<(), LogError> {
        let mut header = self.header.lock();
        if self.lock().tail.vlfs.total_bytes() != seen_bytes {
            return Ok(());
        }
        let _wait = self.env.waits.begin(WaitType::IoCompletion);
        let mut growing = self.growing.lock();
        let begins = growing.is_done();
        if begins {
            self.make_entries(&mut header)?;
            *growing = self.begin_growth(&planned(&header))?;
        }
        while !self.grow_some(&mut header, &mut growing)? {}
        if begins {
            self.env.counters.log_growths.add(1);
        }
        Ok(())
    }

    /// Makes the file at least `bytes` long, in whole virtual log files, and returns when all of
    /// them are in use. Fails with `Full` if the maximum length or the disk doesn't allow it;
    /// pieces already made stay.
    pub(crate) fn grow_to(&self, bytes: u64) -> Result<(), LogError> {
        // The pieces of an earlier growth come first.
        while self.growth_turn()? {}
        {
            let mut header = self.header.lock();
            let mut growing = self.growing.lock();
            if !growing.is_done() || bytes < length_of(&header) + VLF_MIN {
                return Ok(());
            }
            self.make_entries(&mut header)?;
            *growing = self.begin_growth(&pieces_of(&header, bytes - length_of(&header)))?;
        }
        while self.growth_turn()? {}
        let made = length_of(&self.header.lock());
        if bytes < made + VLF_MIN { Ok(()) } else { Err(self.full()) }
    }

    /// Does a part of a growth in progress. Returns false if there is none. A growth that can't go
    /// on for lack of room also returns false; another failure is returned.
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
            // The session that needs the room will report the error.
            Err(LogError::Full { .. }) => Ok(false),
            done => done.map(|_| true),
        }
    }

    /// Joins free virtual log files, durably, if the header has no entry left for a growth.
    fn make_entries(&self, header: &mut Header) -> Result<(), LogError> {
        if entries_left(header) > 0 || !self.lock().tail.vlfs.join_free() {
            return Ok(());
        }
        self.lock().tail.space_changed();
        let joined = self.header_now(header);
        self.replace_header(header, joined)
    }

    fn begin_growth(&self, pieces: &[Vlf]) -> Result<Growing, LogError> {
        let (Some(first), Some(last)) = (pieces.first(), pieces.last()) else { return Err(self.full()) };
        let allocated = self.device.allocate(first.offset, last.offset + last.size - first.offset);
        allocated.map_err(|error| self.not_grown(&error))?;
        Ok(Growing::new(pieces.to_vec()))
    }

    /// Zeroes a part of the next piece, which exists. Returns whether that piece is in use now.
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

    /// Maps a failure to allocate space: the log is full, or poisoned.
    fn not_grown(&self, error: &FileError) -> LogError {
        if no_room(error) { self.full() } else { self.poison(&error.to_string()) }
    }

    /// Returns the header on disk, updated with the current virtual log files and durable end.
    pub(crate) fn header_now(&self, on_disk: &Header) -> Header {
        let state = self.lock();
        Header { vlfs: state.tail.vlfs.all().to_vec(), end: state.tail.durable, ..on_disk.clone() }
    }

    /// Makes the header on disk name the virtual log file of the block at `position`, which is
    /// placed (rule 7 of `flush`). Returns without I/O if the header on disk names it already.
    /// Otherwise the header is written and synced before the block may be written.
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
            // The header named this virtual log file ahead of its use, and all files before it.
            Some(end) if named.agrees(&taken, self.named_below.load(Ordering::Acquire), position) => {
                self.named_below.store(end, Ordering::Release);
                Ok(())
            }
            _ => self.replace_header(&mut header, next),
        }
    }

    /// Makes `next` durable in place of `on_disk`. A failure poisons, since the content of the disk
    /// is unknown then.
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

/// The log grows by at least this part of its length.
const GROWTH_SHARE: u64 = 128;
/// A growth takes at most this part of the header's free entries.
const ENTRIES_SHARE: u64 = 32;
