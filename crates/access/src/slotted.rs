//! Slotted pages. Cells grow upwards from byte 96, or from behind an optional head and an optional
//! dictionary. The slot directory grows downwards from the page's end.
//!
//! A cell has at least one byte. A slot is 4 bytes: offset u16 (0 = empty) and u16. The second
//! number has the length in bits 0 to 12, the cell's kind in bits 13 and 14, and the ghost flag in
//! bit 15. The page's owner interprets the kind. A ghost is a deleted cell whose bytes are kept, so
//! that a rollback needs no room. Invariants, checked by [`validate`]:
//! 1. `data_end` is behind every cell and not behind the directory.
//! 2. Cells do not overlap; live bytes + `garbage` = `data_end` - 96 - the lengths of head and
//!    dictionary.
//! 3. `empty_slots` counts the slots of offset 0.
//!
//! Two disciplines share the format. Rows of a heap have stable slots: [`put_row`] fills an empty
//! or new slot and [`clear_row`] empties it. Cells of a B-tree node are ordered: [`insert_cell`]
//! and [`remove_cell`] shift the directory. The place of a cell never matters to the log: records
//! name slots, so redo may place cells differently.

use crate::layout::{BODY, COUNT, DATA_END, DICTIONARY, EMPTY_SLOTS, GARBAGE, HEAD};
use sluice_base::codec::{get_u16, get_u32, put_u16};
use sluice_buffer::PAGE_SIZE;
use std::ops::Range;

/// Returns the number of slots, empty ones included.
#[inline]
pub(crate) fn count(page: &[u8]) -> usize {
    get_u16(page, COUNT) as usize
}

/// Returns the head before the cells.
#[inline]
pub(crate) fn head(page: &[u8]) -> &[u8] {
    page.get(BODY..end_of_head(page)).unwrap_or_default()
}

/// Returns the dictionary between head and cells (`page_dictionary.rs`).
#[inline]
pub(crate) fn dictionary(page: &[u8]) -> &[u8] {
    page.get(end_of_head(page)..first_cell(page)).unwrap_or_default()
}

/// Sets head and dictionary of a page without slots. Returns false, without a change, if there are
/// slots or they do not fit.
#[must_use]
pub(crate) fn set_head(page: &mut [u8], head: &[u8], dictionary: &[u8]) -> bool {
    let (end_of_head, end) = (BODY + head.len(), BODY + head.len() + dictionary.len());
    if count(page) > 0 || end > PAGE_SIZE {
        return false;
    }
    page[BODY..end_of_head].copy_from_slice(head);
    page[end_of_head..end].copy_from_slice(dictionary);
    put_u16(page, HEAD, head.len() as u16);
    put_u16(page, DICTIONARY, dictionary.len() as u16);
    put_u16(page, DATA_END, end as u16);
    put_u16(page, GARBAGE, 0);
    true
}

/// Returns the cell of a slot, ghost or not. Returns `None` if the slot is empty, beyond the
/// directory, or points outside the page.
#[inline]
pub(crate) fn get(page: &[u8], slot: usize) -> Option<&[u8]> {
    let (offset, length) = entry(page, slot)?;
    page.get(offset..offset + (length & LENGTH_MASK) as usize)
}

/// A page's cells, for reading many of them: the page is checked once.
#[derive(Clone, Copy)]
pub(crate) struct Cells<'p> {
    page: &'p [u8; PAGE_SIZE],
    count: usize,
}

impl<'p> Cells<'p> {
    /// Returns the cells of a page, whose number is limited to what fits. Panics if `page` isn't a
    /// whole page.
    #[inline]
    pub(crate) fn new(page: &'p [u8]) -> Cells<'p> {
        let page = page.first_chunk().expect("a page has its size");
        Cells { page, count: count(page).min(SLOTS_MAX) }
    }

    /// Returns the number of slots, empty ones included.
    #[inline]
    pub(crate) fn count(self) -> usize {
        self.count
    }

    /// Returns offset and length of a slot's cell as in the directory; the caller checks them
    /// against the page. `slot` is below the count.
    #[inline(always)]
    pub(crate) fn entry(self, slot: usize) -> (usize, usize) {
        debug_assert!(slot < self.count, "slot {slot} of {}", self.count);
        let entry = get_u32(self.page, PAGE_SIZE - (slot + 1) * SLOT_SIZE);
        ((entry & 0xFFFF) as usize, usize::from((entry >> 16) as u16 & LENGTH_MASK))
    }

    /// Returns the whole page.
    #[inline]
    pub(crate) fn page(self) -> &'p [u8; PAGE_SIZE] {
        self.page
    }
}

