//! Replays rows that the statement has kept.

use super::kept_rows::KeptRows;
use super::{Cursor, Operator, Run};
use sluice_types::SqlError;
use std::rc::Rc;

/// Operator that returns the rows passed on by the statement.
pub(super) struct Given;

/// Rows for the next `Given` operator that is opened, by their numbers.
pub struct GivenRows {
    rows: Rc<KeptRows>,
    numbers: std::vec::IntoIter<usize>,
}

impl GivenRows {
    /// Returns the rows with these numbers.
    pub fn new(rows: Rc<KeptRows>, numbers: Vec<usize>) -> GivenRows {
        GivenRows { rows, numbers: numbers.into_iter() }
    }
}

struct Giving(Option<GivenRows>);

impl Operator for Given {
    fn open<'r>(&'r self, run: &mut Run<'_, 'r>) -> Result<Box<dyn Cursor<'r> + 'r>, SqlError> {
        Ok(Box::new(Giving(run.notes.take_given())))
    }
}

impl<'r> Cursor<'r> for Giving {
    fn next(&mut self, run: &mut Run<'_, 'r>) -> Result<bool, SqlError> {
        let Some(GivenRows { rows, numbers }) = &mut self.0 else { return Ok(false) };
        let Some(number) = numbers.next() else { return Ok(false) };
        rows.show(number, run)?;
        Ok(true)
    }
}
