//! The read-ahead threads: two per instance, whose buffer pool all databases share.

use sluice_base::sync::atomic::{AtomicBool, Ordering};
use sluice_base::sync::{Arc, thread};
use sluice_buffer::BufferPool;
use std::time::Duration;

/// The threads and their stop signal. Scans wake them.
pub(crate) struct ReadAhead {
    pool: Arc<BufferPool>,
    is_over: Arc<AtomicBool>,
    threads: [thread::JoinHandle<()>; 2],
}

impl ReadAhead {
    /// Starts the threads. From here on, scans ask them for pages.
    pub(crate) fn start(pool: &Arc<BufferPool>) -> ReadAhead {
        let is_over = Arc::new(AtomicBool::new(false));
        pool.set_ahead_threads(true);
        let start = |_| {
            let (own_pool, ending) = (pool.clone(), is_over.clone());
            thread::spawn(move || {
                while !ending.load(Ordering::Acquire) {
                    own_pool.serve_ahead(PAUSE);
                }
            })
        };
        let threads = [(); 2].map(start);
        ReadAhead { pool: pool.clone(), is_over, threads }
    }

    /// Ends the threads and waits for them. Scans read for themselves afterwards.
    pub(crate) fn stop(self) {
        self.is_over.store(true, Ordering::Release);
        self.pool.set_ahead_threads(false);
        for thread in self.threads {
            let _ = thread.join();
        }
    }
}

/// The longest sleep without a request.
const PAUSE: Duration = Duration::from_secs(5);
