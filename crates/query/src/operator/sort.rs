//! Sorts rows. Rows that fit into memory are sorted there; otherwise sorted runs are written to
//! tempdb and merged. The sort is stable.

use super::kept_rows::KeptRows;
use super::runs::{Merging, Runs, compare_keys};
use super::value_bytes::put_row;
use super::{Cursor, Operator, Run, order};
use crate::code::Piece;
use sluice_types::{SqlError, Value};

/// The sort operator. Opening it doesn't read; the first `next` reads the whole input.
pub(super) struct Sort {
    pub(super) input: Box<dyn Operator>,
    pub(super) sources: Vec<usize>,
    pub(super) keys: Vec<Piece>,
    /// For each key, whether the order is descending.
    pub(super) descending: Vec<bool>,
}

/// Unsorted rows in memory.
struct Gathered<'r> {
    of: &'r Sort,
    rows: KeptRows,
    /// Keys of the rows, row after row.
    keys: Vec<Value>,
}

struct Sorted {
    rows: KeptRows,
    order: std::vec::IntoIter<u32>,
}

impl Operator for Sort {
    fn open<'r>(&'r self, run: &mut Run<'_, 'r>) -> Result<Box<dyn Cursor<'r> + 'r>, SqlError> {
        run.take_grant()?;
        let mut gathered = Gathered { of: self, rows: KeptRows::for_sources(&self.sources), keys: Vec::new() };
        let mut runs = Runs::new(self.descending.iter().copied());
        let mut input = self.input.open(run)?;
        while input.next(run)? {
            let first = gathered.keys.len();
            for piece in &self.keys {
                gathered.keys.push(run.value(*piece)?);
            }
            if !gathered.fits(first, run) {
                let keys = gathered.keys.split_off(first);
                gathered.spill(&mut runs, run)?;
                gathered.keys.extend_from_slice(&keys);
                if !gathered.fits(0, run) {
                    // The row alone exceeds the available memory.
                    gathered.keys.clear();
                    runs.begin(run.context)?;
                    let rows = &run.frame.rows;
                    runs.push(&keys, |out| self.sources.iter().for_each(|source| put_row(&rows[*source], out)))?;
                }
            }
        }
        drop(input);
        run.check_cancelled()?;
        if runs.is_empty() {
            let order = gathered.order(run)?;
            return Ok(Box::new(Sorted { rows: gathered.rows, order: order.into_iter() }));
        }
        gathered.spill(&mut runs, run)?;
        drop(gathered);
        Ok(Box::new(Merging::new(runs.merge(run.context)?, &self.sources)))
    }
}

impl Gathered<'_> {
    /// Keeps the current row, whose keys start at `first`. Returns false if there is no memory for
    /// it.
    fn fits(&mut self, first: usize, run: &mut Run<'_, '_>) -> bool {
        self.rows.workspace(run).fits_row(&self.keys[first..]) && self.rows.fits(run)
    }

    /// Returns the row numbers in sorted order.
    fn order(&self, run: &Run<'_, '_>) -> Result<Vec<u32>, SqlError> {
        let width = self.of.keys.len();
        let keys_of = |number: u32| &self.keys[number as usize * width..][..width];
        let mut order: Vec<u32> = (0..self.rows.count() as u32).collect();
        let compare = |left, right| compare_keys(keys_of(left), keys_of(right), &self.of.descending);
        order::sort(&mut order, compare, || run.check_cancelled())?;
        Ok(order)
    }

    /// Writes the rows as a sorted run.
    fn spill(&mut self, runs: &mut Runs, run: &mut Run<'_, '_>) -> Result<(), SqlError> {
        if self.rows.count() == 0 {
            return Ok(());
        }
        let (order, width) = (self.order(run)?, self.of.keys.len());
        runs.begin(run.context)?;
        for number in order {
            let number = number as usize;
            runs.push(&self.keys[number * width..][..width], |out| self.rows.put(number, out))?;
        }
        self.keys.clear();
        self.rows.empty();
        Ok(())
    }
}

impl<'r> Cursor<'r> for Sorted {
    fn next(&mut self, run: &mut Run<'_, 'r>) -> Result<bool, SqlError> {
        let Some(number) = self.order.next() else { return Ok(false) };
        self.rows.give(number as usize, run)?;
        Ok(true)
    }
}
