//! The page latch: many readers or a single writer, in an atomic word, with parking behind it.
//!
//! Taking a free or compatible latch costs a compare-and-swap. Only a thread that has to wait takes
//! the mutex.
//!
//! # Invariants
//! 1. `PARKED` is set while a thread is counted in [`Parked`], and it is set and cleared only under
//!    the mutex. A thread that frees the latch (or, as a writer, releases it) with `PARKED` set
//!    takes the mutex and wakes a waiter. No wake-up is lost, because a waiter checks the word
//!    under the same mutex before it sleeps.
//! 2. `WRITER_WAITS` is set while a writer is counted. New readers queue behind it, so writers do
//!    not starve.
//! 3. A writer that releases the latch *hands* it to every waiting reader, so readers do not starve
//!    behind a stream of writers. Writers are woken without a hand-over: a running thread may get
//!    the latch first, which avoids a thread switch.
//!
//! A thread must not take a latch that it already holds, not even shared: a writer waiting in
//! between would deadlock both.

use sluice_base::sync::atomic::{AtomicU32, Ordering};
use sluice_base::sync::{Condvar, Mutex, spin_hint};

/// A reader/writer latch; see the module. The word has the number of readers and bits for a writer
/// and for waiters; `parked` counts those that sleep.
pub(crate) struct Latch {
    state: AtomicU32,
    parked: Mutex<Parked>,
    readers_go: Condvar,
    writers_go: Condvar,
}

/// The waiting threads.
struct Parked {
    readers: u32,
    writers: u32,
    /// Counts hand-overs to readers. A waiting reader that sees the count change holds the latch.
    handed_over: u64,
}

impl Latch {
    /// Returns a free latch.
    pub(crate) fn new() -> Latch {
        Latch {
            state: AtomicU32::new(0),
            parked: Mutex::new(Parked { readers: 0, writers: 0, handed_over: 0 }),
            readers_go: Condvar::new(),
            writers_go: Condvar::new(),
        }
    }

    /// Takes the latch shared. `on_wait` runs once, only if the thread must wait; its result is
    /// dropped when the wait ends.
    #[inline]
    pub(crate) fn lock_shared<G>(&self, on_wait: impl FnOnce() -> G) {
        if !self.try_shared() {
            self.wait_shared(on_wait);
        }
    }

    /// Takes the latch exclusively. `on_wait` is as for [`Latch::lock_shared`].
    #[inline]
    pub(crate) fn lock_exclusive<G>(&self, on_wait: impl FnOnce() -> G) {
        if self.state.compare_exchange(0, WRITER, Ordering::Acquire, Ordering::Relaxed).is_err() {
            self.wait_exclusive(on_wait);
        }
    }

    /// Takes the latch shared if no writer holds it or waits for it. Returns false otherwise, at
    /// once.
    #[inline]
    pub(crate) fn try_shared(&self) -> bool {
        let mut state = self.state.load(Ordering::Relaxed);
        while state & (WRITER | WRITER_WAITS) == 0 {
            match self.state.compare_exchange_weak(state, state + 1, Ordering::Acquire, Ordering::Relaxed) {
                Ok(_) => return true,
                Err(now) => state = now,
            }
        }
        false
    }

    /// Takes the latch exclusively if no thread holds it or waits for it. Returns false otherwise,
    /// at once.
    #[inline]
    pub(crate) fn try_exclusive(&self) -> bool {
        self.state.compare_exchange(0, WRITER, Ordering::Acquire, Ordering::Relaxed).is_ok()
    }

    /// Releases a shared hold. Wakes a waiting writer if this was the last reader.
    #[inline]
    pub(crate) fn unlock_shared(&self) {
        let before = self.state.fetch_sub(1, Ordering::Release);
        debug_assert!(before & READERS > 0, "only a holder releases a shared hold");
        if before & PARKED != 0 && before & READERS == 1 {
            self.wake_after_readers();
        }
    }

    /// Releases the exclusive hold.
    #[inline]
    pub(crate) fn unlock_exclusive(&self) {
        if self.state.compare_exchange(WRITER, 0, Ordering::Release, Ordering::Relaxed).is_err() {
            self.hand_over(0);
        }
    }

    /// Turns the exclusive hold into a shared hold without releasing the latch.
    #[inline]
    pub(crate) fn downgrade(&self) {
        if self.state.compare_exchange(WRITER, 1, Ordering::Release, Ordering::Relaxed).is_err() {
            self.hand_over(1);
        }
    }

