//! `column.WRITE(new, offset, length)` of UPDATE: replaces a part of a long value
//! (`t-sql/queries/update-transact-sql`). The column is passed as the last argument, for messages.

use super::slice;
use crate::context::FunctionContext;
use crate::function::{Argument, Function, Signature};
use sluice_types::{DataType, Length, LongValue, SqlError, Value};

/// Arguments: the old value, the new part, its offset, the length to replace, the column's name.
pub static WRITE: Function = Function {
    name: "WRITE",
    doc: "column.WRITE(new, offset, length): the value with length units from offset, from 0 on, replaced.",
    arity: (5, 5),
    deterministic: true,
    arguments: &[
        Argument::Any,
        Argument::LikeFirst,
        Argument::As(DataType::BigInt),
        Argument::As(DataType::BigInt),
        Argument::As(DataType::SYSNAME),
    ],
    result: |arguments| arguments[0],
    null_makes_null: false,
    body: write,
};

/// WRITE: returns the old value with a part replaced; a NULL replacement removes the part. Fails
/// with 5302 if the old value is NULL, 7116 for an offset outside it, 7135 for a negative length.
pub(super) fn write(_: &dyn FunctionContext, signature: &Signature, values: &[Value]) -> Result<Value, SqlError> {
    let [old, new, offset, length, column] = values else { return Ok(Value::Null) };
    if old.is_null() {
        let column = column.as_str().unwrap_or_default().to_owned();
        return Err(SqlError::mutator_of_null("WRITE", column));
    }
    if matches!(old, Value::Long(_)) || matches!(new, Value::Long(_)) {
        return write_long(old, (new, offset, length), signature.arguments[0]);
    }
    let size = match old {
        Value::Bytes(bytes) => bytes.len(),
        _ => slice::units(old.as_str().unwrap_or_default()),
    };
    let (start, end) = replaced((new, offset, length), size as u64)?;
    let (start, end) = (start as usize, end as usize);
    Ok(match (old, new) {
        (Value::Bytes(old), new) => {
            let new = if let Value::Bytes(new) = new { &new[..] } else { &[] };
            Value::Bytes([&old[..start], new, &old[end..]].concat().into())
        }
        _ => {
            let old = old.as_str().unwrap_or_default();
            let parts = [slice::first(old, start), new.as_str().unwrap_or_default(), slice::without_first(old, end)];
            Value::text(parts.concat())
        }
    })
}

/// Replaces a part of a long value. The result shares the other parts with the old value.
fn write_long(old: &Value, change: (&Value, &Value, &Value), data_type: DataType) -> Result<Value, SqlError> {
    let old = LongValue::from_value(old, data_type)?;
    let Some(unit) = old.unit_bytes() else {
        // Offsets count units, but this code page has characters of different numbers of bytes.
        let wide = LongValue::from_value(&old.whole()?, DataType::NVarChar(Length::Max))?;
        return write_parts(&wide, 2, change)?.whole();
    };
    write_parts(&old, unit, change)?.into_value()
}

fn write_parts(
    old: &LongValue,
    unit: u64,
    (new, offset, length): (&Value, &Value, &Value),
) -> Result<LongValue, SqlError> {
    let (start, end) = replaced((new, offset, length), old.len() / unit)?;
    let front = old.slice(0, start * unit)?;
    front.joined(LongValue::from_value(new, old.data_type())?)?.joined(old.slice(end * unit, old.len())?)
}

/// Returns the range of units to replace in an old value of `size` units.
fn replaced((new, offset, length): (&Value, &Value, &Value), size: u64) -> Result<(u64, u64), SqlError> {
    let start = match offset.as_i64() {
        None => size,
        Some(offset) => {
            let outside = || SqlError::lob_offset_out_of_range(offset);
            u64::try_from(offset).ok().filter(|start| *start <= size).ok_or_else(outside)?
        }
    };
    let end = match length.as_i64() {
        // With a NULL part or offset the value ends at the start; nothing follows it.
        _ if new.is_null() || offset.is_null() => size,
        None => size,
        Some(length) => {
            let negative = || SqlError::lob_length_out_of_range(length);
            u64::try_from(length).map_err(|_| negative())?.saturating_add(start).min(size)
        }
    };
    Ok((start, end))
}
