//! Rows that are kept for later: what lies in the places of their sources. Those that memory has no room for are in tempdb, behind the others.

use super::Workspace;
use super::run::{RowsSeen, Run};
use super::value_bytes::{put_row, read_row};
use super::work_rows::NumberedRows;
use crate::code::Row;
use sluice_base::codec::Reader;
use sluice_types::SqlError;

/// Rows of some sources.
pub struct KeptRows {
    /// Where their memory is counted, once there are some.
    workspace: Option<Workspace>,
    sources: Box<[usize]>,
    rows: Vec<Row>,
    count: usize,
    late: Option<NumberedRows>,
    /// Those that have been put into tempdb.
    seen: RowsSeen,
}

impl KeptRows {
    /// None yet, of these sources.
    pub fn of(sources: &[usize]) -> KeptRows {
        KeptRows {
            workspace: None,
            sources: sources.into(),
            rows: Vec::new(),
            count: 0,
            late: None,
            seen: RowsSeen::default(),
        }
    }

    /// Where their memory is counted, and that of what their keeper keeps beside them.
    pub(super) fn workspace(&mut self, run: &Run<'_, '_>) -> &Workspace {
        self.workspace.get_or_insert_with(|| Workspace::new(run))
    }

    /// Keeps the current row. It stays current: a join below goes on with one side of it.
    pub fn keep(&mut self, run: &mut Run<'_, '_>) -> Result<(), SqlError> {
        if self.late.is_none() && self.fits(run) {
            return Ok(());
        }
        self.keep_late(run)
    }

    /// As [`KeptRows::keep`], in memory; false if there is no room.
    pub(super) fn fits(&mut self, run: &mut Run<'_, '_>) -> bool {
        let workspace = self.workspace.get_or_insert_with(|| Workspace::new(run));
        let kept = self.rows.len();
        for source in &self.sources {
            let row = &run.frame.rows[*source];
            if !workspace.fits_current(row) {
                // What was counted of this row counts until all is given back.
                self.rows.truncate(kept);
                return false;
            }
            self.rows.push(row.clone());
        }
        self.count += 1;
        true
    }

    #[cold]
    fn keep_late(&mut self, run: &mut Run<'_, '_>) -> Result<(), SqlError> {
        if self.late.is_none() {
            self.late = Some(NumberedRows::new(run.context.host)?);
        }
        self.seen.one_more(run)?;
        let (rows, sources) = (&run.frame.rows, &self.sources);
        if let Some(late) = &mut self.late {
            late.push(|out| sources.iter().for_each(|source| put_row(&rows[*source], out)))?;
        }
        self.count += 1;
        Ok(())
    }

    /// How many they are.
    pub fn count(&self) -> usize {
        self.count
    }

    /// Makes the row of that number the current one.
    pub fn show(&self, number: usize, run: &mut Run<'_, '_>) -> Result<(), SqlError> {
        let Some(late) = self.late_number(number) else {
            let first = number * self.sources.len();
            for (source, row) in self.sources.iter().zip(&self.rows[first..]) {
                run.frame.rows[*source].clone_from(row);
            }
            return Ok(());
        };
        self.show_late(late, run)
    }

    /// As [`KeptRows::show`], for a row that is not asked for again.
    pub(super) fn give(&mut self, number: usize, run: &mut Run<'_, '_>) -> Result<(), SqlError> {
        if self.late_number(number).is_some() {
            return self.show(number, run);
        }
        let first = number * self.sources.len();
        for (source, row) in self.sources.iter().zip(&mut self.rows[first..]) {
            run.frame.rows[*source] = std::mem::take(row);
        }
        Ok(())
    }

    /// The rows that are in memory, as records of a work file; they are kept no longer.
    pub(super) fn put(&self, number: usize, out: &mut Vec<u8>) {
        let first = number * self.sources.len();
        self.rows[first..first + self.sources.len()].iter().for_each(|row| put_row(row, out));
    }

    /// Keeps none any longer, but has their memory still.
    pub(super) fn empty(&mut self) {
        self.rows.clear();
        self.count = 0;
        self.workspace.iter().for_each(Workspace::empty);
    }

    /// Keeps none any longer, wherever they are.
    pub(super) fn clear(&mut self) {
        self.empty();
        self.late = None;
    }

    /// The number of a row among those in tempdb, if it is one.
    fn late_number(&self, number: usize) -> Option<usize> {
        let late = self.late.as_ref()?;
        number.checked_sub(self.count - late.count())
    }

    #[cold]
    fn show_late(&self, number: usize, run: &mut Run<'_, '_>) -> Result<(), SqlError> {
        match &self.late {
            Some(late) => late.read(number, |record| show_record(record, &self.sources, run)),
            None => Ok(()),
        }
    }
}

/// Makes the row of a record the current one.
pub(super) fn show_record(record: &mut Reader<'_>, sources: &[usize], run: &mut Run<'_, '_>) -> Result<(), SqlError> {
    sources.iter().try_for_each(|source| read_row(record, &mut run.frame.rows[*source]))
}

/// Makes every column of these sources NULL.
pub(super) fn show_nulls(sources: &[usize], run: &mut Run<'_, '_>) {
    sources.iter().for_each(|source| run.frame.rows[*source] = Row::Nulls);
}
