//! Descents from the root to a node.
//!
//! Each page is checked before it is trusted: it belongs to this tree, one level below its parent.
//! So damage ends a descent and never causes a cycle. A page is latched before its parent is
//! released, and a page is removed from the tree only with its parent latched exclusively. So a
//! descent never reaches a removed page.

use super::BTree;
use super::node::{self, BadCell};
use crate::layout;
use crate::slotted;
use crate::system::damaged;
use sluice_base::ids::PageId;
use sluice_base::work_counts::{WorkCount, count};
use sluice_buffer::{PageMut, PageRef, PageType, page};
use sluice_txn::{Storage, StorageError};
use std::ops::{Bound, Range};

/// Returns the leaf where `key` belongs, latched shared. Only that latch is held on return. Fails
/// if a page on the way isn't of this tree.
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

/// The target leaf of a descent.
#[derive(Clone, Copy, Debug)]
pub(super) enum Seek<'k> {
    /// The leaf where the key belongs.
    At(&'k [u8]),
    /// The leaf of the greatest keys below this key.
    Below(&'k [u8]),
    /// The last leaf.
    Last,
}

/// The bounds of a node's keys, from the separators above it. They hold while its parent is
/// latched.
#[derive(Clone, PartialEq, Eq, Default, Debug)]
pub(super) struct Bounds {
    /// The inclusive lower bound; empty at the left edge.
    pub(super) low: Vec<u8>,
    /// The exclusive upper bound; `None` at the right edge.
    pub(super) high: Option<Vec<u8>>,
}

impl Bounds {
    /// Returns the bounds of the child in a slot of the inner node with these bounds.
    pub(super) fn of_child(mut self, page: &[u8], slot: usize) -> Result<Bounds, BadCell> {
        if slot > 0 {
            self.low = node::key(page, slot)?;
        }
        if slot + 1 < slotted::count(page) {
            self.high = Some(node::key(page, slot + 1)?);
        }
        Ok(self)
    }
}

/// Returns a leaf, latched shared, and its bounds. `Seek` names the leaf: where a key belongs, the
/// leaf before a key, or the last leaf. The bounds are the separators around it.
pub(super) fn leaf_bounded<'a>(
    tree: &BTree,
    storage: &'a Storage,
    seek: Seek<'_>,
) -> Result<(PageRef<'a>, Bounds), StorageError> {
    let mut current = root_shared(tree, storage)?;
    let mut bounds = Bounds::default();
    while layout::level(&current) > 0 {
        let id = current.id();
        let bad = |bad| bad_cell(storage, id, bad);
        let slot = match seek {
            Seek::At(key) => node::child_slot(&current, key),
            Seek::Below(key) => node::child_slot_below(&current, key),
            Seek::Last => Ok(slotted::count(&current).saturating_sub(1)),
        };
        let slot = slot.map_err(bad)?;
        bounds = bounds.of_child(&current, slot).map_err(bad)?;
        let (child, level) = child_at(storage, id, &current, slot)?;
        let below = storage.pool.read(storage.id, child)?;
        check(tree, storage, child, &below, Some(level))?;
        current = below;
    }
    Ok((current, bounds))
}

/// Returns leaves behind the leaf where `key` belongs, from left to right: `places.end` at most,
/// without the first `places.start`, and none above the bound `to`. Fewer if they have more than
/// `PARENTS_MAX` parents. They may have changed when the call returns. Counts no logical read,
/// since no content is used.
pub(super) fn leaves_behind(
    tree: &BTree,
    storage: &Storage,
    key: &[u8],
    places: Range<usize>,
    to: &Bound<Vec<u8>>,
) -> Result<Vec<PageId>, StorageError> {
    // The place of the leaf in the first slot looked at.
    let (mut leaves, mut from, mut place, mut own) = (Vec::new(), key.to_vec(), 0, 1);
    for _ in 0..PARENTS_MAX {
        if place >= places.end {
            break;
        }
        let Some((parent, bounds)) = parent_bounded(tree, storage, &from)? else { break };
        let bad = |bad| bad_cell(storage, parent.id(), bad);
        let first = node::child_slot(&parent, &from).map_err(bad)? + own;
        for slot in (first..slotted::count(&parent)).take(places.end - place) {
            if slot > 0 && is_beyond(&node::key(&parent, slot).map_err(bad)?, to) {
                return Ok(leaves);
            }
            if place >= places.start {
                leaves.push(child_at(storage, parent.id(), &parent, slot)?.0);
            }
            place += 1;
        }
        match bounds.high {
            Some(high) if !is_beyond(&high, to) => (from, own) = (high, 0),
            _ => break,
        }
    }
    Ok(leaves)
}

