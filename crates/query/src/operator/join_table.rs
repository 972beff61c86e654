//! Hash table of the right rows of a join.

use super::kept_rows::{KeptRows, show_record};
use super::partitions::{Partitions, hash_of};
use super::run_parts::RunParts;
use super::value_bytes::put_key;
use sluice_base::codec::Reader;
use sluice_base::hash::HashMap;
use sluice_base::sync::Arc;
use sluice_types::SqlError;

/// Right rows in memory, by key.
pub(super) struct Table {
    rows: KeptRows,
    /// First and last row of each key. `next` has the next row with the same key for each row.
    ends: HashMap<Box<[u8]>, (u32, u32)>,
    next: Vec<u32>,
    /// Rows without a key, which have no partner.
    keyless: Vec<u32>,
}

impl Table {
    /// Returns an empty table for the rows of these sources. Memory is counted from the first row
    /// on.
    pub(super) fn for_sources(sources: &[usize]) -> Table {
        Table { rows: KeptRows::for_sources(sources), ends: HashMap::default(), next: Vec::new(), keyless: Vec::new() }
    }

    /// Number of rows in the table.
    pub(super) fn count(&self) -> usize {
        self.next.len()
    }

    /// Adds the current row. Returns false if there is no memory for it; the table is unchanged
    /// then. `None` is the key of a row with a NULL in its key: it never gets a partner by key.
    /// Rows of one key are chained in the order in which they were added.
    pub(super) fn add(&mut self, key: Option<&[u8]>, run: &mut impl RunParts) -> bool {
        let number = self.next.len() as u32;
        let known = key.and_then(|key| self.ends.get_mut(key));
        match (known, key) {
            (Some((_, last)), _) => {
                if !self.rows.fits(run) {
                    return false;
                }
                self.next[std::mem::replace(last, number) as usize] = number;
            }
            (None, Some(key)) => {
                if !self.rows.workspace(run).fits(key.len() + KEY_BYTES) || !self.rows.fits(run) {
                    return false;
                }
                self.ends.insert(key.into(), (number, number));
            }
            (None, None) => {
                if !self.rows.fits(run) {
                    return false;
                }
                self.keyless.push(number);
            }
        }
        self.next.push(NONE);
        true
    }

    /// Adds the row of a record and makes it the current row. Returns false if there is no memory
    /// for it.
    pub(super) fn add_record(
        &mut self,
        key: Option<&[u8]>,
        (row, sources): (&mut Reader<'_>, &[usize]),
        run: &mut impl RunParts,
    ) -> Result<bool, SqlError> {
        show_record(row, sources, run)?;
        Ok(self.add(key, run))
    }

    /// Returns the first row with this key, or [`NONE`].
    #[inline]
    pub(super) fn first(&self, key: Option<&[u8]>) -> u32 {
        key.and_then(|key| self.ends.get(key)).map_or(NONE, |(first, _)| *first)
    }

    /// Returns the next row with the same key, or [`NONE`] after the last.
    #[inline]
    pub(super) fn behind(&self, number: usize) -> u32 {
        self.next[number]
    }

    /// Makes row `number` the current row.
    #[inline]
    pub(super) fn show(&self, number: usize, run: &mut impl RunParts) -> Result<(), SqlError> {
        self.rows.show(number, run)
    }

    /// Writes all rows to their partitions. Rows of one key keep their order. A row without a key
    /// goes to the partition of the empty key. Consumes the table; its memory is free afterwards.
    pub(super) fn put_into(self, parts: &mut Partitions, run: &impl RunParts) -> Result<(), SqlError> {
        let put = |parts: &mut Partitions, key: Option<&[u8]>, number: u32| {
            parts.push(run, hash_of(key.unwrap_or_default()), |out| {
                put_key(key, out);
                self.rows.put(number as usize, out);
            })
        };
        let mut chains: Vec<(u32, &[u8])> = self.ends.iter().map(|(key, (first, _))| (*first, &**key)).collect();
        chains.sort_unstable();
        for (first, key) in chains {
            let mut number = first;
            while number != NONE {
                put(parts, Some(key), number)?;
                number = self.next[number as usize];
            }
        }
        self.keyless.iter().try_for_each(|number| put(parts, None, *number))
    }
}

/// Right rows of a join that runs several times in a statement.
#[derive(Default)]
pub(super) enum KeptRight {
    /// The join hasn't run. The first run reads the right input for each left row.
    #[default]
    Nothing,
    /// The join has run once.
    Once,
    /// The right rows.
    Rows(Arc<Table>),
    /// The right rows don't fit into memory.
    TooMuch,
}

/// Row number that means no row.
pub(super) const NONE: u32 = u32::MAX;
/// Bytes of a key's entry beyond the key itself.
const KEY_BYTES: usize = 32;
