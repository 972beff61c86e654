//! Merges: a nearly empty node moves into its neighbour by one system record.
//!
//! The record moves the right node's cells into the left one. It removes the right node from their
//! parent and from the leaf chain, and adds it to the object's free pages. The left node's lower
//! bound and the right node's upper bound hold before and after, and a descent meets one state or
//! the other. Nodes of different parents are not merged: their parents are merged first. A root
//! with one child takes that child's content. Ghosts move too: their transactions find them by key.

use super::descend::{self, Bounds};
use super::node::{self, BadCell};
use super::{BTree, clean, compress};
use crate::edit::Edit;
use crate::layout::{self, BODY, PAGE_ID_SIZE};
use crate::object;
use crate::prefix;
use crate::slotted::{self, SLOT_SIZE};
use crate::system::{Purpose, SystemRecord};
use sluice_base::ids::PageId;
use sluice_buffer::{PAGE_SIZE, PageMut};
use sluice_txn::{Storage, StorageError};

/// Removes the ghosts of ended transactions from the leaf of `key`. If the leaf is then nearly
/// empty, merges it and its ancestors. Returns whether it still has ghosts. Each merge is a system
/// record of its own. Pages are latched one level at a time.
pub(super) fn tidy(tree: &BTree, storage: &Storage, key: &[u8]) -> Result<bool, StorageError> {
    let mut leaf = descend::leaf_exclusive(tree, storage, key)?;
    clean::clean(storage, &mut leaf)?;
    let has_ghosts = (0..slotted::count(&leaf)).any(|slot| slotted::is_ghost(&leaf, slot));
    let is_sparse = is_sparse(&leaf);
    drop(leaf);
    if is_sparse {
        // Read before any latch: it never changes.
        let iam_root = layout::anchor(&storage.pool.read(storage.id, tree.root)?);
        let mut level = 0;
        while step(tree, storage, key, level, iam_root)? {
            level += 1;
        }
    }
    Ok(has_ghosts)
}

/// Merges the node of a level where `key` belongs with a neighbour, if it is sparse. Returns
/// whether the level above needs a check.
fn step(tree: &BTree, storage: &Storage, key: &[u8], level: u8, iam_root: PageId) -> Result<bool, StorageError> {
    let mut bounds = Bounds::default();
    let Some(mut parent) = descend::node_exclusive(tree, storage, key, level + 1, Some(&mut bounds))? else {
        return Ok(false);
    };
    let bad = |bad| descend::bad_cell(storage, parent.id(), bad);
    let slot = node::child_slot(&parent, key).map_err(bad)?;
    let count = slotted::count(&parent);
    if count == 1 {
        if parent.id() == tree.root {
            collapse(tree, storage, parent, iam_root)?;
        }
        return Ok(true);
    }
    for left in [slot.checked_sub(1), Some(slot)].into_iter().flatten().filter(|left| left + 1 < count) {
        let pair = Pair::latch(tree, storage, &parent, &bounds, left)?;
        if !is_sparse(if left == slot { &pair.left } else { &pair.right }) {
            return Ok(false);
        }
        if pair.size() <= FULL_ENOUGH {
            pair.merge(tree, storage, &mut parent, left + 1, iam_root)?;
            return Ok(true);
        }
    }
    Ok(false)
}

/// Two adjacent children of a node, latched.
struct Pair<'a> {
    left: PageMut<'a>,
    right: PageMut<'a>,
    /// The lower bound of the right one, from their parent.
    separator: Vec<u8>,
    /// The common prefix of the keys of both.
    prefix: Vec<u8>,
}

