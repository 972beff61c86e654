//! The processor's counter: how long something took, for a third of what a system's clock costs to read.
//!
//! What is read are ticks, whose length only a clock knows (`Clock::ns_of_ticks`); they are added up as they are, and made time of by
//! who looks. Where the processor has no counter that runs evenly, and under a clock that is not the machine's, ticks are the clock's
//! nanoseconds.

use crate::clock::Clock;
use crate::processor_counter::processor_ticks;

/// Reads ticks: of the processor, or of a clock.
#[derive(Clone, Copy)]
pub enum Ticker<'c> {
    /// The processor's counter.
    Processor,
    /// The nanoseconds of this clock.
    Clock(&'c dyn Clock),
}

impl<'c> Ticker<'c> {
    /// The ticks that go with `clock`.
    pub fn of(clock: &'c dyn Clock) -> Ticker<'c> {
        if clock.has_ticks_of_processor() { Ticker::Processor } else { Ticker::Clock(clock) }
    }

    /// The ticks by now. Two readings may be in the wrong order by a few ticks where the thread has changed its processor.
    #[inline(always)]
    pub fn now(self) -> u64 {
        match self {
            Ticker::Processor => processor_ticks(),
            Ticker::Clock(clock) => clock.monotonic_ns(),
        }
    }
}
