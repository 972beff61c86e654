//! What operators work with while a statement runs.

use super::function::Functions;
use super::given::GivenRows;
use super::join::Kept;
use super::subplan::Subplan;
use super::workspace;
use crate::code::{CallContext, Code, Exit, Frame, Globals, Piece, Reg, Row, Subqueries, run};
use sluice_base::grants::Grant;
use sluice_base::memory::MemoryBroker;
use sluice_base::room::Allowance;
use sluice_base::sync::Arc;
use sluice_table::isolation::Sight;
use sluice_table::table_rows::TableRows;
use sluice_txn::Snapshot;
use sluice_types::{SqlError, Value};
use std::cell::OnceCell;

/// What is compiled of a statement beside its operators.
#[derive(Clone, Copy)]
pub struct Routine<'r> {
    /// The code of its expressions.
    pub code: &'r Code,
    /// Its subqueries.
    pub subplans: &'r [Subplan],
    /// The users' functions that it calls.
    pub functions: &'r Functions,
}

/// What is remembered in one run of a statement.
#[derive(Default)]
pub struct Notes {
    /// Whether an aggregate has passed over a NULL (message 8153).
    pub nulls_passed_over: bool,
    /// What its operators may keep together, once one of them keeps something.
    allowance: OnceCell<Arc<Allowance>>,
    /// The promise of the memory that its operators need at least.
    grant: Option<Grant>,
    /// The rest, which a small statement has nothing of.
    memory: Option<Box<Memory>>,
}

/// What one run of a statement remembers that has subqueries, joins, long values or what was kept for it.
#[derive(Default)]
struct Memory {
    /// The values of subqueries that are the same for all rows, once they are known.
    known: Vec<Option<Value>>,
    /// What keeps values there that rows lead to, and the sources whose rows these are: until the statement is through, since operators
    /// keep rows.
    held: Vec<(usize, Snapshot)>,
    /// What joins keep from run to run, by their numbers.
    kept: Vec<Kept>,
    /// Rows for the operator that goes through what the statement has kept.
    given: Option<GivenRows>,
}

/// A run of a statement.
pub struct Run<'a, 'r> {
    /// The batch's registers, and the rows.
    pub frame: &'a mut Frame,
    /// What is compiled.
    pub routine: Routine<'r>,
    /// What functions see.
    pub context: &'r CallContext<'r>,
    /// What it sees.
    pub sight: Sight<'r>,
    /// What it remembers.
    pub notes: &'a mut Notes,
}

/// A run's subqueries, for its expressions.
struct Nested<'a, 'r> {
    routine: Routine<'r>,
    context: &'r CallContext<'r>,
    sight: Sight<'r>,
    notes: &'a mut Notes,
}

/// Counts rows, so that now and then, and not at each of them, it is asked whether the batch is to stop.
#[derive(Clone, Copy, Default, Debug)]
pub struct RowsSeen(u32);

impl RowsSeen {
    /// One more row: an error if the batch is to stop.
    #[inline]
    pub fn one_more(&mut self, run: &Run<'_, '_>) -> Result<(), SqlError> {
        self.one_more_in(run.context)
    }

    /// The same where no statement's operators run.
    #[inline]
    pub(super) fn one_more_in(&mut self, context: &CallContext<'_>) -> Result<(), SqlError> {
        if self.is_time() { context.check_cancelled() } else { Ok(()) }
    }

    /// One more row that was read from a table: the same, and whoever watches the session is told.
    #[inline]
    pub(super) fn one_read(&mut self, run: &Run<'_, '_>) -> Result<(), SqlError> {
        self.one_read_in(run.context)
    }

    /// The same where no statement's operators run.
    #[inline]
    pub fn one_read_in(&mut self, context: &CallContext<'_>) -> Result<(), SqlError> {
        if !self.is_time() {
            return Ok(());
        }
        context.note_rows_read(u64::from(ROWS_BETWEEN_CHECKS));
        context.check_cancelled()
    }

    /// One more row: whether it is time to ask.
    #[inline]
    pub fn is_time(&mut self) -> bool {
        self.0 = self.0.wrapping_add(1);
        self.0.is_multiple_of(ROWS_BETWEEN_CHECKS)
    }
}

impl Notes {
    /// Keeps there what the rows of a source lead to.
    #[inline]
    pub fn hold(&mut self, source: usize, rows: &TableRows) {
        if rows.lead_elsewhere() {
            self.hold_long(source, rows);
        }
    }

    fn hold_long(&mut self, source: usize, rows: &TableRows) {
        let held = &mut self.memory().held;
        if held.iter().all(|(held, _)| *held != source) {
            held.extend(rows.hold().map(|snapshot| (source, snapshot)));
        }
    }

