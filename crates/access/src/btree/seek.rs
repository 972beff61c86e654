//! Point reads: one entry by its key, as a reader sees it.
//!
//! The leaf is read in place under its latch; only the value is copied. The knowledge of writers is
//! kept from one read to the next.

use super::sight::{Entry, Sight};
use super::{descend, node};
use crate::slotted;
use sluice_txn::StorageError;

/// Reads entries of a tree by their keys, each by a descent of its own.
pub struct TreeSeek<'a> {
    sight: Sight<'a>,
}

impl<'a> TreeSeek<'a> {
    /// Returns a reader of single entries with this view.
    #[inline]
    pub(super) fn new(sight: Sight<'a>) -> TreeSeek<'a> {
        TreeSeek { sight }
    }

    /// Replaces the content of `value` by the key's value. Returns false, with an empty `value`, if
    /// the reader sees none. Waits as its reader does. A locking reader then has the key locked,
    /// even if only a ghost is there that its deleter may restore. The lock stays until the owner
    /// releases it. With READPAST, a locked key returns false.
    pub fn get(&mut self, key: &[u8], value: &mut Vec<u8>) -> Result<bool, StorageError> {
        let mut is_locked = !self.sight.is_locking();
        loop {
            value.clear();
            let leaf = descend::leaf_shared(&self.sight.tree, self.sight.storage, key)?;
            let bad = |bad| descend::bad_cell(self.sight.storage, leaf.id(), bad);
            let Ok(slot) = node::search(&leaf, key).map_err(bad)? else {
                // An entry seen by a snapshot is not removed before the snapshot is lost.
                return self.sight.check().map(|()| false);
            };
            match self.sight.judge_one(&leaf, slot)? {
                Entry::Now if slotted::is_ghost(&leaf, slot) => return Ok(false),
                Entry::Now if is_locked => {
                    let bad = |bad| descend::bad_cell(self.sight.storage, leaf.id(), bad);
                    value.extend_from_slice(&node::leaf_cell(&leaf, slot).map_err(bad)?.1);
                    return Ok(true);
                }
                Entry::Now => {
                    drop(leaf);
                    if !self.sight.lock(key)? {
                        return Ok(false);
                    }
                    is_locked = true;
                }
                Entry::Past(range) => {
                    value.extend_from_slice(self.sight.past(range));
                    return Ok(true);
                }
                Entry::Nothing => return Ok(false),
                Entry::Depends(writer) => {
                    drop(leaf);
                    self.sight.wait_for(writer)?;
                }
            }
        }
    }
}
