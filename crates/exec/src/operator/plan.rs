//! Operators with what is taken of their rows.

use super::Operator;
use super::run::{RowsSeen, Run};
use crate::code::Piece;
use sluice_types::{SqlError, Value};

/// A compiled query.
pub struct Plan {
    /// Makes the rows.
    pub(super) operator: Box<dyn Operator>,
    /// The values of each.
    pub(super) values: Vec<Piece>,
}

impl Plan {
    /// Runs it to its end, or to where SET ROWCOUNT has it stop, and hands the values of each row to `take`. Asks now and then whether the
    /// batch is to stop.
    pub fn for_each<'a, 'r>(
        &'r self,
        run: &mut Run<'a, 'r>,
        mut take: impl FnMut(&mut Run<'a, 'r>, &[Value]) -> Result<(), SqlError>,
    ) -> Result<(), SqlError> {
        if let Some(is_there) = self.operator.only_row(run)? {
            return if is_there { self.take(run, &mut take) } else { Ok(()) };
        }
        let mut cursor = self.operator.open(run)?;
        let (mut rows, mut seen) = (0u64, RowsSeen::default());
        let limit = run.frame.globals.row_limit;
        while (limit == 0 || rows < limit) && cursor.next(run)? {
            self.take(run, &mut take)?;
            rows += 1;
            seen.one_more(run)?;
        }
        Ok(())
    }

    /// Hands over the values of the row that the operators have come to.
    #[inline]
    fn take<'a, 'r>(
        &'r self,
        run: &mut Run<'a, 'r>,
        take: &mut impl FnMut(&mut Run<'a, 'r>, &[Value]) -> Result<(), SqlError>,
    ) -> Result<(), SqlError> {
        let mut values = std::mem::take(&mut run.frame.room.values);
        values.clear();
        for piece in &self.values {
            run.evaluate(*piece)?;
            values.push(run.frame.get(piece.result).clone());
        }
        take(run, &values)?;
        run.frame.room.values = values;
        Ok(())
    }
}