impl<'a> Pair<'a> {
    fn latch(
        tree: &BTree,
        storage: &'a Storage,
        parent: &PageMut<'a>,
        bounds: &Bounds,
        slot: usize,
    ) -> Result<Pair<'a>, StorageError> {
        let bad = |bad| descend::bad_cell(storage, parent.id(), bad);
        let of_left = bounds.clone().of_child(parent, slot).map_err(bad)?;
        let of_right = bounds.clone().of_child(parent, slot + 1).map_err(bad)?;
        let child = |slot| -> Result<PageMut<'a>, StorageError> {
            let (id, level) = descend::child_at(storage, parent.id(), parent, slot)?;
            let page = storage.pool.write(storage.id, id)?;
            descend::check(tree, storage, id, &page, Some(level))?;
            Ok(page)
        };
        let left = child(slot)?;
        if node::inner_cell(parent, slot + 1).map_err(bad)?.0 == left.id() {
            return Err(bad(BadCell(slot + 1)));
        }
        let prefix = prefix::between(&of_left.low, of_right.high.as_deref()).to_vec();
        Ok(Pair { left, right: child(slot + 1)?, separator: of_right.low, prefix })
    }

    /// Returns the bytes of both nodes' cells in one page, with its prefix.
    fn size(&self) -> usize {
        let longer = |page: &PageMut<'_>| slotted::count(page) * (prefix::get(page).len() - self.prefix.len());
        let separator = if layout::level(&self.right) > 0 { self.separator.len() } else { 0 };
        let (left, right) = (used(&self.left) + longer(&self.left), used(&self.right) + longer(&self.right));
        let dictionary = slotted::dictionary(&self.left).len();
        left + right + compress::saved(&self.right) + self.prefix.len() + dictionary + separator
    }

    /// Merges the two. The right one's cell is at `position` in the parent.
    fn merge(
        mut self,
        tree: &BTree,
        storage: &'a Storage,
        parent: &mut PageMut<'a>,
        position: usize,
        iam_root: PageId,
    ) -> Result<(), StorageError> {
        let (left, right) = (self.left.id(), self.right.id());
        let is_leaf = layout::level(&self.left) == 0;
        let held = [left, parent.id()];
        let mut after = if is_leaf { descend::right_of(tree, storage, &self.right, &held)? } else { None };
        let mut iam_root = object::latch_iam_root(storage, iam_root)?;
        let mut record = SystemRecord::new(Purpose::Work);
        record.edit(left, Edit::Prefix(&self.prefix));
        for slot in 0..slotted::count(&self.right) {
            let cell = self.moved_cell(slot).map_err(|bad| descend::bad_cell(storage, right, bad))?;
            record.edit(left, Edit::append(&cell, slotted::is_ghost(&self.right, slot)));
        }
        if is_leaf {
            record.edit(left, Edit::Next(layout::next(&self.right)));
        }
        if let Some(after) = &after {
            record.edit(after.id(), Edit::Previous(left));
        }
        record.edit(parent.id(), Edit::Remove { position: position as u16 });
        object::free_page(&mut record, &iam_root, right);
        let mut pages = vec![parent, &mut self.left, &mut self.right, &mut iam_root];
        pages.extend(after.as_mut());
        record.log(storage, pages)
    }

    /// Encodes a cell of the right node for the merged node.
    fn moved_cell(&self, slot: usize) -> Result<Vec<u8>, BadCell> {
        if slot == 0 && layout::level(&self.right) > 0 {
            let (child, _) = node::inner_cell(&self.right, 0)?;
            return Ok(node::inner_cell_bytes(child, &self.prefix, &self.separator));
        }
        let cell = prefix::recoded(&self.right, slot, &self.prefix).ok_or(BadCell(slot))?;
        // The left node has another dictionary.
        compress::expanded(&self.right, slot, cell)
    }
}

/// Moves the content of the root's only child into the root.
fn collapse<'a>(
    tree: &BTree,
    storage: &'a Storage,
    mut root: PageMut<'a>,
    iam_root: PageId,
) -> Result<(), StorageError> {
    let (id, level) = descend::child_at(storage, tree.root, &root, 0)?;
    let mut child = storage.pool.write(storage.id, id)?;
    descend::check(tree, storage, id, &child, Some(level))?;
    let mut iam_root = object::latch_iam_root(storage, iam_root)?;
    let mut record = SystemRecord::new(Purpose::Work);
    record.edit(tree.root, Edit::Truncate { from: 0 });
    record.edit(tree.root, Edit::Level(level));
    if !slotted::dictionary(&child).is_empty() {
        record.edit(tree.root, Edit::Dictionary(slotted::dictionary(&child)));
    }
    for slot in 0..slotted::count(&child) {
        let cell = slotted::get(&child, slot).ok_or_else(|| descend::bad_cell(storage, id, BadCell(slot)))?;
        record.edit(tree.root, Edit::append(cell, slotted::is_ghost(&child, slot)));
    }
    object::free_page(&mut record, &iam_root, id);
    record.log(storage, vec![&mut root, &mut child, &mut iam_root])
}

/// Returns the bytes that the cells of a node take, slots included.
fn used(page: &[u8]) -> usize {
    PAGE_SIZE - BODY - slotted::free_bytes(page) - prefix::get(page).len() - slotted::dictionary(page).len()
}

fn is_sparse(page: &[u8]) -> bool {
    used(page) < SPARSE
}

/// A node with fewer bytes in its cells is merged.
const SPARSE: usize = (PAGE_SIZE - BODY) / 4;
/// The maximum fill of a merged node in bytes, so that it is not split again at once.
const FULL_ENOUGH: usize = (PAGE_SIZE - BODY) / 4 * 3;
const _: () = assert!(SPARSE > PAGE_ID_SIZE + SLOT_SIZE, "an inner node with one child is sparse");
