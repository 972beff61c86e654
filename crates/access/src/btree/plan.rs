//! The choice of a split point for a node without room for a new cell, from sizes alone.
//!
//! The existing cells and the new one at its position (or in place of the one there) form a
//! sequence. A plan cuts it so that both sides fit into a page and are about equally full. Both
//! sides have at least the node's prefix, so they take no more room than computed. With a long
//! entry between others there may be no such cut. Then the cut is right before the entry, and the
//! next cut right behind it: every entry fits in a page of its own. A key has at most
//! [`super::KEY_MAX`] bytes, less than half a page, so inner nodes always have a cut. The split
//! does not move the new cell itself: its own record inserts it afterwards.

use super::node::{BadCell, key, separator};
use crate::layout::{BODY, PAGE_ID_SIZE, level, next};
use crate::prefix;
use crate::slotted::{self, SLOT_SIZE};
use sluice_buffer::PAGE_SIZE;

/// A cell waiting for room.
#[derive(Clone, Debug)]
pub(crate) struct Pending {
    /// Its position in the node's slots.
    pub(crate) position: usize,
    pub(crate) key: Vec<u8>,
    /// The length in bytes.
    pub(crate) size: usize,
    /// Whether it replaces the cell there.
    pub(crate) replaces: bool,
}

/// The plan of a split.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(crate) struct Plan {
    /// The first slot that moves to the new right page; may be the slot count (nothing moves).
    pub(crate) first_moved: usize,
    /// The lowest key that belongs to the right page.
    pub(crate) separator: Vec<u8>,
}

/// Plans the split of a node for `pending`, which does not fit into it. Splits at about half of the
/// bytes, but at the end for ascending keys. The separator is the shortest key that divides both
/// sides.
pub(crate) fn plan(page: &[u8], pending: &Pending) -> Result<Plan, BadCell> {
    let sizes = sizes(page, pending)?;
    let is_leaf = level(page) == 0;
    let count = slotted::count(page);
    // Ascending keys fill their pages: cells at the end of the tree are not moved.
    let at_the_end = is_leaf && pending.position == count && next(page).is_none();
    let capacity = PAGE_SIZE - BODY - prefix::get(page).len();
    let sides =
        Sides { sizes: &sizes, compressed: &compressed(page, pending), dictionary: slotted::dictionary(page).len() };
    let cut = if at_the_end { Some(count) } else { sides.cut(pending.position, is_leaf, capacity) };
    let cut = cut.or_else(|| (is_leaf && pending.position > 0).then_some(pending.position)).ok_or(BadCell(count))?;
    // The index in the sequence, without the new cell.
    let first_moved = if cut > pending.position && !pending.replaces { cut - 1 } else { cut };
    if !is_leaf {
        return Ok(Plan { first_moved, separator: key(page, first_moved)? });
    }
    let key_at = |index: usize| match index.cmp(&pending.position) {
        std::cmp::Ordering::Less => key(page, index),
        std::cmp::Ordering::Equal => Ok(pending.key.clone()),
        std::cmp::Ordering::Greater => key(page, if pending.replaces { index } else { index - 1 }),
    };
    Ok(Plan { first_moved, separator: separator(&key_at(cut - 1)?, &key_at(cut)?).to_vec() })
}

/// Returns the bytes of each cell of the sequence, slots included.
fn sizes(page: &[u8], pending: &Pending) -> Result<Vec<usize>, BadCell> {
    let count = slotted::count(page);
    if count == 0 || pending.position > count {
        return Err(BadCell(count));
    }
    let mut sizes = Vec::with_capacity(count + 1);
    for slot in 0..count {
        sizes.push(slotted::get(page, slot).ok_or(BadCell(slot))?.len() + SLOT_SIZE);
    }
    if pending.replaces {
        *sizes.get_mut(pending.position).ok_or(BadCell(count))? = pending.size + SLOT_SIZE;
    } else {
        sizes.insert(pending.position, pending.size + SLOT_SIZE);
    }
    Ok(sizes)
}

/// Returns the cells of the sequence that need the page's dictionary, by their indexes.
fn compressed(page: &[u8], pending: &Pending) -> Vec<usize> {
    let is_compressed = |slot: &usize| prefix::has_compressed(page, *slot..*slot + 1);
    let all = (0..slotted::count(page)).filter(is_compressed);
    match pending.replaces {
        true => all.filter(|slot| *slot != pending.position).collect(),
        false => all.map(|slot| slot + usize::from(slot >= pending.position)).collect(),
    }
}

/// The cells to divide.
struct Sides<'s> {
    sizes: &'s [usize],
    /// The cells that need the dictionary.
    compressed: &'s [usize],
    /// The length of the dictionary.
    dictionary: usize,
}

impl Sides<'_> {
    /// Returns the cut with the most equal sides: `sizes[..cut]` stay, `sizes[cut..]` go right. In
    /// an inner node the first cell of the right side loses its key, and must already exist, so the
    /// new cell is never that one. A side without compressed cells has no dictionary.
    fn cut(&self, new: usize, is_leaf: bool, capacity: usize) -> Option<usize> {
        let Sides { sizes, compressed, dictionary } = *self;
        let total: usize = sizes.iter().sum();
        let mut cells_left = 0;
        let mut best: Option<(usize, usize)> = None;
        for cut in 1..sizes.len() {
            cells_left += sizes[cut - 1];
            let (mut left, mut right) = (cells_left, total - cells_left);
            if !is_leaf {
                right = right - sizes[cut] + PAGE_ID_SIZE + SLOT_SIZE;
            }
            left += if compressed.first().is_some_and(|first| *first < cut) { dictionary } else { 0 };
            right += if compressed.last().is_some_and(|last| *last >= cut) { dictionary } else { 0 };
            if left > capacity || right > capacity || !is_leaf && cut == new {
                continue;
            }
            let difference = left.abs_diff(right);
            if best.is_none_or(|(least, _)| difference < least) {
                best = Some((difference, cut));
            }
        }
        best.map(|(_, cut)| cut)
    }
}

#[cfg(test)]
mod tests;
