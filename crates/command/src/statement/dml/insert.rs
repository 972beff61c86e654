//! INSERT.
//!
//! A VALUES list of one row, the path of small transactions, goes from registers to the row's bytes
//! without operators. This path allocates nothing once the row buffer has grown. Many rows are
//! logged page by page.

use super::form::{IdentityColumn, RowForm, encode_new, pass_given};
use super::output::{Captured, OutputClause, WaitingRows, end_change, outgoing};
use super::references::{Keeping, References};
use super::row_end::{RowEnd, RowJudge, WrittenRow};
use crate::statement::Env;
use crate::triggers::Firing;
use sluice_plan::{IdentityUse, unsupported};
use sluice_query::code::context::Context;
use sluice_query::code::{Pc, Piece, Reg};
use sluice_query::operator::{GivenRows, Notes, Plan, Routine, Run, Spool};
use sluice_table::isolation::Sight;
use sluice_table::row_writer::{RowAppend, RowCursor};
use sluice_table::table_rows::{TableRow, TableRows};
use sluice_types::{SqlError, Value};

/// A compiled INSERT. Buffers and positions are kept from run to run.
pub(in crate::statement) struct Insert {
    pub(in crate::statement) rows: TableRows,
    /// Whether the target is a table variable.
    pub(in crate::statement) is_variable: bool,
    /// The rules for the table's rows.
    pub(in crate::statement) form: RowForm,
    /// The statement's name in messages: INSERT or MERGE.
    pub(in crate::statement) statement: &'static str,
    pub(in crate::statement) identity: Option<IdentityColumn>,
    pub(in crate::statement) source: Source,
    /// Nested DML that produces the source rows. It runs first.
    pub(in crate::statement) inner: Option<Box<dyn RowSource>>,
    /// The foreign keys of the table.
    pub(in crate::statement) references: References,
    /// The OUTPUT clause. Its statement's rows come from operators.
    pub(in crate::statement) output: Option<OutputClause>,
    /// The capture for triggers. Its statement's rows come from operators.
    pub(in crate::statement) capture: Option<Box<Captured>>,
    /// Whether IGNORE_DUP_KEY has skipped rows.
    pub(in crate::statement) has_left_out: bool,
    /// Position of the last insert.
    pub(in crate::statement) cursor: RowCursor,
    /// Row buffer, kept for the next row.
    pub(in crate::statement) row: Vec<u8>,
}

/// A nested change whose OUTPUT rows are the source of an INSERT.
pub(in crate::statement) trait RowSource: Send {
    /// Runs the change and returns its OUTPUT rows.
    fn rows(&mut self, env: &mut Env<'_, '_>, routine: Routine<'_>) -> Result<GivenRows, SqlError>;
}

/// The source of an INSERT's rows.
pub(in crate::statement) enum Source {
    /// One row in registers.
    Registers {
        /// Start of the code that computes the row; `None` if constants and variables suffice.
        start: Option<Pc>,
        /// One register per column.
        columns: Box<[Reg]>,
    },
    /// The rows of a plan, converted to the columns' types.
    Rows {
        plan: Plan,
        /// Whether all rows are read before the first is inserted.
        spool: bool,
    },
}

impl Insert {
    /// Inserts the rows, all or none. Sets the row count. Returns the rows for
    /// triggers if the table has any. Informs with 3604 if IGNORE_DUP_KEY skipped rows. Fails with
    /// 544 or 545 if a value for the identity column is given without IDENTITY_INSERT, or missing
    /// with it.
    #[inline]
    pub(in crate::statement) fn run(
        &mut self,
        env: &mut Env<'_, '_>,
        routine: Routine<'_>,
    ) -> Result<Option<Box<Firing>>, SqlError> {
        if self.identity.is_some() {
            self.check_identity(env)?;
        }
        let before = env.begin_change()?;
        let result = match &self.source {
            Source::Registers { .. }
                if self.form.rules.is_some() || !self.references.is_empty() || self.leaves_out() =>
            {
                self.insert_held(env, routine).map(u64::from)
            }
            Source::Registers { .. } => self.insert_registers(env, routine).map(|()| 1),
            Source::Rows { .. } => self.insert_all(env, routine),
        };
        if let Ok(count) = &result {
            self.rows.note_rows(*count);
        }
        if std::mem::take(&mut self.has_left_out) && result.is_ok() {
            env.inform(SqlError::duplicate_key_ignored());
        }
        end_change(env, before, result, (self.output.as_ref(), self.capture.as_deref_mut()))
    }

    /// Whether IGNORE_DUP_KEY skips rows with existing keys. Only INSERT does, not MERGE.
    fn leaves_out(&self) -> bool {
        self.statement == "INSERT" && self.rows.ignores_duplicates()
    }

