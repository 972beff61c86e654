//! The background work of one open database: full log blocks are written, delayed commits hardened in time, the log truncated
//! by checkpoints. Everything here is a function of a lower layer, called in a loop by a thread that the instance owns.

use sluice_base::clock::Clock;
use sluice_base::sync::atomic::{AtomicBool, Ordering};
use sluice_base::sync::{Arc, thread};
use sluice_txn::{Storage, StorageError};
use std::time::Duration;

/// The thread of one database.
pub(crate) struct Background {
    stop: Arc<AtomicBool>,
    storage: Arc<Storage>,
    thread: thread::JoinHandle<()>,
}

impl Background {
    /// Starts the thread.
    pub(crate) fn start(storage: Arc<Storage>, clock: Arc<dyn Clock>) -> Background {
        let stop = Arc::new(AtomicBool::new(false));
        let (own_stop, own_storage) = (stop.clone(), storage.clone());
        let thread = thread::spawn(move || work(&own_storage, clock.as_ref(), &own_stop));
        Background { stop, storage, thread }
    }

    /// Ends the thread and waits for it. A thread that a fault of ours ended has nothing left to wait for: sessions have
    /// met the same fault, or will.
    pub(crate) fn stop(self) {
        self.stop.store(true, Ordering::Release);
        self.storage.log.wake();
        let _ = self.thread.join();
    }
}

fn work(storage: &Storage, clock: &dyn Clock, stop: &AtomicBool) {
    let mut tail_hardened_ns = clock.monotonic_ns();
    while !stop.load(Ordering::Acquire) {
        storage.log.wait_for_sealed(TURN);
        // A log that failed once is poisoned: sessions get that error, and there is nothing more to do here.
        if turn(storage, clock, &mut tail_hardened_ns).is_err() {
            return;
        }
    }
}

fn turn(storage: &Storage, clock: &dyn Clock, tail_hardened_ns: &mut u64) -> Result<(), StorageError> {
    if storage.is_temporary() {
        // First what nobody needs is let go of; only the rest has to be written.
        storage.checkpoint()?;
    }
    while storage.log.background_turn()? {}
    let now_ns = clock.monotonic_ns();
    if now_ns.saturating_sub(*tail_hardened_ns) >= TURN.as_nanos() as u64 {
        *tail_hardened_ns = now_ns;
        // Only delayed commits are hardened here: an open transaction's records can wait for its commit, and
        // hardening them would be a flush that nothing asked for (L2).
        if storage.last_delayed() >= storage.log.durable() {
            storage.log.flush_tail()?;
        }
    }
    if storage.checkpoint_due() {
        storage.checkpoint()?;
    }
    Ok(())
}

/// How long the thread waits for a full block. A delayed commit waits at most two turns and a write for being hardened:
/// within 100 ms, as long as the disk keeps up.
const TURN: Duration = Duration::from_millis(45);
