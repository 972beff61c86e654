//! Tests of the latch: random schedules under shuttle; otherwise real threads and single cases.

use super::*;
use sluice_base::sync::Arc;
use sluice_base::sync::atomic::{AtomicUsize, Ordering};
use sluice_base::sync::thread;
use std::cell::UnsafeCell;

/// Two words that only the latch keeps equal.
struct Pair {
    latch: Latch,
    words: UnsafeCell<(u64, u64)>,
    inside: AtomicUsize,
}

// SAFETY: `words` is accessed only under the latch, which the tests verify.
unsafe impl Sync for Pair {}
// SAFETY: no field is tied to a thread.
unsafe impl Send for Pair {}

impl Pair {
    fn new() -> Arc<Pair> {
        Arc::new(Pair { latch: Latch::new(), words: UnsafeCell::new((0, 0)), inside: AtomicUsize::new(0) })
    }

    fn look(&self) -> u64 {
        // SAFETY: the caller holds the latch.
        let words = unsafe { *self.words.get() };
        assert_eq!(words.0, words.1, "a reader sees whole changes only");
        words.0
    }

    fn change(&self) {
        assert_eq!(self.inside.swap(1, Ordering::Relaxed), 0, "one writer at a time");
        // SAFETY: the caller holds the latch exclusively.
        let words = unsafe { &mut *self.words.get() };
        words.0 += 1;
        thread::yield_now();
        words.1 += 1;
        self.inside.store(0, Ordering::Relaxed);
    }

    fn write(&self) {
        self.latch.lock_exclusive(|| ());
        self.change();
        self.latch.unlock_exclusive();
    }

    fn read(&self) -> u64 {
        self.latch.lock_shared(|| ());
        let seen = self.look();
        thread::yield_now();
        assert_eq!(self.look(), seen, "nothing changes under a reader");
        self.latch.unlock_shared();
        seen
    }

    fn write_then_read_on(&self) {
        self.latch.lock_exclusive(|| ());
        self.change();
        let wrote = self.look();
        self.latch.downgrade();
        thread::yield_now();
        assert_eq!(self.look(), wrote, "no writer gets between the two holds");
        self.latch.unlock_shared();
    }

    fn try_both(&self) -> u64 {
        if self.latch.try_shared() {
            self.look();
            self.latch.unlock_shared();
        }
        if !self.latch.try_exclusive() {
            return 0;
        }
        self.change();
        self.latch.unlock_exclusive();
        1
    }
}

/// Runs each body in a thread of its own to its end. Returns the sum of their results.
fn together(bodies: Vec<Box<dyn FnOnce() -> u64 + Send>>) -> u64 {
    let threads: Vec<_> = bodies.into_iter().map(thread::spawn).collect();
    threads.into_iter().map(|thread| thread.join().expect("a thread's assertions hold")).sum()
}

fn mixed_work(turns: usize) {
    let pair = Pair::new();
    let body = |work: fn(&Pair) -> u64| -> Box<dyn FnOnce() -> u64 + Send> {
        let pair = pair.clone();
        Box::new(move || (0..turns).map(|_| work(&pair)).sum())
    };
    let changes = together(vec![
        body(|pair| {
            pair.write();
            1
        }),
        body(|pair| {
            pair.write_then_read_on();
            1
        }),
        body(|pair| {
            pair.read();
            0
        }),
        body(|pair| {
            pair.read();
            0
        }),
        body(Pair::try_both),
    ]);
    assert_eq!(pair.read(), changes, "every change counts once");
    assert!(pair.latch.is_free(), "nobody is left in the word: {:#x}", pair.latch.state.load(Ordering::Relaxed));
}

#[cfg(feature = "shuttle")]
mod shuttled {
    use super::*;
    use crate::tests::schedules;

    // Shuttle reports a deadlock when all threads wait, which shows a lost wake-up.
    #[test]
    fn latch_mixed_readers_and_writers_exclude_and_end() {
        shuttle::check_random(|| mixed_work(2), schedules(3_000));
        shuttle::check_pct(|| mixed_work(2), schedules(1_500), 3);
    }

    #[test]
    fn latch_writers_lose_no_wake_up() {
        let writers = || {
            let pair = Pair::new();
            let body = || -> Box<dyn FnOnce() -> u64 + Send> {
                let pair = pair.clone();
                Box::new(move || {
                    pair.write();
                    pair.write();
                    2
                })
            };
            assert_eq!(together(vec![body(), body(), body()]), pair.read());
        };
        shuttle::check_random(writers, schedules(3_000));
        shuttle::check_pct(writers, schedules(1_500), 3);
    }

