//! The rows that a snapshot sees, and the hooks by which writers keep versions.
//!
//! The visibility of a writer does not change while the snapshot lives. A writer active at the look
//! will be published with a number the snapshot does not see, or be rolled back.

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

/// A database's knowledge of its transactions, present and past.
#[derive(Clone, Copy, Debug)]
struct Past<'a> {
    database: DatabaseId,
    table: &'a TransactionTable,
    versions: &'a VersionStore,
}

/// The rows of one database that one reader sees by a snapshot.
#[derive(Debug)]
pub struct View<'a> {
    past: Past<'a>,
    snapshot: &'a Snapshot,
    /// All writers below are seen.
    floor: TxnId,
    /// The reader's own transaction; NONE if it has changed nothing here.
    own: TxnId,
    /// The last writer asked for, and the answer.
    last: (TxnId, bool),
}

impl<'a> View<'a> {
    /// Returns the view of `owner`'s transaction by `snapshot`. Its own first change after this
    /// call may be seen or not.
    pub fn new(storage: &'a Storage, snapshot: &'a Snapshot, owner: OwnerId) -> View<'a> {
        View::from_past(storage.past(), snapshot, owner)
    }

    fn from_past(past: Past<'a>, snapshot: &'a Snapshot, owner: OwnerId) -> View<'a> {
        let floor = past.floor(snapshot);
        View { past, snapshot, floor, own: past.table.of_owner(owner), last: (TxnId::NONE, true) }
    }

    /// Whether a row of `writer` is seen. The caller holds the page's latch, or held it when it
    /// read the stamp.
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

    /// Checks the snapshot as [`Snapshot::check`] does. Called after a page is judged and before
    /// its rows are returned.
    #[inline]
    pub fn check(&self) -> Result<(), StorageError> {
        self.snapshot.check()
    }
}

/// A row whose state on the page a reader does not see, and the state the reader sees instead.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct PastRow {
    /// The row's slot.
    pub slot: u16,
    /// The range of the row in the returned bytes; `None` if there was no row.
    pub bytes: Option<Range<usize>>,
    /// The writer of the oldest state found so far, which is not seen.
    stamp: TxnId,
}

impl PastRow {
    /// A row in `slot` whose newest state, by `stamp`, is not seen.
    pub fn new(slot: u16, stamp: TxnId) -> PastRow {
        PastRow { slot, bytes: None, stamp }
    }
}

/// The search back from the states on a page.
struct VersionSearch<'w, 'v> {
    rows: &'w mut [PastRow],
    bytes: &'w mut Vec<u8>,
    view: &'w mut View<'v>,
    /// The first bytes of versions that belong to these rows.
    head: &'w [u8],
    /// The number of rows not found yet.
    open: usize,
}

impl VersionSearch<'_, '_> {
    /// Visits a state that `begin` made and `end` replaced.
    fn visit(&mut self, (slot, begin, end): (u16, TxnId, TxnId), row: &[u8]) {
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
    /// Whether changes of rows keep the replaced states for snapshots.
    #[inline]
    pub fn keeps_versions(&self) -> bool {
        self.keeps_versions.load(Ordering::Relaxed)
    }

    /// Turns the keeping of versions on or off. A snapshot may be used on this database once every
    /// transaction that was active when it was turned on has ended. It is turned off only when
    /// there is no such snapshot.
    pub fn keep_versions(&self, on: bool) {
        self.keeps_versions.store(on, Ordering::Relaxed);
    }

    /// Keeps a state of a row for snapshots before `txn` replaces it or makes it a ghost. The
    /// caller holds the exclusive latch of the page of that state. `page` and `slot` are the row's
    /// place; `stamp` is the writer of the state. Does nothing if no snapshot can need the state.
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
        // Other readers never need the transaction's own intermediate states.
        if started.id == stamp || started.kept.is_unkept {
            return Ok(());
        }
        let version = Version { slot, begin: stamp, end: started.id, row: Arc::from(row) };
        if !self.versions.keep((self.id, page), version, &mut started.kept) {
            self.versions.keep_none(self.id, started.id, &mut started.kept);
        }
        Ok(())
    }

    /// Finds the states of a page's rows that `view` sees, for rows whose current state it does not
    /// see. Rows are given from the largest slot down; their bytes are appended to `bytes`. Fails
    /// with `VersionMissing` if a version was not kept. The caller has held the page's latch since
    /// it read the stamps.
    pub fn look_back(
        &self,
        page: PageId,
        rows: &mut [PastRow],
        bytes: &mut Vec<u8>,
        view: &mut View<'_>,
    ) -> Result<(), StorageError> {
        self.past().look_back((page, &[]), rows, bytes, view)
    }

    /// Keeps a state as [`Storage::keep_version`] does, for a tree's entry, and fails as it does.
    /// The entry's place is its key, so splits and merges do not matter. `value` is `None` if the
    /// key was absent: a ghost with this stamp.
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

    /// Finds the state of a tree's entry that `view` sees, given the writer `stamp` of its newest
    /// state. Appends the value to `bytes` and returns its range, or `None` if the entry was
    /// absent. Otherwise as [`Storage::look_back`].
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

    /// Whether the ghost of `deleter` may be removed and its slot reused: the deleter has ended,
    /// and every snapshot sees it. Called under the page's latch.
    pub fn is_unneeded(&self, deleter: TxnId) -> bool {
        // In this order: a transaction is published before it leaves the table.
        !self.is_active(deleter) && !self.versions.is_unseen(self.id, deleter)
    }

