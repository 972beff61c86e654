//! Times the statements of a batch at a cost that loops can afford.
//!
//! One reading of the processor's counter ends a statement and begins the next. Up to eight
//! assignments and IF conditions may run in between; their nanoseconds count for the next
//! statement. After anything that may take longer the counter is read again.

use sluice_base::clock::Clock;
use sluice_base::ticks::Ticker;
use sluice_base::waits::waited_ns;
use std::cell::Cell;

/// Timer for the successive statements of a batch. It's used by one thread.
pub struct StatementTimer<'c> {
    ticker: Ticker<'c>,
    // Tick at which the last statement ended, if the next one may begin there.
    ended: Cell<Option<u64>>,
    // Number of assignments and conditions since then.
    passed: Cell<u32>,
}

/// Start of a statement: its tick, and the time that the session had waited by then.
#[derive(Clone, Copy, Debug)]
pub struct Began {
    ticks: u64,
    waited_ns: u64,
}

/// Duration of a statement's run.
#[derive(Clone, Copy, PartialEq, Eq, Default, Debug)]
pub struct RunTime {
    /// Start, in ticks.
    pub began: u64,
    /// Duration in ticks, waits included.
    pub ticks: u64,
    /// Time in waits, in nanoseconds.
    pub waited_ns: u64,
}

/// A statement that is suspended: its start, and its time in waits so far.
#[derive(Clone, Copy, Debug)]
pub struct Paused(Began);

impl Began {
    /// Returns the tick of the start.
    #[inline]
    pub fn ticks(self) -> u64 {
        self.ticks
    }
}

impl<'c> StatementTimer<'c> {
    /// Returns a timer that uses the ticks of `clock`.
    pub fn new(clock: &'c dyn Clock) -> StatementTimer<'c> {
        StatementTimer { ticker: Ticker::for_clock(clock), ended: Cell::new(None), passed: Cell::new(0) }
    }

    /// Begins a statement. The end of the statement before counts as its start, unless many untimed
    /// ones came between.
    #[inline]
    pub fn begin(&self) -> Began {
        let ended = self.ended.get().filter(|_| self.passed.get() <= PASSED_MAX);
        Began { ticks: ended.unwrap_or_else(|| self.ticker.now()), waited_ns: waited_ns() }
    }

    /// Ends the statement that began at `began`. Its end is also the beginning of the next
    /// statement, so no time is lost between both.
    #[inline]
    pub fn end(&self, began: Began) -> RunTime {
        let now = self.ticker.now();
        self.ended.set(Some(now));
        self.passed.set(0);
        // The counters of two processors may differ by some ticks.
        let ticks = now.saturating_sub(began.ticks);
        RunTime { began: began.ticks, ticks, waited_ns: waited_ns().wrapping_sub(began.waited_ns) }
    }

    /// Pauses the statement that began at `began`. The pause counts as elapsed time, not as
    /// waiting.
    pub fn pause(&self, began: Began) -> Paused {
        self.let_go();
        Paused(Began { waited_ns: waited_ns().wrapping_sub(began.waited_ns), ..began })
    }

    /// Continues a paused statement, perhaps on another thread.
    pub fn resume(&self, Paused(began): Paused) -> Began {
        self.let_go();
        Began { waited_ns: waited_ns().wrapping_sub(began.waited_ns), ..began }
    }

    /// Returns the current tick.
    #[inline]
    pub fn now(&self) -> u64 {
        self.ticker.now()
    }

    /// Counts an untimed assignment or condition.
    #[inline(always)]
    pub fn pass(&self) {
        self.passed.set(self.passed.get().saturating_add(1));
    }

    /// Registers untimed work that may take long; the next statement reads the counter again.
    #[inline]
    pub fn let_go(&self) {
        self.ended.set(None);
    }
}

/// Greatest number of untimed statements between two timed ones without a new reading.
const PASSED_MAX: u32 = 8;

#[cfg(test)]
mod tests {
    use super::*;
    use sluice_base::clock::ManualClock;
    use std::time::Duration;

    #[test]
    fn timer_reuses_last_end_unless_much_ran_between() {
        let clock = ManualClock::new(100);
        let timer = StatementTimer::new(&clock);
        let pass = |ns| clock.advance(Duration::from_nanos(ns));
        let run = |ns| {
            let began = timer.begin();
            pass(ns);
            let time = timer.end(began);
            timer.pass();
            (time.began, time.ticks)
        };
        assert_eq!(run(10), (100, 10));
        pass(1);
        assert_eq!(run(10), (110, 11), "what lies between is the next one's");
        pass(1);
        timer.let_go();
        assert_eq!(run(10), (122, 10), "a reading more");
        (0..=PASSED_MAX).for_each(|_| timer.pass());
        pass(5);
        assert_eq!(run(10), (137, 10), "so many assignments are no part of it");
    }
}
