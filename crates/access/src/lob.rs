//! Values that are too long for a row, on pages of their own.
//!
//! A heap's values are in its *LOB unit*, an object beside it with an IAM chain of its own, made with the first of them and freed with
//! the heap. A value's bytes fill data pages one after the other; if there are several, node pages above them have their ids, so that
//! any byte is found without reading those before it. A value never changes: an update writes another one.
//!
//! 1. Every page of a value is one record of the transaction that writes it: the page with what is on it, and where it was taken from.
//!    Undoing it puts the page to the unit's free pages.
//! 2. A value is given back when the transaction that wants so has committed and every snapshot sees that (who reads rows that may lead to values
//!    holds one: a row that was read is older than the look at its value), page by page, its root last, by system records. Pages bear
//!    the value's identity (its first page, and who wrote it), so that each is given back once, also when a crash comes between.
//! 3. For the same reason a reader is told when a value has gone, and never gets another's bytes.

mod unit;

mod write;

mod read;

mod free;

pub use write::LobWriter;

pub(crate) use free::{FreeLobs, release, undo_add};

use crate::heap::Heap;
use crate::lob_page::LobPointer;
use sluice_txn::{Storage, StorageError, Transaction};

impl Heap {
    /// Begins to write a value beside this heap. It is there when [`LobWriter::finish`] has returned; a rollback of `txn` takes it away.
    pub fn write_lob<'a>(&self, storage: &'a Storage) -> LobWriter<'a> {
        LobWriter::new(*self, storage)
    }

    /// Replaces what `bytes` holds by as many bytes of a value, from `offset` on, as it has, at most `length`. False, and `bytes`
    /// empty, if the value is there no more.
    pub fn read_lob(
        &self,
        storage: &Storage,
        lob: &LobPointer,
        (offset, length): (u64, usize),
        bytes: &mut Vec<u8>,
    ) -> Result<bool, StorageError> {
        read::read(self, storage, lob, (offset, length), bytes)
    }

    /// Has the pages of values given back once the transaction is committed and no snapshot is older; a rollback forgets it.
    pub fn defer_free_lobs(
        &self,
        storage: &Storage,
        txn: &mut Transaction,
        lobs: &[LobPointer],
    ) -> Result<(), StorageError> {
        free::defer(self, storage, txn, lobs)
    }
}
