//! Logging of changes, compensations and system records.
//!
//! The caller holds the exclusive latch of the page throughout (rule 1). The order is: mark the
//! page dirty, append the record, stamp the page, and let the caller change the bytes. So no reader
//! sees the page in between.

use crate::error::StorageError;
use crate::lock::OwnerId;
use crate::record::{self, COMPENSATION_SLACK, END_PAYLOAD, FIRST_HANDLER_KIND, Front, Link, WAL_FRAME};
use crate::storage::{Begun, Compensated, PageRecord, Storage};
use crate::table::Active;
use crate::transaction::{Started, Transaction};
use crate::undo_chain::UndoChain;
use sluice_base::ids::{Lsn, PageId, TxnId};
use sluice_buffer::PageMut;
use sluice_wal::{LogError, Space};

impl Storage {
    /// Gives the transaction its id, its slot in the table and its begin record, unless it has
    /// them. For callers that need the id before the first change is logged.
    pub fn start(&self, txn: &mut Transaction) -> Result<TxnId, StorageError> {
        self.started(txn).map(|started| started.id)
    }

    /// Logs a change of `page` by `txn` and stamps the page. The caller changes the bytes after
    /// `Ok`. Reserves log space for a compensation whose payload is at most 32 bytes longer. `kind`
    /// belongs to the handler; the payload must suffice for redo and undo. On an error the change
    /// isn't logged and the page's bytes must stay as they are; the transaction may have begun.
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

    /// Logs as [`Storage::log_change`] does, with a payload in two parts: `undo`, then `redo` for
    /// redo alone. A temporary database omits the second part, so undo may read only the first.
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