/// The number of parents looked at for leaves behind a leaf. Each is a descent from the root, which
/// costs more than the read-ahead of a few leaves saves.
const PARENTS_MAX: usize = 16;

/// Some leaves beside each other.
pub(super) struct LeafGroup {
    /// The number of leaves.
    pub(super) count: usize,
    /// The exclusive upper bound of their keys; `None` at the right edge.
    pub(super) high: Option<Vec<u8>>,
}

/// Returns the leaf where `key` belongs with those to its right that have the same parent, at most
/// `most`. Counts no logical read, since no content is used. A tree of one leaf gives that leaf
/// without a bound.
pub(super) fn leaf_group(tree: &BTree, storage: &Storage, key: &[u8], most: usize) -> Result<LeafGroup, StorageError> {
    let Some((parent, bounds)) = parent_bounded(tree, storage, key)? else {
        return Ok(LeafGroup { count: 1, high: None });
    };
    let bad = |bad| bad_cell(storage, parent.id(), bad);
    let first = node::child_slot(&parent, key).map_err(bad)?;
    let end = (first + most).min(slotted::count(&parent)).max(first + 1);
    let bounds = bounds.of_child(&parent, end - 1).map_err(bad)?;
    Ok(LeafGroup { count: end - first, high: bounds.high })
}

/// Whether a key is beyond the bound `to`.
pub(super) fn is_beyond(key: &[u8], to: &Bound<Vec<u8>>) -> bool {
    match to {
        Bound::Included(to) => key > to.as_slice(),
        Bound::Excluded(to) => key >= to.as_slice(),
        Bound::Unbounded => false,
    }
}

/// Returns the parent of the leaf where `key` belongs, latched shared, and its bounds. `None` if
/// the root is a leaf.
fn parent_bounded<'a>(
    tree: &BTree,
    storage: &'a Storage,
    key: &[u8],
) -> Result<Option<(PageRef<'a>, Bounds)>, StorageError> {
    let mut current = storage.pool.read_again(storage.id, tree.root)?;
    check(tree, storage, tree.root, &current, None)?;
    let mut bounds = Bounds::default();
    while layout::level(&current) > 1 {
        let bad = |bad| bad_cell(storage, current.id(), bad);
        let slot = node::child_slot(&current, key).map_err(bad)?;
        bounds = bounds.of_child(&current, slot).map_err(bad)?;
        let (child, level) = child_at(storage, current.id(), &current, slot)?;
        let below = storage.pool.read_again(storage.id, child)?;
        check(tree, storage, child, &below, Some(level))?;
        current = below;
    }
    Ok((layout::level(&current) == 1).then_some((current, bounds)))
}

/// Returns the leaf where `key` belongs, latched exclusively. Each ancestor is latched shared until
/// its child is latched.
pub(super) fn leaf_exclusive<'a>(tree: &BTree, storage: &'a Storage, key: &[u8]) -> Result<PageMut<'a>, StorageError> {
    loop {
        if let Some(leaf) = node_exclusive(tree, storage, key, 0, None)? {
            return Ok(leaf);
        }
    }
}