/// Returns range and kind of the cell of a slot that is neither empty nor a ghost. The range is not
/// checked against the page. `None` otherwise.
#[inline]
pub(crate) fn live_cell(page: &[u8], slot: usize) -> Option<(Range<usize>, u8)> {
    let (offset, length) = entry(page, slot)?;
    (length & GHOST == 0).then(|| (offset..offset + (length & LENGTH_MASK) as usize, kind_of(length)))
}

/// Returns the kind of the slot's cell; 0 without a cell.
pub(crate) fn kind(page: &[u8], slot: usize) -> u8 {
    entry(page, slot).map_or(0, |(_, length)| kind_of(length))
}

/// Returns the cell of a slot for a change in place, or `None` if the slot is empty. Its length
/// can't change.
pub(crate) fn get_mut(page: &mut [u8], slot: usize) -> Option<&mut [u8]> {
    let (offset, length) = entry(page, slot)?;
    page.get_mut(offset..offset + (length & LENGTH_MASK) as usize)
}

/// Whether the slot holds a ghost.
pub(crate) fn is_ghost(page: &[u8], slot: usize) -> bool {
    entry(page, slot).is_some_and(|(_, length)| length & GHOST != 0)
}

/// Whether all cells are of kind 0 and none is a ghost, like rows without later changes.
pub(crate) fn are_plain(page: &[u8]) -> bool {
    let directory = &page[PAGE_SIZE.saturating_sub(count(page) * SLOT_SIZE)..PAGE_SIZE];
    directory.chunks_exact(SLOT_SIZE).all(|slot| get_u16(slot, 2) <= LENGTH_MASK)
}

/// Sets or clears the ghost flag of a filled slot. Panics for an empty one.
pub(crate) fn set_ghost(page: &mut [u8], slot: usize, ghost: bool) {
    let (offset, length) = entry(page, slot).expect("only a filled slot can be a ghost");
    set_entry(page, slot, offset, if ghost { length | GHOST } else { length & !GHOST });
}

/// Returns the bytes available for cells and new slots together.
#[inline]
pub(crate) fn free_bytes(page: &[u8]) -> usize {
    contiguous(page) + get_u16(page, GARBAGE) as usize
}

/// Returns the slot for a new row: the first empty one, else a new one.
#[inline]
pub(crate) fn row_slot(page: &[u8]) -> usize {
    let count = count(page);
    if get_u16(page, EMPTY_SLOTS) == 0 {
        return count;
    }
    (0..count).find(|slot| entry(page, *slot).is_none()).unwrap_or(count)
}

/// Whether a new row of `length` bytes fits into `slot`, which is empty or beyond the last slot.
/// The missing slots are counted in. A row that replaces another is checked by [`free_bytes`]
/// instead.
pub(crate) fn row_fits(page: &[u8], slot: usize, length: usize) -> bool {
    let new_slots = (slot + 1).saturating_sub(count(page));
    length + new_slots * SLOT_SIZE <= free_bytes(page)
}

/// Whether an ordered cell of `length` bytes fits, with its slot, perhaps after compaction.
pub(crate) fn cell_fits(page: &[u8], length: usize) -> bool {
    length + SLOT_SIZE <= free_bytes(page)
}

/// Whether a cell of `length` bytes fits in place of a slot's cell.
pub(crate) fn replacement_fits(page: &[u8], slot: usize, length: usize) -> bool {
    entry(page, slot).is_some_and(|(_, old)| length <= free_bytes(page) + (old & LENGTH_MASK) as usize)
}

/// Appends a cell of kind 0 made of `head` and `rest` in a new slot, as [`put_row`] does. Returns
/// false, without a change, if a slot is empty or there is no room between cells and directory.
/// Faster than [`put_row`] for the usual insert.
#[must_use]
#[inline]
pub(crate) fn append_row<const HEAD: usize>(page: &mut [u8], head: [u8; HEAD], rest: &[u8]) -> bool {
    let Some(page) = page.first_chunk_mut::<PAGE_SIZE>() else { return false };
    let slot = count(page);
    let (offset, length) = (get_u16(page, DATA_END) as usize, HEAD + rest.len());
    let directory = PAGE_SIZE.saturating_sub((slot + 1) * SLOT_SIZE);
    if get_u16(page, EMPTY_SLOTS) != 0 || offset + length > directory {
        return false;
    }
    let (front, behind) = page[offset..offset + length].split_at_mut(HEAD);
    front.copy_from_slice(&head);
    behind.copy_from_slice(rest);
    put_u16(page, directory, offset as u16);
    put_u16(page, directory + 2, length as u16);
    put_u16(page, COUNT, slot as u16 + 1);
    put_u16(page, DATA_END, (offset + length) as u16);
    true
}

