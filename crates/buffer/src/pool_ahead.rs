//! The pool's side of the read-ahead threads.

use crate::ahead_queue::AheadReads;
use crate::pool::BufferPool;
use sluice_base::ids::{DatabaseId, PageId};
use std::time::Duration;

impl BufferPool {
    /// Asks a read-ahead thread to do the same as [`BufferPool::read_ahead`]. `reads` gets the
    /// number of pages read. Returns false if no thread would do it soon; nothing is read then.
    pub fn ask_ahead(&self, database: DatabaseId, pages: Vec<PageId>, reads: &AheadReads) -> bool {
        self.ahead.ask(database, pages, reads)
    }

    /// Serves a request of [`BufferPool::ask_ahead`], or waits for one at most `limit`. For a
    /// read-ahead thread, which holds no page.
    pub fn serve_ahead(&self, limit: Duration) {
        self.ahead.serve(&self.cache, limit);
    }

    /// Says whether threads call [`BufferPool::serve_ahead`] from now on. Ends their waits.
    pub fn set_ahead_threads(&self, has_threads: bool) {
        self.ahead.set_threads(has_threads);
    }
}
