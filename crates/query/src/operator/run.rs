//! State of operators while a statement runs.

use super::join_table::KeptRight;
use super::kept_rows::GivenRows;
use super::routine::Routine;
use super::run_parts::RunParts;
use super::workspace;
use crate::code::context::Context;
use crate::code::{Exit, Frame, Globals, Piece, Reg, Row, Subqueries, run};
use sluice_base::grants::Grant;
use sluice_base::memory::MemoryBroker;
use sluice_base::room::Allowance;
use sluice_base::sync::Arc;
use sluice_table::isolation::Sight;
use sluice_table::table_rows::TableRows;
use sluice_txn::Snapshot;
use sluice_types::{SqlError, Value};
use std::cell::OnceCell;

/// State of one run of a statement.
#[derive(Default)]
pub struct Notes {
    /// Whether an aggregate has skipped a NULL (message 8153).
    pub nulls_passed_over: bool,
    /// Memory allowance of all operators of the statement, set when an operator first keeps rows.
    allowance: OnceCell<Arc<Allowance>>,
    /// Memory grant for the operators' minimum.
    grant: Option<Grant>,
    /// State that simple statements don't need.
    memory: Option<Box<Memory>>,
}

/// State of a statement with subqueries, joins, long values or given rows.
#[derive(Default)]
struct Memory {
    /// Values of uncorrelated subqueries, once computed.
    known: Vec<Option<Value>>,
    /// Snapshots that keep the page chains of the sources' rows. They are held until the statement
    /// ends, because operators keep rows.
    held: Vec<(usize, Snapshot)>,
    /// Right rows that joins keep from run to run, by join number.
    kept: Vec<KeptRight>,
    /// Rows for the next `GivenScan`.
    given: Option<GivenRows>,
    /// Registers of values that the statement computes once and has computed.
    computed: Vec<Reg>,
}

/// A run of a statement.
pub struct Run<'a, 'r> {
    /// Registers of the batch, and the current rows.
    pub frame: &'a mut Frame,
    /// Compiled parts of the statement.
    pub routine: Routine<'r>,
    /// Context of function calls.
    pub context: &'a dyn Context,
    /// Visibility of rows.
    pub sight: Sight<'r>,
    /// State of this run.
    pub notes: &'a mut Notes,
}

/// Access to the run's subqueries, for expressions.
struct Nested<'a, 'r> {
    routine: Routine<'r>,
    context: &'a dyn Context,
    sight: Sight<'r>,
    notes: &'a mut Notes,
}

impl Notes {
    /// Holds the page chains of the rows of `source` until the statement ends.
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

    /// Keeps rows for the next `GivenScan` that is opened, which takes them. They replace rows that
    /// were given before and not taken.
    pub fn give(&mut self, rows: GivenRows) {
        self.memory().given = Some(rows);
    }

    /// Takes the given rows for a part of the statement that reads them. `None` if there are none,
    /// or they are already taken.
    pub fn take_given(&mut self) -> Option<GivenRows> {
        self.memory.as_mut()?.given.take()
    }

    /// Whether a value that the statement computes once is in its register.
    pub(super) fn is_computed(&self, register: Reg) -> bool {
        self.memory.as_ref().is_some_and(|memory| memory.computed.contains(&register))
    }

    /// Notes that a value that the statement computes once is in its register.
    pub(super) fn note_computed(&mut self, register: Reg) {
        self.memory().computed.push(register);
    }

    /// The right rows that the join `number` keeps.
    pub(super) fn kept(&mut self, number: usize) -> &mut KeptRight {
        let kept = &mut self.memory().kept;
        if kept.len() <= number {
            kept.resize_with(number + 1, KeptRight::default);
        }
        &mut kept[number]
    }
}

impl<'r> Run<'_, 'r> {
    /// Waits for the statement's memory grant, if it has none yet. Fails with 8645 on timeout, with
    /// 3617 if the batch is cancelled.
    pub(super) fn take_grant(&mut self) -> Result<(), SqlError> {
        if self.notes.grant.is_none() {
            let grant = workspace::grant(self.context, self.routine.code.grant)?;
            self.allowance(self.context.database().storage.pool.broker()).promise(grant.bytes());
            self.notes.grant = Some(grant);
        }
        Ok(())
    }

    /// Returns notes for a thread that helps the statement. They share its memory allowance, and
    /// the values that it computes once and has computed.
    pub(super) fn helper_notes(&self) -> Notes {
        let allowance = self.allowance(self.context.database().storage.pool.broker());
        let computed = self.notes.memory.as_ref().map_or_else(Vec::new, |memory| memory.computed.clone());
        let memory = Some(Box::new(Memory { computed, ..Memory::default() }));
        Notes { allowance: OnceCell::from(Arc::clone(allowance)), memory, ..Notes::default() }
    }

    /// Evaluates an expression into its result register.
    #[inline]
    pub fn evaluate(&mut self, piece: Piece) -> Result<(), SqlError> {
        self.exit(piece).map(|_| ())
    }

    /// Returns the value of an expression. A plain column is read from its row directly. The value
    /// may be a long value, which is only a handle.
    #[inline]
    pub fn value(&mut self, piece: Piece) -> Result<Value, SqlError> {
        if let Some((source, column)) = self.routine.code.column_of(piece) {
            // Most values are plain columns, which need neither the register machine nor a
            // register.
            return self.frame.rows[source].column(self.routine.code.sources[source].as_deref(), column);
        }
        self.evaluate(piece)?;
        Ok(self.frame.get(piece.result).clone())
    }

    /// Whether a condition is true.
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
        let mut nested = Nested { routine: *routine, context: *context, sight: *sight, notes };
        run(routine.code, piece.start, frame, *context, &mut nested).map_err(|(_, error)| error)
    }

    /// Evaluates `pieces` as the new row of `source`. The old row stays visible to all of them and
    /// is replaced at the end.
    pub fn take_values(&mut self, source: usize, pieces: &[Piece]) -> Result<(), SqlError> {
        // The expressions may read the source's old row, so it is replaced at once.
        let mut row = Vec::with_capacity(pieces.len());
        for piece in pieces {
            row.push(self.value(*piece)?);
        }
        self.frame.rows[source] = Row::Values(row);
        Ok(())
    }

    /// The value in a register.
    #[inline]
    pub fn register(&self, register: Reg) -> &Value {
        self.frame.get(register)
    }

    /// Fails if the batch was cancelled. Called about once per page of rows.
    #[inline]
    pub fn check_cancelled(&self) -> Result<(), SqlError> {
        self.context.check_cancelled()
    }
}

impl RunParts for Run<'_, '_> {
    #[inline]
    fn rows(&self) -> &[Row] {
        &self.frame.rows
    }

    #[inline]
    fn rows_mut(&mut self) -> &mut [Row] {
        &mut self.frame.rows
    }

    #[inline]
    fn context(&self) -> &dyn Context {
        self.context
    }

    fn allowance(&self, broker: &MemoryBroker) -> &Arc<Allowance> {
        self.notes.allowance.get_or_init(|| workspace::allowance(broker))
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
