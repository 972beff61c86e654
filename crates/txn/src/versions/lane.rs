//! What the store remembers of one database: the ceilings of its snapshots, and how long what lies in the space beside memory is needed.
//!
//! Versions are appended there and freed in the same order, so that whoever follows the chain of a page's versions back and comes to one that
//! is freed knows that all beyond it are.

use super::ceilings::Ceilings;
use std::collections::{BTreeSet, VecDeque};

/// A database's part of the store.
#[derive(Default, Debug)]
pub(super) struct Lane {
    pub(super) ceilings: Ceilings,
    /// In the order in which they were written.
    segments: VecDeque<Segment>,
    /// Where the versions begin of each transaction that has put some there while it was under way, until all snapshots see it.
    holds: BTreeSet<u64>,
    /// How many segments have been freed since the side table was last told.
    freed: usize,
}

/// Versions that were written one after the other.
#[derive(Debug)]
struct Segment {
    start: u64,
    end: u64,
    /// The largest number of a transaction that was published when its versions were written, here or before.
    newest: u64,
}

impl Lane {
    /// Versions have been written from `start` to `end`, of a transaction that was published with this number; 0 if it is under way: then
    /// it has a hold.
    pub(super) fn written(&mut self, start: u64, end: u64, number: u64) {
        let newest = self.segments.back().map_or(number, |last| last.newest.max(number));
        match self.segments.back_mut() {
            Some(last) if last.end - last.start < SEGMENT_BYTES => (last.end, last.newest) = (end, newest),
            _ => self.segments.push_back(Segment { start, end, newest }),
        }
    }

    /// What is written from there on stays until [`Lane::let_go`].
    pub(super) fn hold(&mut self, from: u64) {
        self.holds.insert(from);
    }

    pub(super) fn let_go(&mut self, from: u64) {
        self.holds.remove(&from);
    }

    /// What a snapshot with this number may need begins there.
    pub(super) fn needed_from(&self, sequence: u64) -> u64 {
        let published = self.segments.get(self.first_beyond(sequence)).map_or(u64::MAX, |segment| segment.start);
        self.holds.first().map_or(published, |held| published.min(*held))
    }

    /// The number that a snapshot must have for what is needed by one with the number `sequence` alone to go.
    pub(super) fn oldest_beyond(&self, sequence: u64) -> Option<u64> {
        self.segments.get(self.first_beyond(sequence)).map(|segment| segment.newest)
    }

    fn first_beyond(&self, sequence: u64) -> usize {
        self.segments.partition_point(|segment| segment.newest <= sequence)
    }

    /// Below the result nothing is needed any more by snapshots from `oldest` on; none if that is no news. With it, whether so much
    /// is gone that the side table should be looked through.
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

/// A segment ends once it is so long.
const SEGMENT_BYTES: u64 = 64 << 10;
