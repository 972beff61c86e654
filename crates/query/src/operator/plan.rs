//! Runs of a compiled query.

use super::routine::Plan;
use super::run::Run;
use super::run_parts::RowsSeen;
use crate::code::{Reg, Row};
use sluice_types::{SqlError, Value};

impl Plan {
    /// Runs the query to its end or to the limit of SET ROWCOUNT, and passes the values of each row
    /// to `take`. Checks for cancellation periodically.
    pub fn for_each<'a, 'r>(
        &'r self,
        run: &mut Run<'a, 'r>,
        mut take: impl FnMut(&mut Run<'a, 'r>, &[Value]) -> Result<(), SqlError>,
    ) -> Result<(), SqlError> {
        self.for_each_row(run, |run| self.take(run, &mut take))
    }

    /// Runs the query; `take` reads what it needs from the current row.
    #[inline]
    fn for_each_row<'a, 'r>(
        &'r self,
        run: &mut Run<'a, 'r>,
        mut take: impl FnMut(&mut Run<'a, 'r>) -> Result<(), SqlError>,
    ) -> Result<(), SqlError> {
        match self.operator.only_row(run)? {
            Some(is_there) => {
                if is_there {
                    take(run)
                } else {
                    Ok(())
                }
            }
            None => self.for_each_opened(run, take),
        }
    }

    /// Runs the query with a cursor, for any number of rows. Calls `take` for each current row, up
    /// to the limit of SET ROWCOUNT. Checks for cancellation now and then. The cursor is dropped at
    /// the end or at the first error.
    #[inline]
    pub(super) fn for_each_opened<'a, 'r>(
        &'r self,
        run: &mut Run<'a, 'r>,
        mut take: impl FnMut(&mut Run<'a, 'r>) -> Result<(), SqlError>,
    ) -> Result<(), SqlError> {
        let mut cursor = self.operator.open(run)?;
        let (mut rows, mut seen) = (0u64, RowsSeen::default());
        let limit = run.frame.globals.row_limit;
        while (limit == 0 || rows < limit) && cursor.next(run)? {
            take(run)?;
            rows += 1;
            seen.one_more(run)?;
        }
        Ok(())
    }

    /// Runs the query and puts the only value of each row into the register `target`. Returns the
    /// number of rows. The last row's value stays; without rows, the register keeps its value.
    pub fn assign<'r>(&'r self, run: &mut Run<'_, 'r>, target: Reg) -> Result<i64, SqlError> {
        let [value] = self.values.as_slice() else { unreachable!("a row for one variable has one value") };
        let mut rows = 0;
        self.for_each_row(run, |run| {
            run.evaluate(*value)?;
            if value.result != target {
                run.frame.set(target, run.frame.get(value.result).clone());
            }
            rows += 1;
            Ok(())
        })?;
        Ok(rows)
    }

    /// Passes the values of the current row to `take`. The slice is a reused buffer, or the row of
    /// a source, which `take` doesn't find in the frame; valid during the call only. If an error
    /// occurs, the buffer is lost, which costs only memory.
    #[inline]
    pub(super) fn take<'a, 'r>(
        &self,
        run: &mut Run<'a, 'r>,
        take: &mut impl FnMut(&mut Run<'a, 'r>, &[Value]) -> Result<(), SqlError>,
    ) -> Result<(), SqlError> {
        if let Some(source) = self.row_of
            && let Some(row) = run.frame.rows[source].lend(self.values.len())
        {
            take(run, &row)?;
            run.frame.rows[source] = Row::Values(row);
            return Ok(());
        }
        let mut values = std::mem::take(&mut run.frame.room.values);
        values.clear();
        for piece in &self.values {
            values.push(run.value(*piece)?);
        }
        take(run, &values)?;
        run.frame.room.values = values;
        Ok(())
    }
}
