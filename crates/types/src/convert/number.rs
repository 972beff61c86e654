//! Conversions to bit, integers, decimal, money and float.

use super::{binary, text_number};
use crate::calendar::UNITS_PER_DAY;
use crate::data_type::DataType;
use crate::decimal::{Decimal, DecimalError};
use crate::error::SqlError;
use crate::money;
use crate::value::Value;

/// Converts to bit: all values except zero give 1. Fails with 245 for a text that is neither a
/// number nor TRUE or FALSE, with 206 for types that don't convert.
pub(super) fn to_bit(value: &Value, from: &DataType) -> Result<Value, SqlError> {
    if let Some(v) = value.as_i64() {
        return Ok(Value::Bit(v != 0));
    }
    match value {
        Value::Float(v) => Ok(Value::Bit(*v != 0.0)),
        Value::Real(v) => Ok(Value::Bit(*v != 0.0)),
        Value::Money(v) => Ok(Value::Bit(*v != 0)),
        Value::Decimal(v) => Ok(Value::Bit(v.signum() != 0)),
        Value::DateTime(v) => Ok(Value::Bit(*v != 0)),
        Value::Str(text) => text_number::to_bit(text, from),
        Value::Bytes(bytes) => Ok(Value::Bit(binary::number(bytes, 1) != 0)),
        _ => Err(SqlError::type_clash(from.operand_name(), DataType::Bit.operand_name())),
    }
}

/// Converts to tinyint, smallint, int or bigint. Fractions are truncated, but money is rounded, and
/// a datetime is rounded to its nearest day. Fails with 8115, with 237 for money, or 220 to 248 for
/// texts and small types, if the value doesn't fit, with 245 for a text that isn't an integer. A
/// type that doesn't convert fails with 206.
pub(super) fn to_integer(value: &Value, from: &DataType, to: &DataType) -> Result<Value, SqlError> {
    if let Some(v) = value.as_i64() {
        return narrow(v, to).ok_or_else(|| integer_overflow(v, to));
    }
    match value {
        Value::Decimal(v) => v
            .to_i64()
            .and_then(|v| narrow(v, to))
            .ok_or_else(|| SqlError::arithmetic_overflow(from.name(), to.name()).in_state(1)),
        Value::Float(v) => integer_of_float(*v).and_then(|v| narrow(v, to)).ok_or_else(|| float_overflow(*v, to)),
        Value::Real(v) => to_integer(&Value::Float((*v).into()), from, to),
        Value::Money(v) => narrow(money::to_integer(*v), to).ok_or_else(|| money_overflow(*v, to)),
        Value::DateTime(units) => {
            let days = (units + UNITS_PER_DAY / 2).div_euclid(UNITS_PER_DAY);
            narrow(days, to).ok_or_else(|| SqlError::arithmetic_overflow(from.name(), to.name()).in_state(1))
        }
        Value::Str(text) => text_number::to_integer(text, from, to),
        Value::Bytes(bytes) => Ok(binary::to_integer(bytes, to)),
        _ => Err(SqlError::type_clash(from.operand_name(), to.operand_name())),
    }
}

/// Converts to decimal, rounding half away from zero. Fails with 8115 if it doesn't fit, with 8114
/// for a malformed text. A type that doesn't convert fails with 206.
pub(super) fn to_decimal(value: &Value, from: &DataType, precision: u8, scale: u8) -> Result<Value, SqlError> {
    let overflow = |state| move |_: DecimalError| SqlError::arithmetic_overflow(from.name(), "numeric").in_state(state);
    let exact = match value {
        Value::Decimal(v) => *v,
        Value::Float(v) => return of_float(*v, precision, scale).map(Value::Decimal).map_err(overflow(6)),
        Value::Real(v) => return of_float((*v).into(), precision, scale).map(Value::Decimal).map_err(overflow(6)),
        Value::Money(v) => money::to_decimal(*v),
        Value::DateTime(units) => {
            let days = *units as f64 / UNITS_PER_DAY as f64;
            return of_float(days, precision, scale).map(Value::Decimal).map_err(overflow(1));
        }
        Value::Str(text) => return text_number::to_decimal(text, from, precision, scale),
        Value::Bytes(bytes) => {
            binary::to_decimal(bytes).ok_or_else(|| SqlError::error_converting(from.name(), "numeric"))?
        }
        _ => match value.as_i64() {
            Some(v) => Decimal::from_integer(v),
            None => return Err(SqlError::type_clash(from.operand_name(), "numeric")),
        },
    };
    exact.rescale(precision, scale).map(Value::Decimal).map_err(overflow(8))
}

