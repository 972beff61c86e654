//! Numbers: ABS, SIGN, FLOOR, CEILING, ROUND, SQRT, POWER.

use crate::context::FunctionContext;
use crate::function::{Argument, Function, Signature};
use sluice_types::decimal::MAX_PRECISION;
use sluice_types::{DataType, Decimal, SqlError, Value, money};

/// Small integers become int, strings float.
pub(crate) const FUNCTIONS: &[Function] = &[
    one("ABS", "ABS(number): the absolute value.", |arguments| arguments[0], abs),
    one("CEILING", "CEILING(number): the smallest integer not less than the number.", integral, ceiling),
    one("FLOOR", "FLOOR(number): the greatest integer not greater than the number.", integral, floor),
    Function {
        name: "POWER",
        doc: "POWER(number, exponent): the number raised to a power, in the number's type.",
        arity: (2, 2),
        deterministic: true,
        arguments: &[Argument::Number, Argument::As(DataType::Float)],
        result: |arguments| match arguments[0] {
            DataType::Decimal { scale, .. } => DataType::decimal(MAX_PRECISION, scale).named_like(arguments),
            other => other,
        },
        null_makes_null: true,
        body: power,
    },
    Function {
        name: "ROUND",
        doc: "ROUND(number, length [, function]): the number rounded to length digits after the point (before it, if negative); \
              cut off if function is not 0.",
        arity: (2, 3),
        deterministic: true,
        arguments: &[Argument::Number, Argument::Integer(DataType::Int), Argument::Integer(DataType::Int)],
        result: |arguments| arguments[0],
        null_makes_null: true,
        body: round,
    },
    one("SIGN", "SIGN(number): 1, 0 or -1, in the number's type.", wide, sign),
    Function {
        name: "SQRT",
        doc: "SQRT(number): the square root, as float.",
        arity: (1, 1),
        deterministic: true,
        arguments: &[Argument::As(DataType::Float)],
        result: |_| DataType::Float,
        null_makes_null: true,
        body: |_, _, values| {
            let root = float(&values[0]).sqrt();
            if root.is_nan() { Err(SqlError::invalid_floating_point_operation()) } else { Ok(Value::Float(root)) }
        },
    },
];

const fn one(
    name: &'static str,
    doc: &'static str,
    result: fn(&[DataType]) -> DataType,
    body: crate::function::Body,
) -> Function {
    let arguments = &[Argument::Number];
    Function { name, doc, arity: (1, 1), deterministic: true, arguments, result, null_makes_null: true, body }
}

/// Returns the type without digits after the point.
fn integral(arguments: &[DataType]) -> DataType {
    match arguments[0] {
        DataType::Decimal { precision, .. } => DataType::decimal(precision, 0).named_like(arguments),
        other => other,
    }
}

/// Returns the type with room for a 1 before the point.
fn wide(arguments: &[DataType]) -> DataType {
    match arguments[0] {
        DataType::Decimal { scale, .. } => DataType::decimal(MAX_PRECISION, scale).named_like(arguments),
        other => other,
    }
}

fn abs(_: &dyn FunctionContext, signature: &Signature, values: &[Value]) -> Result<Value, SqlError> {
    let overflow = || overflow(signature.result);
    match &values[0] {
        Value::Int(v) => v.checked_abs().map(Value::Int).ok_or_else(overflow),
        Value::BigInt(v) => v.checked_abs().map(Value::BigInt).ok_or_else(overflow),
        Value::Money(v) => v.checked_abs().map(Value::Money).ok_or_else(overflow),
        Value::Decimal(v) => Ok(Value::Decimal(if v.signum() < 0 { v.negate() } else { *v })),
        other => Ok(Value::Float(float(other).abs())),
    }
}

fn sign(_: &dyn FunctionContext, signature: &Signature, values: &[Value]) -> Result<Value, SqlError> {
    match &values[0] {
        Value::Int(v) => Ok(Value::Int(v.signum())),
        Value::BigInt(v) => Ok(Value::BigInt(v.signum())),
        Value::Money(v) => Ok(Value::Money(v.signum() * money::UNIT)),
        // A scale of 38 leaves no digit before the point, so 1 doesn't fit.
        Value::Decimal(v) => {
            decimal(i128::from(v.signum()) * 10i128.pow(v.scale().into()), v.scale(), signature.result)
        }
        other => {
            let v = float(other);
            Ok(Value::Float(if v == 0.0 { 0.0 } else { v.signum() }))
        }
    }
}

fn floor(_: &dyn FunctionContext, signature: &Signature, values: &[Value]) -> Result<Value, SqlError> {
    towards(&values[0], signature, -1, f64::floor)
}

fn ceiling(_: &dyn FunctionContext, signature: &Signature, values: &[Value]) -> Result<Value, SqlError> {
    towards(&values[0], signature, 1, f64::ceil)
}

