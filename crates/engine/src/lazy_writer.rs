//! The lazy writer's thread: one for the instance, whose pool all databases share.

use sluice_base::sync::atomic::{AtomicBool, Ordering};
use sluice_base::sync::{Arc, thread};
use sluice_buffer::BufferPool;
use std::time::Duration;

/// The thread.
pub(crate) struct LazyWriter {
    pool: Arc<BufferPool>,
    is_over: Arc<AtomicBool>,
    thread: thread::JoinHandle<()>,
}

impl LazyWriter {
    /// Starts the thread.
    pub(crate) fn start(pool: &Arc<BufferPool>) -> LazyWriter {
        let is_over = Arc::new(AtomicBool::new(false));
        let (own_pool, ending) = (pool.clone(), is_over.clone());
        let thread = thread::spawn(move || {
            while !ending.load(Ordering::Acquire) {
                own_pool.wait_for_shortage(PAUSE);
                // A disk that fails fails whoever needs the page, too, and that session is told. Other databases' pages may
                // still be written at the next turn.
                let _told_elsewhere = own_pool.make_free();
            }
        });
        LazyWriter { pool: pool.clone(), is_over, thread }
    }

    /// Ends the thread and waits for it.
    pub(crate) fn stop(self) {
        self.is_over.store(true, Ordering::Release);
        self.pool.wake_lazy_writer();
        let _ = self.thread.join();
    }
}

/// How long it sleeps when nobody calls it.
const PAUSE: Duration = Duration::from_secs(1);
