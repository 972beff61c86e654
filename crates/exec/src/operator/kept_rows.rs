//! Rows that are kept for later: what lies in the places of their sources.

use super::Workspace;
use super::run::Run;
use crate::code::Row;
use sluice_types::SqlError;

/// Rows of some sources.
pub struct KeptRows {
    /// Where their memory is counted, and that of what their keeper keeps beside them.
    pub(super) workspace: Workspace,
    sources: Box<[usize]>,
    rows: Vec<Row>,
}

impl KeptRows {
    /// None yet, of these sources.
    pub fn of(sources: &[usize], run: &Run<'_, '_>) -> KeptRows {
        KeptRows { workspace: Workspace::new(run), sources: sources.into(), rows: Vec::new() }
    }

    /// Keeps the current row: 701 if there is no memory for it. It stays current: a join below goes on with one side of it.
    pub fn keep(&mut self, run: &mut Run<'_, '_>) -> Result<(), SqlError> {
        for source in &self.sources {
            let row = &run.frame.rows[*source];
            self.workspace.take_current(row)?;
            self.rows.push(row.clone());
        }
        Ok(())
    }

    /// How many they are.
    pub fn count(&self) -> usize {
        self.rows.len() / self.sources.len().max(1)
    }

    /// Makes the row of that number the current one.
    pub fn show(&self, number: usize, run: &mut Run<'_, '_>) {
        let first = number * self.sources.len();
        for (source, row) in self.sources.iter().zip(&self.rows[first..]) {
            run.frame.rows[*source].clone_from(row);
        }
    }

    /// As [`KeptRows::show`], for a row that is not asked for again.
    pub(super) fn give(&mut self, number: usize, run: &mut Run<'_, '_>) {
        let first = number * self.sources.len();
        for (source, row) in self.sources.iter().zip(&mut self.rows[first..]) {
            run.frame.rows[*source] = std::mem::take(row);
        }
    }
}

/// Makes every column of these sources NULL.
pub(super) fn show_nulls(sources: &[usize], run: &mut Run<'_, '_>) {
    sources.iter().for_each(|source| run.frame.rows[*source] = Row::Nulls);
}
