//! What is undone at once: a record of a transaction, and those right before it that its handler wants to take along.
//!
//! A group is undone by one compensation record, whose `undo_next` lies before the whole group. The record is atomic, so a
//! crash finds the group undone or not, as it finds a single record.

use crate::record::{self, Record};
use sluice_base::ids::{Lsn, TxnId};
use sluice_wal::LogReader;

/// Records of one transaction that follow one another in its chain, the newest first; and the way to the next.
pub struct UndoChain<'r> {
    reader: &'r LogReader,
    newest: Record<'r>,
    oldest: Record<'r>,
    /// Nothing at or below it is undone.
    stop: Lsn,
    /// Log space that was kept for undoing these records one by one.
    reserved: u32,
}

impl<'r> UndoChain<'r> {
    /// Of one record, which `reader` has just read. Records at or below `stop` are left alone.
    pub(crate) fn new(reader: &'r LogReader, newest: Record<'r>, stop: Lsn) -> UndoChain<'r> {
        UndoChain { reader, newest, oldest: newest, stop, reserved: record::undo_reserve(newest.payload.len()) }
    }

    /// The record to undo.
    pub fn newest(&self) -> &Record<'r> {
        &self.newest
    }

    /// The record before those taken so far, if it can be undone together with them: a change of the same page by the handler,
    /// that is not undone yet and near enough in the log.
    pub fn before(&self) -> Option<Record<'r>> {
        let lsn = self.oldest.prev;
        if lsn <= self.stop {
            return None;
        }
        let raw = self.reader.loaded(lsn)?;
        // What does not fit in here is for the next look at the chain to judge.
        let record = Record::decode(raw.lsn, raw.kind, raw.body).ok()?;
        let is_alike = record.txn == self.newest.txn && record.page == self.newest.page;
        (is_alike && record.is_handlers() && !record.compensation).then_some(record)
    }

    /// Takes the record that [`UndoChain::before`] gave: it is undone with the others.
    pub fn take(&mut self, record: Record<'r>) {
        debug_assert_eq!(record.lsn, self.oldest.prev, "records are taken in the order of the chain");
        self.oldest = record;
        self.reserved = self.reserved.saturating_add(record::undo_reserve(record.payload.len()));
    }

    pub(crate) fn txn(&self) -> TxnId {
        self.newest.txn
    }

    /// Where undo goes on.
    pub(crate) fn next(&self) -> Lsn {
        self.oldest.prev
    }

    pub(crate) fn reserved(&self) -> u32 {
        self.reserved
    }
}
