//! Rows in an order. All rows are held in memory, as far as there is some; the sort is stable, so that rows with equal keys keep their order.

use super::kept_rows::KeptRows;
use super::{Cursor, Operator, Run};
use crate::code::Piece;
use sluice_types::compare::compare_nulls_first;
use sluice_types::{SqlError, Value};
use std::cmp::Ordering;

/// Sorts its input.
pub(super) struct Sort {
    /// Where rows come from.
    pub(super) input: Box<dyn Operator>,
    /// The sources that its rows are of.
    pub(super) sources: Vec<usize>,
    /// The keys: the expression, and whether the greatest comes first.
    pub(super) keys: Vec<(Piece, bool)>,
}

struct Sorted {
    rows: KeptRows,
    order: std::vec::IntoIter<u32>,
}

impl Operator for Sort {
    fn open<'r>(&'r self, run: &mut Run<'_, 'r>) -> Result<Box<dyn Cursor<'r> + 'r>, SqlError> {
        let mut rows = KeptRows::of(&self.sources, run);
        let width = self.keys.len();
        let (mut keys, mut count): (Vec<Value>, u32) = (Vec::new(), 0);
        let mut input = self.input.open(run)?;
        while input.next(run)? {
            let first = keys.len();
            for (piece, _) in &self.keys {
                keys.push(run.value(*piece)?);
            }
            rows.workspace.take_row(&keys[first..])?;
            rows.keep(run)?;
            count += 1;
        }
        run.check_cancelled()?;
        let key_of = |number: u32| &keys[number as usize * width..][..width];
        let mut order: Vec<u32> = (0..count).collect();
        order.sort_by(|left, right| self.compare(key_of(*left), key_of(*right)));
        Ok(Box::new(Sorted { rows, order: order.into_iter() }))
    }
}

impl Sort {
    fn compare(&self, left: &[Value], right: &[Value]) -> Ordering {
        for ((left, right), (_, descending)) in left.iter().zip(right).zip(&self.keys) {
            let order = compare_nulls_first(left, right);
            if order != Ordering::Equal {
                return if *descending { order.reverse() } else { order };
            }
        }
        Ordering::Equal
    }
}

impl<'r> Cursor<'r> for Sorted {
    fn next(&mut self, run: &mut Run<'_, 'r>) -> Result<bool, SqlError> {
        let Some(number) = self.order.next() else { return Ok(false) };
        self.rows.give(number as usize, run);
        Ok(true)
    }
}
