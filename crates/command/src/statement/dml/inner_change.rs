//! Nested DML: a change whose OUTPUT rows are the source of an INSERT.

use super::change::Change;
use super::insert::{Insert, RowSource};
use super::merge::Merge;
use super::output::WaitingRows;
use crate::statement::Env;
use sluice_base::sync::Arc;
use sluice_query::operator::{GivenRows, KeptRows, Notes, Routine};
use sluice_types::SqlError;

/// A compiled nested change.
pub(in crate::statement) enum InnerChange {
    Change(Change),
    Merge(Merge),
    Insert(Box<Insert>),
}

impl RowSource for InnerChange {
    fn rows(&mut self, env: &mut Env<'_, '_>, routine: Routine<'_>) -> Result<GivenRows, SqlError> {
        let kept = match self {
            InnerChange::Change(change) => change.change_rows(env, routine)?.1.kept,
            InnerChange::Merge(merge) => {
                merge.check_identity(env)?;
                merge.merge_rows(env, routine)?.1.kept
            }
            InnerChange::Insert(insert) => insert_kept(insert, env, routine)?,
        };
        let numbers = (0..kept.count()).collect();
        Ok(GivenRows::new(Arc::new(kept), numbers))
    }
}

fn insert_kept(insert: &mut Insert, env: &mut Env<'_, '_>, routine: Routine<'_>) -> Result<KeptRows, SqlError> {
    insert.check_identity(env)?;
    let mut notes = Notes::default();
    let output = insert.output.take();
    let mut waiting = WaitingRows::new(output.as_ref(), false);
    let result = insert.insert_with(env, routine, &mut notes, (output.as_ref(), &mut waiting, None));
    insert.output = output;
    result.map(|_| waiting.kept)
}
