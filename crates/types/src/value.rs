//! A value, without its type's parameters.

use crate::data_type::DataType;
use crate::decimal::Decimal;
use crate::long::LongValue;
use std::sync::Arc;

/// One value. Which variant stands for which type is fixed ([`Value::Str`] for all four string types); a value in a
/// slot of a type is either that type's variant or [`Value::Null`]. 24 bytes; only strings and bytes own memory,
/// shared. Most code meets a long value as a string or bytes: `exec` makes it whole before.
#[derive(Clone, PartialEq, Debug, Default)]
pub enum Value {
    /// NULL of any type.
    #[default]
    Null,
    /// bit.
    Bit(bool),
    /// tinyint.
    TinyInt(u8),
    /// smallint.
    SmallInt(i16),
    /// int.
    Int(i32),
    /// bigint.
    BigInt(i64),
    /// float.
    Float(f64),
    /// real.
    Real(f32),
    /// money and smallmoney: ten-thousandths.
    Money(i64),
    /// decimal; its scale is its type's.
    Decimal(Decimal),
    /// date: days since 0001-01-01.
    Date(i32),
    /// time: 100 ns since midnight, whatever its scale.
    Time(i64),
    /// datetime: 1/300 seconds since 1900-01-01, negative before; smalldatetime: the same, whole minutes.
    DateTime(i64),
    /// datetime2: 100 ns since 0001-01-01, whatever its scale.
    DateTime2(i64),
    /// datetimeoffset: 100 ns since 0001-01-01 UTC, whatever its scale, and the minutes by which its clock is ahead of that.
    DateTimeOffset(i64, i16),
    /// char, varchar, nchar, nvarchar: the logical text; char and nchar with their padding. xml: its text in its one form.
    Str(Arc<str>),
    /// binary, varbinary; binary with its padding.
    Bytes(Arc<[u8]>),
    /// uniqueidentifier; the bytes are those of [`crate::guid`].
    Guid([u8; 16]),
    /// sql_variant.
    Variant(Arc<Variant>),
    /// varchar(max), nvarchar(max), varbinary(max) and xml that is not in memory ([`crate::long`]).
    Long(Arc<LongValue>),
}

/// A value with its type.
#[derive(Clone, PartialEq, Debug)]
pub struct Variant {
    /// The value: neither NULL nor a variant.
    pub value: Value,
    /// Its type.
    pub data_type: DataType,
}

const _: () = assert!(size_of::<Value>() == 24);

impl Value {
    /// A string.
    pub fn text(text: impl Into<Arc<str>>) -> Value {
        Value::Str(text.into())
    }

    /// Bytes.
    pub fn bytes(bytes: impl Into<Arc<[u8]>>) -> Value {
        Value::Bytes(bytes.into())
    }

    /// Whether this is NULL.
    pub fn is_null(&self) -> bool {
        matches!(self, Value::Null)
    }

    /// The number in a bit or an integer of any width.
    pub fn as_i64(&self) -> Option<i64> {
        match *self {
            Value::Bit(v) => Some(v.into()),
            Value::TinyInt(v) => Some(v.into()),
            Value::SmallInt(v) => Some(v.into()),
            Value::Int(v) => Some(v.into()),
            Value::BigInt(v) => Some(v),
            _ => None,
        }
    }

    /// The text of a string.
    pub fn as_str(&self) -> Option<&str> {
        match self {
            Value::Str(text) => Some(text),
            _ => None,
        }
    }

    /// The bytes of a binary value.
    pub fn as_bytes(&self) -> Option<&[u8]> {
        match self {
            Value::Bytes(bytes) => Some(bytes),
            _ => None,
        }
    }
}
