//! What a snapshot sees of a database's rows, and the hooks by which writers keep versions for it.
//!
//! Whether a writer is seen does not change while the snapshot lives: one that is under way when it is asked about will be published
//! with a number that the snapshot does not see, or be rolled back.

use crate::error::StorageError;
use crate::lock::OwnerId;
use crate::storage::Storage;
use crate::table::{TransactionTable, Writers};
use crate::transaction::{Started, Transaction};
use crate::versions::{Part, Run, Snapshot, Version, VersionStore};
use sluice_base::hash::FixedHasher;
use sluice_base::ids::{DatabaseId, FileId, PageId, TxnId};
use sluice_base::sync::Arc;
use sluice_base::sync::atomic::Ordering;
use std::hash::{BuildHasher, BuildHasherDefault};
use std::ops::Range;

/// What a database knows of its transactions, present and past.
#[derive(Clone, Copy, Debug)]
struct Past<'a> {
    database: DatabaseId,
    table: &'a TransactionTable,
    versions: &'a VersionStore,
}

/// What one reader sees of one database by a snapshot.
#[derive(Debug)]
pub struct View<'a> {
    past: Past<'a>,
    snapshot: &'a Snapshot,
    /// All below are seen.
    floor: TxnId,
    /// The reader's own transaction; NONE if it has changed nothing here.
    own: TxnId,
    /// The answer that was given last.
    last: (TxnId, bool),
}

impl<'a> View<'a> {
    /// What the transaction of `owner` sees by `snapshot`. What it changes first after this it may see or not.
    pub fn new(storage: &'a Storage, snapshot: &'a Snapshot, owner: OwnerId) -> View<'a> {
        View::of(storage.past(), snapshot, owner)
    }

    fn of(past: Past<'a>, snapshot: &'a Snapshot, owner: OwnerId) -> View<'a> {
        let floor = past.floor(snapshot);
        View { past, snapshot, floor, own: past.table.of_owner(owner), last: (TxnId::NONE, true) }
    }

    /// Whether a row of `writer` is seen. The caller has its page latched, or had it when it read the stamp.
    #[inline]
    pub fn sees(&mut self, writer: TxnId) -> bool {
        if writer < self.floor || writer == self.own {
            return true;
        }
        if self.last.0 != writer {
            self.last = (writer, self.past.is_seen(self.snapshot, writer));
        }
        self.last.1
    }

    /// As [`Snapshot::check`]: to be asked once a page is judged, before its rows are handed out.
    #[inline]
    pub fn check(&self) -> Result<(), StorageError> {
        self.snapshot.check()
    }
}

/// A row that a reader does not see as its page has it: what it was for him.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct PastRow {
    /// The row's slot.
    pub slot: u16,
    /// Where its bytes are, among those that came with it; none where there was no row.
    pub bytes: Option<Range<usize>>,
    /// Who made the state that was come to last on the way back, and is not seen.
    stamp: TxnId,
}

impl PastRow {
    /// The row in `slot`, whose newest state, by `stamp`, is not seen.
    pub fn new(slot: u16, stamp: TxnId) -> PastRow {
        PastRow { slot, bytes: None, stamp }
    }
}

/// The way back from what is on a page.
struct WayBack<'w, 'v> {
    rows: &'w mut [PastRow],
    bytes: &'w mut Vec<u8>,
    view: &'w mut View<'v>,
    /// What the bytes of a version begin with that is one of these rows'.
    head: &'w [u8],
    /// How many are not found yet.
    open: usize,
}

impl WayBack<'_, '_> {
    /// Comes to a state that `begin` made and `end` replaced.
    fn meet(&mut self, (slot, begin, end): (u16, TxnId, TxnId), row: &[u8]) {
        let Ok(index) = self.rows.binary_search_by(|past| slot.cmp(&past.slot)) else { return };
        let past = &mut self.rows[index];
        if past.stamp != end || past.bytes.is_some() || !row.starts_with(self.head) {
            return;
        }
        if !self.view.sees(begin) {
            past.stamp = begin;
            return;
        }
        past.bytes = Some(self.bytes.len()..self.bytes.len() + row.len());
        self.bytes.extend_from_slice(row);
        self.open -= 1;
    }
}

impl Storage {
    /// Whether changes of rows keep what was before them for snapshots.
    #[inline]
    pub fn keeps_versions(&self) -> bool {
        self.keeps_versions.load(Ordering::Relaxed)
    }

    /// Has changes keep versions, or no longer. A snapshot may be used on this database once every transaction has ended that was active
    /// when this was switched on; it is switched off when there is no such snapshot.
    pub fn keep_versions(&self, on: bool) {
        self.keeps_versions.store(on, Ordering::Relaxed);
    }

