//! Where a row is, as bytes.

use sluice_access::Rid;
use sluice_base::ids::{FileId, PageId};

/// A row's place in a heap as a locator.
pub fn locator_of(rid: Rid) -> [u8; RID_BYTES] {
    let mut locator = [0; RID_BYTES];
    locator[..2].copy_from_slice(&rid.page.file.0.to_be_bytes());
    locator[2..6].copy_from_slice(&rid.page.page.to_be_bytes());
    locator[6..].copy_from_slice(&rid.slot.to_be_bytes());
    locator
}

/// The place in a heap that a locator says; none if it is no such locator.
pub fn rid_of(locator: &[u8]) -> Option<Rid> {
    let [f0, f1, p0, p1, p2, p3, s0, s1] = *<&[u8; RID_BYTES]>::try_from(locator).ok()?;
    let page = PageId { file: FileId(u16::from_be_bytes([f0, f1])), page: u32::from_be_bytes([p0, p1, p2, p3]) };
    Some(Rid { page, slot: u16::from_be_bytes([s0, s1]) })
}

/// What a place in a heap takes.
pub const RID_BYTES: usize = 8;
