//! What finds the rows that a statement changes, where a plan does: it is run to its end before the first row is changed, so that no change is seen
//! by it (the Halloween problem).

use super::kept_rows::KeptRows;
use super::{Operator, Run};
use crate::code::Piece;
use sluice_base::sync::Arc;
use sluice_types::{SqlError, Value};

/// A plan that finds rows.
pub struct Found {
    pub(super) operator: Box<dyn Operator>,
    /// The sources of its rows that somebody uses.
    pub(super) sources: Vec<usize>,
    /// The source of the changed table's rows.
    pub target: usize,
    /// Where such a row is.
    pub(super) locator: Piece,
}

impl Found {
    /// Runs it. `is_wanted` tells of the current row, whose locator it gets (none where the row has no part of the changed table), whether it
    /// is to be kept; the rows that were, in their order.
    pub fn collect<'a, 'r>(
        &'r self,
        run: &mut Run<'a, 'r>,
        mut is_wanted: impl FnMut(&mut Run<'a, 'r>, Option<&Arc<[u8]>>) -> Result<Wanted, SqlError>,
    ) -> Result<KeptRows, SqlError> {
        let mut kept = KeptRows::of(&self.sources);
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

/// Whether a row is kept.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Wanted {
    /// It is.
    Yes,
    /// It is not.
    No,
    /// It is not, and nothing that follows.
    Enough,
}
