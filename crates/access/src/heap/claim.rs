//! A claimed row: the page of its bytes, held exclusively latched until the claim is dropped.

use crate::heap_cell::{Rid, STAMP_SIZE};
use crate::slotted;
use sluice_buffer::PageMut;

/// A claimed row: the latched page of its bytes.
pub(super) struct Claimed<'a> {
    pub(super) page: PageMut<'a>,
    /// The row's slot.
    pub(super) slot: u16,
    /// Whether the cell is the copy of a moved row.
    pub(super) is_copy: bool,
}

impl Claimed<'_> {
    /// Returns the place of the bytes.
    pub(super) fn place(&self) -> Rid {
        Rid { page: self.page.id(), slot: self.slot }
    }

    /// Returns the length of the cell's body: a row up to it needs no other room.
    pub(super) fn room(&self) -> usize {
        slotted::get(&self.page, self.slot.into()).map_or(0, |cell| cell.len().saturating_sub(STAMP_SIZE))
    }
}
