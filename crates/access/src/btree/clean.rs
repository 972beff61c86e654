//! Cleaning of a leaf: removal of unneeded ghosts, and of padding of ended transactions.

use crate::edit::Edit;
use crate::leaf_cell::{self, IS_PADDED};
use crate::system::{Purpose, SystemRecord};
use crate::{btree::node, slotted};
use sluice_base::ids::TxnId;
use sluice_buffer::PageMut;
use sluice_txn::{Storage, StorageError};

/// Cleans a leaf. Returns whether anything was removed. Removes ghosts that no transaction or
/// snapshot needs and the padding of cells whose writer has ended, in one system record.
pub(super) fn clean(storage: &Storage, leaf: &mut PageMut<'_>) -> Result<bool, StorageError> {
    let mut record = SystemRecord::new(Purpose::Work);
    let mut found = false;
    // Processed from the end, so that earlier positions stay valid.
    for slot in (0..slotted::count(leaf)).rev() {
        let (stamp, position) = (TxnId(node::stamp(leaf, slot)), slot as u16);
        if slotted::is_ghost(leaf, slot) && storage.is_unneeded(stamp) {
            record.edit(leaf.id(), Edit::Remove { position });
        } else if leaf_cell::kind(leaf, slot) & IS_PADDED != 0 && !storage.is_active(stamp) {
            record.edit(leaf.id(), Edit::Trim { position });
        } else {
            continue;
        }
        found = true;
    }
    if found {
        record.log(storage, vec![leaf])?;
    }
    Ok(found)
}
