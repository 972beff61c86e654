//! The rows of a table that conditions hold for, in chunks.

use super::chunk::Chunk;
use super::condition::Condition;
use crate::operator::Run;
use crate::operator::scan::Scan;
use crate::row_scan::RowScan;
use crate::storage_error::damaged_row;
use sluice_types::SqlError;
use std::ops::Range;

/// Reads a table from end to end.
pub(super) struct Source {
    /// What it reads.
    pub(super) scan: Scan,
    /// The columns of the chunks, by their places in the table.
    pub(super) columns: Vec<usize>,
    /// Which rows; each is asked about those that the ones before it have kept.
    pub(super) conditions: Vec<Condition>,
}

/// A run of it.
pub(super) struct Chunks<'r> {
    of: &'r Source,
    rows: RowScan<'r>,
    places: Vec<Range<usize>>,
    holds: Vec<bool>,
}

impl Source {
    /// Begins a run, and makes the chunk for it.
    pub(super) fn open<'r>(&'r self, run: &mut Run<'_, 'r>) -> Result<(Chunks<'r>, Chunk), SqlError> {
        let rows = self.scan.begin(run)?.0;
        Ok((Chunks { of: self, rows, places: Vec::new(), holds: Vec::new() }, Chunk::new(self.columns.len())))
    }
}

impl<'r> Chunks<'r> {
    /// The next rows, at least one; false at the end.
    pub(super) fn next(&mut self, run: &mut Run<'_, 'r>, chunk: &mut Chunk) -> Result<bool, SqlError> {
        loop {
            run.check_cancelled()?;
            chunk.clear();
            let is_end = !self.read(chunk)?;
            for condition in &self.of.conditions {
                if chunk.len == 0 {
                    break;
                }
                condition.judge(chunk, run.frame, &mut self.holds)?;
                chunk.keep(&self.holds);
            }
            if chunk.len > 0 || is_end {
                return Ok(chunk.len > 0);
            }
        }
    }

    /// Fills the chunk; false if the table has no more rows than those.
    fn read(&mut self, chunk: &mut Chunk) -> Result<bool, SqlError> {
        let Source { scan, columns, .. } = self.of;
        while chunk.len < ROWS {
            let bytes = self.rows.next_rows(&mut self.places).map_err(|error| scan.to_sql(&error))?;
            let Some(bytes) = bytes else { return Ok(false) };
            for (place, column) in columns.iter().zip(&mut chunk.columns) {
                let read = scan.rows.layout.read_integers((bytes, &self.places), *place, |value| column.push(value));
                read.map_err(|_| damaged_row(&scan.rows.database.name))?;
            }
            chunk.len += self.places.len();
        }
        Ok(true)
    }
}

/// How many rows a chunk has, or a page's rows more: their columns stay in the processor's nearest cache.
const ROWS: usize = 1024;