/// Fills the empty or new `slot` with a cell made of `parts`. Returns false, without a change, if
/// the slot is filled or the cell does not fit. A new slot beyond the last makes the slots between
/// them empty. Cells are moved together if necessary.
#[must_use]
pub(crate) fn put_row(page: &mut [u8], slot: usize, kind: u8, parts: &[&[u8]]) -> bool {
    let length = parts.iter().map(|part| part.len()).sum();
    let count = count(page);
    let new_slots = (slot + 1).saturating_sub(count);
    let is_free = entry(page, slot).is_none() && row_fits(page, slot, length);
    if !is_free || !can_be_made_contiguous(page, length + new_slots * SLOT_SIZE) {
        return false;
    }
    if slot < count {
        let Some(empty) = get_u16(page, EMPTY_SLOTS).checked_sub(1) else { return false };
        put_u16(page, EMPTY_SLOTS, empty);
    } else {
        ensure_contiguous(page, length + new_slots * SLOT_SIZE);
        for between in count..slot {
            set_entry(page, between, 0, 0);
        }
        put_u16(page, EMPTY_SLOTS, get_u16(page, EMPTY_SLOTS) + (slot - count) as u16);
        put_u16(page, COUNT, slot as u16 + 1);
    }
    write_cell(page, slot, kind, parts);
    true
}

/// Replaces the cell of a filled slot by one made of `parts`, without the ghost flag. Returns
/// false, without a change, if the slot is empty or the cell does not fit. A cell that isn't longer
/// stays in its place, so a change of a fixed-length column moves no cell of a full page.
#[must_use]
pub(crate) fn replace_row(page: &mut [u8], slot: usize, kind: u8, parts: &[&[u8]]) -> bool {
    let Some((offset, old)) = cell_of(page, slot) else { return false };
    let length: usize = parts.iter().map(|part| part.len()).sum();
    let old_length = usize::from(old & LENGTH_MASK);
    let is_among_cells = first_cell(page) <= offset && offset + old_length <= usize::from(get_u16(page, DATA_END));
    if is_among_cells && (1..=old_length).contains(&length) {
        put_cell(page, slot, (offset, kind), parts);
        put_u16(page, GARBAGE, get_u16(page, GARBAGE).saturating_add((old_length - length) as u16));
        return true;
    }
    let fits = replacement_fits(page, slot, length) && length <= LENGTH_MASK as usize;
    if !fits || !can_be_made_contiguous(page, length) {
        return false;
    }
    free_cell(page, offset, old);
    write_cell(page, slot, kind, parts);
    true
}

/// Empties a slot, and removes empty slots at the directory's end. Returns false if it was already
/// empty. The cell's bytes become garbage, which later inserts reclaim. Other slots keep their
/// numbers.
#[must_use]
pub(crate) fn clear_row(page: &mut [u8], slot: usize) -> bool {
    let Some((offset, length)) = cell_of(page, slot) else { return false };
    free_cell(page, offset, length);
    set_entry(page, slot, 0, 0);
    let mut count = count(page);
    let mut empty = get_u16(page, EMPTY_SLOTS).saturating_add(1);
    while count > 0 && entry(page, count - 1).is_none() {
        count -= 1;
        empty = empty.saturating_sub(1);
    }
    put_u16(page, COUNT, count as u16);
    put_u16(page, EMPTY_SLOTS, empty);
    true
}

/// Inserts a cell made of `parts` at `position`, shifting the later slots. Returns false, without a
/// change, if it does not fit or the position is beyond the end. Cells are moved together if
/// necessary. For trees, whose slots are ordered; heaps use [`put_row`].
#[must_use]
pub(crate) fn insert_cell(page: &mut [u8], position: usize, parts: &[&[u8]]) -> bool {
    let count = count(page);
    let length = parts.iter().map(|part| part.len()).sum::<usize>();
    if position > count || !cell_fits(page, length) || !can_be_made_contiguous(page, length + SLOT_SIZE) {
        return false;
    }
    ensure_contiguous(page, length + SLOT_SIZE);
    let end = PAGE_SIZE - position * SLOT_SIZE;
    let start = PAGE_SIZE - count * SLOT_SIZE;
    page.copy_within(start..end, start - SLOT_SIZE);
    put_u16(page, COUNT, count as u16 + 1);
    write_cell(page, position, 0, parts);
    true
}