    /// Whether no thread holds the latch or waits for it at this moment.
    #[inline]
    pub(crate) fn is_free(&self) -> bool {
        self.state.load(Ordering::Relaxed) == 0
    }

    #[cold]
    fn wait_shared<G>(&self, on_wait: impl FnOnce() -> G) {
        for _ in 0..SPINS {
            spin_hint();
            if self.try_shared() {
                return;
            }
        }
        let mut parked = self.parked.lock();
        loop {
            let state = self.state.load(Ordering::Relaxed);
            let (next, may_enter) = match state & (WRITER | WRITER_WAITS) {
                0 => (state + 1, true),
                _ => (state | PARKED, false),
            };
            if self.state.compare_exchange(state, next, Ordering::Acquire, Ordering::Relaxed).is_err() {
                continue;
            }
            if may_enter {
                return;
            }
            break;
        }
        parked.readers += 1;
        let waiting = on_wait();
        let arrived = parked.handed_over;
        while parked.handed_over == arrived {
            parked = self.readers_go.wait(parked);
        }
        // The hand-over counted this thread as a holder, and the mutex orders the writer's earlier
        // stores.
        drop(parked);
        drop(waiting);
    }

    #[cold]
    fn wait_exclusive<G>(&self, on_wait: impl FnOnce() -> G) {
        for _ in 0..SPINS {
            spin_hint();
            if self.try_exclusive() {
                return;
            }
        }
        let mut on_wait = Some(on_wait);
        let mut waiting = None;
        let mut counted = false;
        let mut parked = self.parked.lock();
        loop {
            let state = self.state.load(Ordering::Relaxed);
            if state & (WRITER | READERS) == 0 {
                let others = parked.writers - u32::from(counted);
                let next = WRITER | queue_bits(parked.readers, others);
                if self.state.compare_exchange(state, next, Ordering::Acquire, Ordering::Relaxed).is_ok() {
                    parked.writers = others;
                    drop(parked);
                    drop(waiting);
                    return;
                }
                continue;
            }
            let next = state | PARKED | WRITER_WAITS;
            if self.state.compare_exchange(state, next, Ordering::Relaxed, Ordering::Relaxed).is_err() {
                continue;
            }
            if !counted {
                parked.writers += 1;
                counted = true;
                waiting = on_wait.take().map(|begin| begin());
            }
            parked = self.writers_go.wait(parked);
        }
    }

    /// Releases a writer's hold while threads wait. The latch goes to all waiting readers, or it is
    /// freed and a writer is woken. `keep` is 1 if the writer remains as a reader.
    #[cold]
    fn hand_over(&self, keep: u32) {
        let mut parked = self.parked.lock();
        let readers = parked.readers + keep;
        // Only this thread, the writer, can change the word now: waiters do so only under the
        // mutex, and other attempts fail.
        parked.readers = 0;
        self.state.store(readers | queue_bits(0, parked.writers), Ordering::Release);
        if readers > keep {
            parked.handed_over += 1;
            self.readers_go.notify_all();
        } else if keep == 0 && parked.writers > 0 {
            self.writers_go.notify_one();
        }
    }

    /// Wakes a writer after the last reader released the latch. Only a writer makes threads wait
    /// behind readers.
    #[cold]
    fn wake_after_readers(&self) {
        let parked = self.parked.lock();
        if parked.writers > 0 {
            self.writers_go.notify_one();
        }
    }
}

/// Returns the bits for the waiting threads.
fn queue_bits(readers: u32, writers: u32) -> u32 {
    let parked = if readers + writers > 0 { PARKED } else { 0 };
    let writer_waits = if writers > 0 { WRITER_WAITS } else { 0 };
    parked | writer_waits
}

/// Set while a writer holds the latch.
const WRITER: u32 = 1 << 31;
/// Set while a writer waits: new readers wait too.
const WRITER_WAITS: u32 = 1 << 30;
/// Set while a thread waits: a release takes the mutex.
const PARKED: u32 = 1 << 29;
/// Mask of the number of readers that hold the latch.
const READERS: u32 = PARKED - 1;

/// Attempts before sleeping: holds are short, and a sleep costs microseconds.
const SPINS: u32 = if cfg!(feature = "shuttle") { 1 } else { 60 };

#[cfg(test)]
mod tests;
