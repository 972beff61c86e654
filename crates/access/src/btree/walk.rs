//! A walk over the pages of a tree, level by level, for measurements.

use super::{BTree, descend, node};
use crate::layout;
use crate::slotted;
use sluice_base::ids::PageId;
use sluice_buffer::{PageType, page};
use sluice_txn::{Storage, StorageError};

/// A page of a tree.
pub(crate) struct TreePage<'p> {
    /// The level; leaves have level 0.
    pub(crate) level: u8,
    /// The page's id.
    pub(crate) id: PageId,
    /// The page's bytes; `None` if the walk didn't read this leaf.
    pub(crate) bytes: Option<&'p [u8]>,
}

impl BTree {
    /// Calls `visit` with the pages of the tree in the order of their keys, an inner node before
    /// its children, and returns the root's level. `reads_leaf` decides by a leaf's ordinal whether
    /// the leaf is read. Leaves that aren't read are passed without bytes.
    ///
    /// One page is latched at a time, so a concurrent split or merge may be seen before or after.
    /// A page that left its place meanwhile is skipped.
    pub(crate) fn each_page(
        &self,
        storage: &Storage,
        reads_leaf: impl Fn(u64) -> bool,
        mut visit: impl FnMut(TreePage<'_>),
    ) -> Result<u8, StorageError> {
        let root = descend::root_shared(self, storage)?;
        let root_level = layout::level(&root);
        visit(TreePage { level: root_level, id: root.id(), bytes: Some(&root) });
        let mut path = vec![children(storage, root.id(), &root)?.into_iter()];
        drop(root);
        let mut leaves = 0;
        while let Some(siblings) = path.last_mut() {
            let Some(id) = siblings.next() else {
                path.pop();
                continue;
            };
            let level = root_level - path.len() as u8;
            if level == 0 {
                leaves += 1;
                if !reads_leaf(leaves - 1) {
                    visit(TreePage { level, id, bytes: None });
                    continue;
                }
            }
            let node = storage.pool.read(storage.id, id)?;
            let is_in_place = page::page_type(&node) == PageType::INDEX
                && page::object(&node) == self.object
                && layout::level(&node) == level;
            if !is_in_place {
                continue;
            }
            visit(TreePage { level, id, bytes: Some(&node) });
            if level > 0 {
                path.push(children(storage, id, &node)?.into_iter());
            }
        }
        Ok(root_level)
    }
}

/// Returns the children of a node; a leaf has none.
fn children(storage: &Storage, id: PageId, page: &[u8]) -> Result<Vec<PageId>, StorageError> {
    if layout::level(page) == 0 {
        return Ok(Vec::new());
    }
    let child = |slot| node::inner_cell(page, slot).map(|(child, _)| child);
    let all: Result<Vec<PageId>, node::BadCell> = (0..slotted::count(page)).map(child).collect();
    all.map_err(|bad| descend::bad_cell(storage, id, bad))
}