/// Removes the cell at `position`, shifting the later slots. Returns false if there is none. The
/// cell's bytes become garbage. For trees; heaps use [`clear_row`].
#[must_use]
pub(crate) fn remove_cell(page: &mut [u8], position: usize) -> bool {
    let Some((offset, length)) = cell_of(page, position) else { return false };
    free_cell(page, offset, length);
    let count = count(page);
    let start = PAGE_SIZE - count * SLOT_SIZE;
    let end = PAGE_SIZE - (position + 1) * SLOT_SIZE;
    page.copy_within(start..end, start + SLOT_SIZE);
    put_u16(page, COUNT, count as u16 - 1);
    true
}

/// Removes the cells from `position` on. Their bytes become garbage. Does nothing if there are
/// fewer cells.
pub(crate) fn truncate(page: &mut [u8], position: usize) {
    for slot in (position..count(page)).rev() {
        if let Some((offset, length)) = cell_of(page, slot) {
            free_cell(page, offset, length);
        }
    }
    put_u16(page, COUNT, position.min(count(page)) as u16);
}

/// Checks the invariants; an error names the fault. Reads nothing outside the page, for any bytes.
/// The cells must lie between head and directory and not overlap, and the counts of live bytes,
/// garbage and empty slots must agree.
pub(crate) fn validate(page: &[u8]) -> Result<(), String> {
    let slots = count(page);
    let data_end = get_u16(page, DATA_END) as usize;
    let first = first_cell(page);
    if data_end < first || slots * SLOT_SIZE > PAGE_SIZE - BODY || data_end > PAGE_SIZE - slots * SLOT_SIZE {
        return Err(format!("{slots} slots and cells up to byte {data_end} do not fit into a page"));
    }
    let (mut live, mut empty) = (0, 0);
    let (mut end_before, mut is_in_order) = (first, true);
    let directory = &page[PAGE_SIZE - slots * SLOT_SIZE..PAGE_SIZE];
    for (slot, entry) in directory.as_chunks::<SLOT_SIZE>().0.iter().rev().enumerate() {
        let (offset, length) = fields(*entry);
        let length = usize::from(length & LENGTH_MASK);
        if offset == 0 {
            empty += 1;
            continue;
        }
        if offset < first || offset + length > data_end {
            return Err(format!("slot {slot} points to {length} bytes at {offset}, outside the cells"));
        }
        is_in_order &= offset >= end_before;
        end_before = offset + length;
        live += length;
    }
    // Rows are in the order of their slots until some are removed or grow.
    if !is_in_order {
        do_not_overlap(page)?;
    }
    let garbage = get_u16(page, GARBAGE) as usize;
    if live + garbage != data_end - first {
        return Err(format!("{live} live and {garbage} garbage bytes do not make up {}", data_end - first));
    }
    if empty != get_u16(page, EMPTY_SLOTS) as usize {
        return Err(format!("{empty} slots are empty, the header counts {}", get_u16(page, EMPTY_SLOTS)));
    }
    Ok(())
}

/// Returns the filled slots of a page accepted by [`validate`]: number, kind, and length of the
/// cell. In the order of the slots. Ghosts are included.
pub(crate) fn filled(page: &[u8]) -> impl Iterator<Item = (usize, u8, usize)> {
    let directory = page.get(PAGE_SIZE.saturating_sub(count(page) * SLOT_SIZE)..PAGE_SIZE).unwrap_or_default();
    let entries =
        directory.as_chunks::<SLOT_SIZE>().0.iter().rev().enumerate().map(|(slot, entry)| (slot, fields(*entry)));
    entries
        .filter(|(_, (offset, _))| *offset != 0)
        .map(|(slot, (_, length))| (slot, kind_of(length), usize::from(length & LENGTH_MASK)))
}

/// Decodes a slot into offset and raw length.
#[inline]
fn fields(entry: [u8; SLOT_SIZE]) -> (usize, u16) {
    let [low, high, rest @ ..] = entry;
    (usize::from(u16::from_le_bytes([low, high])), u16::from_le_bytes(rest))
}

/// Checks that no two cells share a byte.
fn do_not_overlap(page: &[u8]) -> Result<(), String> {
    let cell = |slot| entry(page, slot).map(|(offset, length)| (offset, (length & LENGTH_MASK) as usize, slot));
    let mut cells: Vec<(usize, usize, usize)> = (0..count(page)).filter_map(cell).collect();
    cells.sort_unstable();
    match cells.windows(2).find(|pair| pair[0].0 + pair[0].1 > pair[1].0) {
        Some(pair) => Err(format!("the cells of slots {} and {} overlap", pair[0].2, pair[1].2)),
        None => Ok(()),
    }
}

