//! Rows in tempdb by a part of their keys' hash: what a join or a group has no memory for is done part by part.
//!
//! A part whose rows are still too many is parted again, by another part of the hash.

use super::work_rows::WorkRows;
use super::{RowsSeen, Run};
use sluice_access::WorkKind;
use sluice_base::hash::FixedHasher;
use sluice_types::SqlError;
use std::hash::Hasher;

/// The parts of one level.
pub(super) struct Partitions {
    level: u32,
    parts: Vec<Option<WorkRows>>,
    bytes: Vec<u8>,
    seen: RowsSeen,
}

impl Partitions {
    /// No rows yet; those of one part came out of one part of the level above.
    pub(super) fn new(level: u32) -> Partitions {
        Partitions { level, parts: (0..PARTS).map(|_| None).collect(), bytes: Vec::new(), seen: RowsSeen::default() }
    }

    /// How often the rows have been parted.
    pub(super) fn level(&self) -> u32 {
        self.level
    }

    /// A row, whose key has this hash, as `put` writes it.
    pub(super) fn push(
        &mut self,
        run: &Run<'_, '_>,
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

    /// The rows of each part; none where it has none.
    pub(super) fn into_parts(self) -> impl Iterator<Item = Option<WorkRows>> {
        self.parts.into_iter()
    }
}

/// The hash of a key.
pub(super) fn hash_of(key: &[u8]) -> u64 {
    let mut hasher = FixedHasher::default();
    hasher.write(key);
    hasher.finish()
}

/// The part of a level that a hash belongs to: of each level it is a function of all bits of the hash.
fn part_of(hash: u64, level: u32) -> usize {
    let mut mixed = (hash ^ u64::from(level).wrapping_mul(SEED)).wrapping_mul(FACTOR);
    mixed ^= mixed >> 32;
    (mixed.wrapping_mul(SEED) >> (u64::BITS - PARTS.ilog2())) as usize
}

/// Into how many parts rows go: a page of each is in the pool while they are written.
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
