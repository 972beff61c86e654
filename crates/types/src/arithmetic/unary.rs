//! Unary operators.

use super::UnaryOperator;
use crate::data_type::DataType;
use crate::error::SqlError;
use crate::integer;
use crate::money;
use crate::value::Value;

/// Returns the type of `operator operand`. Fails with 8117 if the operator doesn't accept the type.
/// tinyint has no sign, so its negative is a smallint (unary-operators-negative.md). Plus accepts
/// every type and keeps it. `~` needs an integer or bit.
pub fn unary_type(operator: UnaryOperator, operand: DataType) -> Result<DataType, SqlError> {
    let refused = |name| Err(SqlError::invalid_operand(operand.name(), name));
    match operator {
        UnaryOperator::Plus => Ok(operand),
        UnaryOperator::Negate => match operand {
            DataType::TinyInt => Ok(DataType::SmallInt),
            DataType::Bit => refused("minus"),
            _ if operand.is_numeric() => Ok(operand),
            _ => refused("minus"),
        },
        UnaryOperator::BitNot if operand.is_integer() => Ok(operand),
        UnaryOperator::BitNot => refused("'~'"),
    }
}

/// Evaluates `operator operand`. `result` is the result of [`unary_type`] for the operand's type.
/// NULL gives NULL.
///
/// # Panics
/// If the operand has another type.
pub fn evaluate_unary(operator: UnaryOperator, operand: &Value, result: DataType) -> Result<Value, SqlError> {
    match operator {
        _ if operand.is_null() => Ok(Value::Null),
        UnaryOperator::Plus => Ok(operand.clone()),
        UnaryOperator::Negate => negate(operand, result),
        UnaryOperator::BitNot => Ok(complement(operand)),
    }
}

fn negate(operand: &Value, result: DataType) -> Result<Value, SqlError> {
    let overflow = integer::IntegerError::Overflow;
    match operand {
        Value::TinyInt(v) => Ok(Value::SmallInt(-i16::from(*v))),
        Value::SmallInt(v) => v.checked_neg().map(Value::SmallInt).ok_or_else(|| overflow.to_sql(result)),
        Value::Int(v) => integer::negate_i32(*v).map(Value::Int).map_err(|e| e.to_sql(result)),
        Value::BigInt(v) => integer::negate_i64(*v).map(Value::BigInt).map_err(|e| e.to_sql(result)),
        Value::Float(v) => Ok(Value::Float(-v)),
        Value::Real(v) => Ok(Value::Real(-v)),
        Value::Money(v) => {
            let negative = v.checked_neg().filter(|units| money::fits(*units, &result));
            negative.map(Value::Money).ok_or_else(|| overflow.to_sql(result))
        }
        Value::Decimal(v) => Ok(Value::Decimal(v.negate())),
        _ => panic!("the negative of {operand:?}"),
    }
}

fn complement(operand: &Value) -> Value {
    match operand {
        Value::Bit(v) => Value::Bit(!v),
        Value::TinyInt(v) => Value::TinyInt(!v),
        Value::SmallInt(v) => Value::SmallInt(!v),
        Value::Int(v) => Value::Int(!v),
        Value::BigInt(v) => Value::BigInt(!v),
        _ => panic!("the complement of {operand:?}"),
    }
}
