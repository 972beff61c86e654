//! Encodes values and rows for work files. The same statement reads them back.
//!
//! A value is a tag followed by its content; strings and bytes are preceded by their length.
//! Numbers are little-endian. A stored row is a tag, a length and its bytes. A row of values is a
//! tag, their number and the values.

use crate::code::Row;
use sluice_base::codec::{Reader, Truncated, put_varint};
use sluice_table::storage_error::damaged_row;
use sluice_table::temporary::TEMPDB;
use sluice_types::row::{decode_variant, encode_variant};
use sluice_types::{Decimal, SqlError, Value};

/// Appends a value: its tag, then its content. A long value is read and written whole; if that
/// fails, the value is marked as unreadable, and reading it fails later.
pub(super) fn put_value(value: &Value, out: &mut Vec<u8>) {
    match value {
        Value::Null => out.push(NULL),
        Value::Bit(bit) => out.push(if *bit { TRUE } else { FALSE }),
        Value::TinyInt(number) => out.extend([TINY_INT, *number]),
        Value::SmallInt(number) => put(SMALL_INT, number.to_le_bytes(), out),
        Value::Int(number) => put(INT, number.to_le_bytes(), out),
        Value::BigInt(number) => put(BIG_INT, number.to_le_bytes(), out),
        Value::Float(number) => put(FLOAT, number.to_bits().to_le_bytes(), out),
        Value::Real(number) => put(REAL, number.to_bits().to_le_bytes(), out),
        Value::Money(units) => put(MONEY, units.to_le_bytes(), out),
        Value::Decimal(number) => {
            put(DECIMAL, number.units().to_le_bytes(), out);
            out.push(number.scale());
        }
        Value::Date(days) => put(DATE, days.to_le_bytes(), out),
        Value::Time(ticks) => put(TIME, ticks.to_le_bytes(), out),
        Value::DateTime(ticks) => put(DATE_TIME, ticks.to_le_bytes(), out),
        Value::DateTime2(ticks) => put(DATE_TIME2, ticks.to_le_bytes(), out),
        Value::DateTimeOffset(ticks, minutes) => {
            put(DATE_TIME_OFFSET, ticks.to_le_bytes(), out);
            out.extend(minutes.to_le_bytes());
        }
        Value::Str(text) => put_long(STRING, text.as_bytes(), out),
        Value::Bytes(bytes) => put_long(BYTES, bytes, out),
        Value::Guid(bytes) => put(GUID, *bytes, out),
        Value::Variant(variant) => put_long(VARIANT, &encode_variant(variant), out),
        Value::Long(long) => match long.whole() {
            Ok(value) => put_value(&value, out),
            // Reading the row fails later.
            Err(_) => out.push(UNREADABLE),
        },
    }
}

/// Appends values without their number.
pub fn put_values<'v>(values: impl IntoIterator<Item = &'v Value>, out: &mut Vec<u8>) {
    values.into_iter().for_each(|value| put_value(value, out));
}

/// Appends a row in the form that [`read_row`] reads: NULLs, values, or stored bytes with the flag
/// of uncommitted rows.
pub(super) fn put_row(row: &Row, out: &mut Vec<u8>) {
    match row {
        Row::Nulls => out.push(NULLS),
        Row::Values(values) => {
            out.push(VALUES);
            put_length(values.len(), out);
            put_values(values, out);
        }
        Row::Stored { bytes, is_dirty } => put_long(if *is_dirty { DIRTY } else { STORED }, bytes, out),
    }
}

/// Appends a key, or the absence of a key.
pub(super) fn put_key(key: Option<&[u8]>, out: &mut Vec<u8>) {
    match key {
        Some(key) => put_long(BYTES, key, out),
        None => out.push(NULL),
    }
}

