//! The way from the root to a leaf.
//!
//! Each page is checked before it is trusted: it is this tree's, and one level below its parent; so damage ends a descent
//! and never makes it run in a circle.

use super::BTree;
use super::node::{self, BadCell};
use crate::layout;
use crate::slotted;
use crate::system::{Purpose, damaged};
use sluice_base::ids::PageId;
use sluice_buffer::{PageMut, PageRef, PageType, page};
use sluice_txn::{Storage, StorageError};

/// The leaf where `key` belongs, latched shared.
pub(super) fn leaf_shared<'a>(tree: &BTree, storage: &'a Storage, key: &[u8]) -> Result<PageRef<'a>, StorageError> {
    let mut current = root_shared(tree, storage)?;
    while layout::level(&current) > 0 {
        let (child, level) = child_of(storage, current.id(), &current, key)?;
        let below = storage.pool.read(storage.id, child)?;
        check(tree, storage, child, &below, Some(level))?;
        current = below;
    }
    Ok(current)
}

/// Which leaf is wanted.
#[derive(Clone, Copy, Debug)]
pub(super) enum Seek<'k> {
    /// The one where the key belongs.
    At(&'k [u8]),
    /// The one where the greatest keys below this one belong.
    Below(&'k [u8]),
    /// The last.
    Last,
}

/// A leaf, latched shared, and its lower fence: no key of the leaf, now or after a split, is below it, and every key of the leaves
/// before is. Empty for the first leaf.
pub(super) fn leaf_with_fence<'a>(
    tree: &BTree,
    storage: &'a Storage,
    seek: Seek<'_>,
) -> Result<(PageRef<'a>, Vec<u8>), StorageError> {
    let mut current = root_shared(tree, storage)?;
    let mut fence = Vec::new();
    while layout::level(&current) > 0 {
        let id = current.id();
        let bad = |bad| bad_cell(storage, id, bad);
        let slot = match seek {
            Seek::At(key) => node::child_slot(&current, key),
            Seek::Below(key) => node::child_slot_below(&current, key),
            Seek::Last => Ok(slotted::count(&current).saturating_sub(1)),
        };
        let slot = slot.map_err(bad)?;
        if slot > 0 {
            fence.clear();
            fence.extend_from_slice(node::inner_cell(&current, slot).map_err(bad)?.1);
        }
        let (child, level) = child_at(storage, id, &current, slot)?;
        let below = storage.pool.read(storage.id, child)?;
        check(tree, storage, child, &below, Some(level))?;
        current = below;
    }
    Ok((current, fence))
}

/// The leaf where `key` belongs, latched exclusively, its ancestors shared on the way.
pub(super) fn leaf_exclusive<'a>(tree: &BTree, storage: &'a Storage, key: &[u8]) -> Result<PageMut<'a>, StorageError> {
    loop {
        let mut current = root_shared(tree, storage)?;
        if layout::level(&current) == 0 {
            // The root is a leaf now; it may not be one any more when the exclusive latch is there.
            drop(current);
            let root = storage.pool.write(storage.id, tree.root)?;
            check(tree, storage, tree.root, &root, None)?;
            if layout::level(&root) == 0 {
                return Ok(root);
            }
            continue;
        }
        loop {
            let (child, level) = child_of(storage, current.id(), &current, key)?;
            if level == 0 {
                let leaf = storage.pool.write(storage.id, child)?;
                check(tree, storage, child, &leaf, Some(0))?;
                return Ok(leaf);
            }
            let below = storage.pool.read(storage.id, child)?;
            check(tree, storage, child, &below, Some(level))?;
            current = below;
        }
    }
}

/// The pages from the root to a leaf that a split may change.
pub(super) struct Path<'a> {
    /// Latched exclusively: the lowest inner node with room for any separator (or the root), and all below it.
    pub(super) pages: Vec<PageMut<'a>>,
    /// The tree's IAM root.
    pub(super) iam_root: PageId,
    /// What the split is for.
    pub(super) purpose: Purpose,
}

/// The path to the leaf where `key` belongs.
pub(super) fn path_exclusive<'a>(
    tree: &BTree,
    storage: &'a Storage,
    key: &[u8],
    purpose: Purpose,
) -> Result<Path<'a>, StorageError> {
    let root = storage.pool.write(storage.id, tree.root)?;
    check(tree, storage, tree.root, &root, None)?;
    let iam_root = layout::anchor(&root);
    let mut pages = vec![root];
    loop {
        let current = &pages[pages.len() - 1];
        if layout::level(current) == 0 {
            return Ok(Path { pages, iam_root, purpose });
        }
        let (child, level) = child_of(storage, current.id(), current, key)?;
        if pages.iter().any(|page| page.id() == child) {
            return Err(damaged(storage, current.id(), format!("it names {child}, which leads to it, as its child")));
        }
        let below = storage.pool.write(storage.id, child)?;
        check(tree, storage, child, &below, Some(level))?;
        if level > 0 && node::is_safe(&below) {
            pages.clear();
        }
        pages.push(below);
    }
}

/// The error for a cell that cannot be.
pub(super) fn bad_cell(storage: &Storage, page: PageId, bad: BadCell) -> StorageError {
    damaged(storage, page, format!("cell {} of a tree's page cannot be read", bad.0))
}

fn root_shared<'a>(tree: &BTree, storage: &'a Storage) -> Result<PageRef<'a>, StorageError> {
    let root = storage.pool.read(storage.id, tree.root)?;
    check(tree, storage, tree.root, &root, None)?;
    Ok(root)
}

/// The child of an inner node that holds `key`, and the level that it must have.
fn child_of(storage: &Storage, id: PageId, bytes: &[u8], key: &[u8]) -> Result<(PageId, u8), StorageError> {
    let slot = node::child_slot(bytes, key).map_err(|bad| bad_cell(storage, id, bad))?;
    child_at(storage, id, bytes, slot)
}

/// The child in a slot of an inner node, and the level that it must have.
fn child_at(storage: &Storage, id: PageId, bytes: &[u8], slot: usize) -> Result<(PageId, u8), StorageError> {
    let (child, _) = node::inner_cell(bytes, slot).map_err(|bad| bad_cell(storage, id, bad))?;
    // Checked before it is latched: who latches a page twice waits for itself.
    if child == id || child.file.0 == 0 {
        return Err(damaged(storage, id, format!("it names {child} as its child")));
    }
    Ok((child, layout::level(bytes) - 1))
}

/// Checks that a page is this tree's; `level`: which it must have, none for the root.
fn check(tree: &BTree, storage: &Storage, id: PageId, bytes: &[u8], level: Option<u8>) -> Result<(), StorageError> {
    let is_ours = page::page_type(bytes) == PageType::INDEX
        && page::object(bytes) == tree.object
        && layout::is_root(bytes) == level.is_none()
        && level.is_none_or(|level| layout::level(bytes) == level);
    if is_ours {
        Ok(())
    } else {
        Err(damaged(storage, id, format!("it is not the page of tree {} that leads here", tree.root)))
    }
}
