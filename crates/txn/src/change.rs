//! Logging: a transaction's changes, their compensation, and system records.
//!
//! The order at a page, whose exclusive latch the caller holds throughout (rule 1): mark it dirty, append the record, stamp
//! the page, and then let the caller apply the change to its bytes. Nobody sees the page in between.

use crate::error::StorageError;
use crate::lock::OwnerId;
use crate::record::{self, COMPENSATION_SLACK, END_RESERVE, FIRST_HANDLER_KIND, Front};
use crate::storage::Storage;
use crate::table::Active;
use crate::transaction::{Started, Transaction};
use crate::undo_chain::UndoChain;
use sluice_base::ids::{Lsn, PageId, TxnId};
use sluice_base::sync::atomic::Ordering;
use sluice_buffer::PageMut;
use sluice_wal::{LogError, Space};

impl Storage {
    /// Gives the transaction its id, its place in the table and its begin record, unless it has them. For those who need
    /// the id before the first change is logged.
    pub fn start(&self, txn: &mut Transaction) -> Result<TxnId, StorageError> {
        self.started(txn).map(|started| started.id)
    }

    /// Logs a change of `page` by `txn` and stamps the page; the caller applies it to the page's bytes after this returned
    /// `Ok`. Log space for undoing it is reserved. `kind` is the handler's; the payload says enough to redo and to undo it.
    /// On an error nothing is logged and the page must stay as it is.
    pub fn log_change(
        &self,
        txn: &mut Transaction,
        page: &mut PageMut<'_>,
        kind: u8,
        payload: &[&[u8]],
    ) -> Result<Lsn, StorageError> {
        self.log_change_redo(txn, page, kind, payload, &[])
    }

    /// As [`Storage::log_change`], with a payload in two parts: `undo`, and after it what only redo needs. In a temporary
    /// database the second part is left out, so undo must do with the first.
    pub fn log_change_redo(
        &self,
        txn: &mut Transaction,
        page: &mut PageMut<'_>,
        kind: u8,
        undo: &[&[u8]],
        redo: &[&[u8]],
    ) -> Result<Lsn, StorageError> {
        assert!(kind >= FIRST_HANDLER_KIND, "kinds below are this crate's");
        let redo = if self.temporary { &[] } else { redo };
        let started = self.started(txn)?;
        page.will_change();
        let reserve = self.undo_reserve(total(undo) + total(redo));
        let entry = Entry { kind, page: page.id(), undo_next: None, space: Space::Reserving(reserve) };
        let mut active = started.slot.lock();
        let front = Front::new(active.id, active.last, None, entry.page);
        let appended = self.append(kind, &front, undo, redo, entry.space);
        if let Ok(lsn) = appended {
            active.appended(lsn);
        }
        drop(active);
        let lsn = appended.map_err(|error| self.explained(error))?;
        started.reserved += u64::from(reserve);
        page.set_lsn(lsn);
        Ok(lsn)
    }

    /// Logs that `undone`, changes of `txn`, are undone on `page`, and stamps the page. As [`Storage::log_change`], but the
    /// space is there already, so the log is never full; the payload is at most 32 bytes a record longer than those of
    /// `undone`. It is redone after a crash, never undone.
    pub fn compensate(
        &self,
        txn: &mut Transaction,
        undone: &UndoChain<'_>,
        page: &mut PageMut<'_>,
        kind: u8,
        payload: &[&[u8]],
    ) -> Result<Lsn, StorageError> {
        assert!(kind >= FIRST_HANDLER_KIND, "kinds below are this crate's");
        page.will_change();
        let lsn = self.append_compensation(txn, undone, page.id(), kind, payload, |_| ())?;
        page.set_lsn(lsn);
        Ok(lsn)
    }

