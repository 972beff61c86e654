//! Binary operators over the rows of a chunk.
//!
//! Sums, differences and products of integers, decimals and money are computed in 64 bits. If a
//! result overflows them or the result's type, the operator is evaluated value by value with the
//! row operators' own function, which computes in 128 bits and makes the errors.

use super::chunk::Chunk;
use super::column::{Column, Data};
use super::expression::{Evaluate, Expression};
use super::rows::Rows;
use super::values::{Floats, Integers, Values, value_by_value};
use crate::operator::Run;
use sluice_types::{DataType, Operator, SqlError, arithmetic};

/// An operator and its operands.
pub(super) struct Arithmetic {
    /// The operator.
    pub(super) operator: Operator,
    /// The left operand.
    pub(super) left: Expression,
    /// The right operand.
    pub(super) right: Expression,
    /// How the operator computes with integers, if it does.
    pub(super) exact: Option<Exact>,
}

/// Computation with integers: factors that give both operands the result's scale, and the bounds of
/// the result.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) struct Exact {
    /// Factors of the left and the right operand.
    pub(super) factors: (i64, i64),
    /// The least and the greatest integer of the result's type, as far as 64 bits have them.
    pub(super) bounds: (i64, i64),
}

impl Exact {
    /// Returns how `operator` computes with the integers of these types. Returns `None` if the
    /// integers of the result aren't the operator's results: after a division, a rounding.
    pub(super) fn new(operator: Operator, left: DataType, right: DataType, result: DataType) -> Option<Exact> {
        let is_sum = matches!(operator, Operator::Add | Operator::Subtract);
        let factors = match (left, right, result) {
            _ if !is_sum && operator != Operator::Multiply => return None,
            (
                DataType::Decimal { scale: left, .. },
                DataType::Decimal { scale: right, .. },
                DataType::Decimal { scale, .. },
            ) => {
                let own = if is_sum { left.max(right) } else { left + right };
                let (to_left, to_right) = if is_sum { (own - left, own - right) } else { (0, 0) };
                (own == scale).then_some((power_of_ten(to_left)?, power_of_ten(to_right)?))?
            }
            _ if is_sum && result.is_money() => (1, 1),
            (DataType::Bit, ..) => return None,
            _ if result.is_integer() => (1, 1),
            _ => return None,
        };
        Some(Exact { factors, bounds: bounds(result)? })
    }
}

/// Returns 10 to the power of `digits`, if it has 64 bits.
pub(super) fn power_of_ten(digits: u8) -> Option<i64> {
    10i64.checked_pow(digits.into())
}

/// Returns the least and the greatest integer by which values of a type are kept, as far as 64 bits
/// have them. For decimal and money these are the values without their scale. `None` for a type
/// whose values aren't kept as integers, and for bit.
pub(super) fn bounds(data_type: DataType) -> Option<(i64, i64)> {
    Some(match data_type {
        DataType::TinyInt => (0, u8::MAX.into()),
        DataType::SmallInt => (i16::MIN.into(), i16::MAX.into()),
        DataType::Int | DataType::SmallMoney => (i32::MIN.into(), i32::MAX.into()),
        DataType::BigInt | DataType::Money => (i64::MIN, i64::MAX),
        DataType::Decimal { precision, .. } => match power_of_ten(precision) {
            Some(end) => (1 - end, end - 1),
            None => (i64::MIN, i64::MAX),
        },
        _ => return None,
    })
}

impl Evaluate for Arithmetic {
    fn column(
        &self,
        data_type: DataType,
        chunk: &Chunk,
        rows: Rows<'_>,
        run: &mut Run<'_, '_>,
    ) -> Result<Column, SqlError> {
        let (left, right) = (self.left.values(chunk, rows, run)?, self.right.values(chunk, rows, run)?);
        let count = chunk.len;
        if left.are_null() || right.are_null() {
            return Ok(Column::all_null(data_type, count));
        }
        let data = self.in_64_bits((&left, &right), rows, count).map(Data::Narrow);
        let data = data.or_else(|| self.as_floats((&left, &right), rows, count, data_type).map(Data::Floats));
        match data {
            Some(data) => Ok(Column { data_type, data, nulls: either(left.nulls(), right.nulls()) }),
            None => value_by_value(data_type, (rows, count), |row| {
                arithmetic::evaluate(self.operator, &left.get(row), &right.get(row), data_type)
            }),
        }
    }
}

impl Arithmetic {
    /// Returns the results if all are within their bounds.
    fn in_64_bits(&self, (left, right): (&Values<'_>, &Values<'_>), rows: Rows<'_>, count: usize) -> Option<Vec<i64>> {
        let Exact { factors, bounds } = self.exact?;
        let (mut left_room, mut right_room) = (Vec::new(), Vec::new());
        let left = scaled(left.integers()?, factors.0, &mut left_room)?;
        let right = scaled(right.integers()?, factors.1, &mut right_room)?;
        let sides = (left, right, count);
        match self.operator {
            Operator::Add => within(sides, rows, bounds, i64::overflowing_add),
            Operator::Subtract => within(sides, rows, bounds, i64::overflowing_sub),
            _ => within(sides, rows, bounds, i64::overflowing_mul),
        }
    }

