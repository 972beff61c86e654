//! The cost of recovering a stretch of the log, in bytes of records.
//!
//! A block of one small commit has a few hundred bytes of records and is padded to 4 KB, so the
//! stream may be many times as long as its records. Recovery works on records. It only reads the
//! padding, in long sequential reads. So bounds on the time of a recovery count the content of a
//! block whole and its padding by a sixteenth: redo runs at 40 MB a second on the slowest machine
//! measured, and a disk reads sequentially at 640 MB a second or more.
//!
//! Costs are sums from the beginning of the stream. Marks hold the sum at some positions; between
//! two marks the cost is interpolated. The number of marks is bounded, so a log that is never
//! truncated has marks farther apart.

use sluice_base::ids::Lsn;
use std::collections::VecDeque;

/// The cost of the stream up to some positions.
#[derive(Debug)]
pub(crate) struct RedoCosts {
    /// In order; never empty.
    marks: VecDeque<Mark>,
    /// The end of the stream, where the open block begins.
    end: Mark,
    /// The minimum distance of two marks, in units of 512 bytes.
    spacing: u64,
}

/// The cost of the stream below a position.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
struct Mark {
    position: u64,
    cost: u64,
}

impl RedoCosts {
    /// Returns the costs of a stream that goes on at `position`. The part below was written by
    /// earlier lives of the log and counts by its length.
    pub(crate) fn new(position: u64) -> RedoCosts {
        let first = Mark { position, cost: position * Lsn::BLOCK_UNIT };
        RedoCosts { marks: VecDeque::from([first]), end: first, spacing: SPACING_MIN }
    }

    /// Adds a block of `used` bytes, padded to `padded`. The next block begins at `next`. Lengths
    /// are in bytes, `next` is a position. Marks are thinned out when there are too many.
    pub(crate) fn add(&mut self, used: u64, padded: u64, next: u64) {
        self.end = Mark { position: next, cost: self.end.cost + used + (padded - used) / PADDING_SHARE };
        if self.marks.back().is_none_or(|last| next - last.position >= self.spacing) {
            if self.marks.len() >= MARKS_MAX {
                let mut index = 0;
                self.marks.retain(|_| {
                    index += 1;
                    index % 2 == 1
                });
                self.spacing *= 2;
            }
            self.marks.push_back(self.end);
        }
    }

    /// Returns the cost of the stream from `position` to the open block. Exact at marks,
    /// interpolated between them; older than the oldest mark, each byte of the stream counts.
    pub(crate) fn since(&self, position: u64) -> u64 {
        let above = self.marks.partition_point(|mark| mark.position <= position);
        let Some(low) = above.checked_sub(1).map(|index| self.marks[index]) else {
            let older = (self.marks[0].position - position) * Lsn::BLOCK_UNIT;
            return self.end.cost - self.marks[0].cost + older;
        };
        let high = self.marks.get(above).copied().unwrap_or(self.end);
        let into = position.min(high.position) - low.position;
        self.end.cost - low.cost - share(high.cost - low.cost, into, high.position - low.position)
    }

    /// Returns the first position from which the stream costs at most `cost`. Interpolated between
    /// marks, so it is an estimate.
    pub(crate) fn position_within(&self, cost: u64) -> u64 {
        let wanted = self.end.cost.saturating_sub(cost);
        let above = self.marks.partition_point(|mark| mark.cost <= wanted);
        let Some(low) = above.checked_sub(1).map(|index| self.marks[index]) else {
            let older = (self.marks[0].cost - wanted) / Lsn::BLOCK_UNIT;
            return self.marks[0].position.saturating_sub(older);
        };
        let high = self.marks.get(above).copied().unwrap_or(self.end);
        low.position + share(high.position - low.position, wanted - low.cost, high.cost - low.cost)
    }

    /// Forgets the costs of a part of the stream that was truncated.
    pub(crate) fn forget_below(&mut self, position: u64) {
        while self.marks.get(1).is_some_and(|mark| mark.position <= position) {
            self.marks.pop_front();
        }
    }
}

/// Returns `whole * part / parts`, or 0 without parts.
fn share(whole: u64, part: u64, parts: u64) -> u64 {
    (u128::from(whole) * u128::from(part)).checked_div(u128::from(parts)).unwrap_or(0) as u64
}

/// Bytes of padding that cost as much as one byte of records.
const PADDING_SHARE: u64 = 16;
/// The initial distance of two marks: 64 KB.
const SPACING_MIN: u64 = (64 << 10) / Lsn::BLOCK_UNIT;
/// The maximum number of marks: 16 KB of memory.
const MARKS_MAX: usize = 1024;

#[cfg(test)]
mod tests {
    use super::*;

    /// Adds `count` blocks of `used` bytes. Returns the end.
    fn blocks(costs: &mut RedoCosts, mut position: u64, count: u64, used: u64) -> u64 {
        let padded = used.next_multiple_of(4096);
        for _ in 0..count {
            position += padded / 512;
            costs.add(used, padded, position);
        }
        position
    }

    #[test]
    fn padding_costs_a_sixteenth() {
        let mut costs = RedoCosts::new(8);
        let middle = blocks(&mut costs, 8, 1_000, 256);
        assert_eq!(costs.since(8), 1_000 * (256 + 240));
        let end = blocks(&mut costs, middle, 100, 61_440);
        let whole = costs.since(middle);
        assert!(whole.abs_diff(100 * 61_440) < 2 * 61_440, "{whole}: near a mark");
        assert_eq!((costs.since(end), costs.since(8)), (0, 1_000 * 496 + 100 * 61_440));
        assert_eq!(costs.since(end + 8), 0, "a position that was read later");
    }

    #[test]
    fn cost_and_position_are_inverse() {
        let mut costs = RedoCosts::new(800);
        let middle = blocks(&mut costs, 800, 5_000, 200);
        blocks(&mut costs, middle, 300, 50_000);
        for cost in (0..16_000_000).step_by(99_991) {
            let position = costs.position_within(cost);
            let found = costs.since(position);
            assert!(found.abs_diff(cost) <= 61_440, "{cost} is {found} at {position}");
        }
        assert_eq!(costs.position_within(u64::MAX), 0);
    }

    #[test]
    fn earlier_life_of_the_log_counts_by_length() {
        let mut costs = RedoCosts::new(80_000);
        blocks(&mut costs, 80_000, 10, 256);
        assert_eq!(costs.since(79_000), 1_000 * 512 + 10 * 496);
        assert_eq!(costs.position_within(1_000 * 512 + 10 * 496), 79_000);
    }

    #[test]
    fn marks_are_bounded_and_forgotten() {
        let mut costs = RedoCosts::new(8);
        let end = blocks(&mut costs, 8, 200_000, 300);
        assert!(costs.marks.len() <= MARKS_MAX && costs.spacing > SPACING_MIN);
        let cost = 300 + (4096 - 300) / 16;
        assert_eq!(costs.since(8), 200_000 * cost);
        let half = 8 + (end - 8) / 2;
        assert!(costs.since(half).abs_diff(100_000 * cost) <= cost, "between two marks");
        costs.forget_below(half);
        assert!(costs.marks.len() <= MARKS_MAX / 2 + 1 && costs.marks[0].position <= half);
        assert!(costs.since(half).abs_diff(100_000 * cost) <= cost);
        costs.forget_below(end + 1);
        assert_eq!(costs.since(end), 0);
    }
}
