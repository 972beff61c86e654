//! The eviction policy: a clock with a second chance for pages that were used again after they were
//! loaded. A scan uses each page only once.
//!
//! Beside a statement that sorts or reads long values, the hand of a small pool comes round within
//! milliseconds. Pages that other requests read some times a second then leave between two uses,
//! and each use waits for the disk that the statement keeps busy. So a page that is read again soon
//! after its eviction is recurring: the hand spares it until it wasn't used for `SPARED_TICKS`.
//!
//! # Invariants
//! - At most one page of `RECURRING_PARTS` is spared. If more recur, only the pages that come back
//!   sooner are chosen (`window`).
//! - Pages that were created, or read ahead for a scan, are never recurring before they were
//!   evicted and read by themselves, twice.

use crate::frame::{Frame, Residency};
use sluice_base::clock::Clock;
use sluice_base::sync::atomic::{AtomicU32, AtomicU64, AtomicUsize, Ordering};

/// The clock's hand, and the recurring pages.
pub(crate) struct Replacer {
    hand: AtomicUsize,
    /// The time when the hand last passed the first frame, and the duration of the round before.
    round_began_ns: AtomicU64,
    round_ns: AtomicU64,
    /// Number of recurring pages in memory.
    recurring: AtomicUsize,
    /// Pages evicted lately that had been read by themselves, by hash: a part of the hash and the
    /// time of the eviction in ticks. Zero for none.
    evicted: Box<[AtomicU32]>,
    /// The longest time between the eviction and the next read of a recurring page, in ticks.
    window: AtomicU32,
}

/// A sweep of the hand: when it began, and whether it spares recurring pages.
#[derive(Clone, Copy)]
pub(crate) struct Sweep {
    now_ticks: u16,
    is_sparing: bool,
}

impl Sweep {
    /// Spares no page any more. Returns whether it spared any.
    pub(crate) fn spare_none(&mut self) -> bool {
        std::mem::take(&mut self.is_sparing)
    }
}

impl Replacer {
    /// Returns the hand before its first round, at the first frame.
    pub(crate) fn new(clock: &dyn Clock) -> Replacer {
        Replacer {
            hand: AtomicUsize::new(0),
            round_began_ns: AtomicU64::new(clock.monotonic_ns()),
            round_ns: AtomicU64::new(0),
            recurring: AtomicUsize::new(0),
            evicted: (0..EVICTED_MAX).map(|_| AtomicU32::new(0)).collect(),
            window: AtomicU32::new(WINDOW_MAX_TICKS),
        }
    }

    /// Returns the time that a page without references stays: that of the hand's round, of which
    /// the one in progress counts once it is longer than the one before.
    pub(crate) fn life_ns(&self, clock: &dyn Clock) -> u64 {
        let in_progress = clock.monotonic_ns().saturating_sub(self.round_began_ns.load(Ordering::Relaxed));
        in_progress.max(self.round_ns.load(Ordering::Relaxed))
    }

    /// Returns the number of steps that visit each of `frames` twice: the first visit clears the
    /// second chance, the second visit evicts.
    pub(crate) fn full_sweep(&self, frames: usize) -> usize {
        2 * frames
    }

    /// Begins a sweep of the hand over a pool with `in_use` pages. It spares recurring pages unless
    /// the pool has shrunk and they have become too many.
    pub(crate) fn sweep(&self, in_use: impl FnOnce() -> usize, clock: &dyn Clock) -> Sweep {
        let recurring = self.recurring.load(Ordering::Relaxed);
        let is_sparing = recurring > 0 && recurring <= recurring_max(in_use());
        Sweep { now_ticks: if is_sparing { ticks(clock) } else { 0 }, is_sparing }
    }

    /// Returns the next frame of the clock's hand. `clock` times the rounds.
    pub(crate) fn advance(&self, frames: usize, clock: &dyn Clock) -> u32 {
        let next = self.hand.fetch_add(1, Ordering::Relaxed) % frames;
        if next == 0 {
            let now_ns = clock.monotonic_ns();
            let began_ns = self.round_began_ns.swap(now_ns, Ordering::Relaxed);
            self.round_ns.store(now_ns.saturating_sub(began_ns), Ordering::Relaxed);
        }
        next as u32
    }

