//! OUTPUT: rows made of the rows that a statement changes, to the client or into a table.
//!
//! A row goes to the client after its own checks, so that no client takes a row for changed whose change fails. Rows that
//! went before it stay sent. Where the checks need all rows of the statement, the rows wait in a spool: keys that change in
//! two steps, a foreign key within one table, cascades.

use super::Env;
use super::capture::{Captured, Capturing};
use super::insert::Insert;
use crate::code::{Piece, Row};
use crate::operator::{GivenRows, KeptRows, Notes, Routine, Run, Spool, put_values, read_value};
use crate::sink::{ColumnInfo, Sink, send_row};
use crate::triggers::Firing;
use crate::work::Mark;
use sluice_base::codec::Reader;
use sluice_catalog::TriggerEvent;
use sluice_table::long_values::{WorkPlace, kept_long};
use sluice_types::{SqlError, Value};
use std::rc::Rc;

/// A compiled OUTPUT clause.
pub(super) struct Output {
    /// Where expressions find the row as it is then.
    pub(super) inserted: usize,
    /// Its columns that are computed when they are read: where expressions find them, and their values.
    pub(super) computed: Option<(usize, Vec<Piece>)>,
    /// Where they find what was done, in a MERGE.
    pub(super) action: Option<usize>,
    /// The values of each row.
    pub(super) values: Vec<Piece>,
    /// What the client sees of them.
    pub(super) columns: Vec<ColumnInfo>,
    /// Where the rows go that are kept for an INSERT: as it sees them.
    pub(super) into: Option<usize>,
}

