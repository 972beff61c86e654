//! A value, without its type's parameters.

use crate::data_type::DataType;
use crate::decimal::Decimal;
use crate::long::LongValue;
use std::sync::Arc;

/// A value of any type. Each type has a fixed variant ([`Value::Str`] for all four string types). A
/// value in a slot of a type is that type's variant or [`Value::Null`]. A value has 24 bytes; only
/// strings and bytes own memory, which is shared. `exec` loads long values into memory before most
/// code sees them.
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
    /// decimal; the scale is that of the type.
    Decimal(Decimal),
    /// date: days since 0001-01-01.
    Date(i32),
    /// time: 100 ns since midnight, for every scale.
    Time(i64),
    /// datetime: 1/300 seconds since 1900-01-01, negative before. smalldatetime: the same, in whole
    /// minutes.
    DateTime(i64),
    /// datetime2: 100 ns since 0001-01-01, for every scale.
    DateTime2(i64),
    /// datetimeoffset: 100 ns since 0001-01-01 UTC, for every scale, and the offset from UTC in
    /// minutes.
    DateTimeOffset(i64, i16),
    /// char, varchar, nchar, nvarchar: the text, including the padding of char and nchar. xml: its
    /// canonical text.
    Str(Arc<str>),
    /// binary, varbinary, including the padding of binary.
    Bytes(Arc<[u8]>),
    /// uniqueidentifier, in the byte order of [`crate::guid`].
    Guid([u8; 16]),
    /// sql_variant.
    Variant(Arc<Variant>),
    /// varchar(max), nvarchar(max), varbinary(max) and xml outside memory ([`crate::long`]).
    Long(Arc<LongValue>),
}

/// A value with its type.
#[derive(Clone, PartialEq, Debug)]
pub struct Variant {
    /// The value, neither NULL nor a variant.
    pub value: Value,
    /// The value's type.
    pub data_type: DataType,
}

const _: () = assert!(size_of::<Value>() == 24);

impl Value {
    /// Returns a string value; the type decides whether it is char or nchar.
    pub fn text(text: impl Into<Arc<str>>) -> Value {
        Value::Str(text.into())
    }

    /// Returns a binary value.
    pub fn bytes(bytes: impl Into<Arc<[u8]>>) -> Value {
        Value::Bytes(bytes.into())
    }

    /// Whether the value is NULL.
    pub fn is_null(&self) -> bool {
        matches!(self, Value::Null)
    }

    /// Returns the number in a bit or an integer of any width. `None` for other values, decimals
    /// too.
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

    /// Returns the text of a string. `None` for other values, also for a long value.
    pub fn as_str(&self) -> Option<&str> {
        match self {
            Value::Str(text) => Some(text),
            _ => None,
        }
    }

    /// Returns the bytes of a binary value. `None` for other values, also for a long value.
    pub fn as_bytes(&self) -> Option<&[u8]> {
        match self {
            Value::Bytes(bytes) => Some(bytes),
            _ => None,
        }
    }
}
