//! A hash table of groups. The key of a group is a value or NULL of each key column; groups are
//! numbered in the order in which they were added.

use super::chunk::Chunk;
use super::column::Column;
use super::expression::{Expression, columns_of};
use super::keys::{add_hashes, are_equal};
use super::rows::NONE;
use crate::operator::Run;
use sluice_types::{DataType, SqlError, Value};
use std::borrow::Cow;

/// A hash table of groups, numbered from 0.
pub(super) struct Groups {
    /// The keys: a column for each value, a row for each group. The first row of a group decides
    /// which of several equal values it shows.
    keys: Vec<Column>,
    /// The hash of each group's key.
    hashes: Vec<u64>,
    /// Places for groups. A group is in the first free place from its hash on, as its number and,
    /// in the upper half, the upper half of its hash. So most other groups are passed without a
    /// look at their keys. [`FREE`] is a free place. At most half of the places are used.
    places: Vec<u64>,
    /// The hashes of the current rows, and whether their keys have a NULL.
    hashed: Hashed,
    /// Whether no group may be added. A row with a new key then gets no group.
    is_full: bool,
}

/// The hashes of some rows' keys, and whether the keys have a NULL.
#[derive(Default)]
pub(super) struct Hashed {
    /// The hash of each row. Equal keys have equal hashes, on both sides of a join too.
    pub(super) hashes: Vec<u64>,
    /// Whether each row's key has a NULL.
    pub(super) has_null: Vec<bool>,
    /// The content of each row's first place in the table that is sought.
    first: Vec<u64>,
}

