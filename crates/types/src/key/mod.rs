//! Index keys: bytes whose order is the order of the values. The format is version 2 of
//! `docs/file-format.md`, *Keys*.
//!
//! # Invariants
//! - For two lists of values of the same columns, byte order equals value order, column by column.
//!   NULL comes first, or last in a descending column.
//! - A key of the first columns is a prefix of every key that begins with equal values.
//! - No key of a column is a proper prefix of another key of the column.
//!
//! Keys are not decoded: an index entry stores the values that it must return.

use crate::code_page::CodePage;
use crate::compare::significant;
use crate::data_type::DataType;
use crate::named_collation::{Collation, CollationId};
use crate::value::Value;
use crate::variant::{self, Weight};

mod utf8;

pub use utf8::{append_key_utf8, short_key_utf8};

#[cfg(test)]
mod tests;

/// A column of a key.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct KeyColumn {
    /// The data type.
    pub data_type: DataType,
    /// Whether the order is descending.
    pub descending: bool,
    /// The collation of character values.
    pub collation: CollationId,
}

impl KeyColumn {
    /// Returns an ascending key column.
    pub const fn ascending(data_type: DataType) -> KeyColumn {
        KeyColumn { data_type, descending: false, collation: CollationId::DEFAULT }
    }

    /// Returns the key column with `collation` for character values.
    pub const fn under(self, collation: CollationId) -> KeyColumn {
        KeyColumn { collation, ..self }
    }
}

/// Appends the key of `values` to `key`. With fewer values than columns, the result is a prefix of
/// every key that begins with these values.
///
/// # Panics
/// If there are more values than columns, or a value is not of its column's type.
pub fn encode_key(values: &[Value], columns: &[KeyColumn], key: &mut Vec<u8>) {
    assert!(values.len() <= columns.len(), "a key of {} values for {} columns", values.len(), columns.len());
    for (value, column) in values.iter().zip(columns) {
        encode_key_value(value, column, key);
    }
}

/// Appends the part of a single column to a key.
///
/// # Panics
/// If the value is not of its column's type.
#[inline]
pub fn encode_key_value(value: &Value, column: &KeyColumn, key: &mut Vec<u8>) {
    let begin = key.len();
    match value {
        Value::Str(text) if column.collation != CollationId::DEFAULT && column.data_type.is_string() => {
            key.push(PRESENT);
            append_text(text, column.collation.rules(), column.data_type.code_page(), key);
        }
        _ => append(value, column.data_type, key),
    }
    if column.descending {
        key[begin..].iter_mut().for_each(|byte| *byte = !*byte);
    }
}

/// Appends the common prefix of the keys of all texts that begin with `text` under the column's
/// collation. Trailing blanks of `text` don't count.
pub fn encode_key_beginning(text: &str, column: &KeyColumn, key: &mut Vec<u8>) {
    let begin = key.len();
    key.push(PRESENT);
    column.collation.rules().append_letters(text, column.data_type.code_page(), key);
    if column.descending {
        key[begin..].iter_mut().for_each(|byte| *byte = !*byte);
    }
}

fn append(value: &Value, data_type: DataType, key: &mut Vec<u8>) {
    if value.is_null() {
        key.push(NULL);
        return;
    }
    key.push(PRESENT);
    match (value, data_type) {
        (Value::Bit(v), DataType::Bit) => key.push(u8::from(*v)),
        (Value::TinyInt(v), DataType::TinyInt) => key.push(*v),
        // Flipping the sign bit sorts negative numbers before other numbers in big-endian bytes.
        (Value::SmallInt(v), DataType::SmallInt) => key.extend((v ^ i16::MIN).to_be_bytes()),
        (Value::Int(v), DataType::Int) | (Value::Date(v), DataType::Date) => key.extend((v ^ i32::MIN).to_be_bytes()),
        (Value::BigInt(v), DataType::BigInt)
        | (Value::Money(v), DataType::Money | DataType::SmallMoney)
        | (Value::Time(v), DataType::Time(_))
        | (Value::DateTime(v), DataType::DateTime | DataType::SmallDateTime)
        | (Value::DateTimeOffset(v, _), DataType::DateTimeOffset(_))
        | (Value::DateTime2(v), DataType::DateTime2(_)) => key.extend((v ^ i64::MIN).to_be_bytes()),
        // Every real is a double, with the same order.
        (Value::Real(v), DataType::Real) => key.extend(ordered_bits((*v).into()).to_be_bytes()),
        (Value::Float(v), DataType::Float) => key.extend(ordered_bits(*v).to_be_bytes()),
        (Value::Decimal(v), DataType::Decimal { scale, .. }) => {
            assert_eq!(v.scale(), scale, "{v} in a key of {data_type}");
            key.extend((v.units() ^ i128::MIN).to_be_bytes());
        }
        (Value::Str(text), _) if data_type.is_string() || data_type.is_document() => {
            append_text(text, Collation::DEFAULT, None, key)
        }
        // The family, then the value that variants are compared by.
        (Value::Variant(inner), DataType::SqlVariant) => {
            let weight = variant::weight(&inner.value);
            key.push(weight.family());
            append_weight(&weight, key);
        }
        (Value::Bytes(bytes), _) if data_type.is_binary() => append_bytes(bytes, key),
        _ if (data_type.spec().holds)(value) => append_weight(&variant::weight(value), key),
        _ => panic!("{value:?} in a key of {data_type}"),
    }
}

/// Appends the collation's key, which contains no zero byte, then a zero byte: the end sorts before
/// every continuation.
#[inline]
fn append_text(text: &str, collation: Collation, page: Option<CodePage>, key: &mut Vec<u8>) {
    collation.append_key(text, page, key);
    key.push(TEXT_END);
}

/// Appends the form that values of a family are compared by.
fn append_weight(weight: &Weight<'_>, key: &mut Vec<u8>) {
    match *weight {
        Weight::Ordered(bytes) => key.extend(bytes),
        Weight::Bytes(bytes) => append_bytes(bytes, key),
        Weight::Text(text) => append_text(text, Collation::DEFAULT, None, key),
        Weight::Exact(whole, rest) => {
            key.extend((whole ^ i128::MIN).to_be_bytes());
            key.extend(rest.to_be_bytes());
        }
        Weight::Approximate(number) => key.extend(ordered_bits(number).to_be_bytes()),
        Weight::Moment(ticks) => key.extend((ticks ^ i64::MIN).to_be_bytes()),
    }
}

/// Appends the significant bytes, each zero byte followed by 255, then two zero bytes: the end
/// sorts before every continuation.
fn append_bytes(bytes: &[u8], key: &mut Vec<u8>) {
    for byte in significant(bytes) {
        key.push(*byte);
        if *byte == 0 {
            key.push(u8::MAX);
        }
    }
    key.extend([0, 0]);
}

/// Maps a number to bits with the same order; both zeros are equal.
fn ordered_bits(value: f64) -> u64 {
    let bits = if value == 0.0 { 0 } else { value.to_bits() };
    if bits >> 63 == 1 { !bits } else { bits | 1 << 63 }
}

const NULL: u8 = 0;
const PRESENT: u8 = 1;
const TEXT_END: u8 = 0;