    /// Inserts the rows of a plan and sends their OUTPUT.
    fn insert_all(&mut self, env: &mut Env<'_, '_>, routine: Routine<'_>) -> Result<u64, SqlError> {
        let mut notes = Notes::default();
        if let Some(inner) = &mut self.inner {
            notes.give(inner.rows(env, routine)?);
        }
        let (mut output, mut capture) = (self.output.take(), self.capture.take());
        output.iter().for_each(|output| output.begin(env.sink));
        capture.iter_mut().for_each(|capture| capture.begin());
        // Foreign keys are checked late if rows are spooled or need other rows of their table.
        // OUTPUT rows then wait.
        let is_spooled = matches!(self.source, Source::Rows { spool: true, .. });
        let mut waiting = WaitingRows::new(output.as_ref(), is_spooled || !self.references.judges_rows());
        let outgoing = (output.as_ref(), &mut waiting, capture.as_deref_mut());
        let mut result = self.insert_with(env, routine, &mut notes, outgoing);
        if let (Ok(count), Some(output)) = (&result, &mut output) {
            result = output.finish(env, routine, waiting).map(|()| *count);
        }
        (self.output, self.capture) = (output, capture);
        result
    }

    /// Inserts the rows of a plan without OUTPUT or triggers.
    pub(in crate::statement) fn insert_rows(
        &mut self,
        env: &mut Env<'_, '_>,
        routine: Routine<'_>,
        notes: &mut Notes,
    ) -> Result<u64, SqlError> {
        self.insert_with(env, routine, notes, (None, &mut WaitingRows::new(None, false), None))
    }

    /// Fails with 544 if the statement gives identity values and IDENTITY_INSERT is OFF. Fails with
    /// 545 if the option is ON and no values are given. Passes for a table without identity column.
    pub(in crate::statement) fn check_identity(&self, env: &Env<'_, '_>) -> Result<(), SqlError> {
        let Some((given, _)) = &self.identity else { return Ok(()) };
        let allowed = env.state.identity_insert.as_ref();
        let is_on = allowed.is_some_and(|on| on.database == self.rows.database.id && on.table == self.rows.table.id);
        let name = self.form.table.rsplit('.').next().unwrap_or_default().to_owned();
        match (given, is_on) {
            (IdentityUse::Given(_), false) => Err(SqlError::identity_insert_is_off(name)),
            (IdentityUse::Drawn(_), true) => Err(SqlError::identity_value_required(name)),
            _ => Ok(()),
        }
    }

    #[inline]
    fn insert_registers(&mut self, env: &mut Env<'_, '_>, routine: Routine<'_>) -> Result<(), SqlError> {
        let Source::Registers { start, columns } = &self.source else { return Ok(()) };
        if let Some(start) = start {
            let (start, result) = (*start, 0);
            env.run_and_sink(routine, &mut Notes::default()).0.evaluate(Piece { start, result })?;
        }
        let frame = &mut *env.frame;
        let value = |place: usize| frame.get(columns[place]);
        pass_given(self.identity.as_ref(), value)?;
        self.form.check_not_null("INSERT", value)?;
        let transaction =
            &mut env.state.transaction.work.enlist_target(&self.rows.database, self.is_variable).transaction;
        let writing = (&mut *transaction, &**env.context.cancel_flag());
        if let Some(identity) = encode_new(&self.rows, self.identity.as_ref(), writing, value, &mut self.row)? {
            identity.keep(&mut frame.globals);
        }
        self.rows.insert(transaction, &env.state.transaction.locks, &mut self.cursor, &self.row)
    }

    /// Inserts one row as [`Insert::insert_registers`] does, with rules, foreign keys and
    /// IGNORE_DUP_KEY. Returns whether the row was inserted.
    fn insert_held(&mut self, env: &mut Env<'_, '_>, routine: Routine<'_>) -> Result<bool, SqlError> {
        let leaves_out = self.leaves_out();
        let Source::Registers { start, columns } = &self.source else { return Ok(false) };
        self.references.begin();
        let mut notes = Notes::default();
        let transaction =
            &mut env.state.transaction.work.enlist_target(&self.rows.database, self.is_variable).transaction;
        let sight =
            Sight::new(env.state.options.isolation, &env.state.transaction.locks, &env.state.transaction.snapshots);
        let mut run = Run { frame: env.frame, routine, context: env.context, sight, notes: &mut notes };
        if let Some(start) = start {
            run.evaluate(Piece { start: *start, result: 0 })?;
        }
        let values: Vec<Value> = columns.iter().map(|register| run.register(*register).clone()).collect();
        pass_given(self.identity.as_ref(), |place| &values[place])?;
        let values = self.form.checked(&mut run, ("INSERT", self.statement), &self.rows, values)?;
        let (writing, value) = ((&mut *transaction, &**run.context.cancel_flag()), |place: usize| &values[place]);
        if let Some(identity) = encode_new(&self.rows, self.identity.as_ref(), writing, value, &mut self.row)? {
            identity.keep(&mut run.frame.globals);
        }
        let (locks, statement) = (&env.state.transaction.locks, self.statement);
        if !leaves_out {
            self.rows.insert(transaction, locks, &mut self.cursor, &self.row)?;
        } else if !self.rows.insert_new(transaction, locks, &mut self.cursor, &self.row)? {
            self.has_left_out = true;
            return Ok(false);
        }
        let value = |place: usize| Ok(values[place].clone());
        self.form.check_written(&mut run, ("INSERT", statement), &self.rows, &value)?;
        self.references.note_new(&|place| Ok(values[place].clone()))?;
        self.references.settle(&mut Keeping { statement, run: &mut run, transaction, locks, snapshot: None })?;
        Ok(true)
    }

