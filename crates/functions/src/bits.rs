//! Bits of integers and of bytes: BIT_COUNT, GET_BIT, SET_BIT, LEFT_SHIFT, RIGHT_SHIFT
//! (`bit-manipulation-functions-overview.md`).
//!
//! A value is processed as bytes, the most significant first. Bit 0 is the least significant bit of
//! the last byte.

use crate::context::FunctionContext;
use crate::function::{Argument, Function, Signature};
use sluice_types::{DataType, SqlError, Value};

pub(crate) const FUNCTIONS: &[Function] = &[
    entry(
        "BIT_COUNT",
        "BIT_COUNT(value): how many bits are 1.",
        (1, 1),
        |_| DataType::BigInt,
        |_, _, values| {
            let ones: u32 = bytes_of(&values[0]).iter().map(|byte| byte.count_ones()).sum();
            Ok(Value::BigInt(ones.into()))
        },
    ),
    entry("GET_BIT", "GET_BIT(value, offset): the bit at the offset, 0 the least.", (2, 2), |_| DataType::Bit, get_bit),
    entry(
        "LEFT_SHIFT",
        "LEFT_SHIFT(value, count): the bits count places to the left.",
        (2, 2),
        kept,
        |_, signature, values| Ok(shifted(&values[0], signature, i128::from(number(&values[1])))),
    ),
    entry(
        "RIGHT_SHIFT",
        "RIGHT_SHIFT(value, count): the bits count places to the right.",
        (2, 2),
        kept,
        |_, signature, values| Ok(shifted(&values[0], signature, -i128::from(number(&values[1])))),
    ),
    entry(
        "SET_BIT",
        "SET_BIT(value, offset [, bit]): the value with the bit at the offset 1, or what is given.",
        (2, 3),
        kept,
        set_bit,
    ),
];

const fn entry(
    name: &'static str,
    doc: &'static str,
    arity: (usize, usize),
    result: fn(&[DataType]) -> DataType,
    body: crate::function::Body,
) -> Function {
    let arguments = &[Argument::Bits, Argument::As(DataType::BigInt)];
    Function { name, doc, arity, deterministic: true, arguments, result, null_makes_null: true, body }
}

fn kept(arguments: &[DataType]) -> DataType {
    arguments[0]
}

fn number(value: &Value) -> i64 {
    value.as_i64().unwrap_or_default()
}

fn get_bit(_: &dyn FunctionContext, _: &Signature, values: &[Value]) -> Result<Value, SqlError> {
    let bytes = bytes_of(&values[0]);
    let (place, mask) = place_of(&bytes, number(&values[1]), "get_bit")?;
    Ok(Value::Bit(bytes[place] & mask != 0))
}

fn set_bit(_: &dyn FunctionContext, signature: &Signature, values: &[Value]) -> Result<Value, SqlError> {
    let mut bytes = bytes_of(&values[0]);
    let (place, mask) = place_of(&bytes, number(&values[1]), "set_bit")?;
    match values.get(2).map_or(1, number) {
        1 => bytes[place] |= mask,
        0 => bytes[place] &= !mask,
        _ => return Err(invalid(3, "set_bit")),
    }
    Ok(value_of(&bytes, signature.result))
}

/// Returns the index of the byte and of the bit in it. Fails if the offset exceeds the value.
fn place_of(bytes: &[u8], offset: i64, function: &str) -> Result<(usize, u8), SqlError> {
    let offset = usize::try_from(offset).ok().filter(|offset| offset / 8 < bytes.len());
    let offset = offset.ok_or_else(|| invalid(2, function))?;
    Ok((bytes.len() - 1 - offset / 8, 1 << (offset % 8)))
}

/// Returns error 1023: a parameter is not valid.
fn invalid(place: usize, function: &str) -> SqlError {
    SqlError::invalid_parameter(place, function)
}

/// Shifts a value and fills with zeros. A negative count shifts in the other direction.
fn shifted(value: &Value, signature: &Signature, left: i128) -> Value {
    let bytes = bytes_of(value);
    let width = bytes.len() as i128 * 8;
    let bit = |place: i128| (0..width).contains(&place) && bytes[(place / 8) as usize] >> (7 - place % 8) & 1 == 1;
    let byte = |at: i128| (0..8).fold(0_u8, |byte, offset| byte << 1 | u8::from(bit(at * 8 + offset + left)));
    let moved: Vec<u8> = (0..bytes.len() as i128).map(byte).collect();
    value_of(&moved, signature.result)
}

fn bytes_of(value: &Value) -> Vec<u8> {
    match value {
        Value::Bit(value) => vec![u8::from(*value)],
        Value::TinyInt(value) => vec![*value],
        Value::SmallInt(value) => value.to_be_bytes().to_vec(),
        Value::Int(value) => value.to_be_bytes().to_vec(),
        Value::BigInt(value) => value.to_be_bytes().to_vec(),
        other => other.as_bytes().unwrap_or_default().to_vec(),
    }
}

fn value_of(bytes: &[u8], data_type: DataType) -> Value {
    let number = bytes.iter().fold(0_u64, |number, byte| number << 8 | u64::from(*byte));
    match data_type {
        DataType::Bit => Value::Bit(number & 1 == 1),
        DataType::TinyInt => Value::TinyInt(number as u8),
        DataType::SmallInt => Value::SmallInt(number as u16 as i16),
        DataType::Int => Value::Int(number as u32 as i32),
        DataType::BigInt => Value::BigInt(number as i64),
        _ => Value::bytes(bytes),
    }
}
