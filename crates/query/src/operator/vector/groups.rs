//! A hash table of groups. The key of a group is a fixed number of integers or NULLs; groups are
//! numbered in the order in which they were added.

use super::chunk::Chunk;
use super::expression::{Expression, Values};
use crate::code::Frame;
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
    /// Whether there is no memory for more: a key that is not there has no group then.
    is_full: bool,
}

impl Groups {
    /// Returns an empty table for keys of `width` values. Panics if `width` is above 64, since a
    /// key's NULLs are the bits of one number.
    pub(super) fn new(width: usize) -> Groups {
        assert!(width <= WIDTH_MAX, "a key of {width} values");
        Groups {
            width,
            keys: Vec::new(),
            nulls: Vec::new(),
            count: 0,
            places: vec![NONE; PLACES_MIN],
            key: vec![0; width],
            is_full: false,
        }
    }

    /// No group is made any more.
    pub(super) fn close(&mut self) {
        self.is_full = true;
    }

    /// Whether that is so.
    pub(super) fn is_full(&self) -> bool {
        self.is_full
    }

    /// What a group takes, in bytes.
    pub(super) fn group_bytes(&self) -> usize {
        self.width * size_of::<i64>() + GROUP_BYTES
    }

    /// How many there are.
    pub(super) fn len(&self) -> usize {
        self.count
    }

    /// Removes all groups but the last, which becomes group 0. Without groups, does nothing.
    pub(super) fn keep_last(&mut self) {
        let Some(last) = self.count.checked_sub(1) else { return };
        let nulls = self.nulls_of(last);
        self.key.copy_from_slice(&self.keys[last * self.width..]);
        self.keys.clear();
        self.nulls.clear();
        self.count = 0;
        self.places.fill(NONE);
        let hash = self.key.iter().fold(0, |hash, value| mixed(hash, *value));
        self.group(nulls, mixed(hash, nulls as i64));
    }

    /// A value of a group's key; none for NULL.
    pub(super) fn value(&self, group: usize, number: usize) -> Option<i64> {
        (self.nulls_of(group) >> number & 1 == 0).then(|| self.keys[group * self.width + number])
    }

    fn nulls_of(&self, group: usize) -> u64 {
        self.nulls.get(group).copied().unwrap_or_default()
    }

    /// Writes the number of each row's group to `found`. A group that doesn't exist is made if
    /// there is memory for it; otherwise the row gets [`NONE`].
    pub(super) fn find(
        &mut self,
        rows: (&Chunk, &Frame),
        keys: &[Expression],
        found: &mut Vec<u32>,
    ) -> Result<(), SqlError> {
        self.for_each(rows, keys, found, Groups::group)
    }

    /// Does the same as [`Groups::find`], but a key with a NULL equals nothing: its row gets
    /// [`NONE`].
    pub(super) fn find_equal(
        &mut self,
        rows: (&Chunk, &Frame),
        keys: &[Expression],
        found: &mut Vec<u32>,
    ) -> Result<(), SqlError> {
        self.for_each(rows, keys, found, |groups, nulls, hash| match nulls {
            0 => groups.group(nulls, hash),
            _ => NONE,
        })
    }

    /// Does the same as [`Groups::find_equal`] without making groups: a row without a group gets
    /// [`NONE`].
    pub(super) fn seek(
        &mut self,
        rows: (&Chunk, &Frame),
        keys: &[Expression],
        found: &mut Vec<u32>,
    ) -> Result<(), SqlError> {
        self.for_each(rows, keys, found, |groups, nulls, hash| match nulls {
            0 => groups.look_up(nulls, hash).unwrap_or(NONE),
            _ => NONE,
        })
    }

    /// What `group_of` gives for each row: its key is the one that is looked for, and its NULLs and its hash are given.
    #[inline(always)]
    fn for_each(
        &mut self,
        (chunk, frame): (&Chunk, &Frame),
        keys: &[Expression],
        found: &mut Vec<u32>,
        group_of: impl Fn(&mut Groups, u64, u64) -> u32,
    ) -> Result<(), SqlError> {
        let columns: Vec<Values<'_>> = keys.iter().map(|key| key.values(chunk, frame)).collect::<Result<_, _>>()?;
        found.clear();
        for row in 0..chunk.len {
            let (nulls, hash) = self.take_key(&columns, row);
            found.push(group_of(self, nulls, hash));
        }
        Ok(())
    }

    /// The group of the key; a new one if there is none.
    #[inline(always)]
    fn group(&mut self, nulls: u64, hash: u64) -> u32 {
        self.look_up(nulls, hash).unwrap_or_else(|place| self.add(place, nulls))
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
    fn add(&mut self, place: usize, nulls: u64) -> u32 {
        if self.is_full {
            return NONE;
        }
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
        group
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

/// The hash of a row's key, and whether a value of it is NULL: the same whichever side of a join it is of.
pub(super) fn hash_of(columns: &[Values<'_>], row: usize) -> (u64, bool) {
    let (mut hash, mut has_nulls) = (0, false);
    for column in columns {
        let value = column.get(row);
        has_nulls |= value.is_none();
        hash = mixed(mixed(hash, value.unwrap_or_default()), i64::from(value.is_none()));
    }
    (hash, has_nulls)
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
