//! Integer expressions, evaluated for all rows of a chunk at once.

use super::chunk::Chunk;
use super::column::Column;
use crate::code::{Frame, Reg};
use sluice_types::row::{integer_of, integer_value};
use sluice_types::{DataType, Operator, SqlError, arithmetic};

/// An integer value to compute for each row of a chunk.
#[derive(Debug)]
pub(super) enum Expression {
    /// The chunk's column with this number.
    Column(usize),
    /// The value of a register, a constant or variable: the same for all rows.
    Register(Reg),
    /// A sum, a difference or a product.
    Binary(Box<Binary>),
}

/// An operator and its operands.
#[derive(Debug)]
pub(super) struct Binary {
    /// Add, Subtract or Multiply.
    pub(super) operator: Operator,
    /// The type of the result and of both operands: int or bigint.
    pub(super) data_type: DataType,
    /// The left operand.
    pub(super) left: Expression,
    /// The right operand.
    pub(super) right: Expression,
}

/// The values of an expression for the rows of a chunk.
pub(super) enum Values<'c> {
    /// A column of the chunk.
    Column(&'c Column),
    /// A computed column.
    Computed(Column),
    /// One value for all rows; `None` is NULL.
    Same(Option<i64>),
}

impl Values<'_> {
    /// Returns the value of a row; `None` is NULL.
    #[inline]
    pub(super) fn get(&self, row: usize) -> Option<i64> {
        match self {
            Values::Column(column) => column.get(row),
            Values::Computed(column) => column.get(row),
            Values::Same(value) => *value,
        }
    }

    /// Returns the values of a column without NULLs, one per row. Returns `None` for a column with
    /// NULLs, and for [`Values::Same`], which has no column.
    pub(super) fn all(&self) -> Option<&[i64]> {
        match self {
            Values::Column(column) if !column.has_nulls() => Some(&column.values),
            Values::Computed(column) if !column.has_nulls() => Some(&column.values),
            _ => None,
        }
    }
}

impl Expression {
    /// Returns the values for the rows of `chunk`: a borrowed column, one value for all rows, or
    /// computed values. Fails with 8115 on overflow, as the row operators do.
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

    /// Returns the error of an overflow. The row operators' arithmetic makes it, so that both have
    /// the same error.
    #[cold]
    fn fail(&self, left: i64, right: i64) -> Result<i64, SqlError> {
        let value = |integer| integer_value(self.data_type, integer).unwrap_or_default();
        let result = arithmetic::evaluate(self.operator, &value(left), &value(right), self.data_type)?;
        Ok(integer_of(&result).unwrap_or_default())
    }
}
