//! Replays rows that the statement has kept.

use super::kept_rows::GivenRows;
use super::{Cursor, Operator, Run};
use sluice_types::SqlError;

/// Operator that returns the rows passed on by the statement.
pub(super) struct GivenScan;

struct Giving(Option<GivenRows>);

impl Operator for GivenScan {
    fn open<'r>(&'r self, run: &mut Run<'_, 'r>) -> Result<Box<dyn Cursor<'r> + 'r>, SqlError> {
        Ok(Box::new(Giving(run.notes.take_given())))
    }
}

impl<'r> Cursor<'r> for Giving {
    fn next(&mut self, run: &mut Run<'_, 'r>) -> Result<bool, SqlError> {
        self.0.as_mut().map_or(Ok(false), |given| given.show_next(run))
    }
}
