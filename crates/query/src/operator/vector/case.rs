//! CASE over the rows of a chunk: each branch is evaluated for the rows that reach it.

use super::chunk::Chunk;
use super::column::Column;
use super::condition::Condition;
use super::expression::{Evaluate, Expression};
use super::rows::{Rows, without};
use crate::operator::Run;
use sluice_types::{DataType, SqlError};

/// The branches of a CASE, and the value of rows that no branch takes; NULL without one.
pub(super) struct Case {
    /// Conditions and values, in order.
    pub(super) branches: Vec<(Condition, Expression)>,
    /// ELSE.
    pub(super) otherwise: Option<Expression>,
}

impl Evaluate for Case {
    fn column(
        &self,
        data_type: DataType,
        chunk: &Chunk,
        rows: Rows<'_>,
        run: &mut Run<'_, '_>,
    ) -> Result<Column, SqlError> {
        let mut column = Column::all_null(data_type, chunk.len);
        let (mut rest, mut taken) = (rows.numbers(), Vec::new());
        for (condition, value) in &self.branches {
            condition.select(chunk, (Rows::Some(&rest), &mut taken), run)?;
            put(&mut column, value, (chunk, &taken), run)?;
            without(&mut rest, &taken);
        }
        if let Some(otherwise) = &self.otherwise {
            put(&mut column, otherwise, (chunk, &rest), run)?;
        }
        column.drop_unset_nulls();
        Ok(column)
    }
}

/// Puts the values of `rows` into their places.
fn put(
    column: &mut Column,
    value: &Expression,
    (chunk, rows): (&Chunk, &[u32]),
    run: &mut Run<'_, '_>,
) -> Result<(), SqlError> {
    if rows.is_empty() {
        return Ok(());
    }
    let values = value.values(chunk, Rows::Some(rows), run)?;
    if values.are_null() {
        return Ok(());
    }
    let typed = values.typed();
    for row in rows {
        let (from, place) = typed.at(*row as usize);
        column.set_from(*row as usize, from, place);
    }
    Ok(())
}
