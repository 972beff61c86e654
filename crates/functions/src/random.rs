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

/// Whether the rows of a page belong to a sample of a percentage of the pages: page, percentage,
/// seed.
pub static IS_SAMPLED: Function = Function {
    name: "TABLESAMPLE",
    doc: "Whether the rows of a page belong to a sample.",
    arity: (3, 3),
    deterministic: true,
    arguments: &[
        Argument::As(DataType::VarBinary(Length::Limited(900))),
        Argument::As(DataType::Float),
        Argument::As(DataType::VarBinary(Length::Limited(900))),
    ],
    result: |_| DataType::Bit,
    null_makes_null: true,
    body: is_sampled,
};

/// Hashes the page with the seed (FNV-1a, then the last step of MurmurHash3's mixing).
fn is_sampled(_: &dyn FunctionContext, _: &Signature, values: &[Value]) -> Result<Value, SqlError> {
    let (Value::Bytes(page), Value::Float(percent), Value::Bytes(seed)) = (&values[0], &values[1], &values[2]) else {
        return Ok(Value::Null);
    };
    let add = |hash: u64, byte: &u8| (hash ^ u64::from(*byte)).wrapping_mul(0x100_0000_01b3);
    let hash = seed.iter().chain(page.iter()).fold(0xcbf2_9ce4_8422_2325, add);
    let hash = (hash ^ (hash >> 33)).wrapping_mul(0xff51_afd7_ed55_8ccd);
    let hash = (hash ^ (hash >> 33)).wrapping_mul(0xc4ce_b9fe_1a85_ec53);
    let part = ((hash ^ (hash >> 33)) >> 11) as f64 / (1_u64 << 53) as f64;
    Ok(Value::Bit(100.0 * part < *percent))
}

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
