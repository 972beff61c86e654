//! A tree, named by its root, and the limits of its entries.

use crate::heap_cell::STAMP_SIZE;
use crate::layout::{BODY, PAGE_ID_SIZE};
use crate::slotted::SLOT_SIZE;
use sluice_base::ids::{ObjectId, PageId};
use sluice_buffer::PAGE_SIZE;

/// A B+tree of a database.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct BTree {
    /// The tree's root page, which never moves.
    pub root: PageId,
    /// The object of its pages.
    pub object: ObjectId,
}

impl BTree {
    /// Returns the tree with this IAM root: the tree's own root is the next page.
    pub fn at(iam_root: PageId, object: ObjectId) -> BTree {
        BTree { root: PageId { page: iam_root.page + 1, ..iam_root }, object }
    }

    /// Returns the tree's IAM root.
    pub fn iam_root(&self) -> PageId {
        PageId { page: self.root.page - 1, ..self.root }
    }
}

/// The maximum length of a key in bytes.
pub const KEY_MAX: usize = 4_000;
/// The maximum length of a key and its value together in bytes: one such entry fits on a page.
pub const ENTRY_MAX: usize = 8_080;

const _: () =
    assert!(2 * (KEY_MAX + PAGE_ID_SIZE + SLOT_SIZE) <= PAGE_SIZE - BODY, "an inner node takes two separators");
const _: () = assert!(
    ENTRY_MAX + 1 + STAMP_SIZE + 2 + SLOT_SIZE <= PAGE_SIZE - BODY,
    "a leaf takes the longest entry with a byte of padding"
);
