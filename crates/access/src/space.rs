//! How much of the file an object has: counted from its IAM pages and, where that is asked for, from its pages, since nobody keeps it.
//!
//! Each page is looked at under its shared latch and nobody is waited for, as in `sample`: what is changed meanwhile may be counted before
//! or after.

use crate::object::iam_root;
use crate::sample::{each_entry, give_rows};
use crate::{iam, layout};
use sluice_base::ids::{ObjectId, PageId};
use sluice_buffer::{PageType, page};
use sluice_txn::{Storage, StorageError};

/// The pages of a heap, of a tree, or of the long values of one.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct Space {
    /// Of all its extents.
    pub pages_reserved: u64,
    /// Those in use: with IAM pages, inner nodes, and those that it has emptied and keeps.
    pub pages_used: u64,
    /// Those of them that have rows, the leaves of a tree, or long values; 0 where it is not asked for.
    pub pages_of_data: u64,
    /// How many rows there are, those of transactions that are not over too; 0 where it is not asked for.
    pub rows: u64,
}

/// The space of the heap or tree with this IAM root; its data and rows if `reads_pages`.
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

/// The same of the long values of its rows, if it has a place for them.
pub fn long_space_of(
    storage: &Storage,
    root: PageId,
    object: ObjectId,
    reads_pages: bool,
) -> Result<Option<Space>, StorageError> {
    let unit = iam::lob_unit(&iam_root(storage, root, object)?);
    unit.map(|(root, _)| space_of(storage, root, object, reads_pages)).transpose()
}
