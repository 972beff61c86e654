//! Evaluation of binary operators.

use super::Operator;
use crate::calendar::{is_datetime, round_to_minute};
use crate::data_type::DataType;
use crate::decimal::{Decimal, DecimalError};
use crate::error::SqlError;
use crate::integer::{self, IntegerError};
use crate::money;
use crate::value::Value;
use std::sync::Arc;

/// Evaluates `left operator right`. The operands must have the types chosen by
/// [`super::operator_types`]. NULL gives NULL.
///
/// # Panics
/// If an operand has another type.
///
/// An overflow fails with 8115, and a division by zero with 8134.
pub fn evaluate(operator: Operator, left: &Value, right: &Value, result: DataType) -> Result<Value, SqlError> {
    match (left, right) {
        (Value::Int(a), Value::Int(b)) => int(operator, *a, *b).map(Value::Int).map_err(|e| e.to_sql(result)),
        (Value::BigInt(a), Value::BigInt(b)) => {
            bigint(operator, *a, *b).map(Value::BigInt).map_err(|e| e.to_sql(result))
        }
        (Value::Null, _) | (_, Value::Null) => Ok(Value::Null),
        (Value::SmallInt(a), Value::SmallInt(b)) => {
            let wide = match (operator, *a, *b) {
                (Operator::Modulo, i16::MIN, -1) => Err(IntegerError::Overflow),
                _ => int(operator, (*a).into(), (*b).into()),
            };
            let narrow = wide.and_then(|v| i16::try_from(v).map_err(|_| IntegerError::Overflow));
            narrow.map(Value::SmallInt).map_err(|e| e.to_sql(result))
        }
        (Value::TinyInt(a), Value::TinyInt(b)) => {
            let wide = int(operator, (*a).into(), (*b).into());
            let narrow = wide.and_then(|v| u8::try_from(v).map_err(|_| IntegerError::Overflow));
            narrow.map(Value::TinyInt).map_err(|e| e.to_sql(result))
        }
        (Value::Bit(a), Value::Bit(b)) => Ok(Value::Bit(bits(operator, *a, *b))),
        (Value::Float(a), Value::Float(b)) => float(operator, *a, *b),
        (Value::Real(a), Value::Real(b)) => real(operator, *a, *b),
        (Value::Money(a), Value::Money(b)) => money(operator, *a, *b, result),
        (Value::Decimal(a), Value::Decimal(b)) => decimal(operator, *a, *b, result),
        (Value::DateTime(a), Value::DateTime(b)) => datetime(operator, *a, *b, result),
        (Value::Str(a), Value::Str(b)) => Ok(Value::Str(concatenate(a, b, &result))),
        (Value::Bytes(a), Value::Bytes(b)) => {
            Ok(Value::Bytes(crate::convert::truncate_bytes([&a[..], &b[..]].concat(), &result)))
        }
        _ => panic!("{operator:?} between two types: {left:?} and {right:?}"),
    }
}

fn int(operator: Operator, left: i32, right: i32) -> Result<i32, IntegerError> {
    match operator {
        Operator::Add => integer::add_i32(left, right),
        Operator::Subtract => integer::subtract_i32(left, right),
        Operator::Multiply => integer::multiply_i32(left, right),
        Operator::Divide => integer::divide_i32(left, right),
        Operator::Modulo => integer::modulo_i32(left, right),
        Operator::BitAnd => Ok(left & right),
        Operator::BitOr => Ok(left | right),
        Operator::BitXor => Ok(left ^ right),
    }
}

fn bigint(operator: Operator, left: i64, right: i64) -> Result<i64, IntegerError> {
    match operator {
        Operator::Add => integer::add_i64(left, right),
        Operator::Subtract => integer::subtract_i64(left, right),
        Operator::Multiply => integer::multiply_i64(left, right),
        Operator::Divide => integer::divide_i64(left, right),
        Operator::Modulo => integer::modulo_i64(left, right),
        Operator::BitAnd => Ok(left & right),
        Operator::BitOr => Ok(left | right),
        Operator::BitXor => Ok(left ^ right),
    }
}

