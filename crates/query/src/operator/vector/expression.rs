//! Values of all rows of a chunk.

use super::chunk::Chunk;
use super::column::Column;
use crate::code::{Frame, Reg};
use sluice_types::row::{integer_of, integer_value};
use sluice_types::{DataType, Operator, SqlError, arithmetic};

/// A value to compute.
#[derive(Debug)]
pub(super) enum Expression {
    /// The chunk's column of that number.
    Column(usize),
    /// The same for all rows: what a register holds, a constant or a variable.
    Register(Reg),
    /// A sum, a difference or a product.
    Binary(Box<Binary>),
}

/// An operator and its operands.
#[derive(Debug)]
pub(super) struct Binary {
    /// Which.
    pub(super) operator: Operator,
    /// The type of the result and of both operands: int or bigint.
    pub(super) data_type: DataType,
    /// Left side.
    pub(super) left: Expression,
    /// Right side.
    pub(super) right: Expression,
}

/// The values of an expression.
pub(super) enum Values<'c> {
    /// A column of the chunk.
    Column(&'c Column),
    /// Of its own.
    Computed(Column),
    /// The same for all rows; none: NULL.
    Same(Option<i64>),
}

impl Values<'_> {
    /// The row's; none if it is NULL.
    #[inline]
    pub(super) fn get(&self, row: usize) -> Option<i64> {
        match self {
            Values::Column(column) => column.get(row),
            Values::Computed(column) => column.get(row),
            Values::Same(value) => *value,
        }
    }

    /// One a row, if none of them is NULL.
    pub(super) fn all(&self) -> Option<&[i64]> {
        match self {
            Values::Column(column) if !column.has_nulls() => Some(&column.values),
            Values::Computed(column) if !column.has_nulls() => Some(&column.values),
            _ => None,
        }
    }
}

impl Expression {
    /// Its values.
    pub(super) fn values<'c>(&self, chunk: &'c Chunk, frame: &Frame) -> Result<Values<'c>, SqlError> {
        Ok(match self {
            Expression::Column(number) => Values::Column(&chunk.columns[*number]),
            Expression::Register(register) => Values::Same(integer_of(frame.get(*register))),
            Expression::Binary(binary) => Values::Computed(binary.compute(chunk, frame)?),
        })
    }
}

impl Binary {
    fn compute(&self, chunk: &Chunk, frame: &Frame) -> Result<Column, SqlError> {
        let (left, right) = (self.left.values(chunk, frame)?, self.right.values(chunk, frame)?);
        let mut result = Column::default();
        for row in 0..chunk.len {
            let value = match (left.get(row), right.get(row)) {
                (Some(left), Some(right)) => Some(self.apply(left, right)?),
                _ => None,
            };
            result.push(value);
        }
        Ok(result)
    }

    #[inline]
    fn apply(&self, left: i64, right: i64) -> Result<i64, SqlError> {
        let value = match self.operator {
            Operator::Add => left.checked_add(right),
            Operator::Subtract => left.checked_sub(right),
            _ => left.checked_mul(right),
        };
        let fits = |value: &i64| self.data_type == DataType::BigInt || i32::try_from(*value).is_ok();
        value.filter(fits).map_or_else(|| self.fail(left, right), Ok)
    }

    /// The error is that of the row's way.
    #[cold]
    fn fail(&self, left: i64, right: i64) -> Result<i64, SqlError> {
        let value = |integer| integer_value(self.data_type, integer).unwrap_or_default();
        let result = arithmetic::evaluate(self.operator, &value(left), &value(right), self.data_type)?;
        Ok(integer_of(&result).unwrap_or_default())
    }
}
