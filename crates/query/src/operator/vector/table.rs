//! Reads chunks of a table: the needed columns of the scanned rows, a page at a time.
//!
//! Conditions on the table's rows are evaluated page by page. The columns of a condition are read
//! before it is evaluated, and the other columns afterwards, only of the rows that are left. The
//! rows are the scan's copy of a page, so no latch is held meanwhile. A page's rows are moved
//! together only before further columns are read.

use super::chunk::Chunk;
use super::column::Column;
use super::condition::Condition;
use super::rows::Rows;
use super::sought::{Seeking, Sought};
use super::source::{Chunks, Opened, ROWS, SharedChunks, Source, Start};
use crate::operator::Run;
use crate::operator::scan::Scan;
use sluice_base::sync::Arc;
use sluice_base::sync::atomic::{AtomicBool, Ordering};
use sluice_table::row_scan::RowScan;
use sluice_table::shared_scan::SharedScan;
use sluice_table::storage_error::damaged_row;
use sluice_types::{DataType, RowDamaged, SqlError};
use std::ops::Range;

/// Reads chunks of a table, or of a covering index.
pub(super) struct Table {
    /// The scan.
    pub(super) scan: Scan,
    /// The columns that are read, as positions in the stored row: those of a chunk, then those that
    /// only conditions use.
    pub(super) columns: Vec<usize>,
    /// The types of all these columns.
    pub(super) types: Vec<DataType>,
    /// The number of columns of a chunk.
    pub(super) count: usize,
    /// The conditions, each with the numbers of the columns that it uses.
    pub(super) conditions: Vec<(Condition, Vec<usize>)>,
}

struct Reading<'r> {
    of: &'r Table,
    rows: RowScan<'r>,
    is_dirty: bool,
    places: Vec<Range<usize>>,
    /// The rows of a page that are left, while conditions are evaluated.
    page: Chunk,
    selected: Vec<u32>,
    next: Vec<u32>,
    keeps: Vec<bool>,
    /// Whether each column of `page` has been read.
    is_read: Vec<bool>,
    /// Filters of the rows that the conditions leave.
    sought: Vec<Seeking>,
    /// The state of the shared run that this is a part of.
    shared: Option<Arc<SharedState>>,
}

/// A run of a table that several threads share.
struct SharedReading<'r> {
    of: &'r Table,
    rows: SharedScan<'r>,
    is_dirty: bool,
    sought: Vec<Sought>,
    state: Arc<SharedState>,
}

/// The state of a shared run.
#[derive(Default)]
struct SharedState {
    is_stopped: AtomicBool,
    has_failed: AtomicBool,
}

impl SharedState {
    /// Notes that reading has failed. An error after a stop is a consequence of it.
    fn note_failure(&self) {
        if !self.is_stopped.load(Ordering::Relaxed) {
            self.has_failed.store(true, Ordering::Relaxed);
        }
    }
}

/// The error of a row that can't be read.
enum ReadError {
    Damaged,
    Sql(SqlError),
}

impl From<RowDamaged> for ReadError {
    fn from(RowDamaged: RowDamaged) -> ReadError {
        ReadError::Damaged
    }
}

impl Source for Table {
    fn types(&self) -> &[DataType] {
        &self.types[..self.count]
    }

    fn begin<'r>(&'r self, start: Start, run: &mut Run<'_, 'r>) -> Result<Opened<'r>, SqlError> {
        let (rows, is_dirty) = self.scan.begin(run)?;
        let Start { is_shared, sought } = start;
        Ok(match if is_shared { rows.share() } else { Err(rows) } {
            Ok(rows) => {
                let state = Arc::default();
                Opened::Shared(Box::new(SharedReading { of: self, rows, is_dirty, sought, state }))
            }
            Err(rows) => Opened::Single(Box::new(self.reading((rows, is_dirty), sought, None))),
        })
    }
}

impl<'r> SharedChunks<'r> for SharedReading<'r> {
    fn open(&self) -> Box<dyn Chunks<'r> + 'r> {
        let rows = (self.rows.open(), self.is_dirty);
        Box::new(self.of.reading(rows, self.sought.clone(), Some(Arc::clone(&self.state))))
    }

    fn stop(&self) {
        self.state.is_stopped.store(true, Ordering::Relaxed);
        self.rows.stop();
    }

    fn has_failed(&self) -> bool {
        self.state.has_failed.load(Ordering::Relaxed)
    }
}

