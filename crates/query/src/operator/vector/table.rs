//! Reads chunks of a table: the needed columns of the scanned rows, a page at a time.
//!
//! Conditions on the table's rows are evaluated page by page. The columns of a condition are read
//! before it is evaluated, and the other columns afterwards, only of the rows that are left. The rows
//! are the scan's copy of a page, so no latch is held meanwhile.

use super::chunk::Chunk;
use super::column::Column;
use super::condition::Condition;
use super::rows::Rows;
use super::source::{Chunks, ROWS, Source};
use crate::operator::Run;
use crate::operator::scan::Scan;
use sluice_table::row_scan::RowScan;
use sluice_table::storage_error::damaged_row;
use sluice_types::{DataType, RowDamaged, SqlError};
use std::ops::Range;

/// Reads chunks of a table, or of a covering index.
pub(super) struct Table {
    /// The scan.
    pub(super) scan: Scan,
    /// The columns of a chunk, as positions in the stored row.
    pub(super) columns: Vec<usize>,
    /// The types of the columns.
    pub(super) types: Vec<DataType>,
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
    keeps: Vec<bool>,
    /// Whether each column of `page` has been read.
    is_read: Vec<bool>,
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
        &self.types
    }

    fn open<'r>(&'r self, run: &mut Run<'_, 'r>) -> Result<Box<dyn Chunks<'r> + 'r>, SqlError> {
        let (rows, is_dirty) = self.scan.begin(run)?;
        let page = Chunk::new(if self.conditions.is_empty() { &[] } else { &self.types });
        let (places, selected, keeps, is_read) = (Vec::new(), Vec::new(), Vec::new(), Vec::new());
        Ok(Box::new(Reading { of: self, rows, is_dirty, places, page, selected, keeps, is_read }))
    }
}

impl Table {
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
            run.check_cancelled()?;
            let bytes = self.rows.next_rows(&mut self.places).map_err(|error| scan.to_sql(&error))?;
            let Some(bytes) = bytes else { break };
            run.context.note_rows_read(self.places.len() as u64);
            if conditions.is_empty() {
                for (number, column) in chunk.columns.iter_mut().enumerate() {
                    self.of.read(number, (bytes, &self.places, self.is_dirty), column)?;
                }
                chunk.len += self.places.len();
                continue;
            }
            let Reading { of, places, page, selected, keeps, is_dirty, is_read, .. } = self;
            page.clear();
            page.len = places.len();
            is_read.clear();
            is_read.resize(of.columns.len(), false);
            for (condition, used) in conditions {
                for number in used {
                    if !std::mem::replace(&mut is_read[*number], true) {
                        of.read(*number, (bytes, places, *is_dirty), &mut page.columns[*number])?;
                    }
                }
                condition.select(page, (Rows::All(page.len), selected), run)?;
                if selected.len() < page.len {
                    keep_places(places, selected);
                    page.keep_rows(selected, keeps);
                }
                if page.len == 0 {
                    break;
                }
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
