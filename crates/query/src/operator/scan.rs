//! Scans and seeks of a table.

use super::seek_path::SeekPath;
use super::{Cursor, Operator, RowsSeen, Run};
use crate::code::Row;
use sluice_access::Reader;
use sluice_base::ids::PageId;
use sluice_base::sync::Arc;
use sluice_base::work_counts::{WorkCount, count};
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

/// A compiled read of a table. It is run by [`Scan::begin`], or by its point access for a seek that
/// finds at most one row.
pub(super) struct Scan {
    /// Stored form of the rows.
    pub(super) stored: Arc<StoredRows>,
    /// Columns of the stored rows.
    pub(super) columns: Vec<ColumnId>,
    pub(super) table: Arc<Table>,
    /// Whether the table is a table variable, which other sessions can't see.
    pub(super) is_variable: bool,
    /// Locking of the rows.
    pub(super) reading: Reading,
    /// Part of an index to read; `None` for the whole table.
    pub(super) seek: Option<SeekPath>,
    /// Whether the scan runs from the end.
    pub(super) is_backward: bool,
    /// Source of the rows.
    pub(super) source: usize,
    /// Whether the statement changes the table.
    pub(super) is_target: bool,
    /// Sources of the locators, for a change and for text pointers.
    pub(super) addressed: Vec<usize>,
    /// The one of them that has the page instead, for a sample.
    pub(super) paged: Option<usize>,
}

struct Scanning<'r> {
    of: &'r Scan,
    rows: RowScan<'r>,
    is_dirty: bool,
    seen: RowsSeen,
}

/// The rows of a scan, each with its page in the source `place`; with its locator if the page isn't
/// known.
struct Paged<'r> {
    scanning: Scanning<'r>,
    place: usize,
}

/// A row that is in its place already, or no row.
struct One {
    is_left: bool,
}

/// Finds a key like `TreeSeek::get`, and locks it with the gap before it.
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
        let scanning = Scanning { of: self, rows, is_dirty, seen: RowsSeen::default() };
        Ok(match self.paged {
            None => Box::new(scanning),
            Some(place) => Box::new(Paged { scanning, place }),
        })
    }

    fn only_row(&self, run: &mut Run<'_, '_>) -> Result<Option<bool>, SqlError> {
        match (&self.seek, self.addressed.is_empty(), self.rows().clustered()) {
            (Some(path), true, Some(index))
                if path.is_point() && path.index == index.id && self.held_readers(run)?.is_none() =>
            {
                self.find(path, index, run).map(Some)
            }
            _ => Ok(None),
        }
    }
}

impl Scan {
    fn rows(&self) -> &TableRows {
        &self.stored.rows
    }

    /// Finds a row by its full clustered key and puts it into its place without a scan's copy.
    /// Returns whether there is a row.
    fn find(&self, path: &SeekPath, index: &TableIndex, run: &mut Run<'_, '_>) -> Result<bool, SqlError> {
        let mut key = std::mem::take(&mut run.frame.room.key);
        key.clear();
        let is_there = path.append_key(index, run, &mut key)? && {
            let reader = self.reader(run)?;
            run.notes.hold(self.source, self.rows());
            count(WorkCount::ProbeScan);
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

    /// Starts reading. The flag says whether rows may be uncommitted. Chooses the reader by
    /// isolation level, snapshot and hints, and registers the rows with the statement, so that
    /// their page chains stay. The scan may hold the newest states locked (an UPDATE under
    /// SNAPSHOT).
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

    /// Returns the readers that lock a snapshot's rows, under SNAPSHOT with UPDLOCK or XLOCK.
    #[inline(always)]
    fn held_readers<'r>(&self, run: &Run<'_, 'r>) -> Result<Option<(Reader<'r>, Reader<'r>)>, SqlError> {
        match self.is_target {
            false if !self.is_variable => run.sight.held_readers(&self.rows().database, &self.reading),
            _ => Ok(None),
        }
    }

    /// Returns the reader that determines the visible rows.
    #[inline(always)]
    fn reader<'r>(&self, run: &Run<'_, 'r>) -> Result<Reader<'r>, SqlError> {
        let database = &self.rows().database;
        match self.is_target {
            _ if self.is_variable => Ok(Reader::Dirty),
            false => run.sight.hinted_reader(database, &self.reading),
            true => run.sight.target_reader(database, &self.reading),
        }
    }

    /// Converts a storage error to an SQL error that names the table.
    pub(super) fn to_sql(&self, error: &StorageError) -> SqlError {
        let table = format!("{}.{}", self.table.schema, self.table.name);
        table_error(error, &self.rows().database.name, &table)
    }
}

impl<'r> Cursor<'r> for Scanning<'r> {
    fn next(&mut self, run: &mut Run<'_, 'r>) -> Result<bool, SqlError> {
        let next = self.rows.next().map_err(|error| self.of.to_sql(&error))?;
        let Some((locator, row)) = next else { return Ok(false) };
        for place in &self.of.addressed {
            run.frame.rows[*place] = Row::Values(vec![Value::Bytes(locator.into())]);
        }
        run.frame.rows[self.of.source].store(row, self.is_dirty);
        self.seen.one_read(run)?;
        Ok(true)
    }
}

impl<'r> Cursor<'r> for Paged<'r> {
    fn next(&mut self, run: &mut Run<'_, 'r>) -> Result<bool, SqlError> {
        let is_there = self.scanning.next(run)?;
        if is_there && let Some(PageId { file, page }) = self.scanning.rows.page() {
            let page = [&file.0.to_be_bytes()[..], &page.to_be_bytes()].concat();
            run.frame.rows[self.place] = Row::Values(vec![Value::bytes(page)]);
        }
        Ok(is_there)
    }
}

impl<'r> Cursor<'r> for One {
    fn next(&mut self, _run: &mut Run<'_, 'r>) -> Result<bool, SqlError> {
        Ok(std::mem::take(&mut self.is_left))
    }
}
