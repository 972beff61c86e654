//! Rows that are kept for later: what lies in the places of their sources.

use super::run::Run;
use crate::code::Row;

/// Rows of some sources.
#[derive(Default)]
pub(super) struct KeptRows<'r> {
    sources: &'r [usize],
    rows: Vec<Row>,
}

impl<'r> KeptRows<'r> {
    /// None yet, of these sources.
    pub(super) fn of(sources: &'r [usize]) -> KeptRows<'r> {
        KeptRows { sources, rows: Vec::new() }
    }

    /// Keeps the current row; its number. It stays current: a join below goes on with one side of it.
    pub(super) fn keep(&mut self, run: &mut Run<'_, '_>) -> usize {
        let number = self.rows.len() / self.sources.len().max(1);
        self.rows.extend(self.sources.iter().map(|source| run.frame.rows[*source].clone()));
        number
    }

    /// Makes the row of that number the current one.
    pub(super) fn show(&self, number: usize, run: &mut Run<'_, '_>) {
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
