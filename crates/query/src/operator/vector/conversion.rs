//! Conversions that keep a value or multiply its integer. Other conversions run row by row.

use super::arithmetic::{bounds, power_of_ten};
use super::chunk::Chunk;
use super::column::{Column, Data};
use super::expression::{Evaluate, Expression};
use super::rows::Rows;
use super::scaled::Scaled;
use super::values::{Integers, Values, value_by_value};
use crate::operator::Run;
use sluice_types::calendar::{DAY_1753, DAY_1900, TICKS_PER_DAY, UNITS_PER_DAY};
use sluice_types::data_type::Length;
use sluice_types::{DataType, SqlError, convert};

/// A conversion of an expression to another type.
pub(super) struct Conversion {
    /// The input.
    pub(super) input: Expression,
    /// The use of its values.
    pub(super) method: Method,
}

/// The use of the values.
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

impl Evaluate for Conversion {
    fn column(
        &self,
        data_type: DataType,
        chunk: &Chunk,
        rows: Rows<'_>,
        run: &mut Run<'_, '_>,
    ) -> Result<Column, SqlError> {
        let values = self.input.values(chunk, rows, run)?;
        match self.in_64_bits(&values) {
            Some(data) => Ok(Column { data_type, data, nulls: values.nulls().to_vec() }),
            None => {
                let from = self.input.data_type;
                value_by_value(data_type, (rows, chunk.len), |row| convert(&values.get(row), &from, &data_type))
            }
        }
    }

    fn scaled(&self) -> Option<Scaled<'_>> {
        match self.method {
            Method::Scale(less, factor, bounds) => Some(Scaled { input: &self.input, less, factor, bounds }),
            Method::Relabel | Method::Float => None,
        }
    }

    fn values<'c>(
        &self,
        data_type: DataType,
        chunk: &'c Chunk,
        rows: Rows<'_>,
        run: &mut Run<'_, '_>,
    ) -> Result<Values<'c>, SqlError> {
        match self.method {
            Method::Relabel => Ok(self.input.values(chunk, rows, run)?.under(data_type)),
            _ => Ok(Values::computed(self.column(data_type, chunk, rows, run)?, data_type)),
        }
    }
}

impl Conversion {
    /// Returns the results if the input has 64-bit integers and all results are within their
    /// bounds.
    fn in_64_bits(&self, values: &Values<'_>) -> Option<Data> {
        let Integers::Each(integers) = values.integers()? else { return None };
        match self.method {
            Method::Relabel => None,
            Method::Float => Some(Data::Floats(integers.iter().map(|integer| *integer as f64).collect())),
            Method::Scale(less, factor, (least, greatest)) => {
                let mut fails = false;
                let mut scale = |integer: i64| {
                    let (integer, overflows) = integer.wrapping_sub(less).overflowing_mul(factor);
                    fails |= overflows | (integer < least) | (integer > greatest);
                    integer
                };
                let all = match values.nulls() {
                    [] => integers.iter().map(|integer| scale(*integer)).collect(),
                    nulls => {
                        let each = integers.iter().zip(nulls);
                        each.map(|(integer, is_null)| if *is_null { 0 } else { scale(*integer) }).collect()
                    }
                };
                (!fails).then_some(Data::Narrow(all))
            }
        }
    }
}
