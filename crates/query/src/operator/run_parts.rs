//! The parts of a statement's run that lists of rows use, so that these need not know the run.

use crate::code::Row;
use crate::code::context::Context;
use sluice_base::memory::MemoryBroker;
use sluice_base::room::Allowance;
use sluice_base::sync::Arc;
use sluice_types::SqlError;

/// The current rows of a run, its context, and its memory.
pub trait RunParts {
    /// Current rows, by source.
    fn rows(&self) -> &[Row];

    /// Current rows, by source.
    fn rows_mut(&mut self) -> &mut [Row];

    /// Context of the batch.
    fn context(&self) -> &dyn Context;

    /// Memory allowance of all operators of the statement.
    fn allowance(&self, broker: &MemoryBroker) -> &Arc<Allowance>;
}

/// Counts rows, so that the batch checks for cancellation once per some hundred rows.
#[derive(Clone, Copy, Default, Debug)]
pub struct RowsSeen(u32);

impl RowsSeen {
    /// Counts a row. Fails if the batch was cancelled.
    #[inline]
    pub fn one_more(&mut self, run: &impl RunParts) -> Result<(), SqlError> {
        self.one_more_in(run.context())
    }

    /// Counts a row outside a statement's operators. Fails if the batch was cancelled.
    #[inline]
    pub(super) fn one_more_in(&mut self, context: &dyn Context) -> Result<(), SqlError> {
        if self.is_time() { context.check_cancelled() } else { Ok(()) }
    }

    /// Counts a row read from a table and reports it to the session's facts. Fails if the batch was
    /// cancelled.
    #[inline]
    pub(super) fn one_read(&mut self, run: &impl RunParts) -> Result<(), SqlError> {
        self.one_read_in(run.context())
    }

    /// Counts a row read from a table outside a statement's operators. Fails if the batch was
    /// cancelled.
    #[inline]
    pub fn one_read_in(&mut self, context: &dyn Context) -> Result<(), SqlError> {
        if !self.is_time() {
            return Ok(());
        }
        context.note_rows_read(u64::from(ROWS_BETWEEN_CHECKS));
        context.check_cancelled()
    }

    /// Counts a row. Returns whether to check for cancellation.
    #[inline]
    pub fn is_time(&mut self) -> bool {
        self.0 = self.0.wrapping_add(1);
        self.0.is_multiple_of(ROWS_BETWEEN_CHECKS)
    }
}

/// Number of rows between two checks for cancellation.
const ROWS_BETWEEN_CHECKS: u32 = 256;
