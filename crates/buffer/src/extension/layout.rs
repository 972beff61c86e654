//! The parts of the extension's file: a header page, two areas for directories, and the slots
//! (`docs/file-format.md`, section 12).

use crate::page::PAGE_SIZE;

/// Returns the greatest number of slots in a file of that length.
pub(super) fn slots_in(bytes: u64) -> u64 {
    let pages = bytes / PAGE_SIZE as u64;
    // Two entries of a directory take 56 bytes for each slot, and pages round that up.
    let mut slots = pages.saturating_sub(1) * (PAGE_SIZE - HEADER) as u64 / (PAGE_SIZE - HEADER + 2 * ENTRY) as u64;
    while slots > 0 && pages_for(slots) > pages {
        slots -= 1;
    }
    slots
}

/// Returns the pages of a file with `slots` slots.
pub(super) fn pages_for(slots: u64) -> u64 {
    1 + 2 * directory_pages(slots) + slots
}

/// Returns the pages of a directory for `slots` slots.
pub(super) fn directory_pages(slots: u64) -> u64 {
    databases_pages(slots) + slots.div_ceil(ENTRIES_IN_PAGE as u64)
}

/// Returns the pages of databases in a directory for `slots` slots.
pub(super) fn databases_pages(slots: u64) -> u64 {
    slots.min(DATABASES_MAX).div_ceil(DATABASES_IN_PAGE as u64)
}

/// Bytes of the header of a directory's page.
pub(super) const HEADER: usize = 32;
/// Bytes of a database in a directory.
pub(super) const DATABASE: usize = 40;
pub(super) const DATABASES_IN_PAGE: usize = (PAGE_SIZE - HEADER) / DATABASE;
/// Bytes of an entry.
pub(super) const ENTRY: usize = 28;
pub(super) const ENTRIES_IN_PAGE: usize = (PAGE_SIZE - HEADER) / ENTRY;

/// A directory has room for so many databases, or as many as there are slots.
pub(super) const DATABASES_MAX: u64 = 1 << 15;

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn file_has_as_many_slots_as_fit() {
        for slots in (1..2_000).chain([32_767, 32_768, 32_769, 524_288, 8_000_000, 1 << 31]) {
            let pages = pages_for(slots);
            assert_eq!(slots_in(pages * PAGE_SIZE as u64), slots);
            assert_eq!(slots_in(pages * PAGE_SIZE as u64 - 1), slots - 1);
        }
        assert_eq!(slots_in(5 * PAGE_SIZE as u64), 0);
        assert_eq!(slots_in(6 * PAGE_SIZE as u64), 1);
    }
}