    /// To be called before `txn` replaces a state of a row, or makes it a ghost, under the exclusive latch of the page where the state is:
    /// `page` and `slot` are the row's place, `stamp` is who made the state. Does nothing where nobody could want it.
    #[inline]
    pub fn keep_version(
        &self,
        txn: &mut Transaction,
        (page, slot): (PageId, u16),
        stamp: TxnId,
        row: &[u8],
    ) -> Result<(), StorageError> {
        if self.keeps_versions() { self.keep_for_snapshots(txn, (page, slot), stamp, row) } else { Ok(()) }
    }

    fn keep_for_snapshots(
        &self,
        txn: &mut Transaction,
        (page, slot): (PageId, u16),
        stamp: TxnId,
        row: &[u8],
    ) -> Result<(), StorageError> {
        let started = self.started(txn)?;
        // Its own states are nobody else's business.
        if started.id == stamp || started.kept.is_unkept {
            return Ok(());
        }
        let version = Version { slot, begin: stamp, end: started.id, row: Arc::from(row) };
        if !self.versions.keep((self.id, page), version, &mut started.kept) {
            self.versions.keep_none(self.id, started.id, &mut started.kept);
        }
        Ok(())
    }

    /// Finds what rows of a page were for `view`, which does not see what they are; they are given from the largest slot down, and their
    /// bytes are appended to `bytes`. `VersionMissing` if that can't be told. The caller has the page latched since it has read the stamps.
    pub fn look_back(
        &self,
        page: PageId,
        rows: &mut [PastRow],
        bytes: &mut Vec<u8>,
        view: &mut View<'_>,
    ) -> Result<(), StorageError> {
        self.past().look_back((page, &[]), rows, bytes, view)
    }

    /// As [`Storage::keep_version`], of a tree's entry, which has no place but its key: it is found again wherever splits and merges take it.
    /// `value` is none where the key was not there, but a ghost with this stamp.
    #[inline]
    pub fn keep_entry_version(
        &self,
        txn: &mut Transaction,
        (root, key): (PageId, &[u8]),
        stamp: TxnId,
        value: Option<&[u8]>,
    ) -> Result<(), StorageError> {
        if !self.keeps_versions() {
            return Ok(());
        }
        let mut row = entry_head(key);
        row.push(u8::from(value.is_some()));
        row.extend_from_slice(value.unwrap_or_default());
        self.keep_for_snapshots(txn, entry_place(root, key), stamp, &row)
    }

    /// Finds what a tree's entry was for `view`, which does not see its newest state, by `stamp`; where its value is then among `bytes`, to
    /// which it is appended, or none if it was not there. Otherwise as [`Storage::look_back`].
    pub fn look_back_entry(
        &self,
        (root, key): (PageId, &[u8]),
        stamp: TxnId,
        bytes: &mut Vec<u8>,
        view: &mut View<'_>,
    ) -> Result<Option<Range<usize>>, StorageError> {
        let ((page, slot), head) = (entry_place(root, key), entry_head(key));
        let mut past = [PastRow::new(slot, stamp)];
        self.past().look_back((page, &head), &mut past, bytes, view)?;
        let [PastRow { bytes: found, .. }] = past;
        let was_there = |found: &Range<usize>| bytes.get(found.start + head.len()) == Some(&1);
        Ok(found.filter(was_there).map(|found| found.start + head.len() + 1..found.end))
    }

    /// Whether a ghost that `deleter` has left may be taken away, and its slot be another row's: the deleter's transaction is
    /// over, and every snapshot sees it. Asked under the page's latch.
    pub fn is_unneeded(&self, deleter: TxnId) -> bool {
        // In this order: who leaves the table has been published before.
        !self.is_active(deleter) && !self.versions.is_unseen(self.id, deleter)
    }

    /// A ghost has been taken out of its slot. To be called before the page's latch is let go.
    #[inline]
    pub fn slot_cleared(&self, page: PageId, slot: u16) {
        self.versions.forget_slot((self.id, page), slot);
    }

    /// First committer wins: `UpdateConflict` if `txn`, which works by `snapshot`, is about to replace a state of a row whose `writer` the
    /// snapshot does not see. The writer is over, or is `txn`. `SnapshotLost` if it can't be told.
    pub fn check_conflict(&self, txn: &Transaction, snapshot: &Snapshot, writer: TxnId) -> Result<(), StorageError> {
        let past = self.past();
        if txn.id() == Some(writer) || writer < past.floor(snapshot) || past.is_seen(snapshot, writer) {
            return snapshot.check();
        }
        Err(StorageError::UpdateConflict)
    }

