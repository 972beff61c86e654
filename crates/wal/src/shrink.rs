//! Shrinking of the log file: free virtual log files at its end are given back to the file system
//! (`t-sql/database-console-commands/dbcc-shrinkfile-transact-sql`).
//!
//! The header that no longer names them is durable before the file is cut off. So a power cut
//! leaves a file that is as long as its header says, or longer. A later growth zeroes what it finds
//! there before the header names it again. Blocks of earlier rounds behind the last virtual log
//! file are never read.
//!
//! At least [`VLFS_LEFT`] virtual log files stay, and the smallest length of a new log, and
//! room for the records that rollbacks may need and for the margin of ordinary records (rule R of
//! `space`).

use crate::error::LogError;
use crate::file::INITIAL_MIN;
use crate::flush::poison_of;
use crate::growing::Growing;
use crate::log::Log;
use crate::tail::Tail;
use sluice_base::ids::Lsn;
use sluice_base::waits::WaitType;

/// The reason a log file stays longer than requested.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum ShrinkLimit {
    /// The virtual log file at the end of the file is in use.
    InUse,
    /// Fewer than this number of virtual log files would be left.
    Count(usize),
    /// The rest would be too short for the smallest log, or for what rollbacks may need.
    Room,
    /// The requested length ends within the last virtual log file, which begins at this offset.
    Boundary(u64),
}

impl Log {
    /// Removes free virtual log files from the end of the file, as long as at least `bytes` are
    /// left. Durable on return. Returns the reason if the file is longer than `bytes` then. A
    /// growth in progress is given up. Fails if the header or the file can't be changed, which
    /// poisons the log.
    pub fn shrink_to(&self, bytes: u64) -> Result<Option<ShrinkLimit>, LogError> {
        let shared = self.shared();
        let _wait = shared.env.waits.begin(WaitType::IoCompletion);
        let mut header = shared.header.lock();
        let mut growing = shared.growing.lock();
        let (limit, removed) = {
            let mut state = shared.lock();
            if state.tail.poisoned.is_some() {
                return Err(poison_of(&state.tail));
            }
            state.tail.remove_last_vlfs(bytes)
        };
        // The pieces of the growth are not in use, and lie behind all that are.
        *growing = Growing::default();
        if removed > 0 {
            let next = shared.header_now(&header);
            shared.replace_header(&mut header, next)?;
        }
        let end = header.vlfs.iter().map(|vlf| vlf.offset + vlf.size).max().unwrap_or(0);
        let cut = || -> Result<(), sluice_vfs::FileError> {
            if shared.device.len()? > end {
                shared.device.truncate(end)?;
                shared.device.settle()?;
            }
            Ok(())
        };
        cut().map_err(|error| shared.poison(&error.to_string()))?;
        Ok(limit)
    }

    /// Returns the LSN at which the stream leaves the virtual log file that it is in, if that one
    /// keeps the file longer than `bytes` and the next one lies before it in the file. `None` also
    /// if the free virtual log files have too little room for the way there.
    pub fn way_forward(&self, bytes: u64) -> Option<Lsn> {
        let state = self.shared().lock();
        let (vlfs, position) = (&state.tail.vlfs, state.tail.open.position);
        let own = vlfs.file_start(position).filter(|offset| *offset >= bytes)?;
        vlfs.next_offset().filter(|offset| *offset < own)?;
        let end = vlfs.end_at(position)?;
        state.tail.has_room_behind(end).then(|| Lsn::new(end, 0))
    }
}

impl Tail {
    /// Removes free virtual log files as [`Log::shrink_to`] does. Returns the reason why the next
    /// one stays, and the number of those removed.
    fn remove_last_vlfs(&mut self, bytes: u64) -> (Option<ShrinkLimit>, usize) {
        let mut removed = 0;
        let limit = loop {
            let all = self.vlfs.all();
            let Some(last) = all.last().copied() else { break None };
            if last.offset + last.size <= bytes {
                break None;
            }
            if last.offset < bytes {
                break Some(ShrinkLimit::Boundary(last.offset));
            }
            if !last.is_free() {
                break Some(ShrinkLimit::InUse);
            }
            if all.len() <= VLFS_LEFT {
                break Some(ShrinkLimit::Count(VLFS_LEFT));
            }
            let mut rest = self.vlfs.clone();
            rest.remove_last();
            if last.offset < INITIAL_MIN || !self.has_room_in(&rest) {
                break Some(ShrinkLimit::Room);
            }
            self.vlfs = rest;
            removed += 1;
        };
        self.space_changed();
        (limit, removed)
    }
}

/// The number of virtual log files that are always left, as in SQL Server.
const VLFS_LEFT: usize = 2;