/// Reads what [`put_key`] wrote. `None` is a NULL key. Fails with the error of damage for other
/// bytes.
pub(super) fn read_key<'b>(bytes: &mut Reader<'b>) -> Result<Option<&'b [u8]>, SqlError> {
    match bytes.u8() {
        Ok(NULL) => Ok(None),
        Ok(BYTES) => long(bytes).map(Some).map_err(damaged),
        _ => Err(damaged(Truncated)),
    }
}

/// Reads a value that [`put_values`] wrote.
pub fn read_value(bytes: &mut Reader<'_>) -> Result<Value, SqlError> {
    read(bytes).map_err(damaged)
}

/// Reads a row into `row`, whose memory is reused. Fails with the error of damage for an unknown
/// tag or a short record.
pub(super) fn read_row(bytes: &mut Reader<'_>, row: &mut Row) -> Result<(), SqlError> {
    match bytes.u8().map_err(damaged)? {
        NULLS => *row = Row::Nulls,
        VALUES => {
            let count = bytes.varint().map_err(damaged)? as usize;
            if !matches!(row, Row::Values(_)) {
                *row = Row::Values(Vec::with_capacity(count));
            }
            let Row::Values(values) = row else { return Err(damaged(Truncated)) };
            values.clear();
            for _ in 0..count {
                values.push(read_value(bytes)?);
            }
        }
        tag @ (STORED | DIRTY) => row.store(long(bytes).map_err(damaged)?, tag == DIRTY),
        _ => return Err(damaged(Truncated)),
    }
    Ok(())
}

/// Returns the error for bytes that can't be decoded. The page's checksum is correct, so they were
/// written wrongly.
fn damaged(_: Truncated) -> SqlError {
    damaged_row(TEMPDB)
}

fn read(bytes: &mut Reader<'_>) -> Result<Value, Truncated> {
    Ok(match bytes.u8()? {
        NULL => Value::Null,
        FALSE => Value::Bit(false),
        TRUE => Value::Bit(true),
        TINY_INT => Value::TinyInt(bytes.u8()?),
        SMALL_INT => Value::SmallInt(bytes.u16()? as i16),
        INT => Value::Int(bytes.i32()?),
        BIG_INT => Value::BigInt(bytes.i64()?),
        FLOAT => Value::Float(f64::from_bits(bytes.u64()?)),
        REAL => Value::Real(f32::from_bits(bytes.u32()?)),
        MONEY => Value::Money(bytes.i64()?),
        DECIMAL => {
            let units = i128::from_le_bytes(array(bytes)?);
            Value::Decimal(Decimal::new(units, bytes.u8()?).ok_or(Truncated)?)
        }
        DATE => Value::Date(bytes.i32()?),
        TIME => Value::Time(bytes.i64()?),
        DATE_TIME => Value::DateTime(bytes.i64()?),
        DATE_TIME2 => Value::DateTime2(bytes.i64()?),
        DATE_TIME_OFFSET => Value::DateTimeOffset(bytes.i64()?, bytes.u16()? as i16),
        STRING => Value::text(str::from_utf8(long(bytes)?).map_err(|_| Truncated)?),
        BYTES => Value::bytes(long(bytes)?),
        GUID => Value::Guid(array(bytes)?),
        VARIANT => decode_variant(long(bytes)?).map_err(|_| Truncated)?,
        _ => return Err(Truncated),
    })
}

fn array<const N: usize>(bytes: &mut Reader<'_>) -> Result<[u8; N], Truncated> {
    bytes.bytes(N)?.try_into().map_err(|_| Truncated)
}

fn long<'b>(bytes: &mut Reader<'b>) -> Result<&'b [u8], Truncated> {
    let length = bytes.varint()? as usize;
    bytes.bytes(length)
}

fn put<const N: usize>(tag: u8, bytes: [u8; N], out: &mut Vec<u8>) {
    out.push(tag);
    out.extend(bytes);
}

fn put_long(tag: u8, bytes: &[u8], out: &mut Vec<u8>) {
    out.push(tag);
    put_length(bytes.len(), out);
    out.extend_from_slice(bytes);
}

