//! Reading part of a value.
//!
//! Pages are latched one at a time, so a value may be freed meanwhile. Then its root shows that, or
//! belongs to another value, before any other of its pages does. So a page of another value is
//! damage only if the root is still valid.

use super::Lobs;
use crate::lob_page::{self, DATA_CAPACITY, LobPointer, NODE_CAPACITY};
use crate::system::damaged;
use sluice_base::ids::PageId;
use sluice_buffer::PageRef;
use sluice_txn::{Storage, StorageError};

/// Replaces `bytes` by at most `length` bytes of the value from `offset` on, fewer at its end.
/// Returns false, with no bytes, if the value no longer exists.
pub(super) fn read(
    lobs: &Lobs,
    storage: &Storage,
    lob: &LobPointer,
    (offset, length): (u64, usize),
    bytes: &mut Vec<u8>,
) -> Result<bool, StorageError> {
    bytes.clear();
    let end = lob.length.min(offset.saturating_add(length as u64));
    let mut at = offset;
    while at < end {
        let Some(page) = page_at(lobs, storage, lob, (0, (at / DATA_CAPACITY as u64) as usize))? else {
            bytes.clear();
            return Ok(false);
        };
        let within = (at % DATA_CAPACITY as u64) as usize;
        let wanted = (end - at).min((DATA_CAPACITY - within) as u64) as usize;
        let piece = lob_page::data(&page).and_then(|data| data.get(within..within + wanted));
        bytes.extend_from_slice(piece.ok_or_else(|| short(storage, page.id()))?);
        at += wanted as u64;
    }
    Ok(true)
}

/// Returns the latched page at a place of a level, 0 for data pages, or `None` if the value no
/// longer exists. Latches one page at a time, from the root down. A page of another value is damage
/// if the root still is the value's.
pub(super) fn page_at<'a>(
    lobs: &Lobs,
    storage: &'a Storage,
    lob: &LobPointer,
    (target, mut index): (u8, usize),
) -> Result<Option<PageRef<'a>>, StorageError> {
    let mut page = storage.pool.read(storage.id, lob.root)?;
    if !lob_page::is_root_of(&page, lobs.object, lob) {
        return Ok(None);
    }
    let id = lob_page::identity(&page);
    while lob_page::level(&page) > target {
        let level = lob_page::level(&page);
        let below = NODE_CAPACITY.saturating_pow(u32::from(level - target) - 1);
        let place = index / below;
        index %= below;
        if place >= lob_page::entries(&page) {
            return Err(short(storage, page.id()));
        }
        let child = lob_page::child(&page, place);
        // Checked before latching: a thread that latches a page twice waits for itself.
        if child == page.id() || child.file.0 == 0 {
            return Err(damaged(storage, page.id(), format!("it names {child} as its child")));
        }
        drop(page);
        page = storage.pool.read(storage.id, child)?;
        if !lob_page::belongs(&page, lobs.object, id) || lob_page::level(&page) != level - 1 {
            drop(page);
            let root = storage.pool.read(storage.id, lob.root)?;
            if lob_page::is_root_of(&root, lobs.object, lob) {
                return Err(damaged(storage, child, "a long value leads here, but the page is not part of it"));
            }
            return Ok(None);
        }
    }
    Ok(Some(page))
}

#[cold]
fn short(storage: &Storage, page: PageId) -> StorageError {
    damaged(storage, page, "it has less of a long value than the row says")
}
