//! The lazy writer's thread: one for the instance, whose pool all databases share.

use sluice_base::heap;
use sluice_base::memory::Clerk;
use sluice_base::sync::atomic::{AtomicBool, Ordering};
use sluice_base::sync::{Arc, thread};
use sluice_buffer::BufferPool;
use sluice_vfs::process_memory::resident_bytes;
use std::time::{Duration, Instant};

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
            let mut measured = None;
            while !ending.load(Ordering::Acquire) {
                own_pool.wait_for_shortage(PAUSE);
                // A disk that fails fails whoever needs the page, too, and that session is told. Other databases' pages may
                // still be written at the next turn.
                let _told_elsewhere = own_pool.make_free();
                measured = measure(&own_pool, measured);
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

/// Measures what the process has resident, once in [`BETWEEN_MEASURES`], and has the C library give back what it keeps if that is much.
fn measure(pool: &BufferPool, last: Option<Instant>) -> Option<Instant> {
    let now = Instant::now();
    if last.is_some_and(|last| now.duration_since(last) < BETWEEN_MEASURES) {
        return last;
    }
    let Some(resident) = resident_bytes() else { return Some(now) };
    let broker = pool.broker();
    broker.measure_process(resident);
    if broker.held_by(Clerk::Process) > broker.limit() / TRIM_PARTS {
        heap::trim();
        resident_bytes().into_iter().for_each(|resident| broker.measure_process(resident));
    }
    Some(now)
}

/// How long it sleeps when nobody calls it.
const PAUSE: Duration = Duration::from_millis(500);
/// What the process has is measured so often.
const BETWEEN_MEASURES: Duration = Duration::from_millis(250);
/// So large a part of the limit is too much for what the process has beside what is accounted for.
const TRIM_PARTS: u64 = 32;
