//! The cells of a B-tree page.
//!
//! A leaf cell is its stamp (the transaction that put it in, or made it a ghost, u64), key length u16, key, value. An inner cell is child page id (6 bytes) and key, where the child holds the keys
//! from this key (inclusive) up to the next cell's. The first cell of an inner node has an empty key: it stands for everything
//! below the second. Keys are compared bytewise; every key of a leaf occurs once.

use crate::heap_cell::{STAMP_SIZE, stamp_of};
use crate::layout::{PAGE_ID_SIZE, get_page_id, level, page_id_bytes};
use crate::slotted;
use sluice_base::codec::get_u16;
use sluice_base::ids::PageId;

/// A cell that does not lie inside its page, or is shorter than its own header: the page is damaged.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) struct BadCell(pub(crate) usize);

/// The key and value of a leaf's cell.
#[inline]
pub(crate) fn leaf_cell(page: &[u8], slot: usize) -> Result<(&[u8], &[u8]), BadCell> {
    let cell = slotted::get(page, slot).ok_or(BadCell(slot))?;
    let (head, rest) = cell.split_at_checked(STAMP_SIZE + 2).ok_or(BadCell(slot))?;
    rest.split_at_checked(get_u16(head, STAMP_SIZE) as usize).ok_or(BadCell(slot))
}

/// The stamp of a leaf's cell.
pub(crate) fn stamp(page: &[u8], slot: usize) -> u64 {
    slotted::get(page, slot).map_or(0, stamp_of)
}

/// The child and key of an inner node's cell.
#[inline]
pub(crate) fn inner_cell(page: &[u8], slot: usize) -> Result<(PageId, &[u8]), BadCell> {
    let cell = slotted::get(page, slot).ok_or(BadCell(slot))?;
    let (child, key) = cell.split_at_checked(PAGE_ID_SIZE).ok_or(BadCell(slot))?;
    Ok((get_page_id(child, 0), key))
}

/// The key of a cell on any level.
pub(crate) fn key(page: &[u8], slot: usize) -> Result<&[u8], BadCell> {
    if level(page) == 0 { leaf_cell(page, slot).map(|cell| cell.0) } else { inner_cell(page, slot).map(|cell| cell.1) }
}

/// Where `wanted` is in a leaf (`Ok`), or where it belongs (`Err`).
pub(crate) fn search(page: &[u8], wanted: &[u8]) -> Result<Result<usize, usize>, BadCell> {
    let (mut low, mut high) = (0, slotted::count(page));
    while low < high {
        let middle = low.midpoint(high);
        match leaf_cell(page, middle)?.0.cmp(wanted) {
            std::cmp::Ordering::Equal => return Ok(Ok(middle)),
            std::cmp::Ordering::Less => low = middle + 1,
            std::cmp::Ordering::Greater => high = middle,
        }
    }
    Ok(Err(low))
}

/// The slot of the inner node's child that holds `wanted`.
pub(crate) fn child_slot(page: &[u8], wanted: &[u8]) -> Result<usize, BadCell> {
    // The first cell stands for minus infinity: only the others are compared.
    let (mut low, mut high) = (1, slotted::count(page).max(1));
    while low < high {
        let middle = low.midpoint(high);
        if inner_cell(page, middle)?.1 <= wanted { low = middle + 1 } else { high = middle }
    }
    Ok(low - 1)
}

/// The slot of the inner node's child that holds the greatest keys below `wanted`.
pub(crate) fn child_slot_below(page: &[u8], wanted: &[u8]) -> Result<usize, BadCell> {
    let slot = child_slot(page, wanted)?;
    Ok(if slot > 0 && inner_cell(page, slot)?.1 == wanted { slot - 1 } else { slot })
}

/// The length of a leaf's cell.
pub(crate) fn leaf_cell_size(key: &[u8], value: &[u8]) -> usize {
    STAMP_SIZE + 2 + key.len() + value.len()
}

/// The length of an inner node's cell.
pub(crate) fn inner_cell_size(key: &[u8]) -> usize {
    PAGE_ID_SIZE + key.len()
}

/// An inner node's cell.
pub(crate) fn inner_cell_bytes(child: PageId, key: &[u8]) -> Vec<u8> {
    let mut cell = Vec::with_capacity(inner_cell_size(key));
    cell.extend_from_slice(&page_id_bytes(child));
    cell.extend_from_slice(key);
    cell
}

/// Whether an inner node has room for any separator: then a split below does not reach its parent.
pub(crate) fn is_safe(page: &[u8]) -> bool {
    slotted::cell_fits(page, PAGE_ID_SIZE + super::ENTRY_MAX)
}

/// The shortest key that is above `left` and not above `right`: a prefix of `right`. `left` is below `right`.
pub(crate) fn separator<'a>(left: &[u8], right: &'a [u8]) -> &'a [u8] {
    let shared = left.iter().zip(right).take_while(|(a, b)| a == b).count();
    &right[..(shared + 1).min(right.len())]
}
