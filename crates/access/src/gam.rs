//! The GAM page: one bit per extent, 1 = used.
//!
//! A GAM page covers 64,000 extents (4 GB). The first is page 3. The GAM page for extents from k *
//! 64,000 on is the first page of that range, and its own extent is marked as used. Bits are at
//! bytes 96..8096, lowest bit first. The header's hint is the lowest extent that may be free.
//! Setting and clearing bits moves it, so redo computes the same hint.

use crate::layout::{BODY, EXTENT_PAGES, Extent, GAM_HINT};
use sluice_base::codec::{get_u32, put_u32};
use sluice_base::ids::{FileId, PageId};

/// Returns the GAM page of `extent`.
pub(crate) fn page_of(extent: Extent) -> PageId {
    page_at(extent.file, extent.number / EXTENTS_PER_GAM)
}

/// Returns the number of the extent's bit in its GAM page.
pub(crate) fn bit_of(extent: Extent) -> u32 {
    extent.number % EXTENTS_PER_GAM
}

/// Returns the `index`-th GAM page of a file.
pub(crate) fn page_at(file: FileId, index: u32) -> PageId {
    PageId { file, page: if index == 0 { FIRST_GAM } else { index * EXTENTS_PER_GAM * EXTENT_PAGES } }
}

/// Whether the extent with number `bit` in this GAM page is used.
pub(crate) fn is_used(page: &[u8], bit: u32) -> bool {
    page[BODY + bit as usize / 8] & (1 << (bit % 8)) != 0
}

/// Marks an extent as used or free; idempotent. Moves the hint if necessary. The page isn't logged
/// here.
pub(crate) fn set_used(page: &mut [u8], bit: u32, used: bool) {
    let mask = 1 << (bit % 8);
    let byte = &mut page[BODY + bit as usize / 8];
    *byte = if used { *byte | mask } else { *byte & !mask };
    let hint = hint(page);
    if used && bit == hint {
        put_u32(page, GAM_HINT, bit + 1);
    } else if !used && bit < hint {
        put_u32(page, GAM_HINT, bit);
    }
}

/// Returns the page's hint: all extents with a smaller number in this page are used. The others may
/// be used or free.
pub(crate) fn hint(page: &[u8]) -> u32 {
    get_u32(page, GAM_HINT)
}

/// Returns the lowest free extent below `limit` (a number in this page, at most
/// [`EXTENTS_PER_GAM`]), or `None`. The search begins at the hint.
pub(crate) fn find_free(page: &[u8], limit: u32) -> Option<u32> {
    let mut bit = hint(page);
    while bit < limit {
        if bit.is_multiple_of(8) && page[BODY + bit as usize / 8] == 0xFF {
            bit += 8;
        } else if is_used(page, bit) {
            bit += 1;
        } else {
            return Some(bit);
        }
    }
    None
}

/// The page number of the first GAM page.
pub(crate) const FIRST_GAM: u32 = 3;
/// The number of extents of a GAM page.
pub(crate) const EXTENTS_PER_GAM: u32 = 64_000;

#[cfg(test)]
mod tests {
    use super::*;
    use sluice_buffer::PAGE_SIZE;

    #[test]
    fn free_extents_are_found_lowest_first() {
        let mut page = [0u8; PAGE_SIZE];
        for expected in 0..20 {
            assert_eq!(find_free(&page, 64_000), Some(expected));
            set_used(&mut page, expected, true);
        }
        set_used(&mut page, 3, false);
        set_used(&mut page, 17, false);
        assert_eq!(find_free(&page, 64_000), Some(3));
        set_used(&mut page, 3, true);
        assert_eq!(find_free(&page, 64_000), Some(17));
        assert_eq!(find_free(&page, 17), None, "nothing below the limit");
    }

    #[test]
    fn last_extent_bit_is_inside_the_body() {
        let mut page = [0u8; PAGE_SIZE];
        set_used(&mut page, EXTENTS_PER_GAM - 1, true);
        assert!(is_used(&page, EXTENTS_PER_GAM - 1));
        assert_eq!(page[8096..], [0u8; 96], "bits end at byte 8,096");
        let file = FileId(4);
        assert_eq!(page_of(Extent { file, number: 63_999 }), PageId { file, page: 3 });
        assert_eq!(page_of(Extent { file, number: 64_000 }), PageId { file, page: 512_000 });
    }
}