    /// Logs a system record: one atomic, redo-only record over several latched pages (a split, an allocation, a growth), and
    /// stamps them all. It belongs to no transaction, is never undone and never flushed for itself. The payload says which
    /// pages and what of each; the record's own page is the first. The caller applies it after this returned `Ok`.
    pub fn log_system(&self, pages: &mut [&mut PageMut<'_>], kind: u8, payload: &[&[u8]]) -> Result<Lsn, StorageError> {
        self.log_system_in(Space::Reserving(0), pages, kind, payload)
    }

    /// As [`Storage::log_system`], for what an undo or a release cannot do without: also in a full log, out of the margin that
    /// ordinary records leave there (some 180 KB in all). For [`crate::LogHandler::undo`] and `release` only.
    pub fn log_system_undoing(
        &self,
        pages: &mut [&mut PageMut<'_>],
        kind: u8,
        payload: &[&[u8]],
    ) -> Result<Lsn, StorageError> {
        self.log_system_in(Space::Reserved(0), pages, kind, payload)
    }

    /// How much log a change with such a payload keeps for its own compensation.
    pub(crate) fn undo_reserve(&self, payload: usize) -> u32 {
        if self.temporary { 0 } else { record::undo_reserve(payload) }
    }

    fn log_system_in(
        &self,
        space: Space,
        pages: &mut [&mut PageMut<'_>],
        kind: u8,
        payload: &[&[u8]],
    ) -> Result<Lsn, StorageError> {
        assert!(kind >= FIRST_HANDLER_KIND, "kinds below are this crate's");
        pages.iter_mut().for_each(|page| page.will_change());
        let first = pages.first().map_or(PageId::NONE, |page| page.id());
        // A temporary database is never redone.
        let lsn = if self.temporary {
            self.log.tail()
        } else {
            self.append_system(kind, first, payload, space).map_err(|error| self.explained(error))?
        };
        pages.iter_mut().for_each(|page| page.set_lsn(lsn));
        Ok(lsn)
    }

    /// What the transaction has since its first change, made now if this is it.
    pub(crate) fn started<'t>(&self, txn: &'t mut Transaction) -> Result<&'t mut Started, StorageError> {
        if txn.started.is_none() {
            txn.started = Some(self.first_record(txn.owner)?);
        }
        Ok(txn.started.as_mut().expect("made above"))
    }

    /// Registers a transaction and appends its begin record, in this order and under its own lock, so that a checkpoint whose
    /// begin lies after the record finds the transaction in the table (rule 2).
    fn first_record(&self, owner: OwnerId) -> Result<Started, StorageError> {
        if self.pages_failed.load(Ordering::Relaxed) {
            return Err(self.note_pages_failed());
        }
        let (id, slot) = self.table.register(owner);
        let entry =
            Entry { kind: record::BEGIN, page: PageId::NONE, undo_next: None, space: Space::Reserving(END_RESERVE) };
        let mut active = slot.lock();
        active.id = id;
        if self.temporary {
            drop(active);
            self.counters.write_transactions.add(1);
            return Ok(Started::new(id, slot, 0));
        }
        let appended = self.append_chained(&mut active, entry, &[&self.clock.utc_ns().to_le_bytes()]);
        if let Err(error) = appended {
            active.clear();
            drop(active);
            self.table.give_back(slot);
            return Err(self.explained(error));
        }
        drop(active);
        self.counters.write_transactions.add(1);
        Ok(Started::new(id, slot, u64::from(END_RESERVE)))
    }

    /// Appends a record of this crate's or the handler's that compensates `undone`, and has `under_lock` note it in the
    /// table at the same moment.
    pub(crate) fn append_compensation(
        &self,
        txn: &mut Transaction,
        undone: &UndoChain<'_>,
        page: PageId,
        kind: u8,
        payload: &[&[u8]],
        under_lock: impl FnOnce(&mut Active),
    ) -> Result<Lsn, StorageError> {
        let started = txn.started.as_mut().expect("a transaction with something to undo has begun");
        assert_eq!(undone.txn(), started.id, "a transaction compensates its own records");
        if self.temporary {
            let mut active = started.slot.lock();
            active.last = undone.next();
            under_lock(&mut active);
            return Ok(undone.newest().lsn);
        }
        debug_assert!(
            record::undo_reserve(total(payload)) <= undone.reserved() + COMPENSATION_SLACK as u32,
            "beyond what was reserved"
        );
        let kept = started.take(undone.reserved());
        let entry = Entry { kind, page, undo_next: Some(undone.next()), space: Space::Reserved(kept) };
        let mut active = started.slot.lock();
        let lsn = self.append_chained(&mut active, entry, payload)?;
        under_lock(&mut active);
        Ok(lsn)
    }

    /// Appends a record to the transaction's chain. The caller holds the transaction's own lock.
    pub(crate) fn append_chained(
        &self,
        active: &mut Active,
        entry: Entry,
        payload: &[&[u8]],
    ) -> Result<Lsn, StorageError> {
        let front = Front::new(active.id, active.last, entry.undo_next, entry.page);
        let lsn = self.append(entry.kind, &front, payload, &[], entry.space)?;
        active.appended(lsn);
        Ok(lsn)
    }

    /// Appends a record without a transaction.
    pub(crate) fn append_system(
        &self,
        kind: u8,
        page: PageId,
        payload: &[&[u8]],
        space: Space,
    ) -> Result<Lsn, StorageError> {
        self.append(kind, &Front::system(page), payload, &[], space)
    }

    /// Says of a full log what its space waits for. The caller holds no transaction's lock.
    #[cold]
    fn explained(&self, error: StorageError) -> StorageError {
        match error {
            StorageError::LogFull { path, bytes, .. } => {
                StorageError::LogFull { path, bytes, waits_for: self.log_reuse_wait() }
            }
            other => other,
        }
    }

    /// Appends a record whose payload is `undo` and then `redo`.
    fn append(
        &self,
        kind: u8,
        front: &Front,
        undo: &[&[u8]],
        redo: &[&[u8]],
        space: Space,
    ) -> Result<Lsn, StorageError> {
        let count = undo.len() + redo.len();
        assert!(count <= PARTS_MAX, "a payload comes in at most {PARTS_MAX} parts");
        let mut parts: [&[u8]; 1 + PARTS_MAX] = [&[]; 1 + PARTS_MAX];
        parts[0] = front.as_bytes();
        parts[1..=undo.len()].copy_from_slice(undo);
        parts[1 + undo.len()..=count].copy_from_slice(redo);
        let appended = self.log.append(kind, &parts[..=count], space);
        if matches!(appended, Err(LogError::Full { .. })) {
            self.checkpoint_wanted.store(true, Ordering::Relaxed);
        }
        Ok(appended?)
    }
}

/// What a record in a transaction's chain is, besides its payload.
pub(crate) struct Entry {
    pub(crate) kind: u8,
    pub(crate) page: PageId,
    pub(crate) undo_next: Option<Lsn>,
    pub(crate) space: Space,
}

fn total(payload: &[&[u8]]) -> usize {
    payload.iter().map(|part| part.len()).sum()
}

/// In how many slices a payload may come.
const PARTS_MAX: usize = 15;
