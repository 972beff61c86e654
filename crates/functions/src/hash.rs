//! CHECKSUM, BINARY_CHECKSUM and HASHBYTES.
//!
//! The documentation doesn't define the checksums' algorithm, only when they agree (checksum- and
//! binary-checksum-transact-sql.md). CHECKSUM agrees for lists that compare as equal,
//! BINARY_CHECKSUM for lists that are equal in every byte.

use crate::context::FunctionContext;
use crate::digest;
use crate::function::{Argument, Function, Signature};
use sluice_types::{DataType, KeyColumn, Length, SqlError, Value, encode_key};

pub(crate) const FUNCTIONS: &[Function] = &[
    Function {
        name: "BINARY_CHECKSUM",
        doc: "BINARY_CHECKSUM(value, ...): an int that is the same for the same values.",
        arity: (1, 1024),
        deterministic: true,
        arguments: &[Argument::Any],
        result: |_| DataType::Int,
        null_makes_null: false,
        body: |_, signature, values| Ok(summed(signature, values, |value, data_type| bytes_of(value, &data_type))),
    },
    Function {
        name: "CHECKSUM",
        doc: "CHECKSUM(value, ...): an int that is the same for equal values.",
        arity: (1, 1024),
        deterministic: true,
        arguments: &[Argument::Any],
        result: |_| DataType::Int,
        null_makes_null: false,
        body: |_, signature, values| Ok(summed(signature, values, key_of)),
    },
    Function {
        name: "HASHBYTES",
        doc: "HASHBYTES(algorithm, text): the MD4, MD5, SHA, SHA1, SHA2_256 or SHA2_512 hash of a text or of bytes.",
        arity: (2, 2),
        deterministic: true,
        arguments: &[Argument::As(DataType::varchar(Length::Limited(128))), Argument::OnlyTextOrBinary],
        result: |_| DataType::VarBinary(Length::Limited(DataType::CHAR_MAX)),
        null_makes_null: true,
        body: hash_bytes,
    },
];

/// Combines the checksums of the values.
fn summed(signature: &Signature, values: &[Value], bytes: fn(&Value, DataType) -> Vec<u8>) -> Value {
    let each = values.iter().zip(&signature.arguments).map(|(value, data_type)| match value {
        Value::Null => i32::MAX,
        Value::Bit(_) | Value::TinyInt(_) | Value::SmallInt(_) | Value::Int(_) => {
            value.as_i64().unwrap_or_default() as i32
        }
        other => bytes(other, *data_type).iter().fold(0, |sum, byte| turned(sum) ^ i32::from(*byte)),
    });
    Value::Int(each.fold(0, |sum, value| turned(sum) ^ value))
}

fn turned(sum: i32) -> i32 {
    sum.rotate_left(4)
}

/// Returns bytes that are equal for equal values.
fn key_of(value: &Value, data_type: DataType) -> Vec<u8> {
    let mut key = Vec::new();
    encode_key(std::slice::from_ref(value), &[KeyColumn::ascending(data_type)], &mut key);
    key
}

/// Returns the value's bytes: for a text, in its encoding and without trailing blanks, which
/// comparisons ignore.
fn bytes_of(value: &Value, data_type: &DataType) -> Vec<u8> {
    match value {
        Value::Str(text) => encoded(text.trim_end_matches(' '), data_type),
        Value::Bytes(bytes) => bytes.to_vec(),
        other => key_of(other, *data_type),
    }
}

/// Encodes a text as its type stores it.
pub(crate) fn encoded(text: &str, data_type: &DataType) -> Vec<u8> {
    match data_type.code_page() {
        None => text.encode_utf16().flat_map(u16::to_le_bytes).collect(),
        Some(page) => page.bytes(text),
    }
}

/// HASHBYTES. NULL for an unknown algorithm; MD2 is refused as unsupported.
fn hash_bytes(_: &dyn FunctionContext, signature: &Signature, values: &[Value]) -> Result<Value, SqlError> {
    let message = match &values[1] {
        Value::Bytes(bytes) => bytes.to_vec(),
        text => encoded(text.as_str().unwrap_or_default(), &signature.arguments[1]),
    };
    let digest = match values[0].as_str().unwrap_or_default().to_ascii_uppercase().as_str() {
        "MD2" => return Err(SqlError::new(40517, 16, 1, vec!["HASHBYTES MD2".to_owned()])),
        "MD4" => digest::md4(&message),
        "MD5" => digest::md5(&message),
        "SHA" | "SHA1" => digest::sha1(&message),
        "SHA2_256" => digest::sha256(&message),
        "SHA2_512" => digest::sha512(&message),
        _ => return Ok(Value::Null),
    };
    Ok(Value::bytes(digest))
}
