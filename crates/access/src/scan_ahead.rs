//! The pages that a scan asks the read-ahead threads for.

use sluice_base::ids::{DatabaseId, ObjectId, PageId};
use sluice_base::page_counts::{self, PageRead};
use sluice_buffer::AheadReads;
use sluice_txn::Storage;

/// The requests of one scan. The pages read for it count as its thread's.
pub(crate) struct ScanAhead {
    database: DatabaseId,
    object: ObjectId,
    /// `None` before the first request: most scans make none.
    reads: Option<AheadReads>,
}

impl ScanAhead {
    /// Returns the requests of a scan of `object`: none so far.
    pub(crate) fn new(storage: &Storage, object: ObjectId) -> ScanAhead {
        ScanAhead { database: storage.id, object, reads: None }
    }

    /// Asks for pages. Returns false if no thread reads them soon. First counts the pages read for
    /// earlier requests as this thread's reads.
    pub(crate) fn ask(&mut self, storage: &Storage, pages: Vec<PageId>) -> bool {
        self.count();
        storage.pool.ask_ahead(self.database, pages, self.reads.get_or_insert_default())
    }

    /// Counts the pages read since the last call.
    fn count(&self) {
        let read = self.reads.as_ref().map_or(0, AheadReads::take);
        if read > 0 && page_counts::count_file_reads(PageRead::Ahead, read) {
            (0..read).for_each(|_| page_counts::note_read(PageRead::Ahead, self.database, self.object, false));
        }
    }
}

impl Drop for ScanAhead {
    fn drop(&mut self) {
        self.count();
    }
}
