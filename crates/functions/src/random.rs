//! NEWID, NEWSEQUENTIALID, CRYPT_GEN_RANDOM and RAND.
//!
//! RAND without a seed continues the session's sequence. The binder evaluates a call that depends
//! on no row once per statement (rand-transact-sql.md, newid-transact-sql.md).

use crate::context::FunctionContext;
use crate::function::{Argument, Function, Signature};
use sluice_types::{DataType, Length, SqlError, Value};

pub(crate) const FUNCTIONS: &[Function] = &[
    Function {
        name: "NEWID",
        doc: "NEWID(): a unique uniqueidentifier.",
        arity: (0, 0),
        deterministic: false,
        arguments: &[],
        result: |_| DataType::UniqueIdentifier,
        null_makes_null: false,
        body: new_id,
    },
    Function {
        name: "NEWSEQUENTIALID",
        doc: "NEWSEQUENTIALID(): a uniqueidentifier greater than all earlier ones; only as a DEFAULT.",
        arity: (0, 0),
        deterministic: false,
        arguments: &[],
        result: |_| DataType::UniqueIdentifier,
        null_makes_null: false,
        body: new_sequential_id,
    },
    Function {
        name: "CRYPT_GEN_RANDOM",
        doc: "CRYPT_GEN_RANDOM(length [, seed]): random bytes of cryptographic quality.",
        arity: (1, 2),
        deterministic: false,
        arguments: &[Argument::As(DataType::Int), Argument::As(DataType::VarBinary(Length::Limited(8000)))],
        result: |_| DataType::VarBinary(Length::Limited(DataType::CHAR_MAX)),
        null_makes_null: false,
        body: random_bytes,
    },
    Function {
        name: "RAND",
        doc: "RAND([seed]): a float between 0 and 1; the same for the same seed.",
        arity: (0, 1),
        deterministic: false,
        arguments: &[Argument::As(DataType::Int)],
        result: |_| DataType::Float,
        null_makes_null: false,
        body: rand,
    },
];

/// Version 4 of RFC 4122: 122 random bits.
fn new_id(context: &dyn FunctionContext, _: &Signature, _: &[Value]) -> Result<Value, SqlError> {
    let random = context.random();
    let mut bytes = [0; 16];
    bytes[..8].copy_from_slice(&random.next_u64().to_le_bytes());
    bytes[8..].copy_from_slice(&random.next_u64().to_le_bytes());
    bytes[7] = bytes[7] & 0x0f | 0x40;
    bytes[8] = bytes[8] & 0x3f | 0x80;
    Ok(Value::Guid(bytes))
}

/// Greater than the previous one in the order of uniqueidentifier: bytes 10 to 15 (the instance's),
/// 8 and 9, 6 and 7, 4 and 5, 0 to 3.
fn new_sequential_id(context: &dyn FunctionContext, _: &Signature, _: &[Value]) -> Result<Value, SqlError> {
    let (node, number) = context.random().next_in_sequence();
    let (node, number) = (node.to_be_bytes(), number.to_be_bytes());
    let mut bytes = [0; 16];
    bytes[10..].copy_from_slice(&node[..6]);
    bytes[8..10].copy_from_slice(&[node[6] & 0x3f | 0x80, node[7]]);
    bytes[7] = 0x10;
    bytes[4..6].copy_from_slice(&number[2..4]);
    bytes[..4].copy_from_slice(&number[4..]);
    Ok(Value::Guid(bytes))
}

/// CRYPT_GEN_RANDOM. NULL for an invalid length. The seed is ignored, because its effect on the
/// system's randomness isn't observable.
fn random_bytes(context: &dyn FunctionContext, _: &Signature, values: &[Value]) -> Result<Value, SqlError> {
    let length = values[0].as_i64().and_then(|length| usize::try_from(length).ok());
    let Some(length) = length.filter(|length| (1..=usize::from(DataType::CHAR_MAX)).contains(length)) else {
        return Ok(Value::Null);
    };
    let mut bytes = vec![0; length];
    context.random().fill_secret(&mut bytes).map_err(|error| {
        // 3634: the operating system returned an error.
        SqlError::os_error(&error, "getrandom", "CRYPT_GEN_RANDOM")
    })?;
    Ok(Value::bytes(bytes))
}

/// A NULL seed counts as 0.
fn rand(context: &dyn FunctionContext, _: &Signature, values: &[Value]) -> Result<Value, SqlError> {
    let seed = values.first().map(|seed| seed.as_i64().unwrap_or_default() as i32);
    Ok(Value::Float(context.session_values().rand(seed, context.random())))
}