    /// Logs as [`Storage::log_change_redo`] does. The payload of the compensation is at most
    /// `compensation` bytes long, and exactly that much log space is reserved. The first change
    /// also begins the transaction. The page is marked dirty and gets the record's LSN; the caller
    /// then changes its bytes. On an error the change isn't logged, though the transaction may have
    /// begun and the page may be marked dirty.
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
        let redo = self.changes.redo_part(redo);
        let started = self.started(txn)?;
        page.will_change();
        let reserve = self.undo_reserve(started, compensation);
        let front = Front::new(started.id, Link::Prev(started.last), page.id());
        let slot = &started.slot;
        let appended = self.append_and(kind, front, (undo, redo), Space::Reserving(reserve), |lsn, bytes| {
            slot.note_newest(lsn, bytes)
        });
        let lsn = appended.map_err(|error| self.explained(error))?;
        started.last = lsn;
        started.reserved += u64::from(reserve);
        started.slot.note_reserved(started.reserved);
        page.set_lsn(lsn);
        Ok(lsn)
    }

    /// Logs that `undone`, changes of `txn`, are undone on `page`, and stamps the page. The log
    /// space is already reserved, so the log is never full. The payload is at most as long as
    /// `undone` reserved for. The record is redone after a crash and never undone. Panics if `kind`
    /// is one of this crate's, or if `undone` is of another transaction.
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

    /// Logs a system record and stamps its pages. A system record is one atomic, redo-only record
    /// over several latched pages (a split, an allocation, a growth). It belongs to no transaction,
    /// is never undone and causes no flush. The payload names the pages and their changes; the
    /// record's own page is the first. The caller changes the bytes after `Ok`.
    pub fn log_system(&self, pages: &mut [&mut PageMut<'_>], kind: u8, payload: &[&[u8]]) -> Result<Lsn, StorageError> {
        self.log_system_in(Space::Reserving(0), pages, kind, payload)
    }

    /// Logs as [`Storage::log_system`] does, for an undo or a release, which must not fail in a
    /// full log. The space comes from the margin that ordinary records leave (some 180 KB in all).
    /// For [`crate::LogHandler::undo`] and `release` only.
    pub fn log_system_undoing(
        &self,
        pages: &mut [&mut PageMut<'_>],
        kind: u8,
        payload: &[&[u8]],
    ) -> Result<Lsn, StorageError> {
        self.log_system_in(Space::Reserved(0), pages, kind, payload)
    }

    /// Returns the log space reserved for a compensation whose payload is at most `payload` bytes
    /// long.
    #[inline]
    pub(crate) fn undo_reserve(&self, started: &Started, payload: usize) -> u32 {
        self.changes.undo_space(started.undo_frame + payload as u32)
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
        let appended = self.append_system(kind, first, payload, space);
        let lsn = appended.map_err(|error| self.explained(error))?;
        pages.iter_mut().for_each(|page| page.set_lsn(lsn));
        Ok(lsn)
    }

    /// Returns the state of a started transaction, starting it if needed.
    #[inline]
    pub(crate) fn started<'t>(&self, txn: &'t mut Transaction) -> Result<&'t mut Started, StorageError> {
        if txn.started.is_none() {
            txn.started = Some(self.first_record(txn.owner)?);
        }
        Ok(txn.started.as_mut().expect("made above"))
    }

    /// Registers a transaction and appends its begin record, in this order and under the
    /// transaction's own lock. So a checkpoint that begins after the record finds the transaction
    /// in the table (rule 2).
    fn first_record(&self, owner: OwnerId) -> Result<Started, StorageError> {
        self.check_changes()?;
        let (id, slot) = self.transactions.active.register(owner);
        let mut active = slot.lock();
        active.id = id;
        let Begun { last, reserved, at_ns } = match self.policy.begin(self, &mut active) {
            Ok(begun) => begun,
            Err(error) => {
                active.clear();
                drop(active);
                self.transactions.active.give_back(slot);
                return Err(self.explained(error));
            }
        };
        drop(active);
        slot.note_began(at_ns);
        slot.note_reserved(u64::from(reserved));
        self.counters.write_transactions.add(1);
        Ok(Started::new(id, slot, last, u64::from(reserved)))
    }

    /// Appends a record that compensates `undone`, and calls `under_lock` under the same lock to
    /// update the table entry. It uses the log space that `undone` reserved. On an error the space
    /// stays reserved, `under_lock` isn't called and the compensation can be tried again. Returns
    /// the LSN for the page's stamp.
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
        // A transaction adopted by recovery has reserved nothing: its records use the margin.
        let needed = self.changes.undo_space(started.undo_frame + total(payload) as u32);
        let reserved = started.reserved;
        debug_assert!(reserved == 0 || reserved >= u64::from(needed), "beyond what was reserved for it");
        let kept = started.take(needed);
        let mut active = started.lock();
        let record = PageRecord { kind, page, payload };
        let appended = self.policy.compensate(self, &mut active, undone, record, Space::Reserved(kept));
        let Compensated { stamp, last } = match appended {
            Ok(compensated) => compensated,
            Err(error) => {
                // The record is not in the log, so the next attempt needs its space.
                drop(active);
                started.reserved += u64::from(kept);
                return Err(error);
            }
        };
        under_lock(&mut active);
        drop(active);
        started.last = last;
        started.slot.note_reserved(started.reserved);
        Ok(stamp)
    }

    /// Appends the compensation of `undone`. The caller holds the transaction's own lock.
    pub(crate) fn append_undoing(
        &self,
        active: &mut Active,
        undone: &UndoChain<'_>,
        record: PageRecord<'_>,
        space: Space,
    ) -> Result<Lsn, StorageError> {
        let front = Front::new(active.id, Link::UndoNext(undone.next()), record.page);
        self.append_locked(active, record.kind, front, record.payload, space)
    }

    /// Appends a record without a page to the transaction's chain. The caller holds the
    /// transaction's own lock.
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

    /// Appends a record of the transaction. The caller holds the transaction's own lock.
    fn append_locked(
        &self,
        active: &mut Active,
        kind: u8,
        front: Front,
        payload: &[&[u8]],
        space: Space,
    ) -> Result<Lsn, StorageError> {
        let mut length = 0;
        let lsn = self.append_and(kind, front, (payload, &[]), space, |_, bytes| length = bytes)?;
        active.appended(lsn, length);
        Ok(lsn)
    }

    /// Appends the commit record. If the commit is acknowledged before it is on disk (`is_early`),
    /// the record and all before it survive the process (X2). Its payload is the time. Doesn't wait
    /// for the disk; a failure leaves the outcome unknown, and the caller puts the transaction in
    /// doubt.
    #[inline]
    pub(crate) fn append_commit(&self, active: &mut Active, space: Space, is_early: bool) -> Result<Lsn, StorageError> {
        let front = Front::new(active.id, Link::Prev(active.last), PageId::NONE);
        let length_max = front.length_max() + END_PAYLOAD;
        let now_ns: [u8; END_PAYLOAD] = self.clock.utc_coarse_ns().to_le_bytes();
        let encode = |lsn, body: &mut [u8]| {
            let end = front.encode(lsn, body);
            body[end..end + END_PAYLOAD].copy_from_slice(&now_ns);
            end + END_PAYLOAD
        };
        let appended = match is_early {
            true => self.log.append_surviving(record::COMMIT, length_max, space, encode),
            false => self.log.append_with(record::COMMIT, length_max, space, encode),
        };
        let lsn = appended.map_err(|error| self.refused(error))?;
        // Views show no log usage for the commit record.
        active.appended(lsn, 0);
        Ok(lsn)
    }

    /// Appends a record without a transaction, if the database's log has such records. Returns its
    /// LSN, or the log's end.
    pub(crate) fn append_system(
        &self,
        kind: u8,
        page: PageId,
        payload: &[&[u8]],
        space: Space,
    ) -> Result<Lsn, StorageError> {
        self.policy.system(self, PageRecord { kind, page, payload }, space)
    }

    /// Appends a record without a transaction.
    pub(crate) fn append_alone(&self, record: PageRecord<'_>, space: Space) -> Result<Lsn, StorageError> {
        self.append_and(record.kind, Front::system(record.page), (record.payload, &[]), space, |_, _| ())
    }

    /// Adds to a log-full error the reason that its space is not reused. The caller holds no
    /// transaction's lock.
    #[cold]
    fn explained(&self, error: StorageError) -> StorageError {
        match error {
            StorageError::LogFull { path, bytes, .. } => {
                StorageError::LogFull { path, bytes, waits_for: self.log_reuse_wait() }
            }
            other => other,
        }
    }

    /// Appends a record whose payload is the concatenation of the two parts. Calls `tell` with the
    /// LSN and the length in the log, under the log's lock.
    #[inline]
    fn append_and(
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
            self.checkpoints.note_log_full();
        }
        error.into()
    }
}

#[inline]
fn total(payload: &[&[u8]]) -> usize {
    payload.iter().map(|part| part.len()).sum()
}