/// Returns the next integer in the direction of `step`.
fn towards(value: &Value, signature: &Signature, step: i32, of_float: fn(f64) -> f64) -> Result<Value, SqlError> {
    match value {
        Value::Int(_) | Value::BigInt(_) => Ok(value.clone()),
        Value::Money(v) => {
            let whole = v / money::UNIT * money::UNIT;
            let beyond = *v != whole && v.signum() == i64::from(step);
            let next = whole.checked_add(if beyond { i64::from(step) * money::UNIT } else { 0 });
            next.map(Value::Money).ok_or_else(|| overflow(signature.result))
        }
        Value::Decimal(v) => {
            let whole = v.truncate(0);
            let beyond = *v != whole && v.signum() == step;
            let units = whole.units() + if beyond { i128::from(step) } else { 0 };
            decimal(units, 0, signature.result)
        }
        other => Ok(Value::Float(of_float(float(other)))),
    }
}

fn round(_: &dyn FunctionContext, signature: &Signature, values: &[Value]) -> Result<Value, SqlError> {
    let length = values[1].as_i64().unwrap_or_default();
    let cut = values.get(2).and_then(Value::as_i64).unwrap_or_default() != 0;
    match &values[0] {
        Value::Int(v) => {
            let rounded = round_units((*v).into(), -length, cut);
            i32::try_from(rounded).map(Value::Int).map_err(|_| overflow(signature.result))
        }
        Value::BigInt(v) => {
            let rounded = round_units((*v).into(), -length, cut);
            i64::try_from(rounded).map(Value::BigInt).map_err(|_| overflow(signature.result))
        }
        Value::Money(v) => {
            let rounded = round_units((*v).into(), 4 - length, cut);
            i64::try_from(rounded).map(Value::Money).map_err(|_| overflow(signature.result))
        }
        Value::Decimal(v) => {
            let rounded = round_units(v.units(), i64::from(v.scale()) - length, cut);
            decimal(rounded, v.scale(), signature.result)
        }
        other => {
            let v = float(other);
            let factor = 10f64.powi(length.unsigned_abs().min(400) as i32);
            let apply = |scaled: f64| if cut { scaled.trunc() } else { scaled.round() };
            let rounded = if length >= 0 { apply(v * factor) / factor } else { apply(v / factor) * factor };
            // The factor exceeds the range of a double: all digits stay, or none.
            Ok(Value::Float(if rounded.is_finite() {
                rounded
            } else if length >= 0 {
                v
            } else {
                0.0
            }))
        }
    }
}

/// Zeroes the last `digits` digits. Rounds half away from zero unless `cut`.
fn round_units(units: i128, digits: i64, cut: bool) -> i128 {
    if digits <= 0 {
        return units;
    }
    let Some(unit) = u32::try_from(digits).ok().and_then(|digits| 10i128.checked_pow(digits)) else { return 0 };
    let kept = units / unit;
    let rest = (units % unit).abs();
    let away = !cut && rest >= unit - rest;
    // 10^38 × 2 still fits an i128. The caller reports a result that exceeds the type.
    (kept + if away { units.signum() } else { 0 }).saturating_mul(unit)
}

fn power(_: &dyn FunctionContext, signature: &Signature, values: &[Value]) -> Result<Value, SqlError> {
    let base = match &values[0] {
        Value::Int(v) => f64::from(*v),
        Value::BigInt(v) => *v as f64,
        Value::Decimal(v) => v.to_f64(),
        Value::Money(v) => money::to_decimal(*v).to_f64(),
        other => float(other),
    };
    let exponent = float(&values[1]);
    if base == 0.0 && exponent < 0.0 {
        return Err(SqlError::divide_by_zero());
    }
    let result = base.powf(exponent);
    if result.is_nan() {
        return Err(SqlError::invalid_floating_point_operation());
    }
    if result.is_infinite() {
        return Err(overflow(signature.result));
    }
    // The conversion's own error for int shows the value.
    sluice_types::convert(&Value::Float(result), &DataType::Float, &signature.result)
        .map_err(|error| if signature.result == DataType::Int { error } else { overflow(signature.result) })
}

/// Binding converts all arguments to float here.
fn float(value: &Value) -> f64 {
    match value {
        Value::Float(v) => *v,
        other => panic!("{other:?} is no float"),
    }
}

fn decimal(units: i128, scale: u8, data_type: DataType) -> Result<Value, SqlError> {
    let DataType::Decimal { precision, .. } = data_type else { panic!("a decimal result of {data_type}") };
    let value = Decimal::new(units, scale).filter(|value| value.fits(precision));
    value.map(Value::Decimal).ok_or_else(|| overflow(data_type))
}

fn overflow(data_type: DataType) -> SqlError {
    SqlError::arithmetic_overflow("expression", data_type.name())
}
