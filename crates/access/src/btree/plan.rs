//! Where to split a node that has no room for a new cell, decided on sizes alone.
//!
//! The cells that are there and the new one at its position (or in place of the one there) make one
//! sequence; a plan cuts it so that both sides fit into a page and are about equally full. Both
//! sides have at least the node's prefix, so they take no more room than it says. Where a long
//! entry comes between others no cut may do that; then it is made right before the entry, and the
//! next one right behind it: every entry has room in a page of its own. A key has at most
//! [`super::KEY_MAX`] bytes, less than half a page, so that in inner nodes a cut always exists. The
//! new cell itself is not moved by a split: it goes in afterwards, by its own record.

use super::node::{BadCell, key, separator};
use crate::layout::{BODY, PAGE_ID_SIZE, level, next};
use crate::prefix;
use crate::slotted::{self, SLOT_SIZE};
use sluice_buffer::PAGE_SIZE;

/// A cell that waits for room.
#[derive(Clone, Debug)]
pub(crate) struct Pending {
    /// Where it belongs in the node's slots.
    pub(crate) position: usize,
    /// Its key.
    pub(crate) key: Vec<u8>,
    /// Its length in bytes.
    pub(crate) size: usize,
    /// Whether it is to replace the cell there.
    pub(crate) replaces: bool,
}

/// How a node is split.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(crate) struct Plan {
    /// The first of the node's slots that moves to the new right page; may be the slot count
    /// (nothing moves).
    pub(crate) first_moved: usize,
    /// The lowest key that belongs to the right page.
    pub(crate) separator: Vec<u8>,
}

/// Plans the split of a node for `pending`, which does not fit into it.
pub(crate) fn plan(page: &[u8], pending: &Pending) -> Result<Plan, BadCell> {
    let sizes = sizes(page, pending)?;
    let is_leaf = level(page) == 0;
    let count = slotted::count(page);
    // Keys that only ever grow fill their pages: what is at the end of the tree stays where it is.
    let at_the_end = is_leaf && pending.position == count && next(page).is_none();
    let capacity = PAGE_SIZE - BODY - prefix::of(page).len();
    let cut = if at_the_end { Some(count) } else { cut(&sizes, pending.position, is_leaf, capacity) };
    let cut = cut.or_else(|| (is_leaf && pending.position > 0).then_some(pending.position)).ok_or(BadCell(count))?;
    // What stands in the sequence before the cut, but for the cell that is not there yet.
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

/// The bytes that each cell of the sequence takes, slots included.
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

/// The cut of the sequence that leaves the sides most alike: `sizes[..cut]` stay, `sizes[cut..]` go
/// right. In an inner node the first cell of the right side loses its key, and must be there
/// already, so the new cell is never that one.
fn cut(sizes: &[usize], new: usize, is_leaf: bool, capacity: usize) -> Option<usize> {
    let total: usize = sizes.iter().sum();
    let mut left = 0;
    let mut best: Option<(usize, usize)> = None;
    for cut in 1..sizes.len() {
        left += sizes[cut - 1];
        let mut right = total - left;
        if !is_leaf {
            right = right - sizes[cut] + PAGE_ID_SIZE + SLOT_SIZE;
        }
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

#[cfg(test)]
mod tests;
