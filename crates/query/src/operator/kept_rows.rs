//! Rows kept for later: the content of their sources' places. Rows that don't fit into memory go to
//! tempdb; they follow the rows in memory.

use super::Workspace;
use super::run_parts::{RowsSeen, RunParts};
use super::value_bytes::{put_row, read_row};
use super::work_rows::NumberedRows;
use crate::code::Row;
use sluice_base::codec::Reader;
use sluice_base::sync::Arc;
use sluice_types::SqlError;

/// Rows of some sources. `rows` has the rows of all sources, row after row; `late` the rows in
/// tempdb.
pub struct KeptRows {
    /// Workspace that counts their memory, once there are rows.
    workspace: Option<Workspace>,
    sources: Box<[usize]>,
    rows: Vec<Row>,
    count: usize,
    late: Option<NumberedRows>,
    seen: RowsSeen,
}

impl KeptRows {
    /// Returns an empty list for rows of these sources.
    pub fn for_sources(sources: &[usize]) -> KeptRows {
        KeptRows {
            workspace: None,
            sources: sources.into(),
            rows: Vec::new(),
            count: 0,
            late: None,
            seen: RowsSeen::default(),
        }
    }

    /// The workspace that counts the rows' memory. The owner may count related memory in it too.
    pub(super) fn workspace(&mut self, run: &impl RunParts) -> &Workspace {
        self.workspace.get_or_insert_with(|| Workspace::new(run))
    }

    /// Keeps the current row, in memory or, once there is no room, in tempdb. It stays current: a
    /// join below may continue with one side of it.
    pub fn keep(&mut self, run: &mut impl RunParts) -> Result<(), SqlError> {
        if self.late.is_none() && self.fits(run) {
            return Ok(());
        }
        self.keep_late(run)
    }

    /// Keeps the current row in memory. Returns false if there is no room. A partly copied row is
    /// removed again.
    pub(super) fn fits(&mut self, run: &mut impl RunParts) -> bool {
        let workspace = self.workspace.get_or_insert_with(|| Workspace::new(run));
        let kept = self.rows.len();
        for source in &self.sources {
            let row = &run.rows()[*source];
            if !workspace.fits_current(row) {
                // The memory counted for this row stays counted until the workspace is released.
                self.rows.truncate(kept);
                return false;
            }
            self.rows.push(row.clone());
        }
        self.count += 1;
        true
    }

    #[cold]
    fn keep_late(&mut self, run: &mut impl RunParts) -> Result<(), SqlError> {
        if self.late.is_none() {
            self.late = Some(NumberedRows::new(run.context().databases())?);
        }
        self.seen.one_more(run)?;
        let (rows, sources) = (run.rows(), &self.sources);
        if let Some(late) = &mut self.late {
            late.push(|out| sources.iter().for_each(|source| put_row(&rows[*source], out)))?;
        }
        self.count += 1;
        Ok(())
    }

    /// Number of rows.
    pub fn count(&self) -> usize {
        self.count
    }

    /// Makes row `number` the current row. Rows in memory are cloned, rows in tempdb read and
    /// decoded. Panics if there is no such row.
    pub fn show(&self, number: usize, run: &mut impl RunParts) -> Result<(), SqlError> {
        let Some(late) = self.late_number(number) else {
            let first = number * self.sources.len();
            for (source, row) in self.sources.iter().zip(&self.rows[first..]) {
                run.rows_mut()[*source].clone_from(row);
            }
            return Ok(());
        };
        self.show_late(late, run)
    }

    /// Makes row `number` the current row for the last time; the row may be moved out. Rows in
    /// tempdb are read as by `show`; a row in memory is empty afterwards.
    pub(super) fn give(&mut self, number: usize, run: &mut impl RunParts) -> Result<(), SqlError> {
        if self.late_number(number).is_some() {
            return self.show(number, run);
        }
        let first = number * self.sources.len();
        for (source, row) in self.sources.iter().zip(&mut self.rows[first..]) {
            run.rows_mut()[*source] = std::mem::take(row);
        }
        Ok(())
    }

    /// Appends a row in memory to `out`, as a record of a work file.
    pub(super) fn put(&self, number: usize, out: &mut Vec<u8>) {
        let first = number * self.sources.len();
        self.rows[first..first + self.sources.len()].iter().for_each(|row| put_row(row, out));
    }

    /// Removes the rows in memory, but keeps the workspace's memory.
    pub(super) fn empty(&mut self) {
        self.rows.clear();
        self.count = 0;
        self.workspace.iter().for_each(Workspace::empty);
    }

    /// Removes all rows, also those in tempdb. The workspace keeps its memory.
    pub(super) fn clear(&mut self) {
        self.empty();
        self.late = None;
    }

    /// Returns the number of a row among the rows in tempdb, or `None` if the row is in memory.
    fn late_number(&self, number: usize) -> Option<usize> {
        let late = self.late.as_ref()?;
        number.checked_sub(self.count - late.count())
    }

    #[cold]
    fn show_late(&self, number: usize, run: &mut impl RunParts) -> Result<(), SqlError> {
        match &self.late {
            Some(late) => late.read(number, |record| show_record(record, &self.sources, run)),
            None => Ok(()),
        }
    }
}

/// Rows for the next `GivenScan` that is opened, by their numbers.
pub struct GivenRows {
    rows: Arc<KeptRows>,
    numbers: std::vec::IntoIter<usize>,
}

impl GivenRows {
    /// Returns the rows with these numbers.
    pub fn new(rows: Arc<KeptRows>, numbers: Vec<usize>) -> GivenRows {
        GivenRows { rows, numbers: numbers.into_iter() }
    }

    /// Makes the next row the current row. Returns false at the end.
    pub(super) fn show_next(&mut self, run: &mut impl RunParts) -> Result<bool, SqlError> {
        let Some(number) = self.numbers.next() else { return Ok(false) };
        self.rows.show(number, run)?;
        Ok(true)
    }
}

/// Makes the row of a record the current row.
pub(super) fn show_record(record: &mut Reader<'_>, sources: &[usize], run: &mut impl RunParts) -> Result<(), SqlError> {
    sources.iter().try_for_each(|source| read_row(record, &mut run.rows_mut()[*source]))
}

/// Makes all columns of these sources NULL.
pub(super) fn show_nulls(sources: &[usize], run: &mut impl RunParts) {
    sources.iter().for_each(|source| run.rows_mut()[*source] = Row::Nulls);
}