    /// Returns the results of doubles if all are finite.
    fn as_floats(
        &self,
        (left, right): (&Values<'_>, &Values<'_>),
        rows: Rows<'_>,
        count: usize,
        data_type: DataType,
    ) -> Option<Vec<f64>> {
        if data_type != DataType::Float {
            return None;
        }
        let sides = (left.floats()?, right.floats()?, count);
        match self.operator {
            Operator::Add => finite(sides, rows, |left, right| left + right),
            Operator::Subtract => finite(sides, rows, |left, right| left - right),
            Operator::Multiply => finite(sides, rows, |left, right| left * right),
            // A division by zero isn't finite, and NULL divided by NULL is no number.
            Operator::Divide => finite(sides, rows, |left, right| left / right),
            _ => None,
        }
    }
}

/// Returns the integers times `factor`, computed into `room`, which must be empty. Returns `None`
/// on overflow.
pub(super) fn scaled<'v>(integers: Integers<'v>, factor: i64, room: &'v mut Vec<i64>) -> Option<Integers<'v>> {
    match integers {
        _ if factor == 1 => Some(integers),
        Integers::Same(value) => value.checked_mul(factor).map(Integers::Same),
        Integers::Each(values) => {
            let mut overflows = false;
            room.extend(values.iter().map(|value| {
                let (value, overflow) = value.overflowing_mul(factor);
                overflows |= overflow;
                value
            }));
            (!overflows).then_some(Integers::Each(room))
        }
    }
}

/// Returns a flag for each row: whether either side has NULL. Empty without NULLs.
fn either(left: &[bool], right: &[bool]) -> Vec<bool> {
    match (left, right) {
        ([], nulls) | (nulls, []) => nulls.to_vec(),
        _ => left.iter().zip(right).map(|(left, right)| left | right).collect(),
    }
}

/// Applies `operation` to the selected rows of both sides. Returns `None` if a result overflows or
/// is out of bounds.
fn within(
    (left, right, count): (Integers<'_>, Integers<'_>, usize),
    rows: Rows<'_>,
    (least, greatest): (i64, i64),
    operation: impl Fn(i64, i64) -> (i64, bool),
) -> Option<Vec<i64>> {
    let mut fails = false;
    let apply = |left: i64, right: i64| {
        let (value, overflows) = operation(left, right);
        fails |= overflows | (value < least) | (value > greatest);
        value
    };
    let results = match (left, right) {
        (Integers::Each(left), Integers::Each(right)) => pairs(rows, count, |row| (left[row], right[row]), apply),
        (Integers::Each(left), Integers::Same(right)) => pairs(rows, count, |row| (left[row], right), apply),
        (Integers::Same(left), Integers::Each(right)) => pairs(rows, count, |row| (left, right[row]), apply),
        (Integers::Same(left), Integers::Same(right)) => pairs(rows, count, |_| (left, right), apply),
    };
    (!fails).then_some(results)
}

/// Does the same as [`within`] with doubles.
fn finite(
    (left, right, count): (Floats<'_>, Floats<'_>, usize),
    rows: Rows<'_>,
    operation: impl Fn(f64, f64) -> f64,
) -> Option<Vec<f64>> {
    let mut fails = false;
    let apply = |left: f64, right: f64| {
        let value = operation(left, right);
        fails |= !value.is_finite();
        value
    };
    let results = match (left, right) {
        (Floats::Each(left), Floats::Each(right)) => pairs(rows, count, |row| (left[row], right[row]), apply),
        (Floats::Each(left), Floats::Same(right)) => pairs(rows, count, |row| (left[row], right), apply),
        (Floats::Same(left), Floats::Each(right)) => pairs(rows, count, |row| (left, right[row]), apply),
        (Floats::Same(left), Floats::Same(right)) => pairs(rows, count, |_| (left, right), apply),
    };
    (!fails).then_some(results)
}

/// Returns the results of the selected rows among `count`, each in its place.
#[inline(always)]
fn pairs<T: Copy + Default>(
    rows: Rows<'_>,
    count: usize,
    operands: impl Fn(usize) -> (T, T),
    mut apply: impl FnMut(T, T) -> T,
) -> Vec<T> {
    let mut result = |row: usize| {
        let (left, right) = operands(row);
        apply(left, right)
    };
    match rows {
        Rows::All(all) if all == count => (0..count).map(result).collect(),
        _ => {
            let mut results = vec![T::default(); count];
            rows.for_each(|row| results[row] = result(row));
            results
        }
    }
}
