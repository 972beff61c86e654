//! Read-ahead on threads of its own: a scan asks for the pages of its next steps and goes on with
//! those in memory, while the threads read.
//!
//! The threads belong to the engine. Without them, and if they have much to do, a request is
//! refused, and the scan reads the pages when it needs them. A thread holds latches only during a
//! read. A scan that reaches a page in this read waits for its latch, as for any page being loaded.
//! With two threads, one checks and copies the pages of a step while the other waits for the
//! device.
//!
//! Invariant: no page of a database is read here after [`AheadQueue::forget`], which follows the
//! database's removal from the pool's list.

use crate::cache::Cache;
use crate::read_ahead;
use sluice_base::ids::{DatabaseId, PageId};
use sluice_base::sync::atomic::{AtomicU64, Ordering};
use sluice_base::sync::{Arc, Condvar, Mutex};
use std::collections::VecDeque;
use std::time::Duration;

/// The requests of scans for pages read ahead.
#[derive(Default)]
pub(crate) struct AheadQueue {
    state: Mutex<State>,
    /// Signalled when a request comes in, or when the threads are to end.
    asked: Condvar,
    /// Signalled when a request has been served.
    served: Condvar,
}

#[derive(Default)]
struct State {
    has_threads: bool,
    requests: VecDeque<Request>,
    /// The databases of the requests being served, one for each request.
    serving: Vec<DatabaseId>,
}

struct Request {
    database: DatabaseId,
    pages: Vec<PageId>,
    reads: AheadReads,
}

/// The pages that the read-ahead threads have read for a scan.
#[derive(Clone, Default, Debug)]
pub struct AheadReads(Arc<AtomicU64>);

impl AheadReads {
    /// Returns the number of pages read since the last call.
    pub fn take(&self) -> u64 {
        self.0.swap(0, Ordering::Relaxed)
    }
}

impl AheadQueue {
    /// Says whether threads serve the queue from now on. The requests left are dropped at their
    /// end.
    pub(crate) fn set_threads(&self, has_threads: bool) {
        let mut state = self.state.lock();
        state.has_threads = has_threads;
        if !has_threads {
            state.requests.clear();
        }
        self.asked.notify_all();
    }

    /// Enters a request. Returns false, and enters nothing, if no thread reads ahead
    /// or the queue is full.
    pub(crate) fn ask(&self, database: DatabaseId, pages: Vec<PageId>, reads: &AheadReads) -> bool {
        let mut state = self.state.lock();
        let is_taken = state.has_threads && state.requests.len() < REQUESTS_MAX;
        if is_taken {
            state.requests.push_back(Request { database, pages, reads: reads.clone() });
            self.asked.notify_one();
        }
        is_taken
    }

    /// Serves a request, or waits for one at most `limit`.
    pub(crate) fn serve(&self, cache: &Cache, limit: Duration) {
        let mut state = self.state.lock();
        if state.requests.is_empty() && state.has_threads && !limit.is_zero() {
            state = self.asked.wait_timeout(state, limit);
        }
        let Some(Request { database, pages, reads }) = state.requests.pop_front() else { return };
        state.serving.push(database);
        drop(state);
        let read = read_ahead::read_ahead(cache, database, &pages, false);
        reads.0.fetch_add(read as u64, Ordering::Relaxed);
        let serving = &mut self.state.lock().serving;
        if let Some(own) = serving.iter().position(|other| *other == database) {
            serving.swap_remove(own);
        }
        self.served.notify_all();
    }

    /// Drops the requests for a database that has left the pool's list, and waits for those being
    /// served. The caller holds no latch.
    pub(crate) fn forget(&self, database: DatabaseId) {
        let mut state = self.state.lock();
        state.requests.retain(|request| request.database != database);
        while state.serving.contains(&database) {
            state = self.served.wait(state);
        }
    }
}

/// Requests that wait. A scan has two at most, so more wait only behind many scans.
const REQUESTS_MAX: usize = 16;
