//! Log segments that redo has read and undo will read again: the newest segments with records of
//! transactions in flight, as many as memory allows.

use sluice_base::ids::Lsn;
use sluice_base::sync::Arc;
use sluice_wal::{LogSegment, LogSegments};
use std::collections::VecDeque;

/// Consecutive log segments, up to the last one read.
#[derive(Default)]
pub(crate) struct KeptSegments(VecDeque<LogSegment>);

impl KeptSegments {
    /// Keeps the segment `done`, which redo has finished, and returns a segment for the next read.
    /// `oldest` is the first record of the transactions in flight. Segments before `oldest` are
    /// dropped. Without a dropped segment or memory for another one, the oldest kept segment is
    /// given up.
    pub(crate) fn exchange(&mut self, done: LogSegment, oldest: Option<Lsn>, log: &LogSegments<'_>) -> LogSegment {
        self.0.push_back(done);
        // Undo begins at the end of the log, so the oldest segment is the most dispensable.
        let room = self.forget(oldest).or_else(|| log.spare_segment(self.0.len()));
        room.or_else(|| self.0.pop_front()).expect("there is the one just taken")
    }

    /// Returns the kept segments that undo will read, in log order.
    pub(crate) fn known(mut self, oldest: Option<Lsn>) -> Arc<[LogSegment]> {
        self.forget(oldest);
        self.0.into_iter().collect()
    }

    /// Drops the segments below `oldest`, or all without `oldest`. Returns the last dropped segment
    /// for reuse.
    fn forget(&mut self, oldest: Option<Lsn>) -> Option<LogSegment> {
        let is_needed = |segment: &LogSegment| oldest.is_some_and(|oldest| !segment.is_below(oldest));
        let needless = self.0.iter().take_while(|segment| !is_needed(segment)).count();
        self.0.drain(..needless).last()
    }
}