    /// Inserts the rows of a plan and puts out the OUTPUT and trigger rows. Returns the number of
    /// rows inserted. On an error some rows may be inserted; the caller rolls back. `waiting` takes
    /// OUTPUT rows that can't be sent before the end. Returns 0 if the source is a single row of
    /// values. Fails with 40517 for rows of the table itself under IGNORE_DUP_KEY that are also put
    /// out or referenced.
    pub(in crate::statement) fn insert_with(
        &mut self,
        env: &mut Env<'_, '_>,
        routine: Routine<'_>,
        notes: &mut Notes,
        (clause, waiting, capture): (Option<&OutputClause>, &mut WaitingRows, Option<&mut Captured>),
    ) -> Result<u64, SqlError> {
        let leaves_out = self.leaves_out();
        let Source::Rows { plan, spool } = &self.source else { return Ok(0) };
        let is_reported = clause.is_some() || capture.is_some() || !self.references.is_empty();
        if leaves_out && *spool && is_reported {
            // The skipped rows are known only after all rows have been read and put out.
            return Err(unsupported(
                "INSERT from the table itself under IGNORE_DUP_KEY, with OUTPUT, triggers or foreign keys",
            ));
        }
        let (rows, form, identity, statement) = (&self.rows, &self.form, self.identity.as_ref(), self.statement);
        let (cursor, bytes, references) = (&mut self.cursor, &mut self.row, &mut self.references);
        references.begin();
        let enlisted = env.state.transaction.work.enlist_target(&rows.database, self.is_variable);
        let sight =
            Sight::new(env.state.options.isolation, &env.state.transaction.locks, &env.state.transaction.snapshots);
        let mut run = Run { frame: env.frame, routine, context: env.context, sight, notes };
        let judges = waiting.lets_through(clause) && !references.is_empty();
        let outputs = outgoing(clause, env.sink, waiting, capture);
        let mut spooled = Spool::default();
        let locks = &env.state.transaction.locks;
        let judge = judges.then_some(RowJudge { statement, locks, snapshot: None });
        let is_single = judges || form.has_late_checks();
        let mut append = if is_single { RowAppend::Rows } else { rows.append(locks)? };
        let mut end = RowEnd { outputs, judge };
        let (mut count, mut left_out) = (0, 0);
        plan.for_each(&mut run, |run, values| {
            pass_given(identity, |place| &values[place])?;
            let checked = match form.rules {
                Some(_) => Some(form.checked(run, ("INSERT", statement), rows, values.to_vec())?),
                None => form.check_not_null("INSERT", |place| &values[place]).map(|()| None)?,
            };
            let values = checked.as_deref().unwrap_or(values);
            let writing = (&mut enlisted.transaction, &**run.context.cancel_flag());
            if let Some(identity) = encode_new(rows, identity, writing, |place| &values[place], bytes)? {
                identity.keep(&mut run.frame.globals);
            }
            let transaction = &mut enlisted.transaction;
            if *spool {
                spooled.push(run, bytes)?;
            } else if !leaves_out {
                append.push(rows, transaction, locks, cursor, bytes)?;
            } else if !rows.insert_new(transaction, locks, cursor, bytes)? {
                left_out += 1;
                return Ok(());
            }
            let new = |place: usize| Ok(values[place].clone());
            if !*spool {
                form.check_written(run, ("INSERT", statement), rows, &new)?;
            }
            let row = WrittenRow { action: "INSERT", old: None, new: Some(&new), inserted: Some(values) };
            end.complete(run, transaction, references, row)?;
            count += 1;
            Ok(())
        })?;
        let mut spooled = spooled.rows();
        while let Some(row) = spooled.next()? {
            if !leaves_out {
                append.push(rows, &mut enlisted.transaction, locks, cursor, row)?;
            } else if !rows.insert_new(&mut enlisted.transaction, locks, cursor, row)? {
                left_out += 1;
                count -= 1;
                continue;
            }
            let stored = TableRow { rows, bytes: row, is_dirty: false };
            form.check_written(&mut run, ("INSERT", statement), rows, &|place| stored.column(place))?;
        }
        let transaction = &mut enlisted.transaction;
        append.finish(rows, transaction, cursor)?;
        references.settle(&mut Keeping { statement, run: &mut run, transaction, locks, snapshot: None })?;
        self.has_left_out = left_out > 0;
        Ok(count)
    }
}
