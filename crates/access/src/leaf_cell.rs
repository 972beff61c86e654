//! The cells of a B-tree leaf: stamp (the transaction that last wrote the entry, u64), key length
//! u16, key, body.
//!
//! The stored key is the *rest* of the key after the page's prefix (`prefix.rs`). The body is the
//! value. If bit 15 of the key length is set, padding follows the value, in the form of heaps
//! (`heap_cell.rs`).
//!
//! Invariant: a transaction never makes a cell shorter: unneeded bytes become padding, so that its
//! rollback has room. Padding is removed after the transaction has ended.

use crate::heap_cell::{self, STAMP_SIZE, stamp_of};
use crate::slotted;
use sluice_base::codec::get_u16;

/// The content of a leaf's cell after its stamp.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) struct LeafCell<'p> {
    /// The key after the page's prefix.
    pub(crate) rest: &'p [u8],
    /// The value, with its padding if any.
    pub(crate) body: &'p [u8],
    is_padded: bool,
}

impl<'p> LeafCell<'p> {
    /// Decodes the cell in a slot. Returns `None` if it is malformed. The stored key lacks the
    /// page's prefix. `None` also for an empty slot.
    #[inline]
    pub(crate) fn at(page: &'p [u8], slot: usize) -> Option<LeafCell<'p>> {
        let (head, rest) = slotted::get(page, slot)?.split_at_checked(STAMP_SIZE + 2)?;
        let length = get_u16(head, STAMP_SIZE);
        let (rest, body) = rest.split_at_checked((length & !PADDED) as usize)?;
        Some(LeafCell { rest, body, is_padded: length & PADDED != 0 })
    }

    /// Returns the value, or `None` if its padding is longer than the body.
    #[inline]
    pub(crate) fn value(&self) -> Option<&'p [u8]> {
        if self.is_padded { heap_cell::unpadded(self.body) } else { Some(self.body) }
    }
}

/// Returns the kind of an entry for log records: [`IS_PADDED`], [`IS_GHOST`], both or neither.
pub(crate) fn kind(page: &[u8], slot: usize) -> u8 {
    let padded = LeafCell::at(page, slot).is_some_and(|cell| cell.is_padded);
    let ghost = slotted::is_ghost(page, slot);
    (if padded { IS_PADDED } else { 0 }) | (if ghost { IS_GHOST } else { 0 })
}

/// Replaces stamp, kind and body of an entry or ghost. Returns false, without a change, if there is
/// none or it does not fit. The stored key stays.
#[must_use]
pub(crate) fn replace(page: &mut [u8], slot: usize, stamp: u64, (kind, body): (u8, &[u8])) -> bool {
    let Some(rest) = LeafCell::at(page, slot).map(|cell| cell.rest.to_vec()) else { return false };
    let padded = if kind & IS_PADDED != 0 { PADDED } else { 0 };
    let head = rest.len() as u16 | padded;
    let fits = slotted::replace_row(page, slot, 0, &[&stamp.to_le_bytes(), &head.to_le_bytes(), &rest, body]);
    if fits && kind & IS_GHOST != 0 {
        slotted::set_ghost(page, slot, true);
    }
    fits
}

/// Removes the padding of an entry or ghost. Returns false without padding. Stamp and key stay.
/// False also for an empty or malformed cell.
#[must_use]
pub(crate) fn trim(page: &mut [u8], slot: usize) -> bool {
    let Some(cell) = LeafCell::at(page, slot).filter(|cell| cell.is_padded) else { return false };
    let Some(value) = cell.value().map(<[u8]>::to_vec) else { return false };
    let stamp = slotted::get(page, slot).map_or(0, stamp_of);
    let kind = kind(page, slot) & !IS_PADDED;
    replace(page, slot, stamp, (kind, &value))
}

/// The flag in the key length for a padded body.
pub(crate) const PADDED: u16 = 0x8000;
/// The flag in a kind for a padded body.
pub(crate) const IS_PADDED: u8 = heap_cell::PADDED;
/// The flag in a kind for a ghost.
pub(crate) const IS_GHOST: u8 = 2;
