//! Operators with what is taken of their rows.

use super::Operator;
use super::run::{RowsSeen, Run};
use crate::code::{Piece, Reg};
use sluice_types::{SqlError, Value};

/// A compiled query.
pub struct Plan {
    /// Makes the rows.
    pub(super) operator: Box<dyn Operator>,
    /// The values of each.
    pub(super) values: Vec<Piece>,
    /// Whether some of them may be long.
    pub(super) may_be_long: bool,
}

impl Plan {
    /// Runs it to its end, or to where SET ROWCOUNT has it stop, and hands the values of each row to `take`. Asks now and then whether the
    /// batch is to stop.
    pub fn for_each<'a, 'r>(
        &'r self,
        run: &mut Run<'a, 'r>,
        mut take: impl FnMut(&mut Run<'a, 'r>, &[Value]) -> Result<(), SqlError>,
    ) -> Result<(), SqlError> {
        self.for_each_row(run, |run| self.take(run, &mut take))
    }

    /// The same; `take` computes of each row what it wants.
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

    /// The same, where there may be several.
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

    /// Runs it, and puts the value of each row, of which there is one, into the register `target`; how many rows there were.
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

    /// Hands over the values of the row that the operators have come to.
    #[inline]
    pub(super) fn take<'a, 'r>(
        &'r self,
        run: &mut Run<'a, 'r>,
        take: &mut impl FnMut(&mut Run<'a, 'r>, &[Value]) -> Result<(), SqlError>,
    ) -> Result<(), SqlError> {
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
