//! Making room for a new entry, one step at a time; each step is one system record.
//!
//! A step splits one node whose parent has room for the separator, or moves the root's content
//! down. The caller retries its insert after each step. So a tree has at most one incomplete
//! operation, and the log none.

use super::BTree;
use super::descend::{self, Path};
use super::node;
use super::plan::{Pending, Plan, plan};
use super::replace;
use crate::edit::Edit;
use crate::layout;
use crate::object::{self, NewPage};
use crate::prefix;
use crate::slotted;
use crate::system::{Purpose, damaged};
use sluice_base::ids::PageId;
use sluice_base::work_counts::{WorkCount, count};
use sluice_buffer::{PageMut, PageType};
use sluice_txn::{Storage, StorageError};

/// Takes a step towards room for an entry, or for its replacement if the key exists, unless there
/// is room. A step splits the lowest node whose parent has room for the separator, or moves the
/// root's content one level down. The caller tries its insert again afterwards.
pub(super) fn make_room(tree: &BTree, storage: &Storage, (key, value): (&[u8], &[u8])) -> Result<(), StorageError> {
    let mut path = descend::path_exclusive(tree, storage, key)?;
    let mut index = path.pages.len() - 1;
    let leaf = &path.pages[index];
    let bad = |page: PageId| move |bad| descend::bad_cell(storage, page, bad);
    let (size, position, replaces) = match node::search(leaf, key).map_err(bad(leaf.id()))? {
        Ok(slot) => (replace::size(leaf, slot, key, value), slot, true),
        Err(slot) => (node::leaf_cell_size(leaf, key, value), slot, false),
    };
    let fits = if replaces { slotted::replacement_fits(leaf, position, size) } else { slotted::cell_fits(leaf, size) };
    if fits {
        return Ok(());
    }
    let mut pending = Pending { position, key: key.to_vec(), size, replaces };
    // Go up from the leaf to the first node whose parent has room for the separator.
    while index > 0 {
        let (node, parent) = (&path.pages[index], &path.pages[index - 1]);
        let plan = plan(node, &pending).map_err(bad(node.id()))?;
        let size = node::inner_cell_size(parent, &plan.separator);
        let position = node::child_slot(parent, &plan.separator).map_err(bad(parent.id()))? + 1;
        if slotted::cell_fits(parent, size) {
            return split(tree, storage, &mut path, index, plan, position);
        }
        pending = Pending { position, key: plan.separator, size, replaces: false };
        index -= 1;
    }
    grow_root(tree, storage, path)
}

/// Splits `path.pages[index]`. Its new right neighbour gets `position` in the parent.
fn split<'a>(
    tree: &BTree,
    storage: &'a Storage,
    path: &mut Path<'a>,
    index: usize,
    plan: Plan,
    position: usize,
) -> Result<(), StorageError> {
    count(WorkCount::PageSplit);
    let held: Vec<PageId> = path.pages.iter().map(|page| page.id()).collect();
    let (above, below) = path.pages.split_at_mut(index);
    let (parent, left) = (&mut above[index - 1], &mut below[0]);
    let mut after = if layout::level(left) == 0 { descend::right_of(tree, storage, left, &held)? } else { None };
    let bounds = &path.bounds[index];
    let left_prefix = prefix::between(&bounds.low, Some(&plan.separator));
    let right_prefix = prefix::between(&plan.separator, bounds.high.as_deref());
    let mut new = new_page(storage, path.iam_root)?;
    let right = new.page.id();
    let level = layout::level(left);
    let page_type = PageType::INDEX.0;
    new.record.edit(right, Edit::Format { page_type, level, root: false, object: tree.object });
    new.record.edit(right, Edit::Prefix(right_prefix));
    if layout::compresses(left) {
        new.record.edit(right, Edit::Compresses);
    }
    let (kept, moved) = (0..plan.first_moved, plan.first_moved..slotted::count(left));
    if prefix::has_compressed(left, moved) {
        new.record.edit(right, Edit::Dictionary(slotted::dictionary(left)));
    }
    if level == 0 {
        new.record.edit(right, Edit::Next(layout::next(left)));
        new.record.edit(right, Edit::Previous(left.id()));
        new.record.edit(left.id(), Edit::Next(right));
    }
    if let Some(after) = &after {
        new.record.edit(after.id(), Edit::Previous(right));
    }
    copy_cells(storage, &mut new, left, plan.first_moved, right_prefix)?;
    new.record.edit(left.id(), Edit::Truncate { from: plan.first_moved as u16 });
    if !slotted::dictionary(left).is_empty() && !prefix::has_compressed(left, kept) {
        new.record.edit(left.id(), Edit::Dictionary(&[]));
    }
    new.record.edit(left.id(), Edit::Prefix(left_prefix));
    let cell = node::inner_cell_bytes(right, prefix::get(parent), &plan.separator);
    new.record.edit(parent.id(), Edit::Insert { position: position as u16, cell: &cell });
    let mut pages = vec![left, parent];
    pages.extend(after.as_mut());
    new.log(storage, pages).map(drop)
}

