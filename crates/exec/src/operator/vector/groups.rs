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
    /// Of each key, bit by bit, which of its values are NULL; empty as long as none is.
    nulls: Vec<u64>,
    count: usize,
    /// Groups by hash, each in the first free place from its own on; `NONE`: free. Never more than half full.
    places: Vec<u32>,
    /// The key that is looked for.
    key: Vec<i64>,
}

impl Groups {
    /// None yet; at most 64 values a key.
    pub(super) fn new(width: usize) -> Groups {
        assert!(width <= WIDTH_MAX, "a key of {width} values");
        Groups {
            width,
            keys: Vec::new(),
            nulls: Vec::new(),
            count: 0,
            places: vec![NONE; PLACES_MIN],
            key: vec![0; width],
        }
    }

    /// How many there are.
    pub(super) fn len(&self) -> usize {
        self.count
    }

    /// A value of a group's key; none for NULL.
    pub(super) fn value(&self, group: usize, number: usize) -> Option<i64> {
        (self.nulls_of(group) >> number & 1 == 0).then(|| self.keys[group * self.width + number])
    }

    fn nulls_of(&self, group: usize) -> u64 {
        self.nulls.get(group).copied().unwrap_or_default()
    }

    /// The group of each row of a chunk, into `found`; those that are not there yet are made.
    pub(super) fn find(
        &mut self,
        rows: (&Chunk, &Frame),
        keys: &[Expression],
        workspace: &Workspace,
        found: &mut Vec<u32>,
    ) -> Result<(), SqlError> {
        self.for_each(rows, keys, found, |groups, nulls, hash| groups.group(nulls, hash, workspace))
    }

    /// The same where NULL is equal to nothing, and has no group: [`NONE`].
    pub(super) fn find_equal(
        &mut self,
        rows: (&Chunk, &Frame),
        keys: &[Expression],
        workspace: &Workspace,
        found: &mut Vec<u32>,
    ) -> Result<(), SqlError> {
        self.for_each(rows, keys, found, |groups, nulls, hash| match nulls {
            0 => groups.group(nulls, hash, workspace),
            _ => Ok(NONE),
        })
    }

    /// The same, and none is made: [`NONE`].
    pub(super) fn seek(
        &mut self,
        rows: (&Chunk, &Frame),
        keys: &[Expression],
        found: &mut Vec<u32>,
    ) -> Result<(), SqlError> {
        self.for_each(rows, keys, found, |groups, nulls, hash| match nulls {
            0 => Ok(groups.look_up(nulls, hash).unwrap_or(NONE)),
            _ => Ok(NONE),
        })
    }

    /// What `group_of` gives for each row: its key is the one that is looked for, and its NULLs and its hash are given.
    #[inline(always)]
    fn for_each(
        &mut self,
        (chunk, frame): (&Chunk, &Frame),
        keys: &[Expression],
        found: &mut Vec<u32>,
        group_of: impl Fn(&mut Groups, u64, u64) -> Result<u32, SqlError>,
    ) -> Result<(), SqlError> {
        let columns: Vec<Values<'_>> = keys.iter().map(|key| key.values(chunk, frame)).collect::<Result<_, _>>()?;
        found.clear();
        for row in 0..chunk.len {
            let (nulls, hash) = self.take_key(&columns, row);
            found.push(group_of(self, nulls, hash)?);
        }
        Ok(())
    }

    /// The group of the key; a new one if there is none.
    #[inline(always)]
    fn group(&mut self, nulls: u64, hash: u64, workspace: &Workspace) -> Result<u32, SqlError> {
        self.look_up(nulls, hash).or_else(|place| self.add(place, nulls, workspace))
    }

    /// Makes a row's key the one that is looked for; which of its values are NULL, and its hash.
    #[inline(always)]
    fn take_key(&mut self, columns: &[Values<'_>], row: usize) -> (u64, u64) {
        let (mut nulls, mut hash) = (0, 0);
        for (number, column) in columns.iter().enumerate() {
            let value = column.get(row);
            nulls |= u64::from(value.is_none()) << number;
            self.key[number] = value.unwrap_or_default();
            hash = mixed(hash, self.key[number]);
        }
        (nulls, mixed(hash, nulls as i64))
    }

    /// The group of the key, or where a new one has its place.
    #[inline(always)]
    fn look_up(&self, nulls: u64, hash: u64) -> Result<u32, usize> {
        let mut place = hash as usize & (self.places.len() - 1);
        loop {
            let group = self.places[place];
            if group == NONE {
                return Err(place);
            }
            let start = group as usize * self.width;
            let is_same = self.keys[start..start + self.width] == self.key[..];
            if is_same && (self.nulls.is_empty() && nulls == 0 || self.nulls_of(group as usize) == nulls) {
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
        if nulls != 0 || !self.nulls.is_empty() {
            self.nulls.resize(self.count, 0);
            self.nulls.push(nulls);
        }
        self.count += 1;
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
            let mut place = mixed(hash, self.nulls_of(group) as i64) as usize & (count - 1);
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
/// No group.
pub(super) const NONE: u32 = u32::MAX;
const PLACES_MIN: usize = 64;
/// What a group takes beside its key: its NULLs, and its place in a table that is a quarter full.
const GROUP_BYTES: usize = size_of::<u64>() + 4 * size_of::<u32>();
// Two odd constants without structure: fraction bits of the square roots of 5 and 7.
const SEED: u64 = 0x3C6E_F372_FE94_F82B;
const FACTOR: u64 = 0xA54F_F53A_5F1D_36F1;
