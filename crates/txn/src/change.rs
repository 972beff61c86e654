//! Logging: a transaction's changes, their compensation, and system records.
//!
//! The order at a page, whose exclusive latch the caller holds throughout (rule 1): mark it dirty, append the record, stamp
//! the page, and then let the caller apply the change to its bytes. Nobody sees the page in between.

use crate::error::StorageError;
use crate::lock::OwnerId;
use crate::record::{self, COMPENSATION_SLACK, END_PAYLOAD, FIRST_HANDLER_KIND, Front, Link, WAL_FRAME};
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
    /// `Ok`. Log space for undoing it is reserved, for a compensation whose payload is at most 32 bytes longer. `kind` is the
    /// handler's; the payload says enough to redo and to undo it. On an error nothing is logged and the page must stay as it is.
    pub fn log_change(
        &self,
        txn: &mut Transaction,
        page: &mut PageMut<'_>,
        kind: u8,
        payload: &[&[u8]],
    ) -> Result<Lsn, StorageError> {
        let compensation = total(payload) + COMPENSATION_SLACK;
        self.log_change_undone_by(txn, page, kind, payload, &[], compensation)
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
        let compensation = total(undo) + total(redo) + COMPENSATION_SLACK;
        self.log_change_undone_by(txn, page, kind, undo, redo, compensation)
    }

    /// As [`Storage::log_change_redo`], for a change whose compensation's payload is at most `compensation` bytes long, so that no
    /// more log space than that is reserved.
    #[inline]
    pub fn log_change_undone_by(
        &self,
        txn: &mut Transaction,
        page: &mut PageMut<'_>,
        kind: u8,
        undo: &[&[u8]],
        redo: &[&[u8]],
        compensation: usize,
    ) -> Result<Lsn, StorageError> {
        assert!(kind >= FIRST_HANDLER_KIND, "kinds below are this crate's");
        let redo = if self.temporary { &[] } else { redo };
        let started = self.started(txn)?;
        page.will_change();
        let reserve = self.undo_reserve(started, compensation);
        let front = Front::new(started.id, Link::Prev(started.last), page.id());
        let slot = &started.slot;
        let appended = self.append_told(kind, front, (undo, redo), Space::Reserving(reserve), |lsn, bytes| {
            slot.note_newest(lsn, bytes)
        });
        let lsn = appended.map_err(|error| self.explained(error))?;
        started.last = lsn;
        started.reserved += u64::from(reserve);
        started.slot.note_reserved(started.reserved);
        page.set_lsn(lsn);
        Ok(lsn)
    }

    /// Logs that `undone`, changes of `txn`, are undone on `page`, and stamps the page. As [`Storage::log_change`], but the
    /// space is there already, so the log is never full; the payload is at most as long as `undone` reserved for. It is
    /// redone after a crash, never undone.
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

    /// How much log a change of the transaction keeps for its own compensation, whose payload is at most `payload` bytes long.
    #[inline]
    pub(crate) fn undo_reserve(&self, started: &Started, payload: usize) -> u32 {
        if self.temporary { 0 } else { started.undo_frame + payload as u32 }
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
    #[inline]
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
        let end_reserve = record::space_max(id, END_PAYLOAD);
        let mut active = slot.lock();
        active.id = id;
        if self.temporary {
            // Below all that it will append, and known under its lock, so that a truncation that does not see it gives up nothing of it.
            active.first = self.log.tail();
            drop(active);
            self.counters.write_transactions.add(1);
            return Ok(Started::new(id, slot, Lsn::NONE, 0));
        }
        let (space, now_ns) = (Space::Reserving(end_reserve), self.clock.utc_coarse_ns());
        let appended = self.append_chained(&mut active, record::BEGIN, &[&now_ns.to_le_bytes()], space);
        let last = match appended {
            Ok(last) => last,
            Err(error) => {
                active.clear();
                drop(active);
                self.table.give_back(slot);
                return Err(self.explained(error));
            }
        };
        drop(active);
        slot.note_began(now_ns);
        slot.note_reserved(u64::from(end_reserve));
        self.counters.write_transactions.add(1);
        Ok(Started::new(id, slot, last, u64::from(end_reserve)))
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
            started.last = undone.next();
            under_lock(&mut started.lock());
            return Ok(undone.newest().lsn);
        }
        // A transaction that recovery found has reserved nothing (its records come from the margin).
        let (needed, reserved) = (started.undo_frame + total(payload) as u32, started.reserved);
        debug_assert!(reserved == 0 || reserved >= u64::from(needed), "beyond what was reserved for it");
        let kept = started.take(needed);
        let mut active = started.lock();
        let front = Front::new(started.id, Link::UndoNext(undone.next()), page);
        let lsn = self.append_locked(&mut active, kind, front, payload, Space::Reserved(kept))?;
        under_lock(&mut active);
        drop(active);
        started.last = lsn;
        started.slot.note_reserved(started.reserved);
        Ok(lsn)
    }

    /// Appends a record about no page to the transaction's chain. The caller holds the transaction's own lock.
    pub(crate) fn append_chained(
        &self,
        active: &mut Active,
        kind: u8,
        payload: &[&[u8]],
        space: Space,
    ) -> Result<Lsn, StorageError> {
        let front = Front::new(active.id, Link::Prev(active.last), PageId::NONE);
        self.append_locked(active, kind, front, payload, space)
    }

    /// Appends a record of the transaction whose own lock the caller holds.
    fn append_locked(
        &self,
        active: &mut Active,
        kind: u8,
        front: Front,
        payload: &[&[u8]],
        space: Space,
    ) -> Result<Lsn, StorageError> {
        let mut length = 0;
        let lsn = self.append_told(kind, front, (payload, &[]), space, |_, bytes| length = bytes)?;
        active.appended(lsn, length);
        Ok(lsn)
    }

    /// Appends the commit record; if it is `told_now`, before it is on disk, it survives the process, and all before it does (X2).
    #[inline]
    pub(crate) fn append_commit(&self, active: &mut Active, space: Space, told_now: bool) -> Result<Lsn, StorageError> {
        let front = Front::new(active.id, Link::Prev(active.last), PageId::NONE);
        let length_max = front.length_max() + END_PAYLOAD;
        let now_ns: [u8; END_PAYLOAD] = self.clock.utc_coarse_ns().to_le_bytes();
        let encode = |lsn, body: &mut [u8]| {
            let end = front.encode(lsn, body);
            body[end..end + END_PAYLOAD].copy_from_slice(&now_ns);
            end + END_PAYLOAD
        };
        let appended = match told_now {
            true => self.log.append_surviving(record::COMMIT, length_max, space, encode),
            false => self.log.append_with(record::COMMIT, length_max, space, encode),
        };
        let lsn = appended.map_err(|error| self.refused(error))?;
        // Whoever looks on is told nothing of a transaction that is committed but that it is.
        active.appended(lsn, 0);
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
        self.append(kind, Front::system(page), (payload, &[]), space)
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

    /// Appends a record whose payload is in these two parts, one after the other.
    #[inline]
    fn append(&self, kind: u8, front: Front, payload: (&[&[u8]], &[&[u8]]), space: Space) -> Result<Lsn, StorageError> {
        self.append_told(kind, front, payload, space, |_, _| ())
    }

    /// The same; `tell` is told the record's LSN, and how much of the log it takes, before anybody can append another one.
    #[inline]
    fn append_told(
        &self,
        kind: u8,
        front: Front,
        payload: (&[&[u8]], &[&[u8]]),
        space: Space,
        tell: impl FnOnce(Lsn, usize),
    ) -> Result<Lsn, StorageError> {
        let length_max = front.length_max() + total(payload.0) + total(payload.1);
        let appended = self.log.append_with(kind, length_max, space, |lsn, body| {
            let mut end = front.encode(lsn, body);
            for part in payload.0.iter().chain(payload.1) {
                body[end..end + part.len()].copy_from_slice(part);
                end += part.len();
            }
            tell(lsn, WAL_FRAME + end);
            end
        });
        appended.map_err(|error| self.refused(error))
    }

    #[cold]
    fn refused(&self, error: LogError) -> StorageError {
        if matches!(error, LogError::Full { .. }) {
            self.checkpoint_wanted.store(true, Ordering::Relaxed);
            self.was_full.store(true, Ordering::Relaxed);
        }
        error.into()
    }
}

#[inline]
fn total(payload: &[&[u8]]) -> usize {
    payload.iter().map(|part| part.len()).sum()
}
