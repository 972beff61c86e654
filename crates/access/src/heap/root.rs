//! A heap, named by its root, and the place where it appends rows.

use crate::heap_cell::{self, STAMP_SIZE};
use crate::slotted;
use sluice_base::ids::{ObjectId, PageId};
use sluice_buffer::PageHint;

/// A heap of a database.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Heap {
    /// The heap's IAM root.
    pub root: PageId,
    /// The object of its pages.
    pub object: ObjectId,
}

/// Remembers the page of the last row, for one heap or tree. A new cursor costs a look at the IAM
/// pages, or a descent.
#[derive(Clone, Copy, Debug)]
pub struct AppendCursor {
    pub(crate) page: PageId,
    pub(crate) hint: PageHint,
}

impl Default for AppendCursor {
    fn default() -> AppendCursor {
        AppendCursor { page: PageId::NONE, hint: PageHint::default() }
    }
}

/// The maximum length of a row in bytes, as in SQL Server.
pub const ROW_MAX: usize = 8_060;

const _: () = assert!(
    ROW_MAX + STAMP_SIZE + heap_cell::COPY_HEAD + slotted::SLOT_SIZE <= sluice_buffer::PAGE_SIZE - crate::layout::BODY,
    "the copy of the longest row fits into an empty page"
);
