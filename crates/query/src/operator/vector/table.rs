//! Reads chunks of a table: decodes the needed integer columns of the scanned rows.

use super::chunk::Chunk;
use super::source::{Chunks, ROWS, Source};
use crate::operator::Run;
use crate::operator::scan::Scan;
use sluice_table::row_scan::RowScan;
use sluice_table::storage_error::damaged_row;
use sluice_types::SqlError;
use std::ops::Range;

/// Reads chunks of a table, or of a covering index.
pub(super) struct Table {
    /// The scan.
    pub(super) scan: Scan,
    /// The columns of a chunk, as positions in the stored row.
    pub(super) columns: Vec<usize>,
}

struct Reading<'r> {
    of: &'r Table,
    rows: RowScan<'r>,
    places: Vec<Range<usize>>,
}

impl Source for Table {
    fn width(&self) -> usize {
        self.columns.len()
    }

    fn open<'r>(&'r self, run: &mut Run<'_, 'r>) -> Result<Box<dyn Chunks<'r> + 'r>, SqlError> {
        let rows = self.scan.begin(run)?.0;
        Ok(Box::new(Reading { of: self, rows, places: Vec::new() }))
    }
}

impl<'r> Chunks<'r> for Reading<'r> {
    fn next(&mut self, run: &mut Run<'_, 'r>, chunk: &mut Chunk) -> Result<bool, SqlError> {
        run.check_cancelled()?;
        chunk.clear();
        let Table { scan, columns } = self.of;
        while chunk.len < ROWS {
            let bytes = self.rows.next_rows(&mut self.places).map_err(|error| scan.to_sql(&error))?;
            let Some(bytes) = bytes else { break };
            for (place, column) in columns.iter().zip(&mut chunk.columns) {
                let read = scan.stored.layout.read_integers((bytes, &self.places), *place, |value| column.push(value));
                read.map_err(|_| damaged_row(&scan.stored.rows.database.name))?;
            }
            chunk.len += self.places.len();
        }
        run.context.note_rows_read(chunk.len as u64);
        Ok(chunk.len > 0)
    }
}
