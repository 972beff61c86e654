//! The values of sql_variant: a value with its own type (sql-variant-transact-sql.md).

use crate::calendar::{DAY_1900, TICKS_PER_DAY, ticks_of_datetime};
use crate::data_type::DataType;
use crate::value::{Value, Variant};
use crate::{collation, guid};
use std::cmp::Ordering;
use std::sync::Arc;

/// The comparison form of a variant. Values of different families are ordered by family, in the
/// order of these variants.
#[derive(Clone, PartialEq, Debug)]
pub(crate) enum Weight<'v> {
    /// uniqueidentifier, in the order of its bytes.
    Ordered([u8; 16]),
    /// binary, varbinary.
    Bytes(&'v [u8]),
    /// Strings.
    Text(&'v str),
    /// Exact numbers: the integral part, rounded down, and the remainder in 38 digits.
    Exact(i128, i128),
    /// float, real.
    Approximate(f64),
    /// Dates and times, as 100 ns since 0001-01-01 UTC.
    Moment(i64),
}

/// Returns a value as a variant. NULL and a variant are unchanged.
pub fn from_value(value: &Value, data_type: DataType) -> Value {
    match value {
        Value::Null | Value::Variant(_) => value.clone(),
        other => Value::Variant(Arc::new(Variant { value: other.clone(), data_type })),
    }
}

impl Value {
    /// Returns a string without trailing blanks, or a binary value without trailing zeros. Other
    /// values are unchanged.
    pub fn trimmed(&self) -> Value {
        match self {
            Value::Str(text) => Value::text(collation::significant(text)),
            Value::Bytes(bytes) => Value::bytes(significant(bytes)),
            other => other.clone(),
        }
    }
}

/// Compares two values, which may be of different families. The family decides then, and NULL
/// doesn't occur. A NaN would equal everything.
pub(crate) fn order(left: &Value, right: &Value) -> Ordering {
    match (weight(left), weight(right)) {
        (Weight::Ordered(left), Weight::Ordered(right)) => left.cmp(&right),
        (Weight::Bytes(left), Weight::Bytes(right)) => significant(left).cmp(significant(right)),
        (Weight::Text(left), Weight::Text(right)) => collation::compare(left, right),
        (Weight::Exact(left, rest), Weight::Exact(right, other)) => (left, rest).cmp(&(right, other)),
        (Weight::Approximate(left), Weight::Approximate(right)) => left.partial_cmp(&right).unwrap_or(Ordering::Equal),
        (Weight::Moment(left), Weight::Moment(right)) => left.cmp(&right),
        (left, right) => left.family().cmp(&right.family()),
    }
}

/// Returns the comparison form of the value in a variant. Exact numbers of any scale compare as
/// numbers, moments in 100 ns.
pub(crate) fn weight(value: &Value) -> Weight<'_> {
    match value {
        Value::Guid(bytes) => Weight::Ordered(guid::ordered(bytes)),
        Value::Bytes(bytes) => Weight::Bytes(bytes),
        Value::Str(text) => Weight::Text(text),
        Value::Float(number) => Weight::Approximate(*number),
        Value::Real(number) => Weight::Approximate((*number).into()),
        Value::Date(day) => Weight::Moment(i64::from(*day) * TICKS_PER_DAY),
        Value::Time(ticks) => Weight::Moment(i64::from(DAY_1900) * TICKS_PER_DAY + ticks),
        Value::DateTime(units) => Weight::Moment(ticks_of_datetime(*units)),
        Value::DateTime2(ticks) | Value::DateTimeOffset(ticks, _) => Weight::Moment(*ticks),
        Value::Decimal(number) => exact(number.units(), number.scale()),
        Value::Money(amount) => exact((*amount).into(), 4),
        integer => exact(integer.as_i64().unwrap_or_default().into(), 0),
    }
}

impl Weight<'_> {
    /// Returns the number of the family, in ascending order. A value of a higher family is greater
    /// than any of a lower one.
    pub(crate) fn family(&self) -> u8 {
        match self {
            Weight::Ordered(_) => 0,
            Weight::Bytes(_) => 1,
            Weight::Text(_) => 2,
            Weight::Exact(..) => 3,
            Weight::Approximate(_) => 4,
            Weight::Moment(_) => 5,
        }
    }
}

fn exact(units: i128, scale: u8) -> Weight<'static> {
    let unit = 10_i128.pow(scale.into());
    Weight::Exact(units.div_euclid(unit), units.rem_euclid(unit) * 10_i128.pow(38 - u32::from(scale)))
}

/// Returns the bytes of a uniqueidentifier whose order is that of the values. Returns `None` for
/// other values.
pub fn order_bytes(value: &Value) -> Option<[u8; 16]> {
    match value {
        Value::Guid(bytes) => Some(guid::ordered(bytes)),
        _ => None,
    }
}

/// Returns the uniqueidentifier whose [`order_bytes`] are these.
pub fn of_order(bytes: [u8; 16]) -> Value {
    Value::Guid(guid::from_ordered(bytes))
}

/// Returns the bytes without trailing zeros: the shorter of two values compares as if padded with
/// zeros. The documentation does not say so, but SQL Server behaves so (`0x = 0x00`).
pub fn significant(bytes: &[u8]) -> &[u8] {
    let end = bytes.iter().rposition(|byte| *byte != 0).map_or(0, |last| last + 1);
    &bytes[..end]
}

#[cfg(test)]
mod tests {
    use super::*;

    fn less(left: (Value, DataType), right: (Value, DataType)) -> bool {
        order(&left.0, &right.0).is_lt()
    }

    /// sql-variant-transact-sql.md: families order first, then values within a family.
    #[test]
    fn families_come_first_and_then_values() {
        let decimal = |text: &str| (Value::Decimal(text.parse().expect("a decimal")), DataType::decimal(9, 2));
        assert!(less((Value::Int(2), DataType::Int), decimal("2.50")));
        assert!(less(decimal("-2.50"), (Value::Int(-2), DataType::Int)));
        assert!(less((Value::Int(200), DataType::Int), (Value::Float(1.0), DataType::Float)));
        assert!(less((Value::Float(1e9), DataType::Float), (Value::Date(1), DataType::Date)));
        assert!(less((Value::text("z"), DataType::SYSNAME), (Value::Int(0), DataType::Int)));
        assert!(less((Value::bytes([9].as_slice()), DataType::Binary(1)), (Value::text("a"), DataType::SYSNAME)));
        assert!(less((Value::Money(10_000), DataType::Money), (Value::BigInt(2), DataType::BigInt)));
    }
}