/// Returns the node of a level where `key` belongs, latched exclusively, or `None` if the tree has
/// fewer levels. Ancestors are latched shared on the way. `bounds` is set to the node's bounds. The
/// root is latched again exclusively if it has the level itself.
pub(super) fn node_exclusive<'a>(
    tree: &BTree,
    storage: &'a Storage,
    key: &[u8],
    wanted: u8,
    mut bounds: Option<&mut Bounds>,
) -> Result<Option<PageMut<'a>>, StorageError> {
    let mut current = loop {
        let current = root_shared(tree, storage)?;
        if layout::level(&current) > wanted {
            break current;
        }
        // The root has the level now; it may have another one when the exclusive latch is granted.
        drop(current);
        let root = storage.pool.write(storage.id, tree.root)?;
        check(tree, storage, tree.root, &root, None)?;
        if layout::level(&root) <= wanted {
            return Ok((layout::level(&root) == wanted).then_some(root));
        }
    };
    loop {
        let bad = |bad| bad_cell(storage, current.id(), bad);
        let slot = node::child_slot(&current, key).map_err(bad)?;
        if let Some(bounds) = &mut bounds {
            **bounds = std::mem::take(*bounds).of_child(&current, slot).map_err(bad)?;
        }
        let (child, level) = child_at(storage, current.id(), &current, slot)?;
        if level == wanted {
            let node = storage.pool.write(storage.id, child)?;
            check(tree, storage, child, &node, Some(level))?;
            return Ok(Some(node));
        }
        let below = storage.pool.read(storage.id, child)?;
        check(tree, storage, child, &below, Some(level))?;
        current = below;
    }
}

/// The pages from the root to a leaf that a split may change.
pub(super) struct Path<'a> {
    /// Latched exclusively: the lowest inner node with room for any separator (or the root), and
    /// all nodes below it.
    pub(super) pages: Vec<PageMut<'a>>,
    /// The bounds of each of these pages.
    pub(super) bounds: Vec<Bounds>,
    /// The tree's IAM root.
    pub(super) iam_root: PageId,
}

/// Returns the greatest key of an entry or ghost that is at most `key`. `None` if all keys are
/// greater. Goes left over empty leaves by descending again.
pub(super) fn greatest_upto(tree: &BTree, storage: &Storage, key: &[u8]) -> Result<Option<Vec<u8>>, StorageError> {
    let (mut leaf, mut bounds) = leaf_bounded(tree, storage, Seek::At(key))?;
    loop {
        let slot = node::search(&leaf, key).map_err(|bad| bad_cell(storage, leaf.id(), bad))?;
        if let Some(slot) = slot.map_or_else(|slot| slot.checked_sub(1), Some) {
            return node::key(&leaf, slot).map(Some).map_err(|bad| bad_cell(storage, leaf.id(), bad));
        }
        if bounds.low.is_empty() {
            return Ok(None);
        }
        drop(leaf);
        (leaf, bounds) = leaf_bounded(tree, storage, Seek::Below(&bounds.low))?;
    }
}

/// Returns the path to the leaf where `key` belongs. Pages are latched exclusively. Only those stay
/// latched that a split of the leaf may change: from the last node that is safe against overflow
/// on.
pub(super) fn path_exclusive<'a>(tree: &BTree, storage: &'a Storage, key: &[u8]) -> Result<Path<'a>, StorageError> {
    count(WorkCount::IndexSearch);
    let root = storage.pool.write(storage.id, tree.root)?;
    check(tree, storage, tree.root, &root, None)?;
    let iam_root = layout::anchor(&root);
    let (mut pages, mut bounds) = (vec![root], vec![Bounds::default()]);
    loop {
        let current = &pages[pages.len() - 1];
        if layout::level(current) == 0 {
            return Ok(Path { pages, bounds, iam_root });
        }
        let bad = |bad| bad_cell(storage, current.id(), bad);
        let slot = node::child_slot(current, key).map_err(bad)?;
        let of_child = bounds[bounds.len() - 1].clone().of_child(current, slot).map_err(bad)?;
        let (child, level) = child_at(storage, current.id(), current, slot)?;
        if pages.iter().any(|page| page.id() == child) {
            return Err(damaged(storage, current.id(), format!("it names its ancestor {child} as its child")));
        }
        let below = storage.pool.write(storage.id, child)?;
        check(tree, storage, child, &below, Some(level))?;
        if level > 0 && node::is_safe(&below) {
            pages.clear();
            bounds.clear();
        }
        pages.push(below);
        bounds.push(of_child);
    }
}

