//! The cells of a B-tree leaf: stamp (the transaction that last wrote the entry, u64), key length
//! u16, key, body.
//!
//! The stored key is the *rest* of the key after the page's prefix (`prefix.rs`). The body is the
//! value. If bit 15 of the key length is set, padding follows the value, in the form of heaps
//! (`heap_cell.rs`). If bit 14 is set, the body has the tokens of the value instead
//! (`page_dictionary.rs`). Log records always have values, never tokens.
//!
//! Invariants:
//! 1. A transaction never makes a cell shorter: unneeded bytes become padding, so that its rollback
//!    has room. Padding is removed after the transaction has ended.
//! 2. On a page of a tree with compressed leaves, an entry that an active transaction has changed
//!    is padded. Padded entries are not compressed, so the rollback finds the room.

use crate::heap_cell::{self, STAMP_SIZE, stamp_of};
use crate::{page_dictionary, slotted};
use sluice_base::codec::get_u16;
use std::borrow::Cow;
use std::ops::Range;

/// The content of a leaf's cell after its stamp.
#[derive(Clone, Copy)]
pub(crate) struct LeafCell<'p> {
    /// The key after the page's prefix.
    pub(crate) rest: &'p [u8],
    /// The value with its padding if any, or its tokens.
    body: &'p [u8],
    /// The flags in the key length.
    flags: u16,
    page: &'p [u8],
}

impl<'p> LeafCell<'p> {
    /// Decodes the cell in a slot. Returns `None` if it is malformed. The stored key lacks the
    /// page's prefix. `None` also for an empty slot.
    #[inline]
    pub(crate) fn at(page: &'p [u8], slot: usize) -> Option<LeafCell<'p>> {
        let (head, rest) = slotted::get(page, slot)?.split_at_checked(STAMP_SIZE + 2)?;
        let length = get_u16(head, STAMP_SIZE);
        let (rest, body) = rest.split_at_checked((length & !FLAGS) as usize)?;
        Some(LeafCell { rest, body, flags: length & FLAGS, page })
    }

    /// Returns the value. Returns `None` if its padding is longer than the body, or its tokens are
    /// malformed.
    #[inline]
    pub(crate) fn value(&self) -> Option<Cow<'p, [u8]>> {
        match self.flags {
            0 => Some(Cow::Borrowed(self.body)),
            PADDED => heap_cell::unpadded(self.body).map(Cow::Borrowed),
            _ => self.expanded(),
        }
    }

    /// Returns the body as log records have it: the value with its padding if any.
    pub(crate) fn logged_body(&self) -> Option<Cow<'p, [u8]>> {
        if self.is_compressed() { self.expanded() } else { Some(Cow::Borrowed(self.body)) }
    }

    #[cold]
    fn expanded(&self) -> Option<Cow<'p, [u8]>> {
        // No cell is both padded and compressed.
        if self.is_padded() { None } else { page_dictionary::expand_on(self.page, self.body).map(Cow::Owned) }
    }

    /// Returns the bytes that the body takes on the page.
    pub(crate) fn stored_bytes(&self) -> usize {
        self.body.len()
    }

    /// Whether the body has the tokens of the value.
    pub(crate) fn is_compressed(&self) -> bool {
        self.flags & COMPRESSED != 0
    }

    /// Whether padding follows the value.
    pub(crate) fn is_padded(&self) -> bool {
        self.flags & PADDED != 0
    }
}

/// Returns the range of the value in the cell at `cell` of a page, or `Some(None)` if the value is
/// padded or compressed. Returns `None` if the cell is malformed.
#[inline]
pub(crate) fn plain_value(page: &[u8], cell: Range<usize>) -> Option<Option<Range<usize>>> {
    let begin = cell.start + STAMP_SIZE + 2;
    if cell.end > page.len() || begin > cell.end {
        return None;
    }
    let length = get_u16(page, cell.start + STAMP_SIZE);
    let value = begin + usize::from(length & !FLAGS)..cell.end;
    match (value.start <= value.end, length & FLAGS) {
        (false, _) => None,
        (true, 0) => Some(Some(value)),
        _ => Some(None),
    }
}

/// Returns the kind of an entry for log records: [`IS_PADDED`], [`IS_GHOST`], both or neither.
pub(crate) fn kind(page: &[u8], slot: usize) -> u8 {
    let padded = LeafCell::at(page, slot).is_some_and(|cell| cell.is_padded());
    let ghost = slotted::is_ghost(page, slot);
    (if padded { IS_PADDED } else { 0 }) | (if ghost { IS_GHOST } else { 0 })
}

/// Replaces stamp, kind and body of an entry or ghost. Returns false, without a change, if there is
/// none or it does not fit. The stored key stays. The new body isn't compressed.
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
    let Some(cell) = LeafCell::at(page, slot).filter(LeafCell::is_padded) else { return false };
    let Some(value) = cell.value().map(Cow::into_owned) else { return false };
    let stamp = slotted::get(page, slot).map_or(0, stamp_of);
    let kind = kind(page, slot) & !IS_PADDED;
    replace(page, slot, stamp, (kind, &value))
}

/// The flag in the key length for a padded body.
const PADDED: u16 = 0x8000;
/// The flag in the key length for a compressed value.
pub(crate) const COMPRESSED: u16 = 0x4000;
/// All flags in the key length.
pub(crate) const FLAGS: u16 = PADDED | COMPRESSED;
/// The flag in a kind for a padded body.
pub(crate) const IS_PADDED: u8 = heap_cell::PADDED;
/// The flag in a kind for a ghost.
pub(crate) const IS_GHOST: u8 = 2;