/// Moves the root's content into a new page, the root's only child.
fn grow_root<'a>(tree: &BTree, storage: &'a Storage, mut path: Path<'a>) -> Result<(), StorageError> {
    let root = &mut path.pages[0];
    if root.id() != tree.root {
        return Err(damaged(storage, root.id(), "a node with room for a separator refuses it"));
    }
    let level = layout::level(root);
    if level == LEVEL_MAX {
        return Err(damaged(storage, tree.root, "the tree has too many levels"));
    }
    count(WorkCount::PageSplit);
    let mut new = new_page(storage, path.iam_root)?;
    let child = new.page.id();
    let page_type = PageType::INDEX.0;
    new.record.edit(child, Edit::Format { page_type, level, root: false, object: tree.object });
    if layout::compresses(root) {
        new.record.edit(child, Edit::Compresses);
    }
    let dictionary = slotted::dictionary(root);
    if !dictionary.is_empty() {
        new.record.edit(child, Edit::Dictionary(dictionary));
    }
    copy_cells(storage, &mut new, root, 0, &[])?;
    let cell = node::inner_cell_bytes(child, &[], &[]);
    new.record.edit(tree.root, Edit::Truncate { from: 0 });
    if !dictionary.is_empty() {
        new.record.edit(tree.root, Edit::Dictionary(&[]));
    }
    new.record.edit(tree.root, Edit::Level(level + 1));
    new.record.edit(tree.root, Edit::Insert { position: 0, cell: &cell });
    new.log(storage, vec![root]).map(drop)
}

/// Adds the cells of `from` from `first` on to the new page, whose keys begin with `prefix`. The
/// first cell of an inner node has no key.
fn copy_cells(
    storage: &Storage,
    new: &mut NewPage<'_>,
    from: &PageMut<'_>,
    first: usize,
    prefix: &[u8],
) -> Result<(), StorageError> {
    let to = new.page.id();
    for slot in first..slotted::count(from) {
        let bad = |bad| descend::bad_cell(storage, from.id(), bad);
        if layout::level(from) > 0 && slot == first {
            let (child, _) = node::inner_cell(from, slot).map_err(bad)?;
            new.record.edit(to, Edit::Append { cell: &node::inner_cell_bytes(child, &[], &[]) });
        } else {
            let cell = prefix::recoded(from, slot, prefix).ok_or_else(|| bad(node::BadCell(slot)))?;
            new.record.edit(to, Edit::append(&cell, slotted::is_ghost(from, slot)));
        }
    }
    Ok(())
}

fn new_page(storage: &Storage, iam_root: PageId) -> Result<NewPage<'_>, StorageError> {
    let new = object::next_page(storage, iam_root, None, Purpose::Work)?;
    new.ok_or_else(|| damaged(storage, iam_root, "it gives no page"))
}

/// The maximum number of levels, more than any file needs: a page number has 32 bits.
const LEVEL_MAX: u8 = 32;
