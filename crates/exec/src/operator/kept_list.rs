//! A list that grows at its end: in memory, and beyond that in tempdb.

use super::value_bytes::{put_value, read_value};
use super::work_rows::NumberedRows;
use super::workspace::{Workspace, owned_bytes};
use crate::host::Host;
use crate::storage_error::damaged_row;
use crate::temporary::TEMPDB;
use sluice_base::codec::Reader;
use sluice_types::{SqlError, Value};
use std::borrow::Cow;
use std::ops::Range;

/// Items that are found by their numbers.
pub(crate) struct KeptList<T> {
    items: Vec<T>,
    late: Option<NumberedRows>,
}

/// What a list may have.
pub(crate) trait Item: Clone {
    /// What it takes in memory, in bytes.
    fn bytes(&self) -> usize;

    /// Writes it behind what is there.
    fn put(&self, out: &mut Vec<u8>);

    /// Reads it.
    fn read(bytes: &mut Reader<'_>) -> Result<Self, SqlError>;
}

impl<T> Default for KeptList<T> {
    fn default() -> KeptList<T> {
        KeptList { items: Vec::new(), late: None }
    }
}

impl<T: Item> KeptList<T> {
    /// How many items there are.
    pub(crate) fn len(&self) -> usize {
        self.items.len() + self.late.as_ref().map_or(0, NumberedRows::count)
    }

    /// One more item, counted in `workspace` as far as it is in memory.
    #[inline]
    pub(crate) fn push(&mut self, item: T, workspace: &Workspace, host: &dyn Host) -> Result<(), SqlError> {
        if self.late.is_none() && workspace.fits(item.bytes()) {
            self.items.push(item);
            return Ok(());
        }
        self.push_late(&item, host)
    }

    #[cold]
    fn push_late(&mut self, item: &T, host: &dyn Host) -> Result<(), SqlError> {
        let late = match &mut self.late {
            Some(late) => late,
            none => none.insert(NumberedRows::new(host)?),
        };
        late.push(|out| item.put(out))
    }

    /// The item of a number; there is one.
    #[inline]
    pub(crate) fn get(&self, number: usize) -> Result<Cow<'_, T>, SqlError> {
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

    /// Forgets all items, and has their memory still.
    pub(crate) fn clear(&mut self) {
        self.items.clear();
        self.late = None;
    }
}

impl Item for Value {
    fn bytes(&self) -> usize {
        size_of::<Value>() + owned_bytes(self)
    }

    fn put(&self, out: &mut Vec<u8>) {
        put_value(self, out);
    }

    fn read(bytes: &mut Reader<'_>) -> Result<Value, SqlError> {
        read_value(bytes)
    }
}

impl Item for usize {
    fn bytes(&self) -> usize {
        size_of::<usize>()
    }

    fn put(&self, out: &mut Vec<u8>) {
        out.extend((*self as u64).to_le_bytes());
    }

    fn read(bytes: &mut Reader<'_>) -> Result<usize, SqlError> {
        Ok(bytes.u64().map_err(|_| damaged_row(TEMPDB))? as usize)
    }
}

impl Item for Range<usize> {
    fn bytes(&self) -> usize {
        size_of::<Range<usize>>()
    }

    fn put(&self, out: &mut Vec<u8>) {
        self.start.put(out);
        self.end.put(out);
    }

    fn read(bytes: &mut Reader<'_>) -> Result<Range<usize>, SqlError> {
        Ok(usize::read(bytes)?..usize::read(bytes)?)
    }
}
