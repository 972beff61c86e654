//! Conversions that keep a value or multiply its integer. Other conversions run row by row.

use super::arithmetic::{bounds, power_of_ten};
use super::chunk::Chunk;
use super::column::{Column, Data};
use super::expression::Expression;
use super::rows::Rows;
use super::values::{Integers, Values, value_by_value};
use crate::operator::Run;
use sluice_types::calendar::{DAY_1753, DAY_1900, TICKS_PER_DAY, UNITS_PER_DAY};
use sluice_types::data_type::Length;
use sluice_types::{DataType, SqlError, convert};

/// A conversion of an expression to another type.
pub(super) struct Conversion {
    /// The input.
    pub(super) input: Expression,
    /// What becomes of its values.
    pub(super) method: Method,
}

/// What becomes of the values.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Method {
    /// They stay.
    Relabel,
    /// The integers, less the first number, are multiplied by the second. The results are within
    /// these bounds.
    Scale(i64, i64, (i64, i64)),
    /// The integers become doubles.
    Float,
}

impl Method {
    /// Returns the method of a conversion. Returns `None` for a conversion that runs row by row.
    pub(super) fn new(from: DataType, to: DataType) -> Option<Method> {
        match (from, to) {
            _ if from == to => Some(Method::Relabel),
            (
                DataType::Decimal { scale, precision, .. },
                DataType::Decimal { scale: to_scale, precision: to_precision, .. },
            ) if to_scale >= scale => match to_scale == scale && to_precision >= precision {
                true => Some(Method::Relabel),
                false => Some(Method::Scale(0, power_of_ten(to_scale - scale)?, bounds(to)?)),
            },
            (_, DataType::Decimal { scale, .. }) if from.is_integer() => {
                Some(Method::Scale(0, power_of_ten(scale)?, bounds(to)?))
            }
            (DataType::SmallMoney, DataType::Money) | (DataType::Real, DataType::Float) => Some(Method::Relabel),
            (DataType::Date, DataType::DateTime2(_)) => Some(Method::Scale(0, TICKS_PER_DAY, (i64::MIN, i64::MAX))),
            (DataType::Date, DataType::DateTime) => {
                let least = i64::from(DAY_1753 - DAY_1900) * UNITS_PER_DAY;
                Some(Method::Scale(DAY_1900.into(), UNITS_PER_DAY, (least, i64::MAX)))
            }
            (_, DataType::Float) if from.is_integer() => Some(Method::Float),
            _ if from.is_integer() && to.is_integer() => (rank(from) <= rank(to)).then_some(Method::Relabel),
            _ if from.is_string() && to.is_string() => is_longer_text(from, to).then_some(Method::Relabel),
            _ => None,
        }
    }
}

/// Returns the bytes of an integer type; 0 for bit.
fn rank(data_type: DataType) -> u8 {
    match data_type {
        DataType::TinyInt => 1,
        DataType::SmallInt => 2,
        DataType::Int => 4,
        DataType::BigInt => 8,
        _ => 0,
    }
}

/// Whether `to` has each text of `from` unchanged: it is variable, at least as long, and has the
/// characters.
fn is_longer_text(from: DataType, to: DataType) -> bool {
    let length = |data_type: DataType| match data_type.length() {
        Some(Length::Limited(length)) => Some(length),
        _ => None,
    };
    let has_characters = match to {
        DataType::NVarChar(_) => true,
        DataType::VarChar(..) => from.code_page() == to.code_page(),
        _ => false,
    };
    has_characters && length(from).zip(length(to)).is_some_and(|(from, to)| from <= to)
}

impl Conversion {
    /// Returns the values of the selected rows.
    pub(super) fn values<'c>(
        &self,
        data_type: DataType,
        chunk: &'c Chunk,
        rows: Rows<'_>,
        run: &mut Run<'_, '_>,
    ) -> Result<Values<'c>, SqlError> {
        let values = self.input.values(chunk, rows, run)?;
        let (less, factor, (least, greatest)) = match self.method {
            Method::Relabel => return Ok(values.under(data_type)),
            Method::Float => {
                if let Some(Integers::Each(integers)) = values.integers() {
                    let data = Data::Floats(integers.iter().map(|integer| *integer as f64).collect());
                    let column = Column { data_type, data, nulls: values.nulls().to_vec() };
                    return Ok(Values::computed(column, data_type));
                }
                (0, 1, (0, 0))
            }
            Method::Scale(less, factor, bounds) => (less, factor, bounds),
        };
        if let (Method::Scale(..), Some(Integers::Each(integers))) = (self.method, values.integers()) {
            let (mut fails, nulls) = (false, values.nulls());
            let mut scale = |integer: i64| {
                let (integer, overflows) = integer.wrapping_sub(less).overflowing_mul(factor);
                fails |= overflows | (integer < least) | (integer > greatest);
                integer
            };
            let all = match nulls {
                [] => integers.iter().map(|integer| scale(*integer)).collect(),
                _ => {
                    integers.iter().zip(nulls).map(|(integer, null)| if *null { 0 } else { scale(*integer) }).collect()
                }
            };
            if !fails {
                return Ok(Values::computed(Column::narrow(data_type, all, values.nulls().to_vec()), data_type));
            }
        }
        let from = self.input.data_type;
        let column = value_by_value(data_type, (rows, chunk.len), |row| convert(&values.get(row), &from, &data_type))?;
        Ok(Values::computed(column, data_type))
    }
}
