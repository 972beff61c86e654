//! A group of records undone together: a record of a transaction, and the records right before it
//! that its handler includes.
//!
//! A group is undone by one compensation record, whose `undo_next` lies before the whole group.
//! The record is atomic, so a crash finds the group undone or not undone, like a single record.

use crate::record::Record;
use sluice_base::ids::{Lsn, TxnId};
use sluice_wal::LogReader;

/// Consecutive records of one transaction's chain, newest first, and the link to the next record.
/// The handler takes further records into the group, and one compensation record undoes all.
pub struct UndoChain<'r> {
    reader: &'r LogReader,
    newest: Record<'r>,
    oldest: Record<'r>,
    /// Records at or below are not undone.
    stop: Lsn,
}

impl<'r> UndoChain<'r> {
    /// Starts a group with the record that `reader` has just read. Records at or below `stop` are
    /// not undone.
    pub(crate) fn new(reader: &'r LogReader, newest: Record<'r>, stop: Lsn) -> UndoChain<'r> {
        UndoChain { reader, newest, oldest: newest, stop }
    }

    /// Returns the record to undo.
    pub fn newest(&self) -> &Record<'r> {
        &self.newest
    }

    /// Returns the record right before the group if one compensation record can undo both. The
    /// group changes only with [`UndoChain::take`].
    ///
    /// The record must be of the access methods, and of the same transaction and page. It must not
    /// be a compensation record, and it must be above the point where undo stops. It must also lie
    /// in the log block that the reader has loaded, since nothing is read here.
    pub fn before(&self) -> Option<Record<'r>> {
        let lsn = self.oldest.prev;
        if lsn <= self.stop {
            return None;
        }
        let raw = self.reader.loaded(lsn)?;
        // A damaged record is reported by the next step along the chain.
        let record = Record::decode(raw.lsn, raw.kind, raw.body).ok()?;
        let is_alike = record.txn == self.newest.txn && record.page == self.newest.page;
        (is_alike && record.is_handlers() && !record.compensation).then_some(record)
    }

    /// Adds the record returned by [`UndoChain::before`] to the group.
    pub fn take(&mut self, record: Record<'r>) {
        debug_assert_eq!(record.lsn, self.oldest.prev, "records are taken in the order of the chain");
        self.oldest = record;
    }

    /// Returns the transaction that is undone.
    pub(crate) fn txn(&self) -> TxnId {
        self.newest.txn
    }

    /// Returns the record where undo continues.
    pub(crate) fn next(&self) -> Lsn {
        self.oldest.prev
    }
}