impl Hashed {
    /// Computes the hashes of `count` rows of `keys`. The hashes of rows computed before are
    /// dropped.
    pub(super) fn compute(&mut self, keys: &[Cow<'_, Column>], count: usize) {
        self.hashes.clear();
        self.hashes.resize(count, 0);
        self.has_null.clear();
        self.has_null.resize(count, false);
        keys.iter().for_each(|key| add_hashes(key, &mut self.hashes, &mut self.has_null));
    }

    /// Sets the flag of each row whose key has a NULL.
    pub(super) fn note_nulls(&self, flags: &mut [bool]) {
        flags.iter_mut().zip(&self.has_null).for_each(|(flag, has_null)| *flag |= has_null);
    }
}

impl Groups {
    /// Returns an empty table for keys of these types.
    pub(super) fn new(types: &[DataType]) -> Groups {
        Groups {
            keys: types.iter().map(|data_type| Column::new(*data_type)).collect(),
            hashes: Vec::new(),
            places: vec![FREE; PLACES_MIN],
            hashed: Hashed::default(),
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

    /// Returns the bytes of memory that the groups use.
    pub(super) fn memory(&self) -> usize {
        self.keys.iter().map(Column::memory).sum::<usize>() + self.len() * GROUP_BYTES
    }

    /// Returns the hash of each group's key.
    pub(super) fn hashes(&self) -> &[u64] {
        &self.hashes
    }

    /// Returns the number of groups.
    pub(super) fn len(&self) -> usize {
        self.hashes.len()
    }

    /// Removes all groups but the last, which becomes group 0. Without groups, does nothing.
    pub(super) fn keep_last(&mut self) {
        let Some(last) = self.hashes.pop() else { return };
        self.keys.iter_mut().for_each(Column::keep_last);
        self.hashes.clear();
        self.hashes.push(last);
        self.assign_places(self.places.len());
    }

    /// Returns value `number` of a group's key.
    pub(super) fn value(&self, group: usize, number: usize) -> Value {
        self.keys[number].get(group)
    }

    /// Writes the number of each row's group to `found`. A group that doesn't exist is made if
    /// there is memory for it; otherwise the row gets [`NONE`].
    pub(super) fn find(
        &mut self,
        chunk: &Chunk,
        keys: &[Expression],
        found: &mut Vec<u32>,
        run: &mut Run<'_, '_>,
    ) -> Result<(), SqlError> {
        let columns = columns_of(keys, chunk, run)?;
        self.for_each(&columns, chunk.len, found, |groups, row| groups.group(&columns, row));
        Ok(())
    }

    /// Adds the groups of `other`. Writes the number of each to `found`. Groups that exist keep
    /// their numbers.
    pub(super) fn merge(&mut self, other: &Groups, found: &mut Vec<u32>) {
        let columns: Vec<Cow<'_, Column>> = other.keys.iter().map(Cow::Borrowed).collect();
        self.for_each(&columns, other.len(), found, |groups, row| groups.group(&columns, row));
    }

    /// Does the same as [`Groups::find`], but a key with a NULL equals nothing: its row gets
    /// [`NONE`].
    pub(super) fn find_equal(
        &mut self,
        chunk: &Chunk,
        keys: &[Expression],
        found: &mut Vec<u32>,
        run: &mut Run<'_, '_>,
    ) -> Result<(), SqlError> {
        let columns = columns_of(keys, chunk, run)?;
        self.for_each(&columns, chunk.len, found, |groups, row| match groups.hashed.has_null[row] {
            false => groups.group(&columns, row),
            true => NONE,
        });
        Ok(())
    }

    /// Does the same as [`Groups::find_equal`] without making groups: a row without a group gets
    /// [`NONE`]. The hashes of the rows are left in `hashed`.
    pub(super) fn seek(
        &self,
        chunk: &Chunk,
        keys: &[Expression],
        (found, hashed): (&mut Vec<u32>, &mut Hashed),
        run: &mut Run<'_, '_>,
    ) -> Result<(), SqlError> {
        let columns = columns_of(keys, chunk, run)?;
        hashed.compute(&columns, chunk.len);
        // The processor reads several places at once, since no comparison comes between.
        let mask = self.places.len() - 1;
        hashed.first.clear();
        hashed.first.extend(hashed.hashes.iter().map(|hash| self.places[*hash as usize & mask]));
        found.clear();
        found.extend((0..chunk.len).map(|row| match hashed.first[row] == FREE || hashed.has_null[row] {
            false => self.look_up(&columns, row, hashed.hashes[row]).unwrap_or(NONE),
            true => NONE,
        }));
        Ok(())
    }

    /// Writes the result of `group_of` for each row to `found`.
    #[inline(always)]
    fn for_each(
        &mut self,
        columns: &[Cow<'_, Column>],
        count: usize,
        found: &mut Vec<u32>,
        group_of: impl Fn(&mut Groups, usize) -> u32,
    ) {
        self.hashed.compute(columns, count);
        found.clear();
        found.reserve(count);
        for row in 0..count {
            found.push(group_of(self, row));
        }
    }

    /// Returns the group of a row. Adds the group if it is new; returns [`NONE`] if that is
    /// forbidden.
    #[inline(always)]
    fn group(&mut self, columns: &[Cow<'_, Column>], row: usize) -> u32 {
        let hash = self.hashed.hashes[row];
        self.look_up(columns, row, hash).unwrap_or_else(|place| self.add(place, columns, row))
    }

    /// Returns the group of a row with this hash, or the free place for a new group.
    #[inline(always)]
    fn look_up(&self, columns: &[Cow<'_, Column>], row: usize, hash: u64) -> Result<u32, usize> {
        let mut place = hash as usize & (self.places.len() - 1);
        loop {
            let entry = self.places[place];
            if entry == FREE {
                return Err(place);
            }
            if entry >> 32 == hash >> 32 && self.is_key(entry as u32 as usize, columns, row) {
                return Ok(entry as u32);
            }
            place = (place + 1) & (self.places.len() - 1);
        }
    }

    #[inline]
    fn is_key(&self, group: usize, columns: &[Cow<'_, Column>], row: usize) -> bool {
        if let ([key], [column]) = (&self.keys[..], columns)
            && let (Some(keys), Some(values)) = (key.as_narrow(), column.as_narrow())
            && !key.has_nulls()
            && !column.has_nulls()
        {
            return keys[group] == values[row];
        }
        self.keys.iter().zip(columns).all(|(key, column)| are_equal((key, group), (&**column, row)))
    }

    #[cold]
    fn add(&mut self, place: usize, columns: &[Cow<'_, Column>], row: usize) -> u32 {
        if self.is_full {
            return NONE;
        }
        let group = self.len() as u32;
        self.places[place] = entry_of(group, self.hashed.hashes[row]);
        self.keys.iter_mut().zip(columns).for_each(|(key, column)| key.push_from(column, row));
        self.hashes.push(self.hashed.hashes[row]);
        if self.len() * 2 > self.places.len() {
            self.assign_places(self.places.len() * 2);
        }
        group
    }

    /// Assigns each group a place among `count`, a power of two.
    fn assign_places(&mut self, count: usize) {
        self.places.clear();
        self.places.resize(count, FREE);
        for (group, hash) in self.hashes.iter().enumerate() {
            let mut place = *hash as usize & (count - 1);
            while self.places[place] != FREE {
                place = (place + 1) & (count - 1);
            }
            self.places[place] = entry_of(group as u32, *hash);
        }
    }
}

/// Returns the content of a group's place.
fn entry_of(group: u32, hash: u64) -> u64 {
    hash >> 32 << 32 | u64::from(group)
}

const PLACES_MIN: usize = 64;
/// A free place. No group has the number [`NONE`].
const FREE: u64 = u64::MAX;
/// The bytes of a group besides its key: its hash, and its places in a table that is a quarter
/// full.
const GROUP_BYTES: usize = size_of::<u64>() + 4 * size_of::<u64>();
