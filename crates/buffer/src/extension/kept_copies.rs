//! Copies that outlive the opening of their database, and the process.
//!
//! When a database is detached, its copies stay under a *parked* id, with the state of the database
//! that they belong to ([`CopiesAsOf`]). The directory in the file names parked copies and those of
//! open databases. A start reads it, and has all copies parked.
//!
//! The opening of a database takes its parked copies over:
//! 1. They must be of the log's last epoch, and the log must be read from `as_of` or earlier.
//!    Otherwise the database starts without copies.
//! 2. Redo passes every record read to [`Extension::note_redone`]: a record newer than its page's
//!    copy makes the copy invalid. So does a change of the page by redo (invariant 2 of
//!    `extension`). Redo itself reads no copy.
//! 3. Once the end of the log is known, copies at or beyond it become invalid.
//!
//! # Why a copy that remains is right
//! - A directory's `as_of` is the end of the log, read before the slots. A change of a page makes
//!   its copy invalid before its record is appended. So a copy valid then has every change of a
//!   record below `as_of`, and later records are read (1) and noted (2).
//! - A change without a record is made under the latch under which its page was formatted, by a
//!   record. Pages formatted without a record are not in directories (`slots::is_kept`).
//! - The bytes in the slot must have the LSN and the checksum that the directory names, when the
//!   copy is first read. Other bytes only make that copy invalid: the slot was written again after
//!   the directory, or a power cut took its write.
//! - A log that lost its end, and files put back from the past, have another epoch after the next
//!   start, at another time.
//!
//! A directory is written with each checkpoint, after the checkpoint's begin was read, by the lazy
//! writer after many changes, and at a clean end. It is never synced. It is left out if directories
//! would take more than a sixteenth of the time; after a kill at such a moment the databases start
//! without copies.

use super::directory::{self, DirectoryEntry, DirectoryWriter};
use super::layout::DATABASES_MAX;
use super::slots::{Slots, is_kept};
use super::store::Store;
use super::{Extension, SCANNED_AT_ONCE, Shared};
use crate::database::{Database, Databases};
use crate::frame::PageKey;
use crate::log_history::{CopiesAsOf, LogEpoch};
use crate::page::PAGE_SIZE;
use sluice_base::hash::HashMap;
use sluice_base::ids::{DatabaseGuid, DatabaseId, Lsn, PageId};
use sluice_vfs::{AlignedBuf, FileError};

/// The first of the ids for databases that are not open, which have copies. No database is
/// attached under such an id.
pub const FIRST_PARKED: u16 = 0xF000;

/// The databases with parked copies: the first one has the id [`FIRST_PARKED`].
#[derive(Default)]
pub(super) struct Parked(Vec<Option<CopiesAsOf>>);

impl Parked {
    /// Enters a database. Returns its id, or `None` if there is none left.
    fn enter(&mut self, copies: CopiesAsOf) -> Option<DatabaseId> {
        let free = self.0.iter().position(Option::is_none);
        let index = free.unwrap_or(self.0.len());
        let id = FIRST_PARKED.checked_add(u16::try_from(index).ok()?)?;
        if free.is_none() {
            self.0.push(None);
        }
        self.0[index] = Some(copies);
        Some(DatabaseId(id))
    }

    /// Removes a database.
    fn take(&mut self, guid: DatabaseGuid) -> Option<(DatabaseId, CopiesAsOf)> {
        let is_wanted = |copies: &Option<CopiesAsOf>| copies.is_some_and(|copies| copies.guid == guid);
        let index = self.0.iter().position(is_wanted)?;
        Some((DatabaseId(FIRST_PARKED + index as u16), self.0[index].take()?))
    }

    fn all(&self) -> impl Iterator<Item = (DatabaseId, CopiesAsOf)> {
        let of_index = |(index, copies): (usize, &Option<CopiesAsOf>)| {
            copies.map(|copies| (DatabaseId(FIRST_PARKED + index as u16), copies))
        };
        self.0.iter().enumerate().filter_map(of_index)
    }
}

/// The occasion for a directory.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Occasion {
    /// A checkpoint, whose begin was read before.
    Checkpoint,
    /// The lazy writer has time.
    Idle,
    /// The extension's file is closed.
    End,
}

/// The state of the directories. Locked while a directory is written and while a database changes
/// its id, so that an id means one database in a directory.
pub(super) struct Saver {
    sequence: u64,
    pages: AlignedBuf,
    /// No directory is written before, unless it is the last.
    not_before_ns: u64,
    /// The count of admissions at the last directory.
    admitted: u64,
}

impl Saver {
    /// Returns the state of a file without a directory.
    pub(super) fn new() -> Saver {
        Saver { sequence: 0, pages: AlignedBuf::zeroed(BYTES), not_before_ns: 0, admitted: 0 }
    }
}

/// Parks the copies that the directory in `store` names. Returns the state of the directories.
/// Fails if the directory can't be read.
pub(super) fn take_over(store: &Store, slots: &mut Slots, parked: &mut Parked) -> Result<Saver, FileError> {
    let directory = directory::read(store)?;
    let ids: Vec<Option<DatabaseId>> = directory.databases.iter().map(|copies| parked.enter(*copies)).collect();
    let copies = directory.entries.iter().filter(|entry| is_kept(entry.slot.stamp.page_type)).filter_map(|entry| {
        let id = ids[usize::from(entry.database)]?;
        Some((PageKey::new(id, entry.page), entry.slot))
    });
    slots.restore(copies);
    Ok(Saver { sequence: directory.sequence, ..Saver::new() })
}

