//! INSERT BULK: rows that a client sends after the statement
//! (`t-sql/statements/insert-transact-sql.md`, MS-TDS 2.2.6.1).
//!
//! The statement itself only checks that the table and columns exist. The rows then arrive in
//! parts. All parts are one batch.

use super::loader::{Batch, LoadTarget, Loader};
use crate::statement::Env;
use crate::statement::bound::Outcome;
use sluice_base::sync::Arc;
use sluice_session::bulk::{Awaited, BulkPart};
use sluice_types::convert::check_implicit;
use sluice_types::{DataType, SqlError};

/// A compiled INSERT BULK.
pub struct BulkLoad {
    /// The target and the options.
    pub target: LoadTarget,
    /// Names and types of the columns sent.
    pub columns: Vec<(String, DataType)>,
    /// The statement's text, sent as a batch of its own.
    pub statement: Arc<str>,
}

/// A bulk load that is receiving rows.
pub struct RunningLoad {
    loader: Loader,
    batch: Batch,
}

/// Starts the bulk load, or processes the part that has arrived. The last part leaves the load's
/// triggers to the caller. The flag of an error is true if the error arose before any rows arrived.
/// A failed part undoes the load. Without a part, the client is asked for rows: the outcome says
/// that the statement waits for them. Fails with 4804 if the client sends another number of columns
/// than the statement has, or ends without them.
pub fn bulk_load(
    env: &mut Env<'_, '_>,
    load: &BulkLoad,
    slot: &mut Option<RunningLoad>,
) -> Result<Outcome, (bool, SqlError)> {
    let part = env.state.client.bulk.as_mut().and_then(|awaited| awaited.part.take());
    let result = match part {
        None => return load.begin(env).map_err(|error| (true, error)),
        Some(BulkPart::Columns(types)) => load.columns_came(env, &types).map(|running| {
            *slot = Some(running);
            Outcome::Done
        }),
        Some(BulkPart::Rows(rows)) => match slot {
            Some(RunningLoad { loader, batch }) => loader.put(env, batch, rows).map(|()| Outcome::Done),
            None => Ok(Outcome::Done),
        },
        Some(BulkPart::End) => end(env, slot),
        Some(BulkPart::Abandon) => {
            return undo(env, slot).map(|()| Outcome::Done).map_err(|error| (false, error));
        }
    };
    result.or_else(|error| undo(env, slot).and(Err(error))).map_err(|error| (false, error))
}

impl BulkLoad {
    fn begin(&self, env: &mut Env<'_, '_>) -> Result<Outcome, SqlError> {
        env.frame.globals.row_count = 0;
        let (names, types): (Vec<String>, Vec<DataType>) = self.columns.iter().cloned().unzip();
        self.target.bind(env, &names, &types)?;
        env.state.client.bulk = Some(Awaited { statement: Arc::clone(&self.statement), part: None });
        Ok(Outcome::Done)
    }

    fn columns_came(&self, env: &mut Env<'_, '_>, types: &[DataType]) -> Result<RunningLoad, SqlError> {
        if types.len() != self.columns.len() {
            return Err(SqlError::bulk_stream_ended_early());
        }
        for (place, (came, (_, declared))) in types.iter().zip(&self.columns).enumerate() {
            // 4816: the sent type has no implicit conversion to the column's type.
            check_implicit(came, declared).map_err(|_| SqlError::invalid_bcp_column_type(place + 1))?;
        }
        let names = self.columns.iter().map(|(name, _)| name.clone()).collect();
        let loader = Loader::new(env, &self.target, names, types)?;
        let batch = loader.begin(env)?;
        Ok(RunningLoad { loader, batch })
    }
}

fn end(env: &mut Env<'_, '_>, slot: &mut Option<RunningLoad>) -> Result<Outcome, SqlError> {
    let Some(RunningLoad { loader, batch }) = slot else {
        // 4804: the load ended before its columns arrived.
        return Err(SqlError::bulk_stream_ended_early().in_state(1));
    };
    let (rows, is_alone) = (batch.rows, batch.is_alone);
    let firing = loader.end(env, batch)?;
    (env.state.client.bulk, *slot) = (None, None);
    if let Some(firing) = firing {
        return Ok(Outcome::Fires(firing));
    }
    if is_alone {
        env.frame.globals.tran_count = 0;
        env.state.transaction.commit(false)?;
    }
    env.done(rows);
    Ok(Outcome::Done)
}

/// Undoes the whole load.
fn undo(env: &mut Env<'_, '_>, slot: &mut Option<RunningLoad>) -> Result<(), SqlError> {
    env.state.client.bulk = None;
    slot.take().map_or(Ok(()), |running| running.batch.undo(env))
}