fn bits(operator: Operator, left: bool, right: bool) -> bool {
    match operator {
        Operator::BitAnd => left & right,
        Operator::BitOr => left | right,
        Operator::BitXor => left ^ right,
        _ => panic!("{operator:?} between bits"),
    }
}

fn float(operator: Operator, left: f64, right: f64) -> Result<Value, SqlError> {
    let result = match operator {
        Operator::Add => left + right,
        Operator::Subtract => left - right,
        Operator::Multiply => left * right,
        Operator::Divide if right == 0.0 => return Err(SqlError::divide_by_zero()),
        Operator::Divide => left / right,
        _ => panic!("{operator:?} between floats"),
    };
    if result.is_finite() {
        Ok(Value::Float(result))
    } else {
        Err(SqlError::arithmetic_overflow("expression", DataType::Float.name()))
    }
}

/// Computed in double precision, then rounded to single precision, which is exact.
fn real(operator: Operator, left: f32, right: f32) -> Result<Value, SqlError> {
    let Value::Float(wide) = float(operator, left.into(), right.into())? else { return Ok(Value::Null) };
    let narrow = wide as f32;
    match narrow.is_finite() {
        true => Ok(Value::Real(narrow)),
        false => Err(SqlError::arithmetic_overflow("expression", DataType::Real.name())),
    }
}

fn money(operator: Operator, left: i64, right: i64, result: DataType) -> Result<Value, SqlError> {
    let made = match operator {
        Operator::Add => left.checked_add(right),
        Operator::Subtract => left.checked_sub(right),
        Operator::Multiply => money::multiply(left, right),
        Operator::Divide | Operator::Modulo if right == 0 => return Err(SqlError::divide_by_zero()),
        Operator::Divide => money::divide(left, right),
        Operator::Modulo => Some(left.wrapping_rem(right)),
        _ => panic!("{operator:?} between amounts of money"),
    };
    let fitting = made.filter(|units| money::fits(*units, &result)).map(Value::Money);
    fitting.ok_or_else(|| SqlError::arithmetic_overflow("expression", result.name()))
}

fn decimal(operator: Operator, left: Decimal, right: Decimal, result: DataType) -> Result<Value, SqlError> {
    let DataType::Decimal { precision, scale, .. } = result else { panic!("a decimal operation makes {result}") };
    let made = match operator {
        Operator::Add => left.add(right, precision, scale),
        Operator::Subtract => left.subtract(right, precision, scale),
        Operator::Multiply => left.multiply(right, precision, scale),
        Operator::Divide => left.divide(right, precision, scale),
        Operator::Modulo => left.modulo(right, precision, scale),
        _ => panic!("{operator:?} between decimals"),
    };
    made.map(Value::Decimal).map_err(|error| match error {
        DecimalError::DivideByZero => SqlError::divide_by_zero(),
        DecimalError::Overflow => SqlError::arithmetic_overflow("expression", "numeric"),
    })
}

fn datetime(operator: Operator, left: i64, right: i64, result: DataType) -> Result<Value, SqlError> {
    let units = match operator {
        Operator::Add => left + right,
        Operator::Subtract => left - right,
        _ => panic!("{operator:?} between datetimes"),
    };
    let units = match result {
        DataType::SmallDateTime => round_to_minute(units),
        _ => is_datetime(units).then_some(units),
    };
    units.map(Value::DateTime).ok_or_else(|| SqlError::arithmetic_overflow("expression", result.name()))
}

/// The result's limit truncates silently, as SQL Server truncates at 8,000 bytes.
fn concatenate(left: &Arc<str>, right: &Arc<str>, result: &DataType) -> Arc<str> {
    if right.is_empty() {
        return Arc::clone(left);
    }
    if left.is_empty() {
        return Arc::clone(right);
    }
    let mut joined = String::with_capacity(left.len() + right.len());
    joined.push_str(left);
    joined.push_str(right);
    crate::convert::truncate(joined, result)
}
