//! What a snapshot sees of a database's rows, and the hooks by which writers keep versions for it.
//!
//! Whether a writer is seen does not change while the snapshot lives: one that is under way when it is asked about will be published
//! with a number that the snapshot does not see, or be rolled back.

use crate::error::StorageError;
use crate::lock::OwnerId;
use crate::storage::Storage;
use crate::table::{TransactionTable, Writers};
use crate::transaction::{Started, Transaction};
use crate::versions::{Part, Snapshot, Version, VersionStore};
use sluice_base::ids::{DatabaseId, PageId, TxnId};
use sluice_base::sync::Arc;
use sluice_base::sync::atomic::Ordering;

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

/// The older states of the rows of a page, as of when the page was latched.
#[derive(Debug)]
pub struct PageVersions(Vec<Version>);

impl PageVersions {
    /// The state of the row in `slot` that `view` sees, where the page has one that it does not see, by `stamp`; none if it sees no such
    /// row. `SnapshotLost` if that can't be told. Under the latch under which the stamp was read.
    pub fn find(&self, slot: u16, stamp: TxnId, view: &mut View<'_>) -> Result<Option<&[u8]>, StorageError> {
        let mut replaced_by = stamp;
        for version in self.0.iter().rev().filter(|version| version.slot == slot) {
            if version.end != replaced_by {
                continue;
            }
            if view.sees(version.begin) {
                return Ok(Some(&version.row));
            }
            replaced_by = version.begin;
        }
        let Past { database, versions, .. } = view.past;
        if versions.is_unkept(database, replaced_by) { Err(StorageError::SnapshotLost) } else { Ok(None) }
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
        if started.id == stamp || started.is_unkept {
            return Ok(());
        }
        started.versioned(page);
        let version = Version { slot, begin: stamp, end: started.id, row: Arc::from(row) };
        if !self.versions.keep((self.id, page), version) {
            started.is_unkept = true;
            let pages = std::mem::take(&mut started.pages);
            self.versions.keep_none(Part { database: self.id, txn: started.id, pages });
        }
        Ok(())
    }

    /// The older states of the rows of a page. The caller has the page latched, or has it latched again before it relies on them.
    pub fn versions_of(&self, page: PageId) -> PageVersions {
        PageVersions(self.versions.of_page((self.id, page)))
    }

    /// Whether a ghost that `deleter` has left may be taken away, and its slot be another row's: the deleter's transaction is
    /// over, and every snapshot sees it. Asked under the page's latch.
    pub fn is_unneeded(&self, deleter: TxnId) -> bool {
        // In this order: who leaves the table has been published before.
        !self.is_active(deleter) && self.versions.number_of(self.id, deleter).is_none()
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
        let (mut published, mut slots) = (Vec::new(), Vec::new());
        for (storage, txn) in parts {
            let Some(started) = &mut txn.started else { continue };
            published.extend(storage.part(started));
            slots.push(&*started.slot);
        }
        versions.publish(published, &slots);
    }

    /// A transaction is about to leave the table, committed: from here on new snapshots see it.
    #[inline]
    pub(crate) fn publish(&self, started: &mut Started) {
        if let Some(part) = self.part(started) {
            self.versions.publish(vec![part], &[&started.slot]);
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
        let is_nobodys = !self.keeps_versions() && started.pages.is_empty() && !started.is_unkept && !started.releases;
        if is_nobodys || std::mem::replace(&mut started.published, true) {
            return None;
        }
        Some(Part { database: self.id, txn: started.id, pages: std::mem::take(&mut started.pages) })
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

    fn is_seen(&self, snapshot: &Snapshot, writer: TxnId) -> bool {
        let remembered = || self.versions.number_of(self.database, writer);
        if let Some(number) = remembered() {
            return snapshot.sees_number(number);
        }
        // It is in the table, perhaps published already; or has left it, and was published before that; or all see it.
        let number = self.table.find(writer).and_then(|slot| slot.number_of(writer));
        match number {
            Some(0) => false,
            Some(number) => snapshot.sees_number(number),
            None => remembered().is_none_or(|number| snapshot.sees_number(number)),
        }
    }
}

#[cfg(test)]
mod tests;