/// Latches the right neighbour of a latched leaf exclusively; `None` at the end. It must not be
/// among `held`. Fails with damage if the link leads to the leaf itself, to a page of `held`, or to
/// a page that isn't a leaf of this tree. Its link back isn't checked.
pub(super) fn right_of<'a>(
    tree: &BTree,
    storage: &'a Storage,
    leaf: &PageMut<'a>,
    held: &[PageId],
) -> Result<Option<PageMut<'a>>, StorageError> {
    let id = layout::next(leaf);
    if id.is_none() {
        return Ok(None);
    }
    if id == leaf.id() || held.contains(&id) || id.file.0 == 0 {
        return Err(damaged(storage, leaf.id(), format!("it names {id} as the leaf to its right")));
    }
    let right = storage.pool.write(storage.id, id)?;
    check(tree, storage, id, &right, Some(0))?;
    Ok(Some(right))
}

/// Checks the right neighbour of the latched leaf `left`. Both links change together, so it links
/// back; a cycle of leaves is detected.
pub(super) fn check_right(
    tree: &BTree,
    storage: &Storage,
    left: PageId,
    right: &PageRef<'_>,
) -> Result<(), StorageError> {
    check(tree, storage, right.id(), right, Some(0))?;
    if layout::previous(right) == left {
        return Ok(());
    }
    Err(damaged(storage, right.id(), format!("it links back to {}, but {left} links here", layout::previous(right))))
}

/// Returns the error for a malformed cell.
pub(super) fn bad_cell(storage: &Storage, page: PageId, bad: BadCell) -> StorageError {
    damaged(storage, page, format!("cell {} of a tree's page cannot be read", bad.0))
}

/// Returns the root, latched shared.
pub(super) fn root_shared<'a>(tree: &BTree, storage: &'a Storage) -> Result<PageRef<'a>, StorageError> {
    count(WorkCount::IndexSearch);
    let root = storage.pool.read(storage.id, tree.root)?;
    check(tree, storage, tree.root, &root, None)?;
    Ok(root)
}

/// Returns the child of an inner node for `key`, and the child's level.
fn child_of(storage: &Storage, id: PageId, bytes: &[u8], key: &[u8]) -> Result<(PageId, u8), StorageError> {
    let slot = node::child_slot(bytes, key).map_err(|bad| bad_cell(storage, id, bad))?;
    child_at(storage, id, bytes, slot)
}

/// Returns the child in a slot of an inner node, and the child's level. A node that names itself or
/// no page as child is damage.
pub(super) fn child_at(storage: &Storage, id: PageId, bytes: &[u8], slot: usize) -> Result<(PageId, u8), StorageError> {
    let (child, _) = node::inner_cell(bytes, slot).map_err(|bad| bad_cell(storage, id, bad))?;
    // Checked before latching: a thread that latches a page twice waits for itself.
    if child == id || child.file.0 == 0 {
        return Err(damaged(storage, id, format!("it names {child} as its child")));
    }
    Ok((child, layout::level(bytes) - 1))
}

/// Checks that a page belongs to this tree. `level` is its expected level, `None` for the root.
pub(super) fn check(
    tree: &BTree,
    storage: &Storage,
    id: PageId,
    bytes: &[u8],
    level: Option<u8>,
) -> Result<(), StorageError> {
    if is_node(tree, bytes, level) {
        Ok(())
    } else {
        Err(damaged(storage, id, format!("it is not the expected page of tree {}", tree.root)))
    }
}

/// Whether a page is a node of this tree with this level; `None` for the root.
pub(super) fn is_node(tree: &BTree, bytes: &[u8], level: Option<u8>) -> bool {
    page::page_type(bytes) == PageType::INDEX
        && page::object(bytes) == tree.object
        && layout::is_root(bytes) == level.is_none()
        && level.is_none_or(|level| layout::level(bytes) == level)
}
