//! Finds the rows that a statement changes by a plan. The plan runs to its end before the first row
//! is changed, so that it sees no change of the statement (the Halloween problem).

use super::kept_rows::KeptRows;
use super::{Operator, Run};
use crate::code::Piece;
use sluice_base::sync::Arc;
use sluice_types::{SqlError, Value};

/// A plan that finds rows to change.
pub struct FoundRows {
    pub(super) operator: Box<dyn Operator>,
    /// Sources of its rows that are used later.
    pub(super) sources: Vec<usize>,
    /// Source of the changed table's rows.
    pub target: usize,
    /// Locator of the changed table's row.
    pub(super) locator: Piece,
}

impl FoundRows {
    /// Keeps the rows of another source, too.
    pub fn keep(&mut self, source: usize) {
        self.sources.push(source);
    }

    /// Runs the plan. `is_wanted` decides for each current row whether to keep it. It gets the
    /// locator, or `None` if the row has no part of the changed table. Returns the kept rows in
    /// order. Copies of kept rows count as workspace memory and go to tempdb beyond it.
    /// `Wanted::Enough` ends the plan; that row isn't kept.
    pub fn collect<'a, 'r>(
        &'r self,
        run: &mut Run<'a, 'r>,
        mut is_wanted: impl FnMut(&mut Run<'a, 'r>, Option<&Arc<[u8]>>) -> Result<Wanted, SqlError>,
    ) -> Result<KeptRows, SqlError> {
        let mut kept = KeptRows::for_sources(&self.sources);
        let mut cursor = self.operator.open(run)?;
        while cursor.next(run)? {
            let locator = match run.value(self.locator)? {
                Value::Bytes(locator) => Some(locator),
                _ => None,
            };
            match is_wanted(run, locator.as_ref())? {
                Wanted::Yes => {
                    kept.workspace(run).take(locator.map_or(0, |locator| 2 * locator.len()))?;
                    kept.keep(run)?;
                }
                Wanted::No => {}
                Wanted::Enough => break,
            }
        }
        Ok(kept)
    }
}

/// Whether to keep a row.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Wanted {
    /// Keep the row.
    Yes,
    /// Skip the row.
    No,
    /// Skip the row and all that follow.
    Enough,
}
