//! What a transaction has kept, and where: what has to be found again when nobody needs it any more.

use sluice_base::ids::{DatabaseId, PageId, TxnId};

/// Which versions a transaction has kept.
#[derive(Default, Debug)]
pub(crate) struct Kept {
    /// The pages of whose rows it has versions in memory; one may be there several times.
    pub(crate) pages: Vec<PageId>,
    /// Where the first of those is that it has itself put into the space beside memory, while it was under way.
    pub(crate) spilled_from: Option<u64>,
    /// It has found no room for a version, and keeps none.
    pub(crate) is_unkept: bool,
}

/// A transaction's part in one database.
#[derive(Debug)]
pub(crate) struct Part {
    /// The database.
    pub(crate) database: DatabaseId,
    /// The transaction.
    pub(crate) txn: TxnId,
    /// What it has kept there.
    pub(crate) kept: Kept,
}

impl Kept {
    /// Whether nothing has to be done when it is over.
    pub(crate) fn is_empty(&self) -> bool {
        self.pages.is_empty() && self.spilled_from.is_none() && !self.is_unkept
    }

    /// A version of a row of `page` is in memory. However often a page comes, the list stays within twice their number.
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

    /// The pages, each once, which are to be seen to now.
    pub(super) fn take_pages(&mut self) -> Vec<PageId> {
        let mut pages = std::mem::take(&mut self.pages);
        pages.sort_unstable();
        pages.dedup();
        pages
    }
}

/// From how many on a list of pages is looked through for those that are there twice.
const PAGES_TO_SORT: usize = 1024;
