//! Angles, logarithms and powers of e: ACOS to TAN, EXP, LOG, PI, SQUARE.

use crate::context::FunctionContext;
use crate::function::{Argument, Body, Function, Signature};
use sluice_types::{DataType, SqlError, Value};

/// An undefined result fails with 3623.
pub(crate) const FUNCTIONS: &[Function] = &[
    one("ACOS", "ACOS(number): the angle, in radians, whose cosine the number is.", |_, _, v| made(x(v).acos())),
    one("ASIN", "ASIN(number): the angle, in radians, whose sine the number is.", |_, _, v| made(x(v).asin())),
    one("ATAN", "ATAN(number): the angle, in radians, whose tangent the number is.", |_, _, v| made(x(v).atan())),
    Function {
        arity: (2, 2),
        ..one(
            "ATN2",
            "ATN2(y, x): the angle, in radians, between the x-axis and the way to the point (x, y).",
            |_, _, v| {
                let (y, x) = (float(&v[0]), float(&v[1]));
                made(if y == 0.0 && x == 0.0 { f64::NAN } else { y.atan2(x) })
            },
        )
    },
    one("COS", "COS(angle): the cosine of an angle in radians.", |_, _, v| made(x(v).cos())),
    one("COT", "COT(angle): the cotangent of an angle in radians.", |_, _, v| made(x(v).tan().recip())),
    one("EXP", "EXP(number): e raised to a power.", |_, _, v| match x(v).exp() {
        result if result.is_finite() => Ok(Value::Float(result)),
        _ => Err(SqlError::arithmetic_overflow("expression", "float")),
    }),
    Function {
        arity: (1, 2),
        ..one("LOG", "LOG(number [, base]): the logarithm, by default to the base e.", |_, _, v| {
            let natural = logarithm(x(v));
            made(v.get(1).map_or(natural, |base| natural / logarithm(float(base))))
        })
    },
    one("LOG10", "LOG10(number): the logarithm to the base 10.", |_, _, v| {
        made(if x(v) > 0.0 { x(v).log10() } else { f64::NAN })
    }),
    Function {
        arity: (0, 0),
        arguments: &[],
        ..one("PI", "PI(): the circumference of a circle whose diameter is 1.", |_, _, _| {
            Ok(Value::Float(std::f64::consts::PI))
        })
    },
    angle(
        "DEGREES",
        "DEGREES(angle): an angle in radians as one in degrees, in its own type.",
        |context, signature, v| converted(context, signature, v, f64::to_degrees),
    ),
    angle(
        "RADIANS",
        "RADIANS(angle): an angle in degrees as one in radians, in its own type.",
        |context, signature, v| converted(context, signature, v, f64::to_radians),
    ),
    one("SIN", "SIN(angle): the sine of an angle in radians.", |_, _, v| made(x(v).sin())),
    one("SQUARE", "SQUARE(number): the number times itself, as float.", |_, _, v| match x(v) * x(v) {
        result if result.is_finite() => Ok(Value::Float(result)),
        _ => Err(SqlError::arithmetic_overflow("expression", "float")),
    }),
    one("TAN", "TAN(angle): the tangent of an angle in radians.", |_, _, v| made(x(v).tan())),
];

const fn one(name: &'static str, doc: &'static str, body: Body) -> Function {
    let arguments = &[Argument::As(DataType::Float)];
    let result = |_: &[DataType]| DataType::Float;
    Function { name, doc, arity: (1, 1), deterministic: true, arguments, result, null_makes_null: true, body }
}

const fn angle(name: &'static str, doc: &'static str, body: Body) -> Function {
    let arguments = &[Argument::Number];
    Function {
        name,
        doc,
        arity: (1, 1),
        deterministic: true,
        arguments,
        result: angle_type,
        null_makes_null: true,
        body,
    }
}

fn angle_type(arguments: &[DataType]) -> DataType {
    match arguments[0] {
        DataType::Decimal { .. } => DataType::decimal(38, 18).named_like(arguments),
        other => other,
    }
}

fn converted(
    _: &dyn FunctionContext,
    signature: &Signature,
    values: &[Value],
    of: fn(f64) -> f64,
) -> Result<Value, SqlError> {
    let given = sluice_types::convert(&values[0], &signature.arguments[0], &DataType::Float)?;
    sluice_types::convert(&Value::Float(of(float(&given))), &DataType::Float, &signature.result)
}

/// Returns NaN for zero and negative numbers.
fn logarithm(number: f64) -> f64 {
    if number > 0.0 { number.ln() } else { f64::NAN }
}

fn made(result: f64) -> Result<Value, SqlError> {
    if result.is_finite() { Ok(Value::Float(result)) } else { Err(SqlError::invalid_floating_point_operation()) }
}

fn x(values: &[Value]) -> f64 {
    float(&values[0])
}

/// Binding admits only float here.
fn float(value: &Value) -> f64 {
    match value {
        Value::Float(v) => *v,
        other => panic!("{other:?} is no float"),
    }
}
