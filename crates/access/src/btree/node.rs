//! The cells of a B-tree page.
//!
//! Leaf cells are described in `leaf_cell.rs`. An inner cell is child page id (6 bytes) and key:
//! the child holds the keys from this key (inclusive) up to the next cell's. The first cell of an
//! inner node has no key: its child holds everything below the second key. Keys are compared
//! bytewise and are unique in a leaf. A cell stores the key without the page's prefix, its *rest*
//! (`prefix.rs`).

use super::probe::{self, Wanted};
use crate::heap_cell::{STAMP_SIZE, stamp_of};
use crate::layout::{PAGE_ID_SIZE, get_page_id, level, page_id_bytes};
use crate::leaf_cell::{self, LeafCell};
use crate::records::RowChange;
use crate::slotted::Cells;
use crate::{prefix, slotted};
use sluice_base::ids::{PageId, TxnId};
use std::borrow::Cow;
use std::cmp::Ordering;

/// A malformed cell, outside its page or shorter than its own header, in this slot: the page is
/// damaged.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) struct BadCell(pub(crate) usize);

/// Decodes the rest of the key behind the page's prefix, and the value, of a leaf's cell. The value
/// is copied only if it is compressed.
#[inline]
pub(crate) fn leaf_cell(page: &[u8], slot: usize) -> Result<(&[u8], Cow<'_, [u8]>), BadCell> {
    let cell = LeafCell::at(page, slot).ok_or(BadCell(slot))?;
    Ok((cell.rest, cell.value().ok_or(BadCell(slot))?))
}

/// Decodes the rest of the key of a leaf's cell.
#[inline]
pub(super) fn leaf_rest(page: &[u8], slot: usize) -> Result<&[u8], BadCell> {
    LeafCell::at(page, slot).map(|cell| cell.rest).ok_or(BadCell(slot))
}

/// Returns the stamp of a leaf's cell; 0 for an empty slot.
#[inline]
pub(crate) fn stamp(page: &[u8], slot: usize) -> u64 {
    slotted::get(page, slot).map_or(0, stamp_of)
}

/// Returns the greatest stamp of a leaf's cells, 0 for an empty leaf. Returns `None` if a cell is
/// outside the page.
pub(super) fn newest_stamp(page: &[u8]) -> Option<u64> {
    let cells = Cells::new(page);
    let mut newest = 0;
    for slot in 0..cells.count() {
        let (offset, _) = cells.entry(slot);
        let stamp = cells.page().get(offset..)?.first_chunk()?;
        newest = newest.max(u64::from_le_bytes(*stamp));
    }
    Some(newest)
}

/// Decodes the child and the rest of the key of an inner node's cell.
#[inline]
pub(crate) fn inner_cell(page: &[u8], slot: usize) -> Result<(PageId, &[u8]), BadCell> {
    let cell = slotted::get(page, slot).ok_or(BadCell(slot))?;
    let (child, key) = cell.split_at_checked(PAGE_ID_SIZE).ok_or(BadCell(slot))?;
    Ok((get_page_id(child, 0), key))
}

/// Returns the whole key of a cell on any level; empty for the first cell of an inner node.
pub(crate) fn key(page: &[u8], slot: usize) -> Result<Vec<u8>, BadCell> {
    let rest = if level(page) == 0 { leaf_rest(page, slot)? } else { inner_cell(page, slot)?.1 };
    Ok([prefix::get(page), rest].concat())
}

/// Returns the position of `wanted` in a leaf (`Ok`), or its insert position (`Err`). Ghosts count.
/// A malformed cell is an error.
pub(crate) fn search(page: &[u8], wanted: &[u8]) -> Result<Result<usize, usize>, BadCell> {
    let cells = Cells::new(page);
    let wanted = match Wanted::among(page, wanted) {
        Ok(wanted) => wanted,
        Err(side) => return Ok(Err(if side == Ordering::Less { 0 } else { cells.count() })),
    };
    let rest = |slot| probe::leaf_rest(cells, slot).ok_or(BadCell(slot));
    let front = |slot| rest(slot).map(|rest| rest.front);
    let is_above = |slot| Ok(wanted.is_above(cells, rest(slot)?));
    let slot = probe::partition_even(0..cells.count(), wanted.front, front, is_above)?;
    let is_there = slot < cells.count() && wanted.is_at(cells, rest(slot)?);
    Ok(if is_there { Ok(slot) } else { Err(slot) })
}

