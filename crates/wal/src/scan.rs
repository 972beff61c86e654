//! Forward reading of the log, record by record.

use crate::error::LogError;
use crate::record::RecordRef;
use crate::segment::{LogSegment, SegmentPlace};
use crate::segments::{LogEnd, LogSegments};

/// Reads records forward to the end of the log. Holds one segment in memory.
pub struct LogScan<'a> {
    segments: LogSegments<'a>,
    segment: LogSegment,
    place: SegmentPlace,
}

impl<'a> LogScan<'a> {
    /// Returns a scan that has read nothing yet.
    pub(crate) fn new(segments: LogSegments<'a>) -> LogScan<'a> {
        LogScan { segment: segments.segment(), segments, place: SegmentPlace::default() }
    }

    /// Returns the next record, or `None` at the end of the log. The record is valid until the next
    /// call. Fails with damage if a hole is not the end of the log.
    #[expect(clippy::should_implement_trait, reason = "a record is lent, which an iterator cannot")]
    pub fn next(&mut self) -> Result<Option<RecordRef<'_>>, LogError> {
        let mut place = self.place;
        while self.segment.at(&mut place).is_none() {
            place = SegmentPlace::default();
            if !self.segments.next_into(&mut self.segment)? {
                self.place = place;
                return Ok(None);
            }
            self.place = place;
        }
        // The second look-up is needed because a loop cannot return the borrow.
        Ok(self.segment.at(&mut self.place))
    }

    /// Returns the number of blocks saved from the tail ring of a killed process. Known at the end
    /// of the log.
    pub fn hardened(&self) -> u64 {
        self.segments.hardened()
    }

    /// Returns the end of the log. Panics unless `next` has returned `None`.
    pub fn end(self) -> LogEnd {
        self.segments.end()
    }
}
