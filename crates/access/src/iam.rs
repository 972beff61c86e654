//! The IAM page: the extents of an object and the used pages in each.
//!
//! Behind the entries, an IAM root has the object's recovery value: presence flag u8 at 8,096,
//! value i128 at 8,104. A heap's IAM root also has its LOB unit: IAM root at 8,120, generation u64
//! at 8,128; and the filegroup of a LOB unit to come at 8,126. The IAM page that is being filled is
//! at 8,136.
//!
//! An entry is 5 bytes: extent u32, used pages u8 (bit i = page i of the extent). Entries are at
//! bytes 96..8096, in the order of allocation. All extents of an IAM page are in its own file. The
//! IAM pages of all files form one chain from the object's IAM root.
//! Invariants:
//! 1. The first entry of an IAM page is the extent whose page 0 is this IAM page, so the chain can
//!    be freed from its tail.
//! 2. Only the last entry of the page being filled has unused pages, since pages are taken in order
//!    and freed with the whole object. A freed page stays marked as used here, and is the object's
//!    next page (`object::free_page`).
//! 3. The root's anchor is the tail. It is also the page being filled, unless the root names
//!    another one.
//! 4. Only the last IAM page of each file in the chain has room for entries.

use crate::layout::{self, BODY, COUNT, EXTENT_PAGES, Extent};
use sluice_base::codec::{get_u16, get_u32, get_u64, put_u16, put_u32, put_u64};
use sluice_base::ids::{FilegroupId, PageId};
use sluice_buffer::page;

/// An extent of an object.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) struct Entry {
    /// The extent.
    pub(crate) extent: Extent,
    /// The used pages: bit i for page i.
    pub(crate) used: u8,
}

impl Entry {
    /// Returns the used pages, in order.
    pub(crate) fn pages(self) -> impl Iterator<Item = PageId> {
        (0..EXTENT_PAGES).filter(move |page| self.used & 1 << page != 0).map(move |page| self.page(page))
    }

    /// Returns the `index`-th page of the extent.
    pub(crate) fn page(self, index: u32) -> PageId {
        self.extent.page(index)
    }

    /// Returns the number of the lowest unused page in the extent. `None` if all are used.
    pub(crate) fn free_page(self) -> Option<u32> {
        (self.used != u8::MAX).then(|| self.used.trailing_ones())
    }

    /// Returns the highest used page. `None` if no page is used.
    pub(crate) fn last_page(self) -> Option<PageId> {
        (self.used != 0).then(|| self.page(u8::BITS - 1 - self.used.leading_zeros()))
    }
}

/// Returns the number of entries, at most [`ENTRIES_MAX`].
pub(crate) fn count(page: &[u8]) -> usize {
    (get_u16(page, COUNT) as usize).min(ENTRIES_MAX)
}

/// Whether the stored number of entries is more than fit.
pub(crate) fn is_overfull(page: &[u8]) -> bool {
    get_u16(page, COUNT) as usize > ENTRIES_MAX
}

/// Returns an entry; `index` is below [`count`].
pub(crate) fn entry(page: &[u8], index: usize) -> Entry {
    let at = BODY + index * ENTRY_SIZE;
    Entry { extent: Extent { file: page::id(page).file, number: get_u32(page, at) }, used: page[at + 4] }
}

/// Returns the last entry of the page, or `None` if it has none.
pub(crate) fn last(page: &[u8]) -> Option<Entry> {
    count(page).checked_sub(1).map(|index| entry(page, index))
}

/// Adds an entry for an extent of the page's own file. Returns false if the page is full.
#[must_use]
pub(crate) fn push(page: &mut [u8], number: u32, used: u8) -> bool {
    let count = count(page);
    if count == ENTRIES_MAX {
        return false;
    }
    put_u16(page, COUNT, count as u16 + 1);
    let at = BODY + count * ENTRY_SIZE;
    put_u32(page, at, number);
    page[at + 4] = used;
    true
}

/// Marks a page of the last entry's extent as used. Returns false if the page has no entry.
#[must_use]
pub(crate) fn use_page(page: &mut [u8], index: u32) -> bool {
    let Some(last) = count(page).checked_sub(1) else { return false };
    page[BODY + last * ENTRY_SIZE + 4] |= 1 << index;
    true
}

/// Removes the entries from `keep` on.
pub(crate) fn truncate(page: &mut [u8], keep: usize) {
    put_u16(page, COUNT, keep.min(count(page)) as u16);
}

/// Returns the recovery value of the object (see [`crate::sequence`]), on an IAM root. `None` if no
/// value was ever used.
pub(crate) fn recovery(page: &[u8]) -> Option<i128> {
    let value = page[RECOVERY..RECOVERY + 16].try_into().expect("16 bytes");
    (page[RECOVERY_SET] != 0).then(|| i128::from_le_bytes(value))
}

/// Sets [`recovery`].
pub(crate) fn set_recovery(page: &mut [u8], value: Option<i128>) {
    page[RECOVERY_SET] = u8::from(value.is_some());
    page[RECOVERY..RECOVERY + 16].copy_from_slice(&value.unwrap_or(0).to_le_bytes());
}