/// Whether `wanted` is above the last key of the tree's last leaf. The last leaf has a key, and no
/// prefix.
pub(crate) fn is_above(page: &[u8], wanted: &[u8]) -> bool {
    let last = slotted::count(page).checked_sub(1).map(|last| leaf_rest(page, last));
    prefix::get(page).is_empty() && last.is_some_and(|last| last.is_ok_and(|last| last < wanted))
}

/// Returns the slot of the inner node's child for `wanted`. Always one of its slots. A malformed
/// cell is an error.
pub(crate) fn child_slot(page: &[u8], wanted: &[u8]) -> Result<usize, BadCell> {
    // The first cell counts as minus infinity: only the others are compared.
    let cells = Cells::new(page);
    let end = cells.count().max(1);
    let wanted = match Wanted::among(page, wanted) {
        Ok(wanted) => wanted,
        Err(side) => return Ok(if side == Ordering::Less { 0 } else { end - 1 }),
    };
    let rest = |slot| probe::inner_rest(cells, slot).ok_or(BadCell(slot));
    let front = |slot| rest(slot).map(|rest| rest.front);
    let is_not_below = |slot| Ok(!wanted.is_below(cells, rest(slot)?));
    let above = probe::partition_even(1..end, wanted.front, front, is_not_below)?;
    Ok(above - 1)
}

/// Returns the slot of the inner node's child with the greatest keys below `wanted`; 0 if there is
/// none.
pub(crate) fn child_slot_below(page: &[u8], wanted: &[u8]) -> Result<usize, BadCell> {
    let slot = child_slot(page, wanted)?;
    Ok(if slot > 0 && key(page, slot)? == wanted { slot - 1 } else { slot })
}

/// Returns the length of an entry's cell in a leaf where its key belongs.
pub(crate) fn leaf_cell_size(page: &[u8], key: &[u8], value: &[u8]) -> usize {
    STAMP_SIZE + 2 + key.len() - prefix::get(page).len() + value.len()
}

/// Returns the length of a separator's cell in an inner node where it belongs.
pub(crate) fn inner_cell_size(page: &[u8], key: &[u8]) -> usize {
    PAGE_ID_SIZE + key.len() - prefix::get(page).len()
}

/// Encodes a cell of an inner node whose keys, like `key`, begin with `prefix`.
pub(crate) fn inner_cell_bytes(child: PageId, prefix: &[u8], key: &[u8]) -> Vec<u8> {
    [&page_id_bytes(child), &key[prefix.len()..]].concat()
}

/// Encodes a cell of a leaf, without padding.
pub(crate) fn leaf_cell_bytes(stamp: TxnId, rest: &[u8], value: &[u8]) -> Vec<u8> {
    [&stamp.0.to_le_bytes(), &(rest.len() as u16).to_le_bytes()[..], rest, value].concat()
}

/// Inserts an entry into a slot of a leaf. Returns false, without a change, if the key does not
/// belong there or the cell does not fit.
#[must_use]
pub(crate) fn insert_entry(page: &mut [u8], slot: usize, stamp: u64, key: &[u8], value: &[u8]) -> bool {
    let Some(rest) = key.strip_prefix(prefix::get(page)) else { return false };
    slotted::insert_cell(page, slot, &[&stamp.to_le_bytes(), &(rest.len() as u16).to_le_bytes(), rest, value])
}

/// Applies a logged change to an entry and sets its stamp. Returns false if the page refuses it.
#[must_use]
pub(crate) fn change_body(page: &mut [u8], stamp: u64, change: &RowChange<'_>) -> bool {
    let slot = usize::from(change.slot);
    let body = LeafCell::at(page, slot).and_then(|cell| change.body_after(&cell.logged_body()?));
    body.is_some_and(|body| leaf_cell::replace(page, slot, stamp, (change.kinds.1, &body)))
}

/// Whether an inner node has room for any separator: then a split below does not reach its parent.
pub(crate) fn is_safe(page: &[u8]) -> bool {
    slotted::cell_fits(page, PAGE_ID_SIZE + super::KEY_MAX)
}

/// Returns the shortest prefix of `right` that is above `left`. `left` is below `right`.
pub(crate) fn separator<'a>(left: &[u8], right: &'a [u8]) -> &'a [u8] {
    let shared = left.iter().zip(right).take_while(|(a, b)| a == b).count();
    &right[..(shared + 1).min(right.len())]
}
