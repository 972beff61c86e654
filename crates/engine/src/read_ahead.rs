//! The read-ahead thread: one per instance, whose buffer pool all databases share.

use sluice_base::sync::atomic::{AtomicBool, Ordering};
use sluice_base::sync::{Arc, thread};
use sluice_buffer::BufferPool;
use std::time::Duration;

/// The thread and its stop signal. Scans wake it.
pub(crate) struct ReadAhead {
    pool: Arc<BufferPool>,
    is_over: Arc<AtomicBool>,
    thread: thread::JoinHandle<()>,
}

impl ReadAhead {
    /// Starts the thread. From here on, scans ask it for pages.
    pub(crate) fn start(pool: &Arc<BufferPool>) -> ReadAhead {
        let is_over = Arc::new(AtomicBool::new(false));
        let (own_pool, ending) = (pool.clone(), is_over.clone());
        pool.set_ahead_thread(true);
        let thread = thread::spawn(move || {
            while !ending.load(Ordering::Acquire) {
                own_pool.serve_ahead(PAUSE);
            }
        });
        ReadAhead { pool: pool.clone(), is_over, thread }
    }

    /// Ends the thread and waits for it. Scans read for themselves afterwards.
    pub(crate) fn stop(self) {
        self.is_over.store(true, Ordering::Release);
        self.pool.set_ahead_thread(false);
        let _ = self.thread.join();
    }
}

/// The longest sleep without a request.
const PAUSE: Duration = Duration::from_secs(5);
