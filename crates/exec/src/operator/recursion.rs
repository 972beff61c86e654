//! A recursive common table expression.
//!
//! The rows of the anchor come first, then what the members make of the row that came last, and so on: each row is the current one once,
//! as in SQL Server, so that a member's windows are over what it makes of that row. Rows that have not been the current one are kept,
//! and no others.

use super::plan::Plan;
use super::workspace::row_bytes;
use super::{Cursor, Operator, Run, Workspace};
use crate::code::Row;
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
    waiting: Vec<(Vec<Value>, u32)>,
    workspace: Workspace,
}

impl Operator for Recursion {
    fn open<'r>(&'r self, run: &mut Run<'_, 'r>) -> Result<Box<dyn Cursor<'r> + 'r>, SqlError> {
        let workspace = Workspace::new(run);
        let running = Some((&self.anchor, self.anchor.operator.open(run)?, 0));
        let (current, waiting) = ((Vec::new(), 0), Vec::new());
        Ok(Box::new(Recursing { of: self, running, current, members: [].iter(), waiting, workspace }))
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
            let Some(next) = self.waiting.pop() else { return Ok(false) };
            run.check_cancelled()?;
            self.workspace.give_back(row_bytes(&next.0));
            self.current = next;
            self.members = self.of.members.iter();
        }
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
                self.workspace.take(row_bytes(&values))?;
                self.waiting.push((values.clone(), *depth));
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
