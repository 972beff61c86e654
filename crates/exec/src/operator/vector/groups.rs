//! Groups, found by their keys: some integers or NULLs.

use super::chunk::Chunk;
use super::expression::{Expression, Values};
use crate::code::Frame;
use crate::operator::Workspace;
use sluice_types::SqlError;

/// The groups that have been met, in that order, numbered from 0.
pub(super) struct Groups {
    /// Of how many values a key is.
    width: usize,
    /// The keys, one behind the other; 0 for NULL.
    keys: Vec<i64>,
    /// Of each key, bit by bit, which of its values are NULL.
    nulls: Vec<u64>,
    /// Groups by hash, each in the first free place from its own on; `NONE`: free. Never more than half full.
    places: Vec<u32>,
    /// The key that is looked for.
    key: Vec<i64>,
}

impl Groups {
    /// None yet; at most 64 values a key.
    pub(super) fn new(width: usize) -> Groups {
        assert!(width <= WIDTH_MAX, "a key of {width} values");
        Groups { width, keys: Vec::new(), nulls: Vec::new(), places: vec![NONE; PLACES_MIN], key: vec![0; width] }
    }

    /// How many there are.
    pub(super) fn len(&self) -> usize {
        self.nulls.len()
    }

    /// A value of a group's key; none for NULL.
    pub(super) fn value(&self, group: usize, number: usize) -> Option<i64> {
        (self.nulls[group] >> number & 1 == 0).then(|| self.keys[group * self.width + number])
    }

    /// The group of each row of a chunk, into `found`.
    pub(super) fn find(
        &mut self,
        (chunk, frame): (&Chunk, &Frame),
        keys: &[Expression],
        workspace: &Workspace,
        found: &mut Vec<u32>,
    ) -> Result<(), SqlError> {
        let columns: Vec<Values<'_>> = keys.iter().map(|key| key.values(chunk, frame)).collect::<Result<_, _>>()?;
        found.clear();
        for row in 0..chunk.len {
            let (mut nulls, mut hash) = (0, 0);
            for (number, column) in columns.iter().enumerate() {
                let value = column.get(row);
                nulls |= u64::from(value.is_none()) << number;
                self.key[number] = value.unwrap_or_default();
                hash = mixed(hash, self.key[number]);
            }
            found.push(self.group(nulls, mixed(hash, nulls as i64), workspace)?);
        }
        Ok(())
    }

    /// The group of `key`, a new one if there is none.
    #[inline]
    fn group(&mut self, nulls: u64, hash: u64, workspace: &Workspace) -> Result<u32, SqlError> {
        let mut place = hash as usize & (self.places.len() - 1);
        loop {
            let group = self.places[place];
            if group == NONE {
                return self.add(place, nulls, workspace);
            }
            let start = group as usize * self.width;
            if self.nulls[group as usize] == nulls && self.keys[start..start + self.width] == self.key[..] {
                return Ok(group);
            }
            place = (place + 1) & (self.places.len() - 1);
        }
    }

    #[cold]
    fn add(&mut self, place: usize, nulls: u64, workspace: &Workspace) -> Result<u32, SqlError> {
        workspace.take(self.width * size_of::<i64>() + GROUP_BYTES)?;
        let group = self.len() as u32;
        self.places[place] = group;
        self.keys.extend_from_slice(&self.key);
        self.nulls.push(nulls);
        if self.len() * 2 > self.places.len() {
            self.spread();
        }
        Ok(group)
    }

    /// Twice as many places.
    fn spread(&mut self) {
        let count = self.places.len() * 2;
        self.places.clear();
        self.places.resize(count, NONE);
        for group in 0..self.len() {
            let key = &self.keys[group * self.width..(group + 1) * self.width];
            let hash = key.iter().fold(0, |hash, value| mixed(hash, *value));
            let mut place = mixed(hash, self.nulls[group] as i64) as usize & (count - 1);
            while self.places[place] != NONE {
                place = (place + 1) & (count - 1);
            }
            self.places[place] = group as u32;
        }
    }
}

/// Multiplied and folded: the low bits depend on all of both.
#[inline]
fn mixed(hash: u64, value: i64) -> u64 {
    let product = u128::from(hash ^ value as u64 ^ SEED) * u128::from(FACTOR);
    product as u64 ^ (product >> 64) as u64
}

/// How many values a key may have.
pub(super) const WIDTH_MAX: usize = 64;
const NONE: u32 = u32::MAX;
const PLACES_MIN: usize = 64;
/// What a group takes beside its key: its NULLs, and its place in a table that is a quarter full.
const GROUP_BYTES: usize = size_of::<u64>() + 4 * size_of::<u32>();
// Two odd constants without structure: fraction bits of the square roots of 5 and 7.
const SEED: u64 = 0x3C6E_F372_FE94_F82B;
const FACTOR: u64 = 0xA54F_F53A_5F1D_36F1;
