//! Index keys: bytes whose order is the values' order. The format is version 2 of `docs/file-format.md`, *Keys*.
//!
//! Invariants: for two lists of values of the same columns, the order of the bytes is the order of the values, column
//! by column, NULL first (last when descending); a key of the first columns is a prefix of every key that begins with
//! equal values; no key of a column is a proper prefix of another's. Keys are not read back: an index entry keeps the
//! values it must return.

use crate::code_page::CodePage;
use crate::compare::significant;
use crate::data_type::DataType;
use crate::guid;
use crate::named_collation::{Collation, CollationId};
use crate::value::Value;
use crate::variant::{self, Weight};

#[cfg(test)]
mod tests;

/// One column of a key.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct KeyColumn {
    /// Its type.
    pub data_type: DataType,
    /// Whether greater values come first.
    pub descending: bool,
    /// By which texts compare.
    pub collation: CollationId,
}

impl KeyColumn {
    /// A column in ascending order.
    pub const fn ascending(data_type: DataType) -> KeyColumn {
        KeyColumn { data_type, descending: false, collation: CollationId::DEFAULT }
    }

    /// The same, its texts compared by `collation`.
    pub const fn under(self, collation: CollationId) -> KeyColumn {
        KeyColumn { collation, ..self }
    }
}

/// Appends the key of `values` to `key`. `values` may be fewer than `columns`: the result is then a prefix of every key
/// that begins with them.
///
/// # Panics
/// If there are more values than columns, or a value is not of its column's type.
pub fn encode_key(values: &[Value], columns: &[KeyColumn], key: &mut Vec<u8>) {
    assert!(values.len() <= columns.len(), "a key of {} values for {} columns", values.len(), columns.len());
    for (value, column) in values.iter().zip(columns) {
        encode_key_value(value, column, key);
    }
}

/// Appends the part of one column to a key.
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

/// Appends what the keys of all texts have in common that begin so, as far as the column's collation tells texts apart. Blanks at the end of
/// `text` do not count.
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
        // Flipping the sign's bit puts the negative numbers before the others, in big-endian bytes.
        (Value::SmallInt(v), DataType::SmallInt) => key.extend((v ^ i16::MIN).to_be_bytes()),
        (Value::Int(v), DataType::Int) | (Value::Date(v), DataType::Date) => key.extend((v ^ i32::MIN).to_be_bytes()),
        (Value::BigInt(v), DataType::BigInt)
        | (Value::Money(v), DataType::Money | DataType::SmallMoney)
        | (Value::Time(v), DataType::Time(_))
        | (Value::DateTime(v), DataType::DateTime | DataType::SmallDateTime)
        | (Value::DateTimeOffset(v, _), DataType::DateTimeOffset(_))
        | (Value::DateTime2(v), DataType::DateTime2(_)) => key.extend((v ^ i64::MIN).to_be_bytes()),
        // Every real is a double, in the same order.
        (Value::Real(v), DataType::Real) => key.extend(ordered_bits((*v).into()).to_be_bytes()),
        (Value::Guid(v), DataType::UniqueIdentifier) => key.extend(guid::ordered(v)),
        (Value::Float(v), DataType::Float) => key.extend(ordered_bits(*v).to_be_bytes()),
        (Value::Decimal(v), DataType::Decimal { scale, .. }) => {
            assert_eq!(v.scale(), scale, "{v} in a key of {data_type}");
            key.extend((v.units() ^ i128::MIN).to_be_bytes());
        }
        (Value::Str(text), _) if data_type.is_string() || data_type == DataType::Xml => {
            append_text(text, Collation::DEFAULT, None, key)
        }
        (Value::Variant(inner), DataType::SqlVariant) => append_variant(&inner.value, key),
        (Value::Bytes(bytes), _) if data_type.is_binary() => append_bytes(bytes, key),
        _ => panic!("{value:?} in a key of {data_type}"),
    }
}

/// The collation's key, which has no zero in it, then zero: the end sorts before every continuation.
#[inline]
fn append_text(text: &str, collation: Collation, page: Option<CodePage>, key: &mut Vec<u8>) {
    collation.append_key(text, page, key);
    key.push(TEXT_END);
}

/// The family, then what its values are compared by.
fn append_variant(value: &Value, key: &mut Vec<u8>) {
    let weight = variant::weight(value);
    key.push(weight.family());
    match weight {
        Weight::Guid(bytes) => key.extend(guid::ordered(bytes)),
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

/// The bytes that count, a zero among them followed by 255, then two zeros: the end sorts before every continuation.
fn append_bytes(bytes: &[u8], key: &mut Vec<u8>) {
    for byte in significant(bytes) {
        key.push(*byte);
        if *byte == 0 {
            key.push(u8::MAX);
        }
    }
    key.extend([0, 0]);
}

/// Bits in the order of the numbers; both zeros are one.
fn ordered_bits(value: f64) -> u64 {
    let bits = if value == 0.0 { 0 } else { value.to_bits() };
    if bits >> 63 == 1 { !bits } else { bits | 1 << 63 }
}

const NULL: u8 = 0;
const PRESENT: u8 = 1;
const TEXT_END: u8 = 0;
