//! Bulk load of a new heap, page by page.
//!
//! A page's rows are one system record with the page's allocation: two bytes a row beside the row
//! itself, and one stamp for all. This is enough because the heap belongs to the loading
//! transaction: a rollback frees the whole heap with its pages (the undo of its creation). So no
//! row needs its own undo, and no other session can see or change a row before the commit.
//!
//! *Minimal logging*: unless the recovery model is FULL, the pages after the first ones are logged
//! without their rows. Such pages must be on disk before any record that depends on their rows: the
//! commit, or another change of them. Redo must never replay their records, since it would empty
//! the pages (or, for an earlier life of a page, not read it). So [`BulkLoad::finish`] returns only
//! when the pages are written, through the double-write area as all pages, and a checkpoint lies
//! behind their records. Before that the load is not committed: a crash undoes it, with everything
//! on its pages.
//!
//! *Page compression*: the rows of a full page are compressed by a dictionary
//! (`page_dictionary.rs`), and the page takes further rows as long as that makes room. As in SQL
//! Server, only loads compress a heap's pages (this one, and `append` under an exclusive lock of
//! the table): rows that are inserted or changed later are stored as they are
//! (`relational-databases/data-compression/data-compression`).

use super::page_rows::PageRows;
use super::{Heap, ROW_MAX};
use crate::edit::{self, Edit};
use crate::layout;
use crate::object;
use crate::system::{Purpose, SystemRecord, damaged};
use sluice_base::ids::{Lsn, TxnId};
use sluice_buffer::PageType;
use sluice_txn::{Storage, StorageError, Transaction};

/// Rows on their way into a new heap. When [`BulkLoad::finish`] has returned, all rows are in the
/// heap, and those not logged are on disk. A load that does not finish must be rolled back. Rows
/// are gathered in memory, a page at a time.
pub struct BulkLoad<'a> {
    storage: &'a Storage,
    heap: Heap,
    stamp: TxnId,
    /// The rows of the next page.
    rows: PageRows,
    /// The number of further pages logged with their rows.
    logged: usize,
    /// The last record of a page logged without its rows; `None` if all are logged.
    unlogged: Option<Lsn>,
}

impl Heap {
    /// Begins to load this heap, which `txn` has created and which is empty. Under the recovery
    /// model SIMPLE or BULK_LOGGED, only the first pages are logged with their rows.
    pub fn bulk_load<'a>(&self, storage: &'a Storage, txn: &mut Transaction) -> Result<BulkLoad<'a>, StorageError> {
        let stamp = storage.start(txn)?;
        let rows = PageRows::new(self.compresses(storage)?);
        let minimally = storage.recovery_model().allows_minimal_logging();
        let logged = if minimally { LOGGED_PAGES } else { usize::MAX };
        Ok(BulkLoad { storage, heap: *self, stamp, rows, logged, unlogged: None })
    }

    /// Whether loads of this heap compress pages. Reads the IAM root.
    pub(super) fn compresses(&self, storage: &Storage) -> Result<bool, StorageError> {
        object::iam_root(storage, self.root, self.object).map(|root| layout::compresses(&root))
    }

    /// Makes later loads of this heap, which the caller has created, compress its pages
    /// (DATA_COMPRESSION = PAGE).
    pub fn compress_loaded_pages(&self, storage: &Storage) -> Result<(), StorageError> {
        let mut root = storage.pool.write(storage.id, self.root)?;
        let mut record = SystemRecord::new(Purpose::Work);
        record.edit(root.id(), Edit::Compresses);
        record.log(storage, vec![&mut root])
    }
}

impl BulkLoad<'_> {
    /// Adds a row of at most [`ROW_MAX`] bytes. A full page is written at once. Fails with
    /// `TooLong` for a longer row.
    pub fn push(&mut self, row: &[u8]) -> Result<(), StorageError> {
        if row.len() > ROW_MAX {
            return Err(StorageError::TooLong { bytes: row.len() as u64, max: ROW_MAX as u64 });
        }
        if !self.rows.push(row) {
            self.write_page()?;
            let fits = self.rows.push(row);
            assert!(fits, "an empty page takes any row");
        }
        Ok(())
    }

    /// Writes the last page, and writes unlogged rows to disk by a checkpoint, before the
    /// transaction can commit.
    pub fn finish(mut self) -> Result<(), StorageError> {
        if !self.rows.is_empty() {
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
        let edits = self.rows.edits(self.stamp.0);
        if self.logged > 0 {
            self.logged -= 1;
            new.record.edits(id, &edits);
            new.log(self.storage, Vec::new())?;
        } else {
            new.record.edit(id, Edit::Unlogged);
            let mut page = new.log(self.storage, Vec::new())?;
            edit::apply_all(&mut page, &edits).expect("the rows of one page were gathered");
            self.unlogged = Some(page.lsn());
        }
        self.rows.clear();
        Ok(())
    }
}

/// The number of pages always logged with their rows. Up to 2 MB, the log takes less time than a
/// checkpoint.
pub(crate) const LOGGED_PAGES: usize = 256;
