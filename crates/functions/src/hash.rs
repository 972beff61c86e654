//! CHECKSUM, BINARY_CHECKSUM and HASHBYTES.
//!
//! The documentation doesn't define the checksums' algorithm, only when they agree (checksum- and
//! binary-checksum-transact-sql.md). Those of numbers, dates and times are recorded of SQL Server.
//! CHECKSUM agrees for lists that compare as equal, BINARY_CHECKSUM for lists that are equal in
//! every byte.

use crate::context::FunctionContext;
use crate::function::{Argument, Function, Signature};
use crate::stored_bytes::{append_encoded, for_each_window};
use md2::Md2;
use md4::Md4;
use md5::Md5;
use sha1::Sha1;
use sha2::{Digest, Sha256, Sha512};
use sluice_types::calendar::{DAY_1900, UNITS_PER_DAY, UNITS_PER_MINUTE, split_ticks};
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
        body: |_, signature, values| {
            // Values that can't be compared are ignored.
            let bytes = |value: &Value, data_type: DataType| match data_type.is_lob() {
                true => Vec::new(),
                false => bytes_of(value, &data_type),
            };
            Ok(summed(signature, values, bytes))
        },
    },
    Function {
        name: "CHECKSUM",
        doc: "CHECKSUM(value, ...): an int that is the same for equal values.",
        arity: (1, 1024),
        deterministic: true,
        arguments: &[Argument::AnyNotNull],
        result: |_| DataType::Int,
        null_makes_null: false,
        body: |_, signature, values| Ok(summed(signature, values, key_of)),
    },
    Function {
        name: "HASHBYTES",
        doc: "HASHBYTES(algorithm, text): the MD2, MD4, MD5, SHA, SHA1, SHA2_256 or SHA2_512 hash of a text or of bytes.",
        arity: (2, 2),
        deterministic: true,
        arguments: &[Argument::As(DataType::varchar(Length::Limited(128))), Argument::TextOrBinaryNotNull],
        result: |_| DataType::VarBinary(Length::Limited(DataType::CHAR_MAX)),
        null_makes_null: true,
        body: hash_bytes,
    },
];

/// Combines the checksums of the values.
fn summed(signature: &Signature, values: &[Value], bytes: fn(&Value, DataType) -> Vec<u8>) -> Value {
    let each = values.iter().zip(&signature.arguments).map(|(value, data_type)| match value {
        Value::Null => i32::MAX,
        Value::Bytes(bytes) => {
            let end = bytes.iter().rposition(|byte| *byte != 0).map_or(0, |last| last + 1);
            fold(&bytes[..end])
        }
        other => number_of(other, *data_type).unwrap_or_else(|| fold(&bytes(other, *data_type))),
    });
    Value::Int(each.fold(0, |sum, value| turned(sum) ^ value))
}

fn fold(bytes: &[u8]) -> i32 {
    bytes.iter().fold(0, |sum, byte| turned(sum) ^ i32::from(*byte))
}

/// Returns the checksum of a number, a date or a time, as recorded of SQL Server. `None` for other
/// values: texts, decimals and uniqueidentifiers have a checksum of their bytes.
fn number_of(value: &Value, data_type: DataType) -> Option<i32> {
    let halves = |bits: u64| (bits >> 32) as i32 ^ bits as i32;
    let since_1900 = |day: i32| day - DAY_1900;
    let of_moment = |ticks| {
        let (day, time) = split_ticks(ticks);
        halves(time as u64) ^ since_1900(day)
    };
    Some(match *value {
        Value::SmallInt(number) => i32::from(number as u16),
        Value::Bit(_) | Value::TinyInt(_) | Value::Int(_) => value.as_i64()? as i32,
        Value::BigInt(number) => halves(number as u64),
        Value::Money(units) if data_type == DataType::SmallMoney => units as i32,
        Value::Money(units) => halves(units as u64),
        // Both zeros have one checksum.
        Value::Float(number) => halves((number + 0.0).to_bits()),
        Value::Real(number) => (number + 0.0).to_bits() as i32,
        Value::Date(day) => since_1900(day),
        Value::Time(ticks) => halves(ticks as u64),
        Value::DateTime2(ticks) | Value::DateTimeOffset(ticks, _) => of_moment(ticks),
        Value::DateTime(units) => {
            let (day, time) = (units.div_euclid(UNITS_PER_DAY) as i32, units.rem_euclid(UNITS_PER_DAY));
            if data_type == DataType::SmallDateTime {
                day << 16 | (time / UNITS_PER_MINUTE) as i32
            } else {
                day ^ time as i32
            }
        }
        _ => return None,
    })
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
        Value::Str(text) => {
            let mut bytes = Vec::with_capacity(text.len());
            append_encoded(text.trim_end_matches(' '), data_type, &mut bytes);
            bytes
        }
        other => key_of(other, *data_type),
    }
}

/// HASHBYTES. NULL for an unknown algorithm.
fn hash_bytes(_: &dyn FunctionContext, signature: &Signature, values: &[Value]) -> Result<Value, SqlError> {
    let data_type = signature.arguments[1];
    let digest = match values[0].as_str().unwrap_or_default().to_ascii_uppercase().as_str() {
        "MD2" => digest::<Md2>(&values[1], data_type),
        "MD4" => digest::<Md4>(&values[1], data_type),
        "MD5" => digest::<Md5>(&values[1], data_type),
        "SHA" | "SHA1" => digest::<Sha1>(&values[1], data_type),
        "SHA2_256" => digest::<Sha256>(&values[1], data_type),
        "SHA2_512" => digest::<Sha512>(&values[1], data_type),
        _ => return Ok(Value::Null),
    };
    digest.map(Value::bytes)
}

/// Returns the digest of the bytes that `data_type` has for `value`.
fn digest<D: Digest>(value: &Value, data_type: DataType) -> Result<Vec<u8>, SqlError> {
    let mut digest = D::new();
    for_each_window(value, data_type, |window| {
        digest.update(window);
        Ok(())
    })?;
    Ok(digest.finalize().to_vec())
}

/// Returns the SHA-1 digest of `bytes`.
pub fn sha1(bytes: &[u8]) -> [u8; 20] {
    Sha1::digest(bytes).into()
}