    fn memory(&mut self) -> &mut Memory {
        self.memory.get_or_insert_default()
    }

    /// Rows for the operator that goes through what the statement has kept.
    pub fn give(&mut self, rows: GivenRows) {
        self.memory().given = Some(rows);
    }

    /// Takes them, or takes them back.
    pub fn take_given(&mut self) -> Option<GivenRows> {
        self.memory.as_mut()?.given.take()
    }

    /// What the statement's operators may keep together.
    pub(super) fn allowance(&self, broker: &MemoryBroker) -> &Arc<Allowance> {
        self.allowance.get_or_init(|| workspace::allowance(broker))
    }

    /// What the join of that number keeps.
    pub(super) fn kept(&mut self, number: usize) -> &mut Kept {
        let kept = &mut self.memory().kept;
        if kept.len() <= number {
            kept.resize_with(number + 1, Kept::default);
        }
        &mut kept[number]
    }
}

impl<'r> Run<'_, 'r> {
    /// Waits for the statement's memory grant, if it has none yet. Fails with 8645 after a time, and with 3617 if the batch is
    /// cancelled.
    pub(super) fn take_grant(&mut self) -> Result<(), SqlError> {
        if self.notes.grant.is_none() {
            self.notes.grant = Some(workspace::grant(self.context, self.routine.code.cost)?);
        }
        Ok(())
    }

    /// Computes an expression; its value is then in the piece's register.
    #[inline]
    pub fn evaluate(&mut self, piece: Piece) -> Result<(), SqlError> {
        self.exit(piece).map(|_| ())
    }

    /// The value of an expression.
    #[inline]
    pub fn value(&mut self, piece: Piece) -> Result<Value, SqlError> {
        if let Some((source, column)) = self.routine.code.column_of(piece) {
            // Most values are columns as they are: they need neither the machine nor a place in its registers.
            return self.frame.rows[source].column(self.routine.code.sources[source].as_deref(), column);
        }
        self.evaluate(piece)?;
        Ok(self.frame.get(piece.result).clone())
    }

    /// Whether a condition holds.
    #[inline]
    pub fn holds(&mut self, piece: Piece) -> Result<bool, SqlError> {
        Ok(self.exit(piece)? == Exit::Accept)
    }

    #[inline]
    fn exit(&mut self, piece: Piece) -> Result<Exit, SqlError> {
        if piece.is_there() {
            return Ok(Exit::End);
        }
        let Run { frame, routine, context, sight, notes } = self;
        let mut nested = Nested { routine: *routine, context, sight: *sight, notes };
        run(routine.code, piece.start, frame, context, &mut nested).map_err(|(_, error)| error)
    }

    /// Computes the values of a source's row.
    pub fn take_values(&mut self, source: usize, pieces: &[Piece]) -> Result<(), SqlError> {
        // The expressions may read what the row was before: it is replaced as a whole.
        let mut row = Vec::with_capacity(pieces.len());
        for piece in pieces {
            row.push(self.value(*piece)?);
        }
        self.frame.rows[source] = Row::Values(row);
        Ok(())
    }

    /// The value that a register holds.
    pub fn register(&self, register: Reg) -> &Value {
        self.frame.get(register)
    }

    /// An error if the batch is to stop; asked once a page or so of rows.
    pub fn check_cancelled(&self) -> Result<(), SqlError> {
        self.context.check_cancelled()
    }
}

impl Subqueries for Nested<'_, '_> {
    fn value(&mut self, number: usize, frame: &mut Frame) -> Result<Value, SqlError> {
        if let Some(Some(known)) = self.notes.memory.as_ref().and_then(|memory| memory.known.get(number)) {
            return Ok(known.clone());
        }
        let subplan = &self.routine.subplans[number];
        let (routine, context, sight) = (self.routine, self.context, self.sight);
        let mut run = Run { frame, routine, context, sight, notes: &mut *self.notes };
        let value = subplan.value(&mut run)?;
        if !subplan.is_correlated {
            let known = &mut self.notes.memory().known;
            known.resize(self.routine.subplans.len(), None);
            known[number] = Some(value.clone());
        }
        Ok(value)
    }

    fn invoke(&mut self, number: u32, arguments: &[Value], globals: &Globals) -> Result<Value, SqlError> {
        self.routine.functions.invoke(number, arguments, globals, (self.context, self.sight))
    }
}

/// After how many rows it is asked whether the batch is to stop.
const ROWS_BETWEEN_CHECKS: u32 = 256;
