//! Point reads: one entry by its key, as a reader sees it.
//!
//! The leaf is read under its latch, in place; only the value is copied. What a reader knows of
//! writers is kept from one read to the next.

use super::sight::{Entry, Sight};
use super::{descend, node};
use crate::slotted;
use sluice_txn::StorageError;

/// Reads entries of a tree by their keys.
pub struct TreeSeek<'a> {
    sight: Sight<'a>,
}

impl<'a> TreeSeek<'a> {
    #[inline]
    pub(super) fn new(sight: Sight<'a>) -> TreeSeek<'a> {
        TreeSeek { sight }
    }

    /// Replaces what `value` holds by the key's value; false, and `value` empty, if there is none
    /// for this reader. Waits as its reader does. Who locks keys has the key locked then, also
    /// where nothing is there but what a writer may bring back.
    pub fn get(&mut self, key: &[u8], value: &mut Vec<u8>) -> Result<bool, StorageError> {
        let mut is_locked = !self.sight.is_locking();
        loop {
            value.clear();
            let leaf = descend::leaf_shared(&self.sight.tree, self.sight.storage, key)?;
            let bad = |bad| descend::bad_cell(self.sight.storage, leaf.id(), bad);
            let Ok(slot) = node::search(&leaf, key).map_err(bad)? else {
                // What a snapshot has seen is not taken away before it is lost.
                return self.sight.check().map(|()| false);
            };
            match self.sight.judge_one(&leaf, slot)? {
                Entry::Now if slotted::is_ghost(&leaf, slot) => return Ok(false),
                Entry::Now if is_locked => {
                    let bad = |bad| descend::bad_cell(self.sight.storage, leaf.id(), bad);
                    value.extend_from_slice(node::leaf_cell(&leaf, slot).map_err(bad)?.1);
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
