//! Filling a new heap by the page.
//!
//! A page's rows are one system record with the page's allocation: two bytes a row beside the row
//! itself, and no stamp but one for all. That is enough because the heap is its transaction's own:
//! a rollback frees the whole heap with its pages (the undoing of its making), so no row needs to
//! be undone, and nobody else can see or change one before the commit.
//!
//! *Minimal logging*: unless the recovery model is FULL, what comes after the first pages of a load
//! is logged without its rows. Such pages must be on disk before anything is logged that counts on
//! their rows, be it the commit or another change of them; and redo must never come by their
//! records again, since it would make them empty (or, beginning with an earlier life of a page,
//! never read it). So [`BulkLoad::finish`] returns only when they are written, through the
//! double-write area as all pages, and a checkpoint stands behind their records. Before that the
//! load is not committed: a crash undoes it, and whatever is on its pages goes with them.

use super::{Heap, ROW_MAX};
use crate::edit::Edit;
use crate::heap_cell::{self, BODY_MIN, STAMP_SIZE};
use crate::layout::BODY;
use crate::object;
use crate::slotted::SLOT_SIZE;
use crate::system::{Purpose, damaged};
use sluice_base::ids::{Lsn, TxnId};
use sluice_buffer::{PAGE_SIZE, PageType};
use sluice_txn::{Storage, StorageError, Transaction};

/// Rows on their way into a new heap. What was put in is there, and what is not in the log is on
/// disk, when [`BulkLoad::finish`] has returned; a load that does not come to that is to be rolled
/// back.
pub struct BulkLoad<'a> {
    storage: &'a Storage,
    heap: Heap,
    stamp: TxnId,
    /// The rows of the next page, as the record has them.
    rows: Vec<u8>,
    /// The bytes that they take on the page.
    used: usize,
    /// How many pages more are logged with their rows.
    logged: usize,
    /// The last record of a page whose rows are not logged; none if all are.
    unlogged: Option<Lsn>,
}

impl Heap {
    /// Begins to fill this heap, which `txn` itself has made and into which nobody has put a row.
    pub fn bulk_load<'a>(&self, storage: &'a Storage, txn: &mut Transaction) -> Result<BulkLoad<'a>, StorageError> {
        let stamp = storage.start(txn)?;
        let rows = Vec::with_capacity(PAGE_SIZE);
        let minimally = storage.recovery_model().allows_minimal_logging();
        let logged = if minimally { LOGGED_PAGES } else { usize::MAX };
        Ok(BulkLoad { storage, heap: *self, stamp, rows, used: 0, logged, unlogged: None })
    }
}

impl BulkLoad<'_> {
    /// Puts a row of at most [`ROW_MAX`] bytes in, behind the others.
    pub fn push(&mut self, row: &[u8]) -> Result<(), StorageError> {
        if row.len() > ROW_MAX {
            return Err(StorageError::TooLong { bytes: row.len() as u64, max: ROW_MAX as u64 });
        }
        let size = STAMP_SIZE + row.len().max(BODY_MIN) + SLOT_SIZE;
        if self.used + size > PAGE_SIZE - BODY {
            self.write_page()?;
        }
        self.used += size;
        self.rows.extend_from_slice(&(row.len() as u16).to_le_bytes());
        self.rows.extend_from_slice(row);
        Ok(())
    }

    /// Puts the last rows on their page, and brings to disk what the log does not have.
    pub fn finish(mut self) -> Result<(), StorageError> {
        if self.used > 0 {
            self.write_page()?;
        }
        self.unlogged.map_or(Ok(()), |last| self.storage.checkpoint_past(last))
    }

    fn write_page(&mut self) -> Result<(), StorageError> {
        let Some(mut new) = object::next_page(self.storage, self.heap.root, None, Purpose::Work)? else {
            return Err(damaged(self.storage, self.heap.root, "it gives no page"));
        };
        let (id, page_type) = (new.page.id(), PageType::DATA.0);
        new.record.edit(id, Edit::Format { page_type, level: 0, root: false, object: self.heap.object });
        if self.logged > 0 {
            self.logged -= 1;
            new.record.edit(id, Edit::Rows { stamp: self.stamp.0, rows: &self.rows });
            new.log(self.storage, Vec::new())?;
        } else {
            let mut page = new.log(self.storage, Vec::new())?;
            let fits = heap_cell::put_rows(&mut page, self.stamp.0, &self.rows);
            assert!(fits, "the rows of one page were gathered");
            self.unlogged = Some(page.lsn());
        }
        self.rows.clear();
        self.used = 0;
        Ok(())
    }
}

/// How many pages are logged with their rows in any case: up to there (2 MB) the log takes less
/// time than a checkpoint.
pub(crate) const LOGGED_PAGES: usize = 256;
