//! Rows of some of an object's pages, for statistics; the figures for the whole object are
//! estimates.
//!
//! The pages are taken at equal distances over the object's extents, so the same object gives the
//! same sample. Each page is copied under its shared latch without waiting for transactions. So
//! rows of active transactions are included, and a row changed meanwhile may be missed or seen
//! twice.

use crate::heap_cell::{self, Body};
use crate::leaf_cell::LeafCell;
use crate::object::{iam_behind, iam_root};
use crate::{iam, layout, slotted};
use sluice_base::ids::{ObjectId, PageId};
use sluice_buffer::{PAGE_SIZE, PageType, page};
use sluice_txn::{Storage, StorageError};
use std::borrow::Cow;

/// The extent of a sample, and of the object that it was taken from.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct Sampled {
    /// The pages of the object, with its IAM pages and a tree's inner nodes.
    pub pages: u64,
    /// The number of pages read.
    pub pages_read: u64,
    /// The number of rows on the pages read.
    pub rows: u64,
}

impl Sampled {
    /// Returns the estimated number of rows of all pages. Without a page read it is 0.
    pub fn rows_in_all(&self) -> u64 {
        if self.pages_read == 0 {
            0
        } else {
            (u128::from(self.rows) * u128::from(self.pages) / u128::from(self.pages_read)) as u64
        }
    }
}

/// Returns the number of pages of the object with this IAM root, IAM pages included, long values
/// not. Reads the IAM pages alone.
pub fn pages_of(storage: &Storage, root: PageId, object: ObjectId) -> Result<u64, StorageError> {
    let mut pages = 0;
    each_entry(storage, root, object, |entry| pages += u64::from(entry.used.count_ones()))?;
    Ok(pages)
}

/// Calls `each` with the rows of up to `pages_max` pages, at least one, of a heap or clustered tree
/// with this IAM root. Pages are taken at equal distances. Each row is passed without its stamp,
/// with the number of its page in the sample, from 1. Returns the numbers of pages, pages read and
/// rows.
pub fn sample_rows(
    storage: &Storage,
    (root, object): (PageId, ObjectId),
    pages_max: u64,
    each: &mut dyn FnMut(u64, &[u8]),
) -> Result<Sampled, StorageError> {
    let mut entries = Vec::new();
    each_entry(storage, root, object, |entry| entries.push(entry))?;
    let pages: u64 = entries.iter().map(|entry| u64::from(entry.used.count_ones())).sum();
    let wanted = pages.min(pages_max.max(1));
    let mut sampled = Sampled { pages, ..Sampled::default() };
    let mut copy = Box::new([0; PAGE_SIZE]);
    for (number, id) in (0..).zip(entries.iter().flat_map(|entry| entry.pages())) {
        // Takes the `wanted` of `pages` pages at which this product passes a multiple of `pages`.
        let is_wanted = (number + 1) * wanted / pages > number * wanted / pages;
        if !is_wanted {
            continue;
        }
        copy.copy_from_slice(&storage.pool.read(storage.id, id)?);
        sampled.pages_read += 1;
        if page::object(&copy[..]) == object {
            sampled.rows += give_rows(&copy[..], &mut |row| each(sampled.pages_read, row));
        }
    }
    Ok(sampled)
}

/// Calls `each` with the rows of a data or leaf page. Returns their number. Ghosts and stubs are
/// left out, copies of moved rows included. Other pages have none.
pub(crate) fn give_rows(bytes: &[u8], each: &mut dyn FnMut(&[u8])) -> u64 {
    let is_leaf = match page::page_type(bytes) {
        PageType::DATA => false,
        PageType::INDEX if layout::level(bytes) == 0 => true,
        _ => return 0,
    };
    let mut rows = 0;
    for slot in 0..slotted::count(bytes) {
        if slotted::is_ghost(bytes, slot) {
            continue;
        }
        let row = if is_leaf {
            LeafCell::at(bytes, slot).and_then(|cell| cell.value())
        } else {
            let body = |cell| heap_cell::read(bytes, slotted::kind(bytes, slot), cell);
            match slotted::get(bytes, slot).and_then(body) {
                Some(Body::Row(row)) => Some(row),
                Some(Body::Copy { row, .. }) => Some(Cow::Borrowed(row)),
                Some(Body::Stub(_)) | None => None,
            }
        };
        if let Some(row) = row {
            rows += 1;
            each(&row);
        }
    }
    rows
}

/// Calls `each` with the entries of the object's IAM pages, in order. Each IAM page is latched
/// shared while `each` gets its entries, so `each` must not latch pages of the object.
pub(crate) fn each_entry(
    storage: &Storage,
    root: PageId,
    object: ObjectId,
    mut each: impl FnMut(iam::Entry),
) -> Result<(), StorageError> {
    let mut page = iam_root(storage, root, object)?;
    loop {
        (0..iam::count(&page)).for_each(|index| each(iam::entry(&page, index)));
        let (id, next) = (page::id(&page), layout::next(&page));
        drop(page);
        if next.is_none() {
            return Ok(());
        }
        page = iam_behind(storage, id, next, object)?;
    }
}