    /// Publishes the parts of one transaction in several databases: a snapshot sees all of them or none. To be called when it is decided,
    /// durably, that it commits (L3a), and before the first of them leaves its table; [`Storage::commit`] of each follows.
    pub fn publish_together(parts: &mut [(&Storage, &mut Transaction)]) {
        let Some((first, _)) = parts.first() else { return };
        let versions = first.versions.clone();
        let (mut published, mut slots, mut tables) = (Vec::new(), Vec::new(), Vec::new());
        for (storage, txn) in parts {
            let Some(started) = &mut txn.started else { continue };
            if let Some(part) = storage.part(started) {
                published.push(part);
                tables.push(&storage.table);
            }
            slots.push(&*started.slot);
        }
        versions.publish(published, &slots, |index| tables[index].next_id());
    }

    /// A transaction is about to leave the table, committed: from here on new snapshots see it.
    #[inline]
    pub(crate) fn publish(&self, started: &mut Started) {
        if let Some(part) = self.part(started) {
            self.versions.publish(vec![part], &[&started.slot], |_| self.table.next_id());
        }
    }

    /// A transaction is about to leave the table, rolled back: nobody needs the versions that it kept.
    pub(crate) fn forget_versions(&self, started: &mut Started) {
        if let Some(part) = self.part(started) {
            self.versions.forget_writer(part);
        }
    }

    /// A transaction's part here; none where no snapshot could want to know, or it has been published.
    #[inline]
    fn part(&self, started: &mut Started) -> Option<Part> {
        let is_nobodys = !self.keeps_versions() && started.kept.is_empty() && !started.releases;
        if is_nobodys || std::mem::replace(&mut started.published, true) {
            return None;
        }
        Some(Part { database: self.id, txn: started.id, kept: std::mem::take(&mut started.kept) })
    }

    fn past(&self) -> Past<'_> {
        Past { database: self.id, table: &self.table, versions: &self.versions }
    }
}

impl Past<'_> {
    fn floor(&self, snapshot: &Snapshot) -> TxnId {
        snapshot.floor(self.database, || {
            let mut writers = Writers::default();
            self.table.writers(&mut writers);
            writers.settled
        })
    }

    fn look_back(
        &self,
        (page, head): (PageId, &[u8]),
        rows: &mut [PastRow],
        bytes: &mut Vec<u8>,
        view: &mut View<'_>,
    ) -> Result<(), StorageError> {
        let state = self.versions.of_page((self.database, page));
        let mut way = WayBack { open: rows.len(), rows, bytes, view, head };
        for version in state.versions.iter().rev() {
            way.meet((version.slot, version.begin, version.end), &version.row);
        }
        if way.open > 0 && state.spilled.is_some() {
            let from = self.versions.needed_from(self.database, way.view.snapshot.sequence());
            let (mut next, mut run) = (state.spilled, Run::default());
            while let Some(place) = next.filter(|place| *place >= from && way.open > 0) {
                if !self.versions.read_run(self.database, place, &mut run)? {
                    break;
                }
                let is_gone = |slot| state.cleared.iter().any(|(of, last)| *of == slot && place <= *last);
                for (slot, begin, row) in run.newest_first().filter(|(slot, ..)| !is_gone(*slot)) {
                    way.meet((slot, begin, run.writer), row);
                }
                next = run.before;
            }
        }
        let is_missing = |past: &PastRow| past.bytes.is_none() && self.versions.is_unkept(self.database, past.stamp);
        if way.rows.iter().any(is_missing) { Err(StorageError::VersionMissing) } else { Ok(()) }
    }

    fn is_seen(&self, snapshot: &Snapshot, writer: TxnId) -> bool {
        let remembered = || self.versions.sees(self.database, snapshot.sequence(), writer);
        if let Some(is_seen) = remembered() {
            return is_seen;
        }
        // It is in the table, perhaps published already; or has left it, and was published before that; or all see it.
        let number = self.table.find(writer).and_then(|slot| slot.number_of(writer));
        match number {
            Some(0) => false,
            Some(number) => snapshot.sees_number(number),
            None => remembered().unwrap_or(true),
        }
    }
}

/// Where the versions of a tree's entry are: file 0 has no pages. Entries that share a place are told apart by [`entry_head`].
fn entry_place(root: PageId, key: &[u8]) -> (PageId, u16) {
    let hash = BuildHasherDefault::<FixedHasher>::default().hash_one((root, key));
    (PageId { file: FileId(0), page: hash as u32 }, (hash >> 32) as u16)
}

/// What an entry's versions begin with: the key's length and the key.
fn entry_head(key: &[u8]) -> Vec<u8> {
    [&(key.len() as u16).to_le_bytes(), key].concat()
}

#[cfg(test)]
mod tests;
