//! OUTPUT clauses: expressions over the changed rows, sent to the client or inserted into a table.
//!
//! A row is sent to the client after its own checks, so that a client never receives a row whose
//! change fails. Rows sent before a failure stay sent. Rows wait in a spool if the checks need all
//! rows of the statement: unique keys changed in two steps, self-referencing foreign keys,
//! cascades.

use super::insert::Insert;
use super::output_rows::Output;
use super::references::CascadedFiring;
use super::view_rows::{ChangedTable, ViewRows};
use crate::statement::Env;
use crate::statement::trigger::capture::Capturing;
use crate::triggers::Firing;
use sluice_base::codec::Reader;
use sluice_base::ids::ObjectId;
use sluice_base::sync::Arc;
use sluice_catalog::TriggerEvent;
use sluice_query::code::Row;
use sluice_query::code::context::Context;
use sluice_query::operator::{GivenRows, KeptRows, Notes, Routine, Run, Spool, put_values, read_value};
use sluice_query::row_sink::send_row;
use sluice_session::sink::{ColumnInfo, Sink};
use sluice_session::work::Mark;
use sluice_table::databases::Databases;
use sluice_table::long_values::{WorkPlace, kept_long};
use sluice_types::{SqlError, Value};

/// A capture of changed rows for triggers and indexed views: the expressions that make the values,
/// and the rows.
pub(in crate::statement) struct Captured {
    pub(in crate::statement) output: Output,
    pub(in crate::statement) rows: Capturing,
    /// The changed table.
    pub(in crate::statement) table: ObjectId,
    /// The indexed views that follow the change.
    pub(in crate::statement) views: Vec<ViewRows>,
    /// The rows that cascades have changed.
    pub(in crate::statement) cascaded: Vec<CascadedFiring>,
}

impl Captured {
    /// Starts a statement without rows. Rows of an earlier run are forgotten.
    pub(in crate::statement) fn begin(&mut self) {
        self.rows.begin();
        self.cascaded.clear();
    }

    /// Ends the capture: changes the rows of the indexed views, and returns the rows for triggers.
    /// `count` is the statement's row count.
    fn finish(&mut self, env: &mut Env<'_, '_>, count: u64) -> Result<Firing, SqlError> {
        let mut firing = self.rows.finish(count);
        let cascaded = std::mem::take(&mut self.cascaded);
        if !self.views.is_empty() {
            let mut tables = vec![ChangedTable::captured(self.table, &firing)];
            let changed = cascaded.iter().map(|cascaded| ChangedTable::captured(cascaded.table, &cascaded.firing));
            changed.for_each(|table| table.add_to(&mut tables));
            self.views.iter_mut().try_for_each(|view| view.follow(env, &tables))?;
        }
        firing.cascaded = fired_by_cascades(env.context.host, cascaded)?;
        Ok(firing)
    }
}

/// Returns the firings of the tables that cascades have changed, without the tables that have no
/// triggers. Clauses of a MERGE can change a table by the same event: its triggers get the rows at
/// once.
fn fired_by_cascades(host: &dyn Databases, cascaded: Vec<CascadedFiring>) -> Result<Vec<Firing>, SqlError> {
    let mut fired: Vec<CascadedFiring> = Vec::new();
    let event = |firing: &Firing| firing.events.first().map(|event| event.event);
    for next in cascaded.into_iter().filter(|next| !next.firing.triggers.is_empty()) {
        let is_same =
            |known: &&mut CascadedFiring| known.table == next.table && event(&known.firing) == event(&next.firing);
        match fired.iter_mut().find(is_same) {
            Some(known) => {
                known.firing.append(host, &next.firing)?;
                known.firing.count += next.firing.count;
            }
            None => fired.push(next),
        }
    }
    Ok(fired.into_iter().map(|fired| fired.firing).collect())
}

