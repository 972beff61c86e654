//! The lazy writer: one thread per instance, whose buffer pool all databases share.

use crate::catalog_memory::CatalogMemory;
use crate::known_passwords::{IdleHash, KnownPasswords};
use sluice_base::clock::Clock;
use sluice_base::sync::atomic::{AtomicBool, Ordering};
use sluice_base::sync::{Arc, thread};
use sluice_buffer::BufferPool;
use sluice_vfs::process_memory::resident_bytes;
use std::time::Duration;

/// The thread and its stop signal. The pool wakes it when frames are short.
pub(crate) struct LazyWriter {
    pool: Arc<BufferPool>,
    is_over: Arc<AtomicBool>,
    thread: thread::JoinHandle<()>,
}

impl LazyWriter {
    /// Starts the thread, which also measures the process and the `catalogs`, and drops the memory
    /// of the hash of `passwords` while it is idle. It does so when frames are short, and otherwise
    /// after each pause.
    pub(crate) fn start(
        pool: &Arc<BufferPool>,
        clock: &Arc<dyn Clock>,
        mut catalogs: CatalogMemory,
        passwords: &Arc<KnownPasswords>,
    ) -> LazyWriter {
        pool.broker().set_gauge(resident_bytes);
        let is_over = Arc::new(AtomicBool::new(false));
        let (own_pool, ending, clock) = (pool.clone(), is_over.clone(), clock.clone());
        let (passwords, mut idle_hash) = (Arc::clone(passwords), IdleHash::default());
        let thread = thread::spawn(move || {
            let mut measured_ns = None;
            while !ending.load(Ordering::Acquire) {
                own_pool.wait_for_shortage(PAUSE);
                own_pool.make_free();
                measured_ns = measure(&own_pool, clock.monotonic_ns(), measured_ns);
                catalogs.measure(own_pool.broker(), &*clock);
                idle_hash.look(&passwords, clock.monotonic_ns());
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

/// Measures the process's memory, once per [`BETWEEN_MEASURES`].
///
/// `now_ns` is the monotonic time and `last_ns` the time of the last measurement. Returns the new
/// time of the last measurement.
fn measure(pool: &BufferPool, now_ns: u64, last_ns: Option<u64>) -> Option<u64> {
    if last_ns.is_some_and(|last_ns| u128::from(now_ns - last_ns) < BETWEEN_MEASURES.as_nanos()) {
        return last_ns;
    }
    pool.broker().measure_process();
    Some(now_ns)
}

/// The longest sleep without a wake-up.
const PAUSE: Duration = Duration::from_millis(500);
/// The time between two measurements of the process's memory.
const BETWEEN_MEASURES: Duration = Duration::from_millis(250);
