//! The versions a transaction has kept and their places, for freeing them later.

use sluice_base::ids::{DatabaseId, PageId, TxnId};

/// The versions that a transaction has kept in one database.
#[derive(Default, Debug)]
pub(crate) struct KeptVersions {
    /// The pages of rows with versions in memory; a page may occur several times.
    pub(crate) pages: Vec<PageId>,
    /// The place of the first version that the transaction itself spilled while active.
    pub(crate) spilled_from: Option<u64>,
    /// Whether the transaction found no room for a version and keeps none.
    pub(crate) is_unkept: bool,
}

/// A transaction's part in one database.
#[derive(Debug)]
pub(crate) struct Part {
    pub(crate) database: DatabaseId,
    pub(crate) txn: TxnId,
    /// The versions kept there.
    pub(crate) kept: KeptVersions,
}

impl KeptVersions {
    /// Whether nothing needs to be freed at its end.
    pub(crate) fn is_empty(&self) -> bool {
        self.pages.is_empty() && self.spilled_from.is_none() && !self.is_unkept
    }

    /// Records a version of a row of `page` in memory. The list has at most twice as many entries
    /// as distinct pages. Repeated pages are removed only when the list is full.
    pub(super) fn note(&mut self, page: PageId) {
        if self.pages.last() == Some(&page) {
            return;
        }
        if self.pages.len() == self.pages.capacity() && self.pages.len() >= PAGES_TO_SORT {
            self.pages.sort_unstable();
            self.pages.dedup();
            if self.pages.len() > self.pages.capacity() / 2 {
                self.pages.reserve(self.pages.capacity());
            }
        }
        self.pages.push(page);
    }

    /// Takes the pages, each once.
    pub(super) fn take_pages(&mut self) -> Vec<PageId> {
        let mut pages = std::mem::take(&mut self.pages);
        pages.sort_unstable();
        pages.dedup();
        pages
    }
}

/// The list length from which on duplicates are removed.
const PAGES_TO_SORT: usize = 1024;