/// Destination of OUTPUT rows while the statement runs.
pub(in crate::statement) enum Outgoing<'o> {
    /// Sent to the client.
    Client(&'o mut dyn Sink),
    /// Sent to the client after the statement's checks.
    Held(&'o mut Spool),
    /// Kept for an INSERT.
    Kept(&'o mut KeptRows),
    /// Captured for triggers.
    Captured(&'o mut Capturing),
}

impl Output {
    /// Puts out a changed row. `inserted` is the new row, or `None` after a delete. The frame holds
    /// the old row. Evaluates the clause's expressions and sends, keeps or spools the row as
    /// `outgoing` says. `action` is the value of `$action`.
    pub(in crate::statement) fn put(
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
            // A spool stores bytes, so long values are read in full.
            Outgoing::Held(_) => values = values.into_iter().map(Value::into_whole).collect::<Result<_, _>>()?,
            // Kept rows outlive the long values that the statement reads, so these are copied.
            Outgoing::Kept(_) | Outgoing::Captured(_) => {
                let place = WorkPlace { host: run.context.databases(), stop: run.context.cancel_flag() };
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
                rows.keep(run.context.databases(), values, event)?;
            }
            (Outgoing::Kept(_), None) => {}
        }
        Ok(())
    }
}

impl Output {
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
pub(in crate::statement) struct WaitingRows {
    /// Rows for a table, in the layout of the INSERT's source.
    pub(in crate::statement) kept: KeptRows,
    /// Rows for the client, held until the checks are done.
    held: Option<Spool>,
}

impl WaitingRows {
    /// Starts without rows. The client's rows wait if `is_held`.
    pub(in crate::statement) fn new(clause: Option<&OutputClause>, is_held: bool) -> WaitingRows {
        let sources: Vec<usize> = clause.and_then(|clause| clause.rows.into).into_iter().collect();
        let is_held = is_held && clause.is_some_and(OutputClause::is_for_client);
        WaitingRows { kept: KeptRows::for_sources(&sources), held: is_held.then(Spool::default) }
    }

    /// Whether rows of `clause` go to the client while the statement runs.
    pub(in crate::statement) fn lets_through(&self, clause: Option<&OutputClause>) -> bool {
        self.held.is_none() && clause.is_some_and(OutputClause::is_for_client)
    }
}

/// An OUTPUT clause and the INSERT of its rows.
pub(in crate::statement) struct OutputClause {
    pub(in crate::statement) rows: Output,
    /// The INSERT of OUTPUT INTO; `None` if an outer INSERT takes the rows.
    pub(in crate::statement) insert: Option<Box<Insert>>,
    /// The clause after INTO, whose rows go to the client.
    pub(in crate::statement) second: Option<Output>,
}

impl OutputClause {
    /// Sends the columns if rows go to the client.
    pub(in crate::statement) fn begin(&self, sink: &mut dyn Sink) {
        self.for_client().into_iter().for_each(|rows| sink.columns(&rows.columns));
    }

    /// The rows that go to the client.
    fn for_client(&self) -> Option<&Output> {
        if self.rows.into.is_none() { Some(&self.rows) } else { self.second.as_ref() }
    }

    fn is_for_client(&self) -> bool {
        self.for_client().is_some()
    }

    /// The columns sent to the client; `None` if all rows go to a table.
    pub(in crate::statement) fn columns(&self) -> Option<Vec<ColumnInfo>> {
        self.for_client().map(|rows| rows.columns.clone())
    }

    /// Inserts the kept rows into their table and sends the held rows. Held rows go to the client
    /// first.
    pub(in crate::statement) fn finish(
        &mut self,
        env: &mut Env<'_, '_>,
        routine: Routine<'_>,
        WaitingRows { kept, held }: WaitingRows,
    ) -> Result<(), SqlError> {
        if let (Some(held), Some(rows)) = (held, self.for_client()) {
            rows.send(env, &held)?;
        }
        let Some(insert) = &mut self.insert else { return Ok(()) };
        let numbers = (0..kept.count()).collect();
        let mut notes = Notes::default();
        notes.give(GivenRows::new(Arc::new(kept), numbers));
        insert.insert_rows(env, routine, &mut notes)?;
        Ok(())
    }

    /// Ends the client's result set after the statement has failed.
    fn fail(&self, sink: &mut dyn Sink) {
        if self.is_for_client() {
            sink.broken_off();
        }
    }
}

/// Ends a statement that changes rows, and sets `@@ROWCOUNT`. Indexed views follow the change
/// first. If triggers have captured the rows, returns them for firing; the triggers run before the
/// row count is sent. Otherwise the row count is sent now. A failed statement is rolled back to
/// `before`, and the client learns that its OUTPUT rows are void.
#[inline]
pub(in crate::statement) fn end_change(
    env: &mut Env<'_, '_>,
    before: Mark,
    result: Result<u64, SqlError>,
    (output, capture): (Option<&OutputClause>, Option<&mut Captured>),
) -> Result<Option<Box<Firing>>, SqlError> {
    let result = result.and_then(|count| match capture {
        Some(capture) => Ok((count, Some(capture.finish(env, count)?))),
        None => Ok((count, None)),
    });
    let (count, firing) = match env.settle(before, result) {
        Ok(settled) => settled,
        Err(error) => {
            output.into_iter().for_each(|output| output.fail(env.sink));
            return Err(error);
        }
    };
    if let Some(firing) = firing.filter(|firing| !firing.triggers.is_empty() || !firing.cascaded.is_empty()) {
        env.frame.globals.row_count = count as i64;
        return Ok(Some(Box::new(firing)));
    }
    env.done(count);
    Ok(None)
}

/// Returns the OUTPUT clauses of a statement and their destinations. The statement's own clauses
/// come first, then the capture for triggers. Rows of the clause are sent at once if nothing is
/// held.
pub(in crate::statement) fn outgoing<'o>(
    clause: Option<&'o OutputClause>,
    sink: &'o mut dyn Sink,
    WaitingRows { kept, held }: &'o mut WaitingRows,
    capture: Option<&'o mut Captured>,
) -> Outputs<'o> {
    let mut outputs = Vec::new();
    if let Some(clause) = clause {
        if clause.rows.into.is_some() {
            outputs.push((&clause.rows, Outgoing::Kept(kept)));
        }
        if let Some(rows) = clause.for_client() {
            outputs.push((rows, held.as_mut().map_or(Outgoing::Client(sink), Outgoing::Held)));
        }
    }
    if let Some(Captured { output, rows, .. }) = capture {
        outputs.push((&*output, Outgoing::Captured(rows)));
    }
    outputs
}

/// Outputs of a changed row and their destinations: the OUTPUT clause and triggers. Usually empty.
pub(in crate::statement) type Outputs<'o> = Vec<(&'o Output, Outgoing<'o>)>;
