//! A hash table of groups. The key of a group is a fixed number of integers or NULLs; groups are
//! numbered in the order in which they were added.

use super::chunk::Chunk;
use super::expression::{Expression, Values};
use crate::code::Frame;
use sluice_types::SqlError;

/// A hash table of groups, numbered from 0.
pub(super) struct Groups {
    /// The number of values of a key.
    width: usize,
    /// The keys of all groups in sequence; 0 for NULL.
    keys: Vec<i64>,
    /// A bit set for each key: bit i is set if value i is NULL. Empty if no key has a NULL.
    nulls: Vec<u64>,
    count: usize,
    /// Places for group numbers. A group is in the first free place from its hash on; [`NONE`] is a
    /// free place. At most half of the places are used.
    places: Vec<u32>,
    /// The key of the current row, which is looked up.
    key: Vec<i64>,
    /// Whether no group may be added. A row with a new key then gets no group.
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

    /// Forbids new groups. Rows with new keys get [`NONE`] from then on.
    pub(super) fn close(&mut self) {
        self.is_full = true;
    }

    /// Whether new groups are forbidden.
    pub(super) fn is_full(&self) -> bool {
        self.is_full
    }

    /// Returns the bytes of a group.
    pub(super) fn group_bytes(&self) -> usize {
        self.width * size_of::<i64>() + GROUP_BYTES
    }

    /// Returns the number of groups.
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

    /// Returns value `number` of a group's key; `None` is NULL.
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

    /// Writes the result of `group_of` for each row to `found`. The row's key is in `key` then; its
    /// NULLs and its hash are the arguments.
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

    /// Returns the group of the key in `key`. Adds the group if it is new; returns [`NONE`] if that
    /// is forbidden.
    #[inline(always)]
    fn group(&mut self, nulls: u64, hash: u64) -> u32 {
        self.look_up(nulls, hash).unwrap_or_else(|place| self.add(place, nulls))
    }

    /// Puts the row's key into `key`. Returns the bits of its NULLs, and its hash.
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

    /// Returns the group of the key in `key`, or the free place for a new group.
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

    /// Doubles the number of places, and assigns each group its place.
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

/// Returns the hash of a row's key, and whether the key has a NULL. Equal keys have equal hashes on
/// both sides of a join.
pub(super) fn hash_of(columns: &[Values<'_>], row: usize) -> (u64, bool) {
    let (mut hash, mut has_nulls) = (0, false);
    for column in columns {
        let value = column.get(row);
        has_nulls |= value.is_none();
        hash = mixed(mixed(hash, value.unwrap_or_default()), i64::from(value.is_none()));
    }
    (hash, has_nulls)
}

/// Mixes a value into a hash by multiplying and folding. The low bits of the result depend on all
/// bits of both.
#[inline]
fn mixed(hash: u64, value: i64) -> u64 {
    let product = u128::from(hash ^ value as u64 ^ SEED) * u128::from(FACTOR);
    product as u64 ^ (product >> 64) as u64
}

/// The greatest number of values of a key.
pub(super) const WIDTH_MAX: usize = 64;
/// The number that stands for no group.
pub(super) const NONE: u32 = u32::MAX;
const PLACES_MIN: usize = 64;
/// The bytes of a group besides its key: the bits of its NULLs, and its places in a table that is a
/// quarter full.
const GROUP_BYTES: usize = size_of::<u64>() + 4 * size_of::<u32>();
// Two odd constants without structure: fraction bits of the square roots of 5 and 7.
const SEED: u64 = 0x3C6E_F372_FE94_F82B;
const FACTOR: u64 = 0xA54F_F53A_5F1D_36F1;
