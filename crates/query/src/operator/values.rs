//! The rows of a VALUES list.

use super::{Cursor, Operator, Run};
use crate::code::Piece;
use sluice_types::SqlError;

/// Returns the rows of a VALUES list. Each row is evaluated when it is its turn.
pub(super) struct Values {
    /// Source of the rows.
    pub(super) source: usize,
    pub(super) rows: Vec<Vec<Piece>>,
}

struct Listed<'r> {
    source: usize,
    rows: std::slice::Iter<'r, Vec<Piece>>,
}

impl Operator for Values {
    fn open<'r>(&'r self, _run: &mut Run<'_, 'r>) -> Result<Box<dyn Cursor<'r> + 'r>, SqlError> {
        Ok(Box::new(Listed { source: self.source, rows: self.rows.iter() }))
    }
}

impl<'r> Cursor<'r> for Listed<'r> {
    fn next(&mut self, run: &mut Run<'_, 'r>) -> Result<bool, SqlError> {
        let Some(row) = self.rows.next() else { return Ok(false) };
        run.take_values(self.source, row)?;
        Ok(true)
    }
}