impl Table {
    fn reading<'r>(
        &'r self,
        (rows, is_dirty): (RowScan<'r>, bool),
        sought: Vec<Sought>,
        shared: Option<Arc<SharedState>>,
    ) -> Reading<'r> {
        let page = Chunk::new(if self.conditions.is_empty() && sought.is_empty() { &[] } else { &self.types });
        let sought = sought.into_iter().map(Seeking::new).collect();
        let (places, selected, next, keeps, is_read) = (Vec::new(), Vec::new(), Vec::new(), Vec::new(), Vec::new());
        Reading { of: self, rows, is_dirty, places, page, selected, next, keeps, is_read, sought, shared }
    }

    /// Appends column `number` of the rows at `places` to `column`.
    fn read(
        &self,
        number: usize,
        (bytes, places, is_dirty): (&[u8], &[Range<usize>], bool),
        column: &mut Column,
    ) -> Result<(), SqlError> {
        let (stored, place) = (&self.scan.stored, self.columns[number]);
        let mut other = |row: &[u8]| stored.column(row, is_dirty, place).map_err(ReadError::Sql);
        let read = stored.layout.read_column((bytes, places), place, column, &mut other);
        read.map_err(|error| match error {
            ReadError::Damaged => damaged_row(&stored.rows.database.name),
            ReadError::Sql(error) => error,
        })
    }
}

impl<'r> Chunks<'r> for Reading<'r> {
    fn next(&mut self, run: &mut Run<'_, 'r>, chunk: &mut Chunk) -> Result<bool, SqlError> {
        chunk.clear();
        let Table { scan, conditions, .. } = self.of;
        while chunk.len < ROWS {
            let shared = self.shared.as_deref();
            let failed = |error: SqlError| {
                shared.into_iter().for_each(SharedState::note_failure);
                error
            };
            run.check_cancelled().map_err(failed)?;
            let bytes = self.rows.next_rows(&mut self.places).map_err(|error| failed(scan.to_sql(&error)))?;
            let Some(bytes) = bytes else { break };
            run.context.note_rows_read(self.places.len() as u64);
            if conditions.is_empty() && self.sought.iter().all(|sought| sought.columns().is_none()) {
                for (number, column) in chunk.columns.iter_mut().enumerate() {
                    self.of.read(number, (bytes, &self.places, self.is_dirty), column)?;
                }
                chunk.len += self.places.len();
                continue;
            }
            let Reading { of, places, page, selected, next, keeps, is_dirty, is_read, sought, .. } = self;
            page.clear();
            page.len = places.len();
            is_read.clear();
            is_read.resize(of.columns.len(), false);
            let mut has_selected = false;
            for (condition, used) in conditions {
                let needs_more = used.iter().any(|number| !is_read[*number]);
                if needs_more && has_selected {
                    keep_places(places, selected);
                    page.keep_rows(selected, keeps);
                    has_selected = false;
                }
                for number in used {
                    if !std::mem::replace(&mut is_read[*number], true) {
                        of.read(*number, (bytes, places, *is_dirty), &mut page.columns[*number])?;
                    }
                }
                let rows = if has_selected { Rows::Some(selected) } else { Rows::All(page.len) };
                condition.select(page, (rows, next), run)?;
                std::mem::swap(selected, next);
                has_selected = true;
                if selected.is_empty() {
                    break;
                }
            }
            for seeking in sought {
                let Some(columns) = seeking.columns() else { continue };
                if has_selected {
                    keep_places(places, selected);
                    page.keep_rows(selected, keeps);
                }
                if page.len == 0 {
                    break;
                }
                for number in columns {
                    if !std::mem::replace(&mut is_read[*number], true) {
                        of.read(*number, (bytes, places, *is_dirty), &mut page.columns[*number])?;
                    }
                }
                seeking.select(page, selected);
                has_selected = true;
            }
            if has_selected {
                keep_places(places, selected);
                page.keep_rows(selected, keeps);
            }
            if page.len == 0 {
                continue;
            }
            for (number, column) in chunk.columns.iter_mut().enumerate() {
                match is_read[number] {
                    true => column.append(&page.columns[number]),
                    false => of.read(number, (bytes, places, *is_dirty), column)?,
                }
            }
            chunk.len += page.len;
        }
        Ok(chunk.len > 0)
    }
}

/// Keeps the places with these numbers, which ascend.
fn keep_places(places: &mut Vec<Range<usize>>, selected: &[u32]) {
    for (to, from) in selected.iter().enumerate() {
        places[to] = places[*from as usize].clone();
    }
    places.truncate(selected.len());
}
