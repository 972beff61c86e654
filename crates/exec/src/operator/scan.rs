//! Rows of a table.

use super::seek_path::SeekPath;
use super::{Cursor, Operator, RowsSeen, Run};
use crate::code::Row;
use sluice_access::Reader;
use sluice_base::sync::Arc;
use sluice_catalog::Table;
use sluice_plan::ColumnId;
use sluice_table::isolation::Reading;
use sluice_table::key_range::KeyRange;
use sluice_table::row_scan::{RowScan, Take};
use sluice_table::storage_error::table_error;
use sluice_table::stored_rows::StoredRows;
use sluice_table::table_index::TableIndex;
use sluice_table::table_rows::TableRows;
use sluice_txn::{Storage, StorageError};
use sluice_types::{SqlError, Value};
use std::ops::Bound;

/// Reads a table from end to end, or a part of one of its indexes.
pub(super) struct Scan {
    /// What it reads.
    pub(super) stored: Arc<StoredRows>,
    /// The columns of what it reads.
    pub(super) columns: Vec<ColumnId>,
    /// Whose rows these are.
    pub(super) table: Arc<Table>,
    /// Whether it is a table variable's, which only this batch sees.
    pub(super) is_variable: bool,
    /// How.
    pub(super) reading: Reading,
    /// Which part of an index is read, if one is.
    pub(super) seek: Option<SeekPath>,
    /// Whether from its end.
    pub(super) is_backward: bool,
    /// Where the row goes.
    pub(super) source: usize,
    /// Where its locator goes: of the table that the statement changes.
    pub(super) locator: Option<usize>,
}

struct Scanning<'r> {
    of: &'r Scan,
    rows: RowScan<'r>,
    is_dirty: bool,
    seen: RowsSeen,
}

/// A row that has been put where it goes, or none.
struct One {
    is_left: bool,
}

/// As `TreeSeek::get`, where the key is locked with the gap before it.
#[cold]
fn find_in_range(
    index: &TableIndex,
    storage: &Storage,
    reader: Reader<'_>,
    (key, row): (&[u8], &mut Vec<u8>),
) -> Result<bool, StorageError> {
    let only = Bound::Included(key);
    row.clear();
    let Some(mut range) = index.tree.ranges(storage, reader, only, only) else { return Ok(false) };
    Ok(range.next()?.map(|(_, found)| row.extend_from_slice(found)).is_some())
}

impl Operator for Scan {
    fn open<'r>(&'r self, run: &mut Run<'_, 'r>) -> Result<Box<dyn Cursor<'r> + 'r>, SqlError> {
        if let Some(is_left) = self.only_row(run)? {
            return Ok(Box::new(One { is_left }));
        }
        let (rows, is_dirty) = self.begin(run)?;
        Ok(Box::new(Scanning { of: self, rows, is_dirty, seen: RowsSeen::default() }))
    }

    fn only_row(&self, run: &mut Run<'_, '_>) -> Result<Option<bool>, SqlError> {
        match (&self.seek, self.locator, self.rows().clustered()) {
            (Some(path), None, Some(index))
                if path.is_point() && path.index == index.id && self.held_readers(run)?.is_none() =>
            {
                self.find(path, index, run).map(Some)
            }
            _ => Ok(None),
        }
    }
}

impl Scan {
    /// The table's rows.
    fn rows(&self) -> &TableRows {
        &self.stored.rows
    }

    /// Looks for the row with one key of the clustered index, and puts it where it goes, without a scan's copies; whether there is one.
    fn find(&self, path: &SeekPath, index: &TableIndex, run: &mut Run<'_, '_>) -> Result<bool, SqlError> {
        let mut key = std::mem::take(&mut run.frame.room.key);
        key.clear();
        let is_there = path.append_key(index, run, &mut key)? && {
            let reader = self.reader(run)?;
            run.notes.hold(self.source, self.rows());
            let row = run.frame.rows[self.source].stored(matches!(reader, Reader::Dirty));
            let storage = &self.rows().database.storage;
            let found = match reader {
                Reader::Ranges(..) => find_in_range(index, storage, reader, (&key, row)),
                _ => index.tree.seek(storage, reader).get(&key, row),
            };
            found.map_err(|error| self.to_sql(&error))?
        };
        run.frame.room.key = key;
        Ok(is_there)
    }

    /// Begins to read; whether there may be rows that are never committed.
    pub(super) fn begin<'r>(&'r self, run: &mut Run<'_, 'r>) -> Result<(RowScan<'r>, bool), SqlError> {
        let rows = self.rows();
        let held = self.held_readers(run)?;
        let reader = match held {
            Some((seen, _)) => seen,
            None => self.reader(run)?,
        };
        run.notes.hold(self.source, rows);
        let read = match (&self.seek, rows.clustered()) {
            (Some(path), _) => path.open(rows, reader, self.is_backward, run)?,
            (None, Some(index)) if self.is_backward => rows.seek(reader, (index, Take::Rows), &KeyRange::All, true),
            (None, _) => rows.scan(reader),
        };
        let read = match (read, held) {
            (Ok(read), Some(readers)) => rows.hold_newest(read, readers),
            (read, _) => read,
        };
        let read = read.map_err(|error| self.to_sql(&error))?;
        Ok((read, matches!(reader, Reader::Dirty)))
    }

    /// The readers of rows that are locked under SNAPSHOT, if they are.
    #[inline(always)]
    fn held_readers<'r>(&self, run: &Run<'_, 'r>) -> Result<Option<(Reader<'r>, Reader<'r>)>, SqlError> {
        match self.locator {
            None if !self.is_variable => run.sight.held_readers(&self.rows().database, &self.reading),
            _ => Ok(None),
        }
    }

    /// Which of its rows it reads.
    #[inline(always)]
    fn reader<'r>(&self, run: &Run<'_, 'r>) -> Result<Reader<'r>, SqlError> {
        let database = &self.rows().database;
        match self.locator {
            _ if self.is_variable => Ok(Reader::Dirty),
            None => run.sight.hinted_reader(database, &self.reading),
            Some(_) => run.sight.target_reader(database, &self.reading),
        }
    }

    /// An error of the storage's, in the statement's words.
    pub(super) fn to_sql(&self, error: &StorageError) -> SqlError {
        let table = format!("{}.{}", self.table.schema, self.table.name);
        table_error(error, &self.rows().database.name, &table)
    }
}

impl<'r> Cursor<'r> for Scanning<'r> {
    fn next(&mut self, run: &mut Run<'_, 'r>) -> Result<bool, SqlError> {
        let next = self.rows.next().map_err(|error| self.of.to_sql(&error))?;
        let Some((locator, row)) = next else { return Ok(false) };
        if let Some(place) = self.of.locator {
            run.frame.rows[place] = Row::Values(vec![Value::Bytes(locator.into())]);
        }
        run.frame.rows[self.of.source].store(row, self.is_dirty);
        self.seen.one_read(run)?;
        Ok(true)
    }
}

impl<'r> Cursor<'r> for One {
    fn next(&mut self, _run: &mut Run<'_, 'r>) -> Result<bool, SqlError> {
        Ok(std::mem::take(&mut self.is_left))
    }
}