impl Extension {
    /// Keeps the copies of a database that is not attached any more, for its next opening. Nothing
    /// is appended to its log afterwards. Frees its slots if its state is unknown.
    pub(crate) fn park(&self, database: &Database) {
        let copies = database.copies_as_of();
        let _saver = self.saver.lock();
        let mut shared = self.shared.lock();
        let Shared { slots, parked, .. } = &mut *shared;
        if let Some((id, _)) = parked.take(database.guid) {
            slots.remove_where(|key| key.database() == id);
        }
        let id = copies.and_then(|copies| parked.enter(copies));
        let is_concerned = |key: PageKey| key.database() == database.id;
        slots.rename(is_concerned, |key| id.map(|id| PageKey::new(id, key.id())));
    }

    /// Frees the slots of the parked copies of a database.
    pub(crate) fn forget_parked(&self, guid: DatabaseGuid) {
        let _saver = self.saver.lock();
        let mut shared = self.shared.lock();
        if let Some((id, _)) = shared.parked.take(guid) {
            shared.slots.remove_where(|key| key.database() == id);
        }
    }

    /// Gives a database that was just attached the copies of its earlier opening (step 1). `epoch`
    /// is the last epoch of its log, which is read from `redo_from` on. Returns whether there are
    /// such copies; if not, those that there are don't belong to the database's files.
    pub(crate) fn inherit(&self, database: &Database, epoch: LogEpoch, redo_from: Lsn) -> bool {
        let _saver = self.saver.lock();
        let mut shared = self.shared.lock();
        let Shared { slots, parked, .. } = &mut *shared;
        let Some((id, copies)) = parked.take(database.guid) else { return false };
        let is_usable = copies.epoch == epoch && copies.as_of >= redo_from;
        if is_usable {
            database.set_inherited(copies);
        }
        let is_kept = |page: PageId| is_usable && database.has_file(page.file);
        slots.rename(|key| key.database() == id, |key| is_kept(key.id()).then(|| PageKey::new(database.id, key.id())));
        is_usable
    }

    /// Returns the LSN of the page's copy, for redo (step 2); `None` without a copy.
    pub(crate) fn copy_lsn(&self, key: PageKey) -> Option<Lsn> {
        self.shared.lock().slots.copy_lsn(key)
    }

    /// Makes the copies of a database that are not below the end of its log invalid (step 3).
    pub(crate) fn end_inheritance(&self, database: DatabaseId, end: Lsn) {
        self.shared.lock().slots.invalidate_from(end, |key| key.database() == database);
    }

    /// Writes a directory, unless it is not worth it on this occasion. Returns whether it did. The
    /// caller must hold no latch. The error is the text of a failed write.
    pub(crate) fn save(&self, databases: &Databases, occasion: Occasion) -> Result<bool, String> {
        let mut saver = self.saver.lock();
        let (began_ns, admitted) = (self.clock.monotonic_ns(), self.shared.lock().admitted);
        let is_worth_it = match occasion {
            Occasion::End => true,
            Occasion::Checkpoint => began_ns >= saver.not_before_ns,
            Occasion::Idle => {
                began_ns >= saver.not_before_ns
                    && admitted - saver.admitted > u64::from(self.store.slots()) / CHANGED_SHARE
            }
        };
        if !is_worth_it {
            return Ok(false);
        }
        // Before the slots are read.
        let (index_of, states) = self.states(databases);
        saver.sequence += 1;
        let sequence = saver.sequence;
        let writer = DirectoryWriter::new(&self.store, sequence, &states, &mut saver.pages);
        self.call(|_| self.write_entries(writer, &index_of)).map_err(|error| error.to_string())?;
        let ended_ns = self.clock.monotonic_ns();
        saver.not_before_ns = ended_ns + TIME_SHARE * (ended_ns - began_ns);
        saver.admitted = admitted;
        Ok(true)
    }

    /// Returns the present states of the databases that have copies, and their indexes by id.
    fn states(&self, databases: &Databases) -> (HashMap<DatabaseId, u16>, Vec<CopiesAsOf>) {
        let open = databases.all().into_iter().filter_map(|database| Some((database.id, database.copies_as_of()?)));
        let mut known: Vec<(DatabaseId, CopiesAsOf)> = open.collect();
        known.extend(self.shared.lock().parked.all());
        known.truncate(u64::from(self.store.slots()).min(DATABASES_MAX) as usize);
        let indexes = known.iter().zip(0..).map(|((id, _), index)| (*id, index)).collect();
        (indexes, known.into_iter().map(|(_, copies)| copies).collect())
    }

    fn write_entries(
        &self,
        mut writer: DirectoryWriter<'_>,
        index_of: &HashMap<DatabaseId, u16>,
    ) -> Result<(), FileError> {
        let (mut first, mut kept) = (0, Vec::with_capacity(SCANNED_AT_ONCE));
        // The lock is released between the steps, so that misses don't wait for the scan.
        while self.shared.lock().slots.kept(first, SCANNED_AT_ONCE, &mut kept) {
            for (key, slot) in kept.drain(..).filter(|(_, slot)| is_kept(slot.stamp.page_type)) {
                if let Some(database) = index_of.get(&key.database()) {
                    writer.push(&DirectoryEntry { database: *database, page: key.id(), slot })?;
                }
            }
            first += SCANNED_AT_ONCE;
        }
        writer.finish()
    }
}

/// The bytes of a directory that are written together: 256 KB.
pub(super) const BYTES: usize = 32 * PAGE_SIZE;

/// The part of the slots that must have changed before the lazy writer writes a directory.
const CHANGED_SHARE: u64 = 64;

/// The least time between two directories, in multiples of the time that one takes.
const TIME_SHARE: u64 = 15;
