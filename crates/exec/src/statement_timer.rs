//! How long the statements of a batch take, at a cost that a loop can bear.
//!
//! A reading of the processor's counter is the end of one statement and the beginning of the next one, where only a few assignments and questions
//! of variables stand between, which are then in that one's time: some nanoseconds. After anything that may take longer there is a reading more.

use sluice_base::clock::Clock;
use sluice_base::ticks::Ticker;
use sluice_base::waits::waited_ns;
use std::cell::Cell;

/// Times the statements of a batch, one after the other.
pub struct StatementTimer<'c> {
    ticker: Ticker<'c>,
    // When the last statement ended, if that is of use for the next one.
    ended: Cell<Option<u64>>,
    // How many assignments and questions have come since.
    passed: Cell<u32>,
}

/// When a statement began.
#[derive(Clone, Copy, Debug)]
pub struct Began {
    ticks: u64,
    waited_ns: u64,
}

/// How long a run of a statement took.
#[derive(Clone, Copy, PartialEq, Eq, Default, Debug)]
pub struct RunTime {
    /// When it began, in ticks.
    pub began: u64,
    /// How many ticks it took.
    pub ticks: u64,
    /// Of that, what it has waited, in nanoseconds.
    pub waited_ns: u64,
}

impl Began {
    /// The moment, in ticks.
    #[inline]
    pub fn ticks(self) -> u64 {
        self.ticks
    }
}

impl<'c> StatementTimer<'c> {
    /// By the ticks that go with `clock`.
    pub fn new(clock: &'c dyn Clock) -> StatementTimer<'c> {
        StatementTimer { ticker: Ticker::for_clock(clock), ended: Cell::new(None), passed: Cell::new(0) }
    }

    /// A statement begins.
    #[inline]
    pub fn begin(&self) -> Began {
        let ended = self.ended.get().filter(|_| self.passed.get() <= PASSED_MAX);
        Began { ticks: ended.unwrap_or_else(|| self.ticker.now()), waited_ns: waited_ns() }
    }

    /// The statement that began so ends.
    #[inline]
    pub fn end(&self, began: Began) -> RunTime {
        let now = self.ticker.now();
        self.ended.set(Some(now));
        self.passed.set(0);
        // The counters of two processors may be some ticks apart.
        let ticks = now.saturating_sub(began.ticks);
        RunTime { began: began.ticks, ticks, waited_ns: waited_ns() - began.waited_ns }
    }

    /// The ticks by now.
    #[inline]
    pub fn now(&self) -> u64 {
        self.ticker.now()
    }

    /// A statement is through, which may have been an assignment or a question.
    #[inline(always)]
    pub fn pass(&self) {
        self.passed.set(self.passed.get().saturating_add(1));
    }

    /// What comes now is no statement's that is timed, and may take long.
    #[inline]
    pub fn let_go(&self) {
        self.ended.set(None);
    }
}

/// How many statements of variables alone may stand between two that are timed without a reading more.
const PASSED_MAX: u32 = 8;

#[cfg(test)]
mod tests {
    use super::*;
    use sluice_base::clock::ManualClock;
    use std::time::Duration;

    #[test]
    fn a_statement_begins_where_the_one_before_ended_unless_much_lies_between() {
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
