//! The page latch: many readers or one writer, in one atomic word, with parking behind it.
//!
//! Free or compatible, a latch costs one compare-and-swap; only a thread that has to wait touches the mutex.
//! Invariants:
//! 1. `PARKED` is set while anyone is counted in [`Parked`]; it is set and cleared only under the mutex. Whoever makes
//!    the latch free (or, as a writer, lets go) with `PARKED` set visits the mutex and wakes someone, so no wake-up is
//!    lost: a waiter looks at the word under the same mutex before it sleeps.
//! 2. `WRITER_WAITS` is set while a writer is counted; new readers queue up behind it, so writers do not starve.
//! 3. A writer that lets go *hands* the latch to every reader that waits, so readers do not starve behind a stream of
//!    writers. Writers are woken, not handed to: a running thread may get in first, which costs no hop.
//!
//! A thread must not take a latch that it holds, not even shared twice: a writer waiting in between would stop both.

use sluice_base::sync::atomic::{AtomicU32, Ordering};
use sluice_base::sync::{Condvar, Mutex, spin_hint};

/// A reader/writer latch. See the module.
pub(crate) struct Latch {
    state: AtomicU32,
    parked: Mutex<Parked>,
    readers_go: Condvar,
    writers_go: Condvar,
}

/// Who waits.
struct Parked {
    readers: u32,
    writers: u32,
    /// Counts hand-overs to readers: a reader that sees it move holds the latch.
    handed_over: u64,
}

impl Latch {
    /// A free latch.
    pub(crate) fn new() -> Latch {
        Latch {
            state: AtomicU32::new(0),
            parked: Mutex::new(Parked { readers: 0, writers: 0, handed_over: 0 }),
            readers_go: Condvar::new(),
            writers_go: Condvar::new(),
        }
    }

    /// Takes the latch shared. `on_wait` runs once, only if there is something to wait for; its result is dropped when
    /// the wait is over.
    #[inline]
    pub(crate) fn lock_shared<G>(&self, on_wait: impl FnOnce() -> G) {
        if !self.try_shared() {
            self.wait_shared(on_wait);
        }
    }

    /// As [`Latch::lock_shared`], exclusively.
    #[inline]
    pub(crate) fn lock_exclusive<G>(&self, on_wait: impl FnOnce() -> G) {
        if self.state.compare_exchange(0, WRITER, Ordering::Acquire, Ordering::Relaxed).is_err() {
            self.wait_exclusive(on_wait);
        }
    }

    /// Takes the latch shared if no writer has it or waits for it.
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

    /// Takes the latch exclusively if nobody has it or waits for it.
    #[inline]
    pub(crate) fn try_exclusive(&self) -> bool {
        self.state.compare_exchange(0, WRITER, Ordering::Acquire, Ordering::Relaxed).is_ok()
    }

    /// Lets go of a shared hold.
    #[inline]
    pub(crate) fn unlock_shared(&self) {
        let before = self.state.fetch_sub(1, Ordering::Release);
        debug_assert!(before & READERS > 0, "a shared hold is let go by who has it");
        if before & PARKED != 0 && before & READERS == 1 {
            self.wake_after_readers();
        }
    }

    /// Lets go of the exclusive hold.
    #[inline]
    pub(crate) fn unlock_exclusive(&self) {
        if self.state.compare_exchange(WRITER, 0, Ordering::Release, Ordering::Relaxed).is_err() {
            self.hand_over(0);
        }
    }

    /// Turns the exclusive hold into a shared one, without a moment between.
    #[inline]
    pub(crate) fn downgrade(&self) {
        if self.state.compare_exchange(WRITER, 1, Ordering::Release, Ordering::Relaxed).is_err() {
            self.hand_over(1);
        }
    }

    /// Whether nobody has the latch or waits for it, at this moment.
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
        // The hand-over counted this thread in, and the mutex orders what the writer did before it.
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

    /// A writer lets go while others wait: the latch goes to all waiting readers, or is free and a writer is woken.
    /// `keep` is 1 if the writer stays on as a reader.
    #[cold]
    fn hand_over(&self, keep: u32) {
        let mut parked = self.parked.lock();
        let readers = parked.readers + keep;
        // Only this thread, the writer, may change the word now: waiters do so only under the mutex, others fail.
        parked.readers = 0;
        self.state.store(readers | queue_bits(0, parked.writers), Ordering::Release);
        if readers > keep {
            parked.handed_over += 1;
            self.readers_go.notify_all();
        } else if keep == 0 && parked.writers > 0 {
            self.writers_go.notify_one();
        }
    }

    /// The last reader went while others waited: only a writer makes them wait, so a writer is woken.
    #[cold]
    fn wake_after_readers(&self) {
        let parked = self.parked.lock();
        if parked.writers > 0 {
            self.writers_go.notify_one();
        }
    }
}

/// The bits that say who waits.
fn queue_bits(readers: u32, writers: u32) -> u32 {
    let parked = if readers + writers > 0 { PARKED } else { 0 };
    let writer_waits = if writers > 0 { WRITER_WAITS } else { 0 };
    parked | writer_waits
}

/// A writer holds the latch.
const WRITER: u32 = 1 << 31;
/// A writer waits: new readers wait too.
const WRITER_WAITS: u32 = 1 << 30;
/// Someone waits: letting go visits the mutex.
const PARKED: u32 = 1 << 29;
/// How many readers hold the latch.
const READERS: u32 = PARKED - 1;

/// Looks before sleeping: holds are short, a sleep costs microseconds.
const SPINS: u32 = if cfg!(feature = "shuttle") { 1 } else { 60 };

#[cfg(test)]
mod tests;
