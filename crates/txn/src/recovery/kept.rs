//! What redo has read and undo will read again: the newest stretches of the log that hold records of transactions in flight, as
//! many as there is memory for.

use sluice_base::ids::Lsn;
use sluice_base::sync::Arc;
use sluice_wal::{LogSegment, LogSegments};
use std::collections::VecDeque;

/// Stretches of the log without a gap, up to the one that was read last.
#[derive(Default)]
pub(crate) struct Kept(VecDeque<LogSegment>);

impl Kept {
    /// Takes the stretch `done`, which redo is through with, and gives room for another. Of the transactions in flight by now `oldest`
    /// is the first record.
    pub(crate) fn exchange(&mut self, done: LogSegment, oldest: Option<Lsn>, log: &LogSegments<'_>) -> LogSegment {
        self.0.push_back(done);
        // Undo begins at the end, so the oldest is what it can most easily do without.
        let room = self.forget(oldest).or_else(|| log.spare_segment(self.0.len()));
        room.or_else(|| self.0.pop_front()).expect("there is the one just taken")
    }

    /// What undo will read of what is kept, in the order of the log.
    pub(crate) fn known(mut self, oldest: Option<Lsn>) -> Arc<[LogSegment]> {
        self.forget(oldest);
        self.0.into_iter().collect()
    }

    /// Lets go of what lies below `oldest`, or of everything; the last of it.
    fn forget(&mut self, oldest: Option<Lsn>) -> Option<LogSegment> {
        let is_needed = |segment: &LogSegment| oldest.is_some_and(|oldest| !segment.is_below(oldest));
        let needless = self.0.iter().take_while(|segment| !is_needed(segment)).count();
        self.0.drain(..needless).last()
    }
}
