//! The background work of one open database, by two threads that the instance owns: one writes full log blocks and hardens
//! delayed commits in time, one writes the oldest pages and makes checkpoints, which truncate the log, and tidies up
//! behind deletes. Pages may take long; the log must not wait for them. Everything here is a function of a lower layer,
//! called in a loop.

use crate::storage::Resources;
use sluice_base::clock::Clock;
use sluice_base::sync::{Arc, Condvar, Mutex, thread};
use sluice_exec::{NO_AUTOMATIC_CHECKPOINTS, TraceFlags};
use sluice_txn::{Storage, StorageError};
use std::time::Duration;

/// The threads of one database.
pub(crate) struct Background {
    end: Arc<End>,
    storage: Arc<Storage>,
    threads: [thread::JoinHandle<()>; 2],
}

/// Tells threads that it is time to end.
#[derive(Default)]
struct End {
    told: Mutex<bool>,
    telling: Condvar,
}

impl Background {
    /// Starts the threads for a database of the instance.
    pub(crate) fn start(storage: &Arc<Storage>, resources: &Resources) -> Background {
        let end = Arc::new(End::default());
        let (clock, flags) = (resources.clock.clone(), resources.trace_flags.clone());
        let turn = resources.delayed_at_risk_max.mul_f64(0.45).clamp(Duration::from_millis(1), TURN);
        let (of_log, ending) = (storage.clone(), end.clone());
        let log = thread::spawn(move || write_log(&of_log, clock.as_ref(), turn, &ending));
        let (of_pages, ending) = (storage.clone(), end.clone());
        let checkpoints = thread::spawn(move || make_checkpoints(&of_pages, &flags, &ending));
        Background { end, storage: storage.clone(), threads: [log, checkpoints] }
    }

    /// Ends the threads and waits for them. A thread that a fault of ours ended has nothing left to wait for: sessions have
    /// met the same fault, or will.
    pub(crate) fn stop(self) {
        self.end.tell();
        self.storage.log.wake();
        for thread in self.threads {
            let _ = thread.join();
        }
    }
}

impl End {
    fn tell(&self) {
        *self.told.lock() = true;
        self.telling.notify_all();
    }

    fn is_told(&self) -> bool {
        *self.told.lock()
    }

    /// Waits for it, at most `limit`; whether it has come.
    fn is_told_within(&self, limit: Duration) -> bool {
        let told = self.told.lock();
        *told || *self.telling.wait_timeout(told, limit)
    }
}

fn write_log(storage: &Storage, clock: &dyn Clock, turn: Duration, end: &End) {
    let mut hardened_ns = clock.monotonic_ns();
    let mut work = || -> Result<(), StorageError> {
        if storage.is_temporary() {
            // First what nobody needs is let go of; only the rest has to be written.
            storage.checkpoint()?;
        }
        while storage.log.background_turn()? {}
        let now_ns = clock.monotonic_ns();
        if now_ns.saturating_sub(hardened_ns) >= turn.as_nanos() as u64 {
            hardened_ns = now_ns;
            storage.harden_delayed()?;
        }
        Ok(())
    };
    while !end.is_told() {
        storage.log.wait_for_sealed(turn);
        // A log that failed once is poisoned: sessions get that error, and there is nothing more to do here.
        if work().is_err() {
            return;
        }
    }
}

fn make_checkpoints(storage: &Storage, flags: &TraceFlags, end: &End) {
    let mut pause = TURN;
    while !end.is_told_within(pause) {
        sluice_access::tidy(storage);
        pause = match look_after_pages(storage, flags, end) {
            Ok(()) => TURN,
            // A log that failed once takes no more until the database is opened again.
            Err(StorageError::Poisoned(_)) => return,
            // Sessions are told what is wrong as they meet it. What may pass (a log without room for the record, pages that
            // were all in use) is tried again, and what does not costs no more than a look.
            Err(_) => PAUSE_AFTER_ERROR,
        };
    }
}

fn look_after_pages(storage: &Storage, flags: &TraceFlags, end: &End) -> Result<(), StorageError> {
    // Nothing of a checkpoint happens by itself while the flag is on.
    if flags.is_on(NO_AUTOMATIC_CHECKPOINTS) {
        return Ok(());
    }
    while storage.shorten_redo()? && !end.is_told() {}
    if storage.checkpoint_due() { storage.automatic_checkpoint() } else { Ok(()) }
}

/// How long the threads wait before they look. A delayed commit waits at most two turns and a write for being hardened:
/// within 100 ms, as long as the disk keeps up.
const TURN: Duration = Duration::from_millis(45);

/// How long the thread that writes pages leaves them alone after an error.
const PAUSE_AFTER_ERROR: Duration = Duration::from_secs(1);
