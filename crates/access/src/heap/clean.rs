//! Room on a page: what committed transactions have left behind goes when the page needs the room.
//!
//! Ghosts and padding keep the room that a rollback would need. They are taken away, by one system
//! record a page, once the transaction that stamped them is over: had it been rolled back, they
//! would not be there. A ghost stays, too, while a snapshot sees the row that it was: by it the
//! row's versions are found.

use crate::edit::Edit;
use crate::heap_cell::{stamp_of, tightened};
use crate::slotted;
use crate::system::{Purpose, SystemRecord};
use sluice_base::ids::TxnId;
use sluice_buffer::PageMut;
use sluice_txn::{Storage, StorageError};

/// Whether `bytes` more fit into the cells of the page, after cleaning it if need be. A new slot is
/// the caller's to count.
#[inline]
pub(super) fn make_room(storage: &Storage, page: &mut PageMut<'_>, bytes: usize) -> Result<bool, StorageError> {
    if bytes <= slotted::free_bytes(page) {
        return Ok(true);
    }
    // Cells of kind 0 have no padding; most pages are of these alone.
    if slotted::are_plain(page) {
        return Ok(false);
    }
    clean(storage, page)?;
    Ok(bytes <= slotted::free_bytes(page))
}

/// Takes away what can be.
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