    #[test]
    fn latch_readers_share() {
        use sluice_base::sync::Mutex;
        let most = std::sync::Arc::new(std::sync::atomic::AtomicUsize::new(0));
        let seen = most.clone();
        shuttle::check_random(
            move || {
                let pair = Pair::new();
                let inside = Arc::new(Mutex::new(0usize));
                let body = || -> Box<dyn FnOnce() -> u64 + Send> {
                    let (pair, inside, seen) = (pair.clone(), inside.clone(), seen.clone());
                    Box::new(move || {
                        pair.latch.lock_shared(|| ());
                        let now = {
                            let mut inside = inside.lock();
                            *inside += 1;
                            *inside
                        };
                        seen.fetch_max(now, std::sync::atomic::Ordering::Relaxed);
                        thread::yield_now();
                        *inside.lock() -= 1;
                        pair.latch.unlock_shared();
                        0
                    })
                };
                together(vec![body(), body(), body()]);
            },
            200,
        );
        assert_eq!(most.load(std::sync::atomic::Ordering::Relaxed), 3, "some schedule has all readers inside");
    }
}

#[cfg(not(feature = "shuttle"))]
mod threaded {
    use super::*;

    #[test]
    fn latch_mixed_readers_and_writers_exclude_and_end() {
        mixed_work(2_000);
    }

    #[test]
    fn free_latch_is_taken_without_wait() {
        let latch = Latch::new();
        latch.lock_shared(|| panic!("nothing to wait for"));
        latch.lock_shared(|| panic!("readers share"));
        assert!(!latch.try_exclusive(), "a writer does not share");
        latch.unlock_shared();
        latch.unlock_shared();
        latch.lock_exclusive(|| panic!("nothing to wait for"));
        assert!(!latch.try_shared() && !latch.try_exclusive());
        latch.unlock_exclusive();
        assert!(latch.is_free());
    }

    #[test]
    fn new_readers_queue_behind_waiting_writer() {
        let pair = Pair::new();
        pair.latch.lock_shared(|| ());
        let writer = {
            let pair = pair.clone();
            thread::spawn(move || pair.write())
        };
        while pair.latch.state.load(Ordering::Relaxed) & WRITER_WAITS == 0 {
            thread::yield_now();
        }
        assert!(!pair.latch.try_shared(), "or writers would starve");
        pair.latch.unlock_shared();
        writer.join().unwrap();
        assert_eq!(pair.read(), 1);
    }

    #[test]
    fn writer_hands_latch_to_readers_before_next_writer() {
        let pair = Pair::new();
        pair.latch.lock_exclusive(|| ());
        let reader = {
            let pair = pair.clone();
            thread::spawn(move || pair.read())
        };
        while pair.latch.parked.lock().readers == 0 {
            thread::yield_now();
        }
        let writer = {
            let pair = pair.clone();
            thread::spawn(move || pair.write())
        };
        while pair.latch.parked.lock().writers == 0 {
            thread::yield_now();
        }
        pair.latch.unlock_exclusive();
        assert_eq!(reader.join().unwrap(), 0, "the reader came before the writer that queued after it");
        writer.join().unwrap();
        assert!(pair.latch.is_free());
    }

    #[test]
    fn latch_wait_callback_runs_once() {
        let pair = Pair::new();
        let waits = Arc::new(AtomicUsize::new(0));
        pair.latch.lock_exclusive(|| ());
        let threads: Vec<_> = (0..2)
            .map(|shared| {
                let (pair, waits) = (pair.clone(), waits.clone());
                thread::spawn(move || {
                    let count = || waits.fetch_add(1, Ordering::Relaxed);
                    if shared == 0 {
                        pair.latch.lock_shared(count);
                        pair.latch.unlock_shared();
                    } else {
                        pair.latch.lock_exclusive(count);
                        pair.latch.unlock_exclusive();
                    }
                })
            })
            .collect();
        while waits.load(Ordering::Relaxed) < 2 {
            thread::yield_now();
        }
        pair.latch.unlock_exclusive();
        threads.into_iter().for_each(|thread| thread.join().unwrap());
        assert_eq!(waits.load(Ordering::Relaxed), 2);
    }
}