    /// Drops the row states kept for a slot whose ghost was removed. Called before the page's latch
    /// is released.
    #[inline]
    pub fn slot_cleared(&self, page: PageId, slot: u16) {
        self.versions.forget_slot((self.id, page), slot);
    }

    /// Checks the rule that the first committer wins. Fails with `UpdateConflict` if `txn`, which
    /// works by `snapshot`, would replace a state of a `writer` that the snapshot does not see. The
    /// writer has ended or is `txn`. Fails with `SnapshotLost` if that is unknown.
    pub fn check_conflict(&self, txn: &Transaction, snapshot: &Snapshot, writer: TxnId) -> Result<(), StorageError> {
        let past = self.past();
        if txn.id() == Some(writer) || writer < past.floor(snapshot) || past.is_seen(snapshot, writer) {
            return snapshot.check();
        }
        Err(StorageError::UpdateConflict)
    }

    /// Publishes the parts of one transaction in several databases: a snapshot sees all parts or
    /// none. Called after the commit is durably decided (L3a) and before the first part leaves its
    /// table. [`Storage::commit`] of each part follows. Parts without changes are skipped. All
    /// databases must use the same version store.
    pub fn publish_together(parts: &mut [(&Storage, &mut Transaction)]) {
        let Some((first, _)) = parts.first() else { return };
        let versions = first.versions.clone();
        let (mut published, mut slots, mut tables) = (Vec::new(), Vec::new(), Vec::new());
        for (storage, txn) in parts {
            let Some(started) = &mut txn.started else { continue };
            if let Some(part) = storage.part(started) {
                published.push(part);
                tables.push(&storage.transactions.active);
            }
            slots.push(&*started.slot);
        }
        versions.publish(published, &slots, |index| tables[index].next_id());
    }

    /// Publishes a committed transaction before it leaves the table: new snapshots see it
    /// from here on.
    #[inline]
    pub(crate) fn publish(&self, started: &mut Started) {
        if let Some(part) = self.part(started) {
            self.versions.publish(vec![part], &[&started.slot], |_| self.transactions.active.next_id());
        }
    }

    /// Drops the versions kept by a rolled-back transaction, before it leaves the table.
    pub(crate) fn forget_versions(&self, started: &mut Started) {
        if let Some(part) = self.part(started) {
            self.versions.forget_writer(part);
        }
    }

    /// Returns the transaction's part here, or `None` if no snapshot can need it or it is already
    /// published.
    #[inline]
    fn part(&self, started: &mut Started) -> Option<Part> {
        let is_irrelevant = !self.keeps_versions() && started.kept.is_empty() && !started.releases;
        if is_irrelevant || std::mem::replace(&mut started.published, true) {
            return None;
        }
        Some(Part { database: self.id, txn: started.id, kept: std::mem::take(&mut started.kept) })
    }

    fn past(&self) -> Past<'_> {
        Past { database: self.id, table: &self.transactions.active, versions: &self.versions }
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
        let mut search = VersionSearch { open: rows.len(), rows, bytes, view, head };
        for version in state.versions.iter().rev() {
            search.visit((version.slot, version.begin, version.end), &version.row);
        }
        if search.open > 0 && state.spilled.is_some() {
            let from = self.versions.needed_from(self.database, search.view.snapshot.sequence());
            let (mut next, mut run) = (state.spilled, Run::default());
            while let Some(place) = next.filter(|place| *place >= from && search.open > 0) {
                if !self.versions.read_run(self.database, place, &mut run)? {
                    break;
                }
                let is_gone = |slot| state.cleared.iter().any(|(of, last)| *of == slot && place <= *last);
                for (slot, begin, row) in run.newest_first().filter(|(slot, ..)| !is_gone(*slot)) {
                    search.visit((slot, begin, run.writer), row);
                }
                next = run.before;
            }
        }
        let is_missing = |past: &PastRow| past.bytes.is_none() && self.versions.is_unkept(self.database, past.stamp);
        if search.rows.iter().any(is_missing) { Err(StorageError::VersionMissing) } else { Ok(()) }
    }

    fn is_seen(&self, snapshot: &Snapshot, writer: TxnId) -> bool {
        let remembered = || self.versions.sees(self.database, snapshot.sequence(), writer);
        if let Some(is_seen) = remembered() {
            return is_seen;
        }
        // The writer is still in the table, perhaps published. Or it has left and was published
        // before. Or all snapshots see it.
        let number = self.table.find(writer).and_then(|slot| slot.number_of(writer));
        match number {
            Some(0) => false,
            Some(number) => snapshot.sees_number(number),
            None => remembered().unwrap_or(true),
        }
    }
}

/// Returns the place of a tree entry's versions; file 0 has no pages. [`entry_head`] distinguishes
/// entries with one place.
fn entry_place(root: PageId, key: &[u8]) -> (PageId, u16) {
    let hash = BuildHasherDefault::<FixedHasher>::default().hash_one((root, key));
    (PageId { file: FileId(0), page: hash as u32 }, (hash >> 32) as u16)
}

/// Returns the first bytes of an entry's versions: key length and key.
fn entry_head(key: &[u8]) -> Vec<u8> {
    [&(key.len() as u16).to_le_bytes(), key].concat()
}

#[cfg(test)]
mod tests;
