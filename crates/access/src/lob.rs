//! Values that are too long for a row, on pages of their own.
//!
//! The long values of a heap's or tree's rows are in its *LOB unit*: a second object with its own
//! IAM chain, created with the first value and freed with the heap or tree. A value's bytes fill
//! data pages in sequence. If there are several, node pages above them list their ids, so that any
//! byte is found without reading those before it. A value never changes: an update writes another
//! value, which may share pages with the value that it replaces (`Lobs::extend`).
//!
//! 1. Every page of a value is one record of the writing transaction: the page's content and its
//!    allocation. Undo returns the page to the unit's free pages.
//! 2. A value is freed after the freeing transaction has committed and every snapshot sees that
//!    commit. A reader of rows that may lead to values holds a snapshot: the row it read is older
//!    than the access to the value. The pages are freed one by one, the root last, by system
//!    records. Pages bear the value's identity (first page and writer), so each is freed once, even
//!    after a crash in between. Pages that another value shares are not freed.
//! 3. For the same reason a reader detects that a value is gone, and never gets another value's
//!    bytes.

mod unit;

mod write;

mod read;

mod free;

pub use write::LobWriter;

pub use free::Freed;
pub use unit::Lobs;

pub(crate) use free::{FreeLobs, FreePages, release, release_pages, undo_add};

use crate::btree::BTree;
use crate::heap::Heap;
use crate::lob_page::{self, LobPointer};
use sluice_txn::{Storage, StorageError, Transaction};

impl Heap {
    /// Returns the long values of its rows.
    pub fn lobs(&self) -> Lobs {
        Lobs { root: self.root, object: self.object }
    }
}

impl BTree {
    /// Returns the long values of the tree's rows. Only meaningful for a tree whose entries are
    /// rows.
    pub fn lobs(&self) -> Lobs {
        Lobs { root: self.iam_root(), object: self.object }
    }
}

impl Lobs {
    /// Begins to write a value. The value exists after [`LobWriter::finish`]; a rollback of the
    /// transaction that finished it removes it. A writer that is dropped unfinished may leave
    /// pages, which the rollback frees.
    pub fn write<'a>(&self, storage: &'a Storage) -> LobWriter<'a> {
        LobWriter::new(*self, storage, None)
    }

    /// Does the same as [`Lobs::write`] for a value that takes the place of `old` in the same row.
    /// It shares pages with `old` ([`LobWriter::keep`]). Fails with `SnapshotLost` if `old` doesn't
    /// exist any more.
    pub fn extend<'a>(&self, storage: &'a Storage, old: &LobPointer) -> Result<LobWriter<'a>, StorageError> {
        let root = storage.pool.read(storage.id, old.root)?;
        if !lob_page::is_root_of(&root, self.object, old) {
            return Err(StorageError::SnapshotLost);
        }
        Ok(LobWriter::new(*self, storage, Some((*old, lob_page::identity(&root)))))
    }

    /// Replaces the content of `bytes` by up to `length` bytes of a value from `offset` on. Returns
    /// false, with empty `bytes`, if the value no longer exists.
    pub fn read(
        &self,
        storage: &Storage,
        lob: &LobPointer,
        (offset, length): (u64, usize),
        bytes: &mut Vec<u8>,
    ) -> Result<bool, StorageError> {
        read::read(self, storage, lob, (offset, length), bytes)
    }

    /// Frees values after the transaction has committed and no snapshot is older; a rollback
    /// cancels it. Only logs an intent now.
    pub fn defer_free(&self, storage: &Storage, txn: &mut Transaction, lobs: &[Freed]) -> Result<(), StorageError> {
        free::defer(self, storage, txn, lobs)
    }
}