/// Converts to real. Fails with 232 for a value out of range. Converts to float first, with its
/// errors. A type that doesn't convert fails with 206.
pub(super) fn to_real(value: &Value, from: &DataType) -> Result<Value, SqlError> {
    let wide = match value {
        Value::Str(text) => text_number::to_float(text, from, DataType::Real.name())?,
        _ => to_float(value, from)?,
    };
    let Value::Float(wide) = wide else { return Ok(Value::Null) };
    let narrow = wide as f32;
    match narrow.is_finite() {
        true => Ok(Value::Real(narrow)),
        false => Err(SqlError::float_overflow(DataType::Real.name(), shown(wide))),
    }
}

/// Converts to money or smallmoney, rounding to ten-thousandths. Fails with 8115 out of range, and
/// with the errors of money for a text. A type that doesn't convert fails with 206.
pub(super) fn to_money(value: &Value, from: &DataType, to: &DataType) -> Result<Value, SqlError> {
    let overflow = || SqlError::arithmetic_overflow(from.name(), to.name()).in_state(4);
    let units = match value {
        Value::Money(v) => Some(*v),
        Value::Float(v) => money::of_float(*v),
        Value::Real(v) => money::of_float((*v).into()),
        Value::Decimal(v) => money::of_decimal(*v),
        Value::DateTime(units) => money::of_float(*units as f64 / UNITS_PER_DAY as f64),
        Value::Str(text) => return text_number::to_money(text, to),
        // The bytes are an integer of ten-thousandths, with as many bytes as the type.
        Value::Bytes(bytes) => Some(match to.spec().max_length {
            4 => (binary::number(bytes, 4) as i32).into(),
            _ => binary::number(bytes, 8) as i64,
        }),
        _ => match value.as_i64() {
            Some(v) => v.checked_mul(money::UNIT),
            None => return Err(SqlError::type_clash(from.operand_name(), to.operand_name())),
        },
    };
    units.filter(|units| money::fits(*units, to)).map(Value::Money).ok_or_else(overflow)
}

/// Converts to float. Every number has a float, possibly rounded. Fails with 8114 for a malformed
/// text; bytes fail with 206.
pub(super) fn to_float(value: &Value, from: &DataType) -> Result<Value, SqlError> {
    if let Some(v) = value.as_i64() {
        return Ok(Value::Float(v as f64));
    }
    match value {
        Value::Float(v) => Ok(Value::Float(*v)),
        Value::Real(v) => Ok(Value::Float((*v).into())),
        Value::Money(v) => Ok(Value::Float(money::to_decimal(*v).to_f64())),
        Value::Decimal(v) => Ok(Value::Float(v.to_f64())),
        Value::DateTime(units) => Ok(Value::Float(*units as f64 / UNITS_PER_DAY as f64)),
        Value::Str(text) => text_number::to_float(text, from, DataType::Float.name()),
        _ => Err(SqlError::type_clash(from.operand_name(), DataType::Float.operand_name())),
    }
}

/// Returns the integer as a value of the integer type `to`, if it fits. `None` if it doesn't. Every
/// other type counts as bigint.
pub(super) fn narrow(value: i64, to: &DataType) -> Option<Value> {
    match to {
        DataType::TinyInt => u8::try_from(value).ok().map(Value::TinyInt),
        DataType::SmallInt => i16::try_from(value).ok().map(Value::SmallInt),
        DataType::Int => i32::try_from(value).ok().map(Value::Int),
        _ => Some(Value::BigInt(value)),
    }
}