fn put_length(length: usize, out: &mut Vec<u8>) {
    let mut bytes = [0; VARINT_MAX];
    let count = put_varint(&mut bytes, length as u64);
    out.extend_from_slice(&bytes[..count]);
}

const VARINT_MAX: usize = 10;
const NULL: u8 = 0;
const FALSE: u8 = 1;
const TRUE: u8 = 2;
const TINY_INT: u8 = 3;
const SMALL_INT: u8 = 4;
const INT: u8 = 5;
const BIG_INT: u8 = 6;
const FLOAT: u8 = 7;
const REAL: u8 = 8;
const MONEY: u8 = 9;
const DECIMAL: u8 = 10;
const DATE: u8 = 11;
const TIME: u8 = 12;
const DATE_TIME: u8 = 13;
const DATE_TIME2: u8 = 14;
const DATE_TIME_OFFSET: u8 = 15;
const STRING: u8 = 16;
const BYTES: u8 = 17;
const GUID: u8 = 18;
const VARIANT: u8 = 19;
/// Tag of a long value that couldn't be read.
const UNREADABLE: u8 = 20;

const NULLS: u8 = 0;
const VALUES: u8 = 1;
const STORED: u8 = 2;
const DIRTY: u8 = 3;

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;
    use sluice_types::{DataType, variant};

    fn any_value() -> impl Strategy<Value = Value> {
        prop_oneof![
            Just(Value::Null),
            any::<bool>().prop_map(Value::Bit),
            any::<u8>().prop_map(Value::TinyInt),
            any::<i16>().prop_map(Value::SmallInt),
            any::<i32>().prop_map(Value::Int),
            any::<i64>().prop_map(Value::BigInt),
            (-1e300f64..1e300).prop_map(Value::Float),
            (-1e30f32..1e30).prop_map(Value::Real),
            any::<i64>().prop_map(Value::Money),
            (any::<i64>(), 0u8..38)
                .prop_map(|(units, scale)| Value::Decimal(Decimal::new(i128::from(units) << 40, scale).unwrap())),
            any::<i32>().prop_map(Value::Date),
            any::<i64>().prop_map(Value::Time),
            any::<i64>().prop_map(Value::DateTime),
            any::<i64>().prop_map(Value::DateTime2),
            (any::<i64>(), any::<i16>()).prop_map(|(ticks, minutes)| Value::DateTimeOffset(ticks, minutes)),
            ".{0,300}".prop_map(Value::text),
            proptest::collection::vec(any::<u8>(), 0..300).prop_map(Value::bytes),
            any::<[u8; 16]>().prop_map(Value::Guid),
            any::<i32>().prop_map(|number| variant::from_value(&Value::Int(number), DataType::Int)),
        ]
    }

    fn any_row() -> impl Strategy<Value = Row> {
        prop_oneof![
            Just(Row::Nulls),
            proptest::collection::vec(any_value(), 0..6).prop_map(Row::Values),
            (proptest::collection::vec(any::<u8>(), 0..40), any::<bool>())
                .prop_map(|(bytes, is_dirty)| Row::Stored { bytes, is_dirty }),
        ]
    }

    proptest! {
        #[test]
        fn row_bytes_round_trip(rows in proptest::collection::vec(any_row(), 0..8), cut in any::<prop::sample::Index>()) {
            let mut bytes = Vec::new();
            rows.iter().for_each(|row| put_row(row, &mut bytes));
            let mut reader = Reader::new(&bytes);
            let mut read = Row::Nulls;
            for row in &rows {
                read_row(&mut reader, &mut read).expect("it is whole");
                prop_assert_eq!(format!("{read:?}"), format!("{row:?}"));
            }
            prop_assert!(reader.is_empty());
            // Truncated bytes yield an error, not a panic.
            let mut reader = Reader::new(&bytes[..cut.index(bytes.len() + 1)]);
            while !reader.is_empty() && read_row(&mut reader, &mut read).is_ok() {}
        }
    }
}
