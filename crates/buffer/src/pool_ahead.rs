//! The pool's side of the read-ahead thread.

use crate::ahead_queue::AheadReads;
use crate::pool::BufferPool;
use sluice_base::ids::{DatabaseId, PageId};
use std::time::Duration;

impl BufferPool {
    /// Asks the read-ahead thread to do the same as [`BufferPool::read_ahead`]. `reads` gets the
    /// number of pages read. Returns false if no thread would do it soon; nothing is read then.
    pub fn ask_ahead(&self, database: DatabaseId, pages: Vec<PageId>, reads: &AheadReads) -> bool {
        self.ahead.ask(database, pages, reads)
    }

    /// Serves a request of [`BufferPool::ask_ahead`], or waits for one at most `limit`. For the
    /// read-ahead thread, which holds no page.
    pub fn serve_ahead(&self, limit: Duration) {
        self.ahead.serve(&self.cache, limit);
    }

    /// Says whether a thread calls [`BufferPool::serve_ahead`] from now on. Ends its wait.
    pub fn set_ahead_thread(&self, has_thread: bool) {
        self.ahead.set_thread(has_thread);
    }
}
