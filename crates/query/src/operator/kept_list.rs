//! An append-only list that is kept in memory, and in tempdb beyond that.

use super::value_bytes::{put_value, read_value};
use super::work_rows::NumberedRows;
use super::workspace::{Workspace, owned_bytes};
use sluice_base::codec::Reader;
use sluice_table::databases::Databases;
use sluice_table::storage_error::damaged_row;
use sluice_table::temporary::TEMPDB;
use sluice_types::{SqlError, Value};
use std::borrow::Cow;
use std::ops::Range;

/// Items that are found by their number.
pub struct KeptList<T> {
    items: Vec<T>,
    /// Number of items for which the list's own memory is counted.
    counted: usize,
    late: Option<NumberedRows>,
}

/// An item of a [`KeptList`], with its form in tempdb.
pub trait Item: Clone {
    /// Bytes that the item owns beyond its own size.
    fn owned(&self) -> usize;

    /// Appends the encoded item to `out`.
    fn put(&self, out: &mut Vec<u8>);

    /// Decodes an item that `put` encoded. Fails with the error of damage for other bytes.
    fn read(bytes: &mut Reader<'_>) -> Result<Self, SqlError>;
}

impl<T> Default for KeptList<T> {
    fn default() -> KeptList<T> {
        KeptList { items: Vec::new(), counted: 0, late: None }
    }
}

impl<T: Item> KeptList<T> {
    /// Returns the number of items.
    pub fn count(&self) -> usize {
        self.items.len() + self.late.as_ref().map_or(0, NumberedRows::count)
    }

    /// Appends an item. It is kept in memory, which is counted in `workspace`, or in tempdb once
    /// there is no room.
    #[inline]
    pub fn push(&mut self, item: T, workspace: &Workspace, host: &dyn Databases) -> Result<(), SqlError> {
        if self.late.is_none() && self.fits(&item, workspace) {
            self.items.push(item);
            return Ok(());
        }
        self.push_late(&item, host)
    }

    #[inline]
    fn fits(&mut self, item: &T, workspace: &Workspace) -> bool {
        if self.items.len() == self.counted {
            if !workspace.fits(COUNTED * size_of::<T>()) {
                return false;
            }
            self.counted += COUNTED;
        }
        match item.owned() {
            0 => true,
            owned => workspace.fits(owned),
        }
    }

    #[cold]
    fn push_late(&mut self, item: &T, host: &dyn Databases) -> Result<(), SqlError> {
        let late = match &mut self.late {
            Some(late) => late,
            none => none.insert(NumberedRows::new(host)?),
        };
        late.push(|out| item.put(out))
    }

    /// Returns item `number`, which must exist.
    #[inline]
    pub fn get(&self, number: usize) -> Result<Cow<'_, T>, SqlError> {
        match self.items.get(number) {
            Some(item) => Ok(Cow::Borrowed(item)),
            None => self.get_late(number - self.items.len()),
        }
    }

    #[cold]
    fn get_late(&self, number: usize) -> Result<Cow<'_, T>, SqlError> {
        let late = self.late.as_ref().ok_or_else(|| damaged_row(TEMPDB))?;
        late.read(number, T::read).map(Cow::Owned)
    }

    /// Removes all items. The memory counted in the workspace stays counted.
    pub fn clear(&mut self) {
        self.items.clear();
        (self.counted, self.late) = (0, None);
    }
}

/// Number of items for which the list's own memory is counted at a time.
const COUNTED: usize = 64;

impl Item for Value {
    #[inline]
    fn owned(&self) -> usize {
        owned_bytes(self)
    }

    fn put(&self, out: &mut Vec<u8>) {
        put_value(self, out);
    }

    fn read(bytes: &mut Reader<'_>) -> Result<Value, SqlError> {
        read_value(bytes)
    }
}

impl Item for usize {
    fn owned(&self) -> usize {
        0
    }

    fn put(&self, out: &mut Vec<u8>) {
        out.extend((*self as u64).to_le_bytes());
    }

    fn read(bytes: &mut Reader<'_>) -> Result<usize, SqlError> {
        Ok(bytes.u64().map_err(|_| damaged_row(TEMPDB))? as usize)
    }
}

impl Item for Range<usize> {
    fn owned(&self) -> usize {
        0
    }

    fn put(&self, out: &mut Vec<u8>) {
        self.start.put(out);
        self.end.put(out);
    }

    fn read(bytes: &mut Reader<'_>) -> Result<Range<usize>, SqlError> {
        Ok(usize::read(bytes)?..usize::read(bytes)?)
    }
}