/// Returns 220, which shows the value, for small types, and 8115 otherwise.
fn integer_overflow(value: i64, to: &DataType) -> SqlError {
    match to {
        DataType::TinyInt => SqlError::small_integer_overflow(to.name(), value).in_state(2),
        DataType::SmallInt => SqlError::small_integer_overflow(to.name(), value),
        _ => SqlError::arithmetic_overflow("expression", to.name()),
    }
}

fn float_overflow(value: f64, to: &DataType) -> SqlError {
    let state = match to {
        DataType::TinyInt => 1,
        DataType::SmallInt => 2,
        DataType::Int => 3,
        _ => return SqlError::arithmetic_overflow("float", to.name()),
    };
    SqlError::float_overflow(to.name(), shown(value)).in_state(state)
}

/// Returns 237, or 232 for tinyint (recorded answers of SQL Server).
fn money_overflow(units: i64, to: &DataType) -> SqlError {
    match to {
        DataType::TinyInt => SqlError::float_overflow(to.name(), shown(money::to_decimal(units).to_f64())).in_state(11),
        DataType::SmallInt => SqlError::money_overflows(to.name()).in_state(2),
        _ => SqlError::money_overflows(to.name()),
    }
}

/// Returns a value as message 232 has it: 17 digits, then zeros, and six digits after the point.
pub(super) fn shown(value: f64) -> String {
    let exact = format!("{value:.6}");
    let scientific = format!("{:.16e}", value.abs());
    let parts = scientific.split_once('e').map(|(digits, exponent)| (digits.replace('.', ""), exponent.parse()));
    let Some((digits, Ok(exponent))) = parts else { return exact };
    let exponent: usize = exponent;
    if exponent + DECIMALS < DIGITS {
        return exact;
    }
    let sign = if value < 0.0 { "-" } else { "" };
    let digits = format!("{digits:0<width$}", width = exponent + 1 + DECIMALS);
    let (whole, fraction) = digits.split_at(exponent + 1);
    format!("{sign}{whole}.{}", &fraction[..DECIMALS])
}

/// Returns the integer part, or `None` outside bigint.
fn integer_of_float(value: f64) -> Option<i64> {
    let truncated = value.trunc();
    (-TWO_TO_63..TWO_TO_63).contains(&truncated).then_some(truncated as i64)
}

/// Converts a double to a decimal. A double has at most 17 significant digits; SQL Server pads with
/// zeros.
fn of_float(value: f64, precision: u8, scale: u8) -> Result<Decimal, DecimalError> {
    if !(-1e38..1e38).contains(&value) {
        return Err(DecimalError::Overflow);
    }
    let text = format!("{value:.16e}");
    let (mantissa, exponent) = text.split_once('e').ok_or(DecimalError::Overflow)?;
    let exponent: i32 = exponent.parse().map_err(|_| DecimalError::Overflow)?;
    let mantissa: Decimal = mantissa.parse().map_err(|_| DecimalError::Overflow)?;
    // The mantissa's units are value × 10^(16 - exponent).
    let shift = 16 - exponent;
    if shift <= 0 {
        let units = mantissa.units().checked_mul(10i128.pow((-shift) as u32)).ok_or(DecimalError::Overflow)?;
        return Decimal::new(units, 0).ok_or(DecimalError::Overflow)?.rescale(precision, scale);
    }
    // Beyond scale 38, rounding leaves only digits within the 17 significant digits.
    let mut units = mantissa.units();
    let mut digits_after_point = shift;
    while digits_after_point > 38 {
        units /= 10;
        digits_after_point -= 1;
    }
    Decimal::new(units, digits_after_point as u8).ok_or(DecimalError::Overflow)?.rescale(precision, scale)
}

/// The significant digits of a float, and its digits after the point, in messages.
const DIGITS: usize = 17;
const DECIMALS: usize = 6;

const TWO_TO_63: f64 = 9_223_372_036_854_775_808.0;