    /// Whether `frame` was not used since the hand last passed it, and is not spared. Clears its
    /// second chance.
    pub(crate) fn is_cold(&self, frame: &Frame, sweep: Sweep) -> bool {
        let is_used = frame.take_touch();
        if frame.residency() != Residency::Recurring {
            return !is_used;
        }
        if is_used {
            frame.set_used_ticks(sweep.now_ticks);
            return false;
        }
        if sweep.is_sparing && sweep.now_ticks.wrapping_sub(frame.used_ticks()) <= SPARED_TICKS {
            return false;
        }
        self.forget(frame);
        true
    }

    /// Records that the page of `frame` is about to be evicted. The frame must be latched
    /// exclusively.
    pub(crate) fn note_eviction(&self, frame: &Frame, clock: &dyn Clock) {
        if frame.residency() != Residency::Created {
            let (place, mark) = self.place(frame);
            place.store(mark | u32::from(ticks(clock)), Ordering::Relaxed);
        }
    }

    /// Records that the page of `frame` was read by itself. The frame must be latched exclusively.
    /// The page becomes recurring if it was evicted lately. `in_use` returns the number of pages in
    /// memory.
    pub(crate) fn note_read(&self, frame: &Frame, in_use: impl FnOnce() -> usize, clock: &dyn Clock) {
        frame.set_residency(Residency::Read);
        let (place, mark) = self.place(frame);
        let entry = place.load(Ordering::Relaxed);
        if entry & MARK != mark {
            return;
        }
        let now_ticks = ticks(clock);
        let away_ticks = u32::from(now_ticks.wrapping_sub(entry as u16));
        let (recurring, most) = (self.recurring.load(Ordering::Relaxed), recurring_max(in_use()));
        let window = self.window.load(Ordering::Relaxed);
        if away_ticks > window {
            if recurring < most / 2 && away_ticks <= WINDOW_MAX_TICKS {
                self.window.store((2 * window).min(WINDOW_MAX_TICKS), Ordering::Relaxed);
            }
        } else if recurring >= most {
            self.window.store((window / 2).max(1), Ordering::Relaxed);
        } else {
            self.recurring.fetch_add(1, Ordering::Relaxed);
            frame.set_used_ticks(now_ticks);
            frame.set_residency(Residency::Recurring);
        }
    }

    /// Forgets that the page of `frame` is recurring.
    pub(crate) fn forget(&self, frame: &Frame) {
        if frame.leave_recurring() {
            self.recurring.fetch_sub(1, Ordering::Relaxed);
        }
    }

    /// Returns the place of the frame's page among the evicted pages, and the mark of its entry.
    fn place(&self, frame: &Frame) -> (&AtomicU32, u32) {
        let hash = frame.key().word().wrapping_mul(0x9E37_79B9_7F4A_7C15);
        // The lowest bit distinguishes an entry from zero.
        let mark = (hash as u32 & MARK) | 1 << 16;
        (&self.evicted[(hash >> 40) as usize % EVICTED_MAX], mark)
    }
}

/// Returns the most recurring pages of a pool with `in_use` pages. A pool of a few pages has none.
fn recurring_max(in_use: usize) -> usize {
    if in_use < IN_USE_MIN { 0 } else { in_use / RECURRING_PARTS }
}

/// Returns the time in ticks of 17 ms, which begin again after 18 minutes.
fn ticks(clock: &dyn Clock) -> u16 {
    (clock.monotonic_ns() >> 24) as u16
}

/// The bits of an entry that come from the page's hash.
const MARK: u32 = 0xFFFF_0000;
/// Number of evicted pages that are remembered: 32 KB.
const EVICTED_MAX: usize = if cfg!(feature = "shuttle") { 1 } else { 8192 };
/// The time that an unused recurring page is spared: 2 s.
const SPARED_TICKS: u16 = 120;
/// The longest time between an eviction and the next read of a recurring page: 2 s.
const WINDOW_MAX_TICKS: u32 = 120;
/// Divisor of the pages in memory: as many may be recurring.
const RECURRING_PARTS: usize = 4;
/// The least number of pages in memory of which some may be recurring.
const IN_USE_MIN: usize = 64;
