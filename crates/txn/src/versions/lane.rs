//! One database's part of the version store: the ceilings of its snapshots, and the lifetime of its
//! spilled versions.
//!
//! Versions are appended and freed in the same order. So a reader that follows a page's chain back
//! to a freed version knows that all older ones are freed, too.

use super::ceilings::Ceilings;
use std::collections::{BTreeSet, VecDeque};

/// The version store's part for one database.
#[derive(Default, Debug)]
pub(super) struct Lane {
    pub(super) ceilings: Ceilings,
    /// In the order of writing.
    segments: VecDeque<Segment>,
    /// The place of the first version that each transaction spilled while active, until all
    /// snapshots see it.
    holds: BTreeSet<u64>,
    /// The number of segments freed since the side table was last cleaned.
    freed: usize,
}

/// Versions written one after the other.
#[derive(Debug)]
struct Segment {
    start: u64,
    end: u64,
    /// The largest publication number at the time of writing, here or before.
    newest: u64,
}

impl Lane {
    /// Records versions written from `start` to `end` by a transaction published with `number`, or
    /// by an active one, which has a hold (`number` 0).
    pub(super) fn written(&mut self, start: u64, end: u64, number: u64) {
        let newest = self.segments.back().map_or(number, |last| last.newest.max(number));
        match self.segments.back_mut() {
            Some(last) if last.end - last.start < SEGMENT_BYTES => (last.end, last.newest) = (end, newest),
            _ => self.segments.push_back(Segment { start, end, newest }),
        }
    }

    /// Keeps everything written from there on until [`Lane::let_go`].
    pub(super) fn hold(&mut self, from: u64) {
        self.holds.insert(from);
    }

    /// Ends the hold of a transaction whose first spilled version is at `from`.
    pub(super) fn let_go(&mut self, from: u64) {
        self.holds.remove(&from);
    }

    /// Returns the place from which on a snapshot with this number may need versions.
    pub(super) fn needed_from(&self, sequence: u64) -> u64 {
        let published = self.segments.get(self.first_beyond(sequence)).map_or(u64::MAX, |segment| segment.start);
        self.holds.first().map_or(published, |held| published.min(*held))
    }

    /// Returns the smallest snapshot number that no longer needs the versions only `sequence`
    /// needs. Returns `None` if there are no such versions.
    pub(super) fn oldest_beyond(&self, sequence: u64) -> Option<u64> {
        self.segments.get(self.first_beyond(sequence)).map(|segment| segment.newest)
    }

    fn first_beyond(&self, sequence: u64) -> usize {
        self.segments.partition_point(|segment| segment.newest <= sequence)
    }

    /// Returns the place below which snapshots from `oldest` on need nothing, or `None` if it has
    /// not moved. The flag says whether the side table should be cleaned. The segments below are
    /// dropped from the lane; the caller frees them in the spill space. A place held by an active
    /// transaction stops it.
    pub(super) fn free(&mut self, oldest: u64) -> Option<(u64, bool)> {
        let held = self.holds.first().copied().unwrap_or(u64::MAX);
        let is_free = |segment: &Segment| segment.newest <= oldest && segment.end <= held;
        let count = self.segments.iter().take_while(|segment| is_free(segment)).count();
        let below = self.segments.drain(..count).next_back()?.end;
        self.freed += count;
        let is_much = self.freed >= self.segments.len();
        if is_much {
            self.freed = 0;
            self.segments.shrink_to(self.segments.len() * 2);
        }
        Some((below, is_much))
    }
}

/// The length at which a segment ends, in bytes.
const SEGMENT_BYTES: u64 = 64 << 10;
