//! Rows in tempdb, partitioned by a hash of their keys. A join or aggregation that lacks memory
//! works on one partition at a time.
//!
//! A partition that is still too large is partitioned again with a different hash.

use super::run_parts::{RowsSeen, RunParts};
use super::work_rows::WorkRows;

use sluice_access::WorkKind;
use sluice_base::hash::FixedHasher;
use sluice_types::SqlError;
use std::hash::Hasher;

/// The partitions of one level. A part gets its work file in tempdb with its first row. `bytes` is
/// a reused buffer.
pub(super) struct Partitions {
    level: u32,
    parts: Vec<Option<WorkRows>>,
    bytes: Vec<u8>,
    seen: RowsSeen,
}

impl Partitions {
    /// Returns empty partitions. Rows of one level come from one partition of the level above.
    pub(super) fn new(level: u32) -> Partitions {
        Partitions { level, parts: (0..PARTS).map(|_| None).collect(), bytes: Vec::new(), seen: RowsSeen::default() }
    }

    /// Number of times that the rows were partitioned before.
    pub(super) fn level(&self) -> u32 {
        self.level
    }

    /// Adds a row, written by `put`, whose key has this hash. Creates the partition's work file at
    /// its first row. Fails if the batch is cancelled or tempdb is full.
    pub(super) fn push(
        &mut self,
        run: &impl RunParts,
        hash: u64,
        put: impl FnOnce(&mut Vec<u8>),
    ) -> Result<(), SqlError> {
        let part = &mut self.parts[part_of(hash, self.level)];
        let rows = match part {
            Some(rows) => rows,
            none => none.insert(WorkRows::new(run, WorkKind::File)?),
        };
        self.seen.one_more(run)?;
        rows.append(&mut self.bytes, put)
    }

    /// Returns the rows of each partition; `None` for an empty one.
    pub(super) fn into_parts(self) -> impl Iterator<Item = Option<WorkRows>> {
        self.parts.into_iter()
    }
}

/// Returns the hash of an encoded key, the same in every run. Partitions use other bits at each
/// level.
pub(super) fn hash_of(key: &[u8]) -> u64 {
    let mut hasher = FixedHasher::default();
    hasher.write(key);
    hasher.finish()
}

/// Returns the partition of a hash at a level. The partition depends on all bits of the hash at
/// each level.
fn part_of(hash: u64, level: u32) -> usize {
    let mut mixed = (hash ^ u64::from(level).wrapping_mul(SEED)).wrapping_mul(FACTOR);
    mixed ^= mixed >> 32;
    (mixed.wrapping_mul(SEED) >> (u64::BITS - PARTS.ilog2())) as usize
}

/// Number of partitions. One page of each is in the buffer pool while they are written.
const PARTS: usize = 16;
// Two odd constants without structure: fraction bits of the square roots of 11 and 13.
const SEED: u64 = 0x510E_527F_ADE6_82D1;
const FACTOR: u64 = 0x9B05_688C_2B3E_6C1F;

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn rows_of_a_part_spread_over_all_parts_of_next_level() {
        let hashes = |level: u32, part: usize| {
            (0..20_000u32).map(|key| hash_of(&key.to_be_bytes())).filter(move |hash| part_of(*hash, level) == part)
        };
        for part in 0..PARTS {
            let count = hashes(0, part).count();
            assert!((800..1_800).contains(&count), "{count} of 20,000 are in part {part} of {PARTS}");
        }
        let mut next = vec![0; PARTS];
        hashes(0, 3).for_each(|hash| next[part_of(hash, 1)] += 1);
        assert!(next.iter().all(|count| (30..150).contains(count)), "{next:?}");
    }
}
