//! A recursive common table expression.
//!
//! The rows of the anchor come first, then what the members make of the row that came last, and so on: each row is the current one once,
//! as in SQL Server, so that a member's windows are over what it makes of that row. Rows that have not been the current one are kept,
//! and no others: in memory, and below those, as they are taken from the top, in tempdb.

use super::plan::Plan;
use super::value_bytes::{put_row, put_value, read_row, read_value};
use super::work_rows::NumberedRows;
use super::workspace::row_bytes;
use super::{Cursor, Operator, Run, Workspace};
use crate::code::Row;
use crate::host::Host;
use sluice_types::{SqlError, Value};

/// Makes rows of its own rows.
pub(super) struct Recursion {
    /// The rows that it begins with.
    pub(super) anchor: Plan,
    /// The members, and where each sees the current row.
    pub(super) members: Vec<(usize, Plan)>,
    /// Where the row goes.
    pub(super) source: usize,
    /// How deep it may go; without end if none.
    pub(super) depth_max: Option<u32>,
}

struct Recursing<'r> {
    of: &'r Recursion,
    /// What makes rows now, and how deep these are.
    running: Option<(&'r Plan, Box<dyn Cursor<'r> + 'r>, u32)>,
    /// The current row and its depth, and its members that are still to run.
    current: (Vec<Value>, u32),
    members: std::slice::Iter<'r, (usize, Plan)>,
    /// The rows that are to be the current one, with their depths.
    waiting: Waiting,
}

/// Rows with their depths, of which the last is taken first.
struct Waiting {
    rows: Vec<(Vec<Value>, u32)>,
    /// Those below them: as they were when memory had no room for more, and how many of them are left.
    below: Vec<(NumberedRows, usize)>,
    workspace: Workspace,
}

impl Operator for Recursion {
    fn open<'r>(&'r self, run: &mut Run<'_, 'r>) -> Result<Box<dyn Cursor<'r> + 'r>, SqlError> {
        run.take_grant()?;
        let waiting = Waiting { rows: Vec::new(), below: Vec::new(), workspace: Workspace::new(run) };
        let running = Some((&self.anchor, self.anchor.operator.open(run)?, 0));
        let current = (Vec::new(), 0);
        Ok(Box::new(Recursing { of: self, running, current, members: [].iter(), waiting }))
    }
}

impl<'r> Recursing<'r> {
    /// Begins what makes rows next; false if nothing is left.
    fn begin(&mut self, run: &mut Run<'_, 'r>) -> Result<bool, SqlError> {
        loop {
            if let Some((seen, plan)) = self.members.next() {
                let (values, depth) = &self.current;
                run.frame.rows[*seen] = Row::Values(values.clone());
                self.running = Some((plan, plan.operator.open(run)?, depth + 1));
                return Ok(true);
            }
            let Some(next) = self.waiting.pop()? else { return Ok(false) };
            run.check_cancelled()?;
            self.current = next;
            self.members = self.of.members.iter();
        }
    }
}

impl Waiting {
    fn push(&mut self, row: Vec<Value>, depth: u32, host: &dyn Host) -> Result<(), SqlError> {
        if !self.workspace.fits(row_bytes(&row)) {
            self.spill(host)?;
            self.workspace.take(row_bytes(&row))?;
        }
        self.rows.push((row, depth));
        Ok(())
    }

    fn pop(&mut self) -> Result<Option<(Vec<Value>, u32)>, SqlError> {
        if self.rows.is_empty() {
            self.fetch()?;
        }
        let next = self.rows.pop();
        next.iter().for_each(|(row, _)| self.workspace.give_back(row_bytes(row)));
        Ok(next)
    }

    #[cold]
    fn spill(&mut self, host: &dyn Host) -> Result<(), SqlError> {
        let mut rows = NumberedRows::new(host)?;
        for (row, depth) in &self.rows {
            rows.push(|out| {
                put_value(&Value::Int(*depth as i32), out);
                put_row(&Row::Values(row.clone()), out);
            })?;
        }
        if rows.count() > 0 {
            let count = rows.count();
            self.below.push((rows, count));
        }
        self.rows.clear();
        self.workspace.empty();
        Ok(())
    }

    /// Brings some rows back, those that lie uppermost.
    fn fetch(&mut self) -> Result<(), SqlError> {
        let Some((rows, left)) = self.below.last_mut() else { return Ok(()) };
        let first = (*left - 1) / FETCHED * FETCHED;
        for number in first..*left {
            let (depth, row) = rows.read(number, |record| {
                let (depth, mut row) = (read_value(record)?, Row::Nulls);
                read_row(record, &mut row)?;
                Ok((depth.as_i64().unwrap_or_default() as u32, row))
            })?;
            let Row::Values(row) = row else { continue };
            self.workspace.take(row_bytes(&row))?;
            self.rows.push((row, depth));
        }
        *left = first;
        if first == 0 {
            self.below.pop();
        }
        Ok(())
    }
}

impl<'r> Cursor<'r> for Recursing<'r> {
    fn next(&mut self, run: &mut Run<'_, 'r>) -> Result<bool, SqlError> {
        loop {
            if let Some((plan, cursor, depth)) = &mut self.running
                && cursor.next(run)?
            {
                if let Some(most) = self.of.depth_max.filter(|most| *depth > *most) {
                    // 530: the maximum recursion has been exhausted.
                    return Err(SqlError::new(530, 16, 1, vec![most.to_string()]));
                }
                let values = plan.values.iter().map(|piece| run.value(*piece)).collect::<Result<Vec<_>, _>>()?;
                self.waiting.push(values.clone(), *depth, run.context.host)?;
                run.frame.rows[self.of.source] = Row::Values(values);
                return Ok(true);
            }
            self.running = None;
            if !self.begin(run)? {
                return Ok(false);
            }
        }
    }
}

/// So many rows come back at once.
const FETCHED: usize = 32;
