//! The boot page with the catalog's roots: 64 slots of a page id (6 bytes, 2 reserved) from byte 96
//! on.

use crate::layout::{BODY, PAGE_ID_SIZE, get_page_id, page_id_bytes};
use sluice_base::ids::PageId;

/// Returns the page in a slot, or `PageId::NONE` if it was never set. Panics for a slot beyond the
/// page.
pub(crate) fn at(bytes: &[u8], slot: u8) -> PageId {
    get_page_id(bytes, place(slot))
}

/// Sets a slot, which is below [`SLOTS`].
pub(crate) fn put(bytes: &mut [u8], slot: u8, id: PageId) {
    bytes[place(slot)..place(slot) + PAGE_ID_SIZE].copy_from_slice(&page_id_bytes(id));
}

fn place(slot: u8) -> usize {
    BODY + slot as usize * SLOT_BYTES
}

/// The boot page's number.
pub(crate) const PAGE: u32 = 2;
/// The number of slots.
pub const SLOTS: usize = 64;
const SLOT_BYTES: usize = 8;
