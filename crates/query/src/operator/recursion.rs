//! A recursive common table expression.
//!
//! The rows of the anchor come out first. Then the last unprocessed row becomes the current row,
//! the members run on it, and their rows come out, and so on. Each row becomes the current row
//! once, as in SQL Server, so a member's window functions see only the rows made from one row. Only
//! unprocessed rows are kept, as a stack: its top is in memory, the rest in tempdb.

use super::Plan;
use super::value_bytes::{put_row, put_value, read_row, read_value};
use super::work_rows::NumberedRows;
use super::workspace::row_bytes;
use super::{Cursor, Operator, Run, Workspace};
use crate::code::Row;
use sluice_table::databases::Databases;
use sluice_types::{SqlError, Value};

/// The recursive common table expression. Its run fails with 530 once a row needs more steps than
/// `depth_max`.
pub(super) struct Recursion {
    /// Anchor query.
    pub(super) anchor: Plan,
    /// Recursive members, each with the source of the current row.
    pub(super) members: Vec<(usize, Plan)>,
    /// Source of the result rows.
    pub(super) source: usize,
    /// MAXRECURSION; `None` for no limit.
    pub(super) depth_max: Option<u32>,
}

struct Recursing<'r> {
    of: &'r Recursion,
    /// The running query, its cursor, and the depth of its rows.
    running: Option<(&'r Plan, Box<dyn Cursor<'r> + 'r>, u32)>,
    /// The current row with its depth, and the members that haven't run on it.
    current: (Vec<Value>, u32),
    members: std::slice::Iter<'r, (usize, Plan)>,
    /// Unprocessed rows with their depths.
    waiting: Waiting,
}

/// Stack of rows with their depths.
struct Waiting {
    rows: Vec<(Vec<Value>, u32)>,
    /// Lower parts of the stack, which were written to tempdb when memory was short, each with its
    /// remaining number of rows.
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
    /// Starts the next query. Returns false if no row is left.
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
    fn push(&mut self, row: Vec<Value>, depth: u32, host: &dyn Databases) -> Result<(), SqlError> {
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
    fn spill(&mut self, host: &dyn Databases) -> Result<(), SqlError> {
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

    /// Reads the uppermost rows back from tempdb.
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
                    return Err(SqlError::recursion_exhausted(most));
                }
                let values = plan.values.iter().map(|piece| run.value(*piece)).collect::<Result<Vec<_>, _>>()?;
                self.waiting.push(values.clone(), *depth, run.context.databases())?;
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

/// Rows read back at once.
const FETCHED: usize = 32;