/// Returns the LOB unit of a heap, on the heap's IAM root. It has the unit's IAM root and its
/// generation. `None` if the heap has no unit.
pub(crate) fn lob_unit(page: &[u8]) -> Option<(PageId, u64)> {
    let root = layout::get_page_id(page, LOB_ROOT);
    (!root.is_none()).then(|| (root, get_u64(page, LOB_GENERATION)))
}

/// Sets [`lob_unit`].
pub(crate) fn set_lob_unit(page: &mut [u8], root: PageId, generation: u64) {
    page[LOB_ROOT..LOB_ROOT + 6].copy_from_slice(&layout::page_id_bytes(root));
    put_u64(page, LOB_GENERATION, generation);
}

/// Returns the filegroup of a LOB unit to come, if it is not the filegroup of the object's own
/// pages.
pub(crate) fn lob_filegroup(page: &[u8]) -> Option<FilegroupId> {
    Some(FilegroupId(get_u16(page, LOB_FILEGROUP))).filter(|id| id.0 != 0)
}

/// Sets [`lob_filegroup`].
pub(crate) fn set_lob_filegroup(page: &mut [u8], filegroup: FilegroupId) {
    put_u16(page, LOB_FILEGROUP, filegroup.0);
}

/// Returns the IAM page that an IAM root names as the page being filled; NONE: it is the tail.
pub(crate) fn filling(page: &[u8]) -> PageId {
    layout::get_page_id(page, FILLING)
}

/// Sets [`filling`].
pub(crate) fn set_filling(page: &mut [u8], id: PageId) {
    page[FILLING..FILLING + 6].copy_from_slice(&layout::page_id_bytes(id));
}

/// Whether the unused bytes behind the entries of an IAM root are zero. Fields that are set by a
/// flag must be zero while the flag isn't set.
pub(crate) fn is_behind_entries_plain(page: &[u8]) -> bool {
    let generation = if lob_unit(page).is_none() { LOB_GENERATION..FILLING } else { FILLING..FILLING };
    let recovery = if page[RECOVERY_SET] == 0 { RECOVERY_SET..LOB_ROOT } else { RECOVERY_SET + 1..RECOVERY };
    let unused = [generation, recovery, FILLING + 6..page.len()];
    page[RECOVERY_SET] <= 1 && unused.into_iter().flatten().all(|at| page[at] == 0)
}

/// The maximum number of entries of an IAM page: 100 MB of the object.
pub(crate) const ENTRIES_MAX: usize = 1_600;
/// The greatest extent number with valid page numbers.
pub(crate) const EXTENT_MAX: u32 = u32::MAX / EXTENT_PAGES;
const ENTRY_SIZE: usize = 5;
/// The offsets of the recovery value's flag and of the value, behind the entries.
const RECOVERY_SET: usize = 8_096;
const RECOVERY: usize = 8_104;
const LOB_ROOT: usize = 8_120;
const LOB_FILEGROUP: usize = 8_126;
const LOB_GENERATION: usize = 8_128;
const FILLING: usize = 8_136;

const _: () = assert!(BODY + ENTRIES_MAX * ENTRY_SIZE <= RECOVERY_SET, "entries end before the recovery value");

#[cfg(test)]
mod tests {
    use super::*;
    use sluice_base::ids::{DatabaseGuid, FileId};
    use sluice_buffer::PAGE_SIZE;

    const FILE: FileId = FileId(3);

    fn extent(number: u32) -> Extent {
        Extent { file: FILE, number }
    }

    #[test]
    fn iam_entries_fill_the_page_and_round_trip() {
        let mut page = [0u8; PAGE_SIZE];
        page::set_identity(&mut page, PageId { file: FILE, page: 8 }, DatabaseGuid(1));
        for extent in 0..ENTRIES_MAX as u32 {
            assert!(push(&mut page, extent * 3, extent as u8));
        }
        assert!(!push(&mut page, 1, 1), "full");
        assert_eq!(page[8096..], [0u8; 96]);
        assert_eq!(recovery(&page), None);
        set_recovery(&mut page, Some(-7));
        assert_eq!(recovery(&page), Some(-7));
        assert_eq!(entry(&page, 77), Entry { extent: extent(231), used: 77 });
        truncate(&mut page, 5);
        assert_eq!(last(&page), Some(Entry { extent: extent(12), used: 4 }));
    }

    #[test]
    fn extent_entry_lists_used_and_free_pages() {
        let entry = Entry { extent: extent(10), used: 0b0000_0111 };
        assert_eq!(entry.pages().map(|id| id.page).collect::<Vec<_>>(), [80, 81, 82]);
        assert_eq!(entry.free_page(), Some(3));
        assert_eq!(entry.last_page(), Some(PageId { file: FILE, page: 82 }));
        assert_eq!(Entry { extent: extent(1), used: 0xFF }.free_page(), None);
    }
}
