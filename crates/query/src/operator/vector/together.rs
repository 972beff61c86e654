//! Aggregation by several threads.
//!
//! The statement's thread and its helpers share the input and aggregate their own rows. Then the
//! statement's thread merges the groups. Groups come out in any order, and sums of doubles are
//! rounded in the order of the merge, as in SQL Server's parallel plans.
//!
//! # Invariants
//! - A statement that succeeds on one thread succeeds on several. If an expression or a sum fails
//!   on a thread, or a thread has no memory for its groups, all results are dropped and the
//!   statement's thread aggregates alone from the beginning. So the error, if any, is that of one
//!   thread. Only a failure to read rows is reported as it is.
//! - Helpers only read rows, as the input's reader sees them, and compute. At most one thread waits
//!   for a writer at a time (`sluice_access`).
//! - All helpers have ended when [`Aggregate::take_together`] returns, also by a panic.

use super::chunk::Chunk;
use super::pass::{Aggregate, Pass};
use super::source::{Chunks, Opened, SharedChunks, Start};
use crate::code::Frame;
use crate::code::context::Context;
use crate::operator::routine::Routine;
use crate::operator::{Notes, Run};
use sluice_base::sync::Mutex;
use sluice_table::isolation::Sight;
use sluice_types::SqlError;

/// The result of aggregating by several threads.
pub(super) enum Together<'r> {
    /// All groups.
    Taken(Box<Pass>),
    /// The input, which one thread must read.
    Alone(Box<dyn Chunks<'r> + 'r>),
}

/// The threads that aggregate together.
struct Team<'t, 'r> {
    of: &'r Aggregate,
    input: &'t dyn SharedChunks<'r>,
    routine: Routine<'r>,
    sight: Sight<'r>,
    /// Registers and notes for the helpers.
    seeds: Mutex<Vec<(Frame, Notes)>>,
    parts: Mutex<Vec<Part>>,
}

/// The result of one thread.
struct Part {
    /// The groups; `None` if there was no memory for all of them.
    pass: Result<Option<Pass>, SqlError>,
    /// Whether an aggregate has skipped a NULL.
    has_nulls: bool,
}

/// Stops the other threads if this one panics.
struct StopOnPanic<'t, 'r>(&'t dyn SharedChunks<'r>);

impl Drop for StopOnPanic<'_, '_> {
    fn drop(&mut self) {
        if std::thread::panicking() {
            self.0.stop();
        }
    }
}

impl Aggregate {
    /// Aggregates the whole input on several threads, if the statement's cost and the settings
    /// allow it. Otherwise returns the input, which hasn't been read. `start` is the start of one
    /// thread.
    pub(super) fn take_together<'r>(&'r self, start: Start, run: &mut Run<'_, 'r>) -> Result<Together<'r>, SqlError> {
        let (code, context) = (run.routine.code, run.context);
        let degree = self.parallel.as_ref().map_or(1, |parallel| parallel.degree(run));
        if degree < 2 {
            return self.input.begin(start, run).map(Opened::single).map(Together::Alone);
        }
        let input = match self.input.begin(Start { is_shared: true, sought: start.sought.clone() }, run)? {
            Opened::Single(chunks) => return Ok(Together::Alone(chunks)),
            Opened::Shared(input) => input,
        };
        let (routine, sight) = (run.routine, run.sight);
        let seeds = (1..degree).map(|_| (run.frame.for_helper(code.sources.len()), run.helper_notes())).collect();
        let (seeds, parts) = (Mutex::new(seeds), Mutex::default());
        let team = Team { of: self, input: &*input, routine, sight, seeds, parts };
        let help = |context: &dyn Context| team.help(context);
        context.run_together(degree - 1, &help, &mut || team.take(run));
        let parts = std::mem::take(&mut *team.parts.lock());
        if input.has_failed()
            && let Some(error) = parts.iter().find_map(|part| part.pass.as_ref().err())
        {
            return Err(error.clone());
        }
        // Tables of joins are freed before one thread makes them again.
        drop(team);
        drop(input);
        match self.merged(parts, run) {
            Some(pass) => Ok(Together::Taken(Box::new(pass))),
            None => self.input.begin(start, run).map(Opened::single).map(Together::Alone),
        }
    }

    /// Returns the groups of all parts together, or `None` if a part has failed or the groups need
    /// more memory than there is.
    fn merged(&self, parts: Vec<Part>, run: &mut Run<'_, '_>) -> Option<Pass> {
        let has_nulls = parts.iter().any(|part| part.has_nulls);
        let passes: Option<Vec<Pass>> = parts.into_iter().map(|part| part.pass.ok().flatten()).collect();
        let mut passes = passes?.into_iter();
        let mut all = passes.next()?;
        for pass in passes {
            if !all.merge(self, &pass).is_ok_and(|fits| fits) {
                return None;
            }
        }
        run.notes.nulls_passed_over |= has_nulls;
        Some(all)
    }

    /// Aggregates the rows of one thread. Returns `None` if there is no memory for all groups.
    fn take_part<'r>(&'r self, chunks: &mut dyn Chunks<'r>, run: &mut Run<'_, 'r>) -> Result<Option<Pass>, SqlError> {
        let (mut pass, mut chunk) = (Pass::new(self, run), Chunk::new(self.input.types()));
        while chunks.next(run, &mut chunk)? {
            if !pass.find(self, &chunk, run)? {
                return Ok(None);
            }
            pass.take(self, &chunk, run)?;
        }
        Ok(Some(pass))
    }
}

impl<'r> Team<'_, 'r> {
    /// Does the part of a helper, with a context of its own.
    fn help(&self, context: &dyn Context) {
        let Some((mut frame, mut notes)) = self.seeds.lock().pop() else { return };
        let (routine, sight) = (self.routine, self.sight);
        self.take(&mut Run { frame: &mut frame, routine, context, sight, notes: &mut notes });
    }

    /// Does the part of this thread. Stops the other threads if it fails.
    fn take(&self, run: &mut Run<'_, 'r>) {
        let _guard = StopOnPanic(self.input);
        let had_nulls = std::mem::take(&mut run.notes.nulls_passed_over);
        let mut chunks = self.input.open();
        let pass = self.of.take_part(&mut *chunks, run);
        if !matches!(pass, Ok(Some(_))) {
            self.input.stop();
        }
        let has_nulls = std::mem::replace(&mut run.notes.nulls_passed_over, had_nulls);
        self.parts.lock().push(Part { pass, has_nulls });
    }
}
