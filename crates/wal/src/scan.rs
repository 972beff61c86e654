//! Reading the log forward record by record.

use crate::error::LogError;
use crate::record::RecordRef;
use crate::segment::{LogSegment, SegmentPlace};
use crate::segments::{LogEnd, LogSegments};

/// Reads records forward until the log's end.
pub struct LogScan<'a> {
    segments: LogSegments<'a>,
    segment: LogSegment,
    place: SegmentPlace,
}

impl<'a> LogScan<'a> {
    pub(crate) fn new(segments: LogSegments<'a>) -> LogScan<'a> {
        LogScan { segment: segments.segment(), segments, place: SegmentPlace::default() }
    }

    /// The next record; `None` at the log's end.
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
        // Found a moment ago: looked up again because a loop cannot lend.
        Ok(self.segment.at(&mut self.place))
    }

    /// How many blocks that a killed process had not written were saved from the log's ring; known at the log's end.
    pub fn hardened(&self) -> u64 {
        self.segments.hardened()
    }

    /// The end; to be called once `next` has returned `None`.
    pub fn end(self) -> LogEnd {
        self.segments.end()
    }
}
