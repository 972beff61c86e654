//! Durations measured with the processor's counter, at a third of the cost of reading a system
//! clock.
//!
//! A reading is in ticks. Only a clock knows their length (`Clock::ns_of_ticks`), so ticks are
//! added up unconverted and converted when a view shows them. If the processor has no counter with
//! a constant rate, or the clock isn't the machine's, ticks are the clock's nanoseconds.

use crate::clock::Clock;
use crate::processor_counter::processor_ticks;

/// The source of ticks: the processor or a clock.
#[derive(Clone, Copy)]
pub enum Ticker<'c> {
    /// The processor's counter.
    Processor,
    /// The nanoseconds of this clock.
    Clock(&'c dyn Clock),
}

impl<'c> Ticker<'c> {
    /// Returns the ticker that belongs to `clock`.
    pub fn for_clock(clock: &'c dyn Clock) -> Ticker<'c> {
        if clock.has_ticks_of_processor() { Ticker::Processor } else { Ticker::Clock(clock) }
    }

    /// Returns the current tick count. Two readings may differ in the wrong order by a few ticks if
    /// the thread has changed processors.
    #[inline(always)]
    pub fn now(self) -> u64 {
        match self {
            Ticker::Processor => processor_ticks(),
            Ticker::Clock(clock) => clock.monotonic_ns(),
        }
    }
}
