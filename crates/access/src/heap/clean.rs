//! Cleaning of a page: ghosts and padding of ended transactions are removed when the page needs
//! room.
//!
//! Ghosts and padding keep the room that a rollback would need. One system record per page removes
//! them once their transaction has ended: a rollback would have removed them. A ghost also stays
//! while a snapshot sees its row: the row's versions are found through it.

use crate::edit::Edit;
use crate::heap_cell::{stamp_of, tightened};
use crate::slotted;
use crate::system::{Purpose, SystemRecord};
use sluice_base::ids::TxnId;
use sluice_buffer::PageMut;
use sluice_txn::{Storage, StorageError};

/// Whether `bytes` more fit into the cells of the page, cleaning it if needed. The caller counts a
/// new slot.
#[inline]
pub(super) fn make_room(storage: &Storage, page: &mut PageMut<'_>, bytes: usize) -> Result<bool, StorageError> {
    if bytes <= slotted::free_bytes(page) {
        return Ok(true);
    }
    // Cells of kind 0 have no padding, and most pages have only those.
    if slotted::are_plain(page) {
        return Ok(false);
    }
    clean(storage, page)?;
    Ok(bytes <= slotted::free_bytes(page))
}

/// Removes ghosts and padding that are not needed.
#[cold]
fn clean(storage: &Storage, page: &mut PageMut<'_>) -> Result<(), StorageError> {
    let mut record = SystemRecord::new(Purpose::Work);
    let (mut found, mut cleared) = (false, Vec::new());
    for slot in 0..slotted::count(page) {
        let Some(stamp) = slotted::get(page, slot).map(stamp_of) else { continue };
        let is_ghost = slotted::is_ghost(page, slot);
        let is_needed = match is_ghost {
            true => !storage.is_unneeded(TxnId(stamp)),
            false => tightened(page, slot).is_none() || storage.is_active(TxnId(stamp)),
        };
        if is_needed {
            continue;
        }
        if is_ghost {
            cleared.push(slot as u16);
        }
        let slot = slot as u16;
        record.edit(page.id(), if is_ghost { Edit::ClearRow { slot } } else { Edit::Tighten { slot } });
        found = true;
    }
    if !found {
        return Ok(());
    }
    record.log(storage, vec![page])?;
    cleared.into_iter().for_each(|slot| storage.slot_cleared(page.id(), slot));
    Ok(())
}