/// Where the rows of an OUTPUT clause go while the statement runs.
pub(super) enum Outgoing<'o> {
    /// To the client.
    Client(&'o mut dyn Sink),
    /// To the client, when the statement's checks are over.
    Held(&'o mut Spool),
    /// They are kept, for the table.
    Kept(&'o mut KeptRows),
    /// They are kept, for triggers.
    Captured(&'o mut Capturing),
}

impl Output {
    /// A row has been changed: `inserted` is it as it is now, nothing if it has gone. As it was it is in the frame.
    pub(super) fn put(
        &self,
        run: &mut Run<'_, '_>,
        outgoing: &mut Outgoing<'_>,
        inserted: Option<Vec<Value>>,
        action: &'static str,
    ) -> Result<(), SqlError> {
        let is_there = inserted.is_some();
        run.frame.rows[self.inserted] = inserted.map_or(Row::Nulls, Row::Values);
        if let Some((source, values)) = &self.computed {
            match is_there {
                true => run.take_values(*source, values)?,
                false => run.frame.rows[*source] = Row::Nulls,
            }
        }
        if let Some(source) = self.action {
            run.frame.rows[source] = Row::Values(vec![Value::text(action)]);
        }
        let mut values = self.values.iter().map(|piece| run.value(*piece)).collect::<Result<Vec<_>, _>>()?;
        match outgoing {
            Outgoing::Client(_) => {}
            // A spool has bytes.
            Outgoing::Held(_) => values = values.into_iter().map(Value::into_whole).collect::<Result<_, _>>()?,
            // They are kept beyond what the statement reads.
            Outgoing::Kept(_) | Outgoing::Captured(_) => {
                let place = WorkPlace { host: run.context.host, stop: run.context.cancel_flag() };
                values = values.into_iter().map(|value| kept_long(value, place)).collect::<Result<_, _>>()?;
            }
        }
        match (outgoing, self.into) {
            (Outgoing::Client(sink), _) => send_row(&mut **sink, &values)?,
            (Outgoing::Held(spool), _) => {
                let mut bytes = Vec::new();
                put_values(&values, &mut bytes);
                spool.push(run, &bytes)?;
            }
            (Outgoing::Kept(kept), Some(source)) => {
                run.frame.rows[source] = Row::Values(values);
                kept.keep(run)?;
            }
            (Outgoing::Captured(rows), _) => {
                let event = TriggerEvent::of_word(action).unwrap_or(TriggerEvent::Insert);
                rows.keep(run.context.host, values, event)?;
            }
            (Outgoing::Kept(_), None) => {}
        }
        Ok(())
    }
}

impl Output {
    /// Sends held rows to the client.
    fn send(&self, env: &mut Env<'_, '_>, held: &Spool) -> Result<(), SqlError> {
        let mut rows = held.rows();
        while let Some(row) = rows.next()? {
            env.context.check_cancelled()?;
            let mut bytes = Reader::new(row);
            let values = self.values.iter().map(|_| read_value(&mut bytes)).collect::<Result<Vec<_>, _>>()?;
            env.sink.row(&values);
        }
        Ok(())
    }
}

/// The rows of an OUTPUT clause that wait for the end of the statement.
pub(super) struct WaitingRows {
    /// Rows for a table, as the INSERT into it sees them.
    pub(super) kept: KeptRows,
    /// Rows for the client, if they are held until the checks are over.
    held: Option<Spool>,
}

impl WaitingRows {
    /// No rows yet of `clause`. Rows for the client wait if `is_held`.
    pub(super) fn new(clause: Option<&OutputClause>, is_held: bool) -> WaitingRows {
        let sources: Vec<usize> = clause.and_then(|clause| clause.rows.into).into_iter().collect();
        let is_held = is_held && clause.is_some_and(OutputClause::is_for_client);
        WaitingRows { kept: KeptRows::of(&sources), held: is_held.then(Spool::default) }
    }

    /// Whether rows of `clause` go to the client while the statement runs.
    pub(super) fn lets_through(&self, clause: Option<&OutputClause>) -> bool {
        self.held.is_none() && clause.is_some_and(OutputClause::is_for_client)
    }
}

/// An OUTPUT clause with the INSERT that its rows go to.
pub(super) struct OutputClause {
    /// What is put out.
    pub(super) rows: Output,
    /// What puts them into a table; none where an INSERT around does.
    pub(super) insert: Option<Box<Insert>>,
}

impl OutputClause {
    /// Tells the client that rows come, if they go there.
    pub(super) fn begin(&self, sink: &mut dyn Sink) {
        if self.rows.into.is_none() {
            sink.columns(&self.rows.columns);
        }
    }

    /// Whether its rows go to the client.
    fn is_for_client(&self) -> bool {
        self.rows.into.is_none()
    }

    /// The columns of what goes to the client, if it goes there.
    pub(super) fn columns(&self) -> Option<Vec<ColumnInfo>> {
        self.rows.into.is_none().then(|| self.rows.columns.clone())
    }

    /// Puts the rows that were kept into their table, and sends those that were held.
    pub(super) fn finish(
        &mut self,
        env: &mut Env<'_, '_>,
        routine: Routine<'_>,
        WaitingRows { kept, held }: WaitingRows,
    ) -> Result<(), SqlError> {
        if let Some(held) = held {
            self.rows.send(env, &held)?;
        }
        let Some(insert) = &mut self.insert else { return Ok(()) };
        let numbers = (0..kept.count()).collect();
        let mut notes = Notes::default();
        notes.give(GivenRows::new(Rc::new(kept), numbers));
        insert.insert_rows(env, routine, &mut notes)?;
        Ok(())
    }

    /// Ends the client's rows where the statement has failed.
    fn fail(&self, sink: &mut dyn Sink) {
        if self.rows.into.is_none() {
            sink.broken_off();
        }
    }
}

/// Ends a statement that has changed so many rows, which are perhaps put out, or captured for triggers. Those come before it is told.
#[inline]
pub(super) fn end_change(
    env: &mut Env<'_, '_>,
    before: Mark,
    result: Result<u64, SqlError>,
    (output, capture): (Option<&OutputClause>, Option<&mut Captured>),
) -> Result<Option<Box<Firing>>, SqlError> {
    let count = match env.settle(before, result) {
        Ok(count) => count,
        Err(error) => {
            output.into_iter().for_each(|output| output.fail(env.sink));
            return Err(error);
        }
    };
    if let Some(capture) = capture {
        env.frame.globals.row_count = count as i64;
        return Ok(Some(Box::new(capture.rows.finish(count))));
    }
    env.done(count);
    Ok(None)
}

/// Where the rows of a clause go.
pub(super) fn outgoing<'o>(
    clause: Option<&'o OutputClause>,
    sink: &'o mut dyn Sink,
    WaitingRows { kept, held }: &'o mut WaitingRows,
    capture: Option<&'o mut Captured>,
) -> Outputs<'o> {
    let mut outputs = Vec::new();
    if let Some(clause) = clause {
        let outgoing = match (clause.rows.into, held) {
            (None, None) => Outgoing::Client(sink),
            (None, Some(held)) => Outgoing::Held(held),
            (Some(_), _) => Outgoing::Kept(kept),
        };
        outputs.push((&clause.rows, outgoing));
    }
    if let Some(Captured { output, rows }) = capture {
        outputs.push((&*output, Outgoing::Captured(rows)));
    }
    outputs
}

/// What is put out of a row, and where it goes: to whom an OUTPUT clause says, to triggers; mostly there is nothing of it.
pub(super) type Outputs<'o> = Vec<(&'o Output, Outgoing<'o>)>;