/// Returns the offset of the first cell.
#[inline]
fn first_cell(page: &[u8]) -> usize {
    end_of_head(page) + get_u16(page, DICTIONARY) as usize
}

#[inline]
fn end_of_head(page: &[u8]) -> usize {
    BODY + get_u16(page, HEAD) as usize
}

/// Returns the slot's offset and raw length, or `None` if it is empty or beyond the directory.
#[inline(always)]
fn entry(page: &[u8], slot: usize) -> Option<(usize, u16)> {
    if slot >= count(page) || slot >= SLOTS_MAX {
        return None;
    }
    let at = PAGE_SIZE - (slot + 1) * SLOT_SIZE;
    let offset = get_u16(page, at) as usize;
    (offset != 0).then(|| (offset, get_u16(page, at + 2)))
}

/// Returns the slot's entry, if its cell lies within the page.
fn cell_of(page: &[u8], slot: usize) -> Option<(usize, u16)> {
    entry(page, slot).filter(|(offset, length)| offset + ((length & LENGTH_MASK) as usize) <= PAGE_SIZE)
}

fn set_entry(page: &mut [u8], slot: usize, offset: usize, length: u16) {
    let at = PAGE_SIZE - (slot + 1) * SLOT_SIZE;
    put_u16(page, at, offset as u16);
    put_u16(page, at + 2, length);
}

#[inline]
fn kind_of(length: u16) -> u8 {
    (length >> KIND_SHIFT) as u8 & KIND_MAX
}

#[inline]
fn contiguous(page: &[u8]) -> usize {
    (PAGE_SIZE - count(page) * SLOT_SIZE).saturating_sub(get_u16(page, DATA_END) as usize)
}

/// Writes a cell behind the others. The slot exists in the directory and the bytes fit into the
/// page.
fn write_cell(page: &mut [u8], slot: usize, kind: u8, parts: &[&[u8]]) {
    set_entry(page, slot, 0, 0);
    ensure_contiguous(page, parts.iter().map(|part| part.len()).sum());
    let offset = get_u16(page, DATA_END) as usize;
    let end = put_cell(page, slot, (offset, kind), parts);
    put_u16(page, DATA_END, end as u16);
}

/// Writes a cell at `offset`, where there is room, and its slot. Returns the cell's end.
fn put_cell(page: &mut [u8], slot: usize, (offset, kind): (usize, u8), parts: &[&[u8]]) -> usize {
    let mut end = offset;
    for part in parts {
        page[end..end + part.len()].copy_from_slice(part);
        end += part.len();
    }
    set_entry(page, slot, offset, (end - offset) as u16 | u16::from(kind) << KIND_SHIFT);
    end
}

fn free_cell(page: &mut [u8], offset: usize, length: u16) {
    let length = length & LENGTH_MASK;
    let data_end = get_u16(page, DATA_END);
    if offset as u16 + length == data_end {
        put_u16(page, DATA_END, offset as u16);
    } else {
        put_u16(page, GARBAGE, get_u16(page, GARBAGE).saturating_add(length));
    }
}

/// Whether `wanted` bytes are free between cells and directory, or will be after compaction.
/// Invalid cells are never moved: a page with a right checksum may still be malformed by a bug, and
/// its changes are refused.
fn can_be_made_contiguous(page: &[u8], wanted: usize) -> bool {
    contiguous(page) >= wanted || validate(page).is_ok()
}

/// Compacts the cells if fewer than `wanted` bytes are free between them and the directory.
fn ensure_contiguous(page: &mut [u8], wanted: usize) {
    if contiguous(page) < wanted {
        compact(page);
    }
}

fn compact(page: &mut [u8]) {
    let mut old = [0u8; PAGE_SIZE];
    old.copy_from_slice(page);
    let mut data_end = first_cell(page);
    for slot in 0..count(&old) {
        let Some((offset, raw_length)) = entry(&old, slot) else { continue };
        let length = (raw_length & LENGTH_MASK) as usize;
        page[data_end..data_end + length].copy_from_slice(&old[offset..offset + length]);
        set_entry(page, slot, data_end, raw_length);
        data_end += length;
    }
    put_u16(page, DATA_END, data_end as u16);
    put_u16(page, GARBAGE, 0);
}

/// The length of a slot in bytes.
pub(crate) const SLOT_SIZE: usize = 4;
const SLOTS_MAX: usize = (PAGE_SIZE - BODY) / SLOT_SIZE;
const GHOST: u16 = 0x8000;
const KIND_SHIFT: u32 = 13;
/// The greatest kind.
pub(crate) const KIND_MAX: u8 = 3;
const LENGTH_MASK: u16 = 0x1FFF;

#[cfg(test)]
mod tests;
