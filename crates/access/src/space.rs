//! The disk space of an object, counted from its IAM pages and optionally from its pages, since it
//! is not stored.
//!
//! Each page is read under its shared latch without waiting for transactions, as in `sample`. A
//! concurrent change may be counted before or after.

use crate::object::iam_root;
use crate::sample::{each_entry, give_rows};
use crate::{iam, layout};
use sluice_base::ids::{FileId, ObjectId, PageId};
use sluice_buffer::{PageType, page};
use sluice_txn::{Storage, StorageError};

/// The pages of a heap or tree, or of its long values.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct Space {
    /// The pages of all its extents.
    pub pages_reserved: u64,
    /// The used pages, with IAM pages, inner nodes, and emptied pages that the object keeps.
    pub pages_used: u64,
    /// The used pages with rows, leaf entries or long values; 0 if pages were not read.
    pub pages_of_data: u64,
    /// The number of rows, those of active transactions included; 0 if pages were not read.
    pub rows: u64,
}

/// Returns the space of the heap or tree with this IAM root; with `reads_pages`, also its data
/// pages and rows. Each page counted has 8 KB. Without `reads_pages`, data pages and rows stay 0.
pub fn space_of(storage: &Storage, root: PageId, object: ObjectId, reads_pages: bool) -> Result<Space, StorageError> {
    let mut entries = Vec::new();
    each_entry(storage, root, object, |entry| entries.push(entry))?;
    let mut space = Space::default();
    for entry in entries {
        space.pages_reserved += u64::from(layout::EXTENT_PAGES);
        space.pages_used += u64::from(entry.used.count_ones());
        for id in entry.pages().filter(|_| reads_pages) {
            let bytes = storage.pool.read(storage.id, id)?;
            if page::object(&bytes) != object {
                continue;
            }
            let has_data = match page::page_type(&bytes) {
                PageType::INDEX => layout::level(&bytes) == 0,
                PageType::DATA | PageType::LOB | PageType::LOB_NODE => true,
                _ => false,
            };
            space.pages_of_data += u64::from(has_data);
            space.rows += give_rows(&bytes, &mut |_| {});
        }
    }
    Ok(space)
}

/// Whether the heap or tree with this IAM root, or its long values, have an extent of the file
/// `file` that begins at the page `from` or behind it.
pub fn reaches(
    storage: &Storage,
    root: PageId,
    object: ObjectId,
    (file, from): (FileId, u32),
) -> Result<bool, StorageError> {
    let unit = iam::lob_unit(&iam_root(storage, root, object)?);
    for root in [Some(root), unit.map(|(root, _)| root)].into_iter().flatten() {
        let mut found = false;
        each_entry(storage, root, object, |entry| {
            let first = entry.extent.page(0);
            found |= first.file == file && first.page >= from;
        })?;
        if found {
            return Ok(true);
        }
    }
    Ok(false)
}

/// Returns the object that the page of a used extent belongs to, by the page's own header.
pub fn owner_of(storage: &Storage, id: PageId) -> Result<ObjectId, StorageError> {
    Ok(page::object(&storage.pool.read(storage.id, id)?))
}

/// Returns the space of the long values of a heap or tree, as [`space_of`] does; `None` if it has
/// no LOB unit.
pub fn long_space_of(
    storage: &Storage,
    root: PageId,
    object: ObjectId,
    reads_pages: bool,
) -> Result<Option<Space>, StorageError> {
    let unit = iam::lob_unit(&iam_root(storage, root, object)?);
    unit.map(|(root, _)| space_of(storage, root, object, reads_pages)).transpose()
}
