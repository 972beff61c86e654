//! Text pointers: TEXTPTR, and the parts of READTEXT, WRITETEXT and UPDATETEXT. The pages are
//! `t-sql/functions/text-and-image-functions-textptr-transact-sql`,
//! `t-sql/queries/readtext-transact-sql` and `t-sql/queries/updatetext-transact-sql`.
//!
//! A pointer is 16 bytes: the table's id, the column's id, and the row's locator. A locator that is
//! too long is replaced by its hash.
//!
//! | bytes | contents |
//! |---|---|
//! | 0 to 3 | object id of the table |
//! | 4, 5 | column id |
//! | 6 | length of the locator, 255 for a hash |
//! | 7 to 15 | the locator, padded with zeros, or the hash |

use super::slice;
use super::write::write;
use crate::context::FunctionContext;
use crate::function::{Argument, Function, Signature};
use sha2::{Digest, Sha256};
use sluice_types::display;
use sluice_types::{DataType, Length, LongValue, SqlError, Value};

/// Arguments: the value, the row's locator, the table's id, the column's id. A NULL value has no
/// pointer.
pub static TEXT_POINTER: Function = Function {
    name: "TEXTPTR",
    doc: "TEXTPTR(column): a pointer to the row's value, for READTEXT, WRITETEXT and UPDATETEXT.",
    arity: (4, 4),
    deterministic: false,
    arguments: &[Argument::Any, Argument::As(BYTES), Argument::As(DataType::Int), Argument::As(DataType::Int)],
    result: |_| POINTER,
    null_makes_null: true,
    body: pointer,
};

/// Arguments: the pointer found in the table, the pointer of the statement, the statement's name.
/// Returns the pointer.
pub static CHECKED_POINTER: Function = Function {
    name: "$TEXTPTR",
    doc: "The pointer of a statement, checked.",
    arity: (3, 3),
    deterministic: false,
    arguments: &[Argument::As(BYTES), Argument::As(BYTES), Argument::As(DataType::SYSNAME)],
    result: |_| POINTER,
    null_makes_null: false,
    body: |_, _, values| {
        check(&values[0], &values[1], values[2].as_str().unwrap_or_default())?;
        Ok(values[0].clone())
    },
};

/// Arguments: the value, its pointer, the number of units before the part, the size of the part.
pub static READ_TEXT: Function = Function {
    name: "$READTEXT",
    doc: "The part of a value that READTEXT reads.",
    arity: (4, 4),
    deterministic: false,
    arguments: &[Argument::Any, Argument::As(BYTES), Argument::As(DataType::BigInt), Argument::As(DataType::BigInt)],
    result: |arguments| arguments[0],
    null_makes_null: false,
    body: read,
};

/// Arguments: the old value, the inserted data, its offset, the length of the deleted part.
pub static UPDATE_TEXT: Function = Function {
    name: "$UPDATETEXT",
    doc: "A value as UPDATETEXT changes it.",
    arity: (4, 4),
    deterministic: false,
    arguments: &[Argument::Any, Argument::LikeFirst, Argument::As(DataType::BigInt), Argument::As(DataType::BigInt)],
    result: |arguments| arguments[0],
    null_makes_null: false,
    body: update,
};

fn pointer(_: &dyn FunctionContext, _: &Signature, values: &[Value]) -> Result<Value, SqlError> {
    let [_, Value::Bytes(locator), table, column] = values else { return Ok(Value::Null) };
    let number = |value: &Value| value.as_i64().unwrap_or_default();
    let mut bytes = [0; 16];
    bytes[..4].copy_from_slice(&(number(table) as i32).to_le_bytes());
    bytes[4..6].copy_from_slice(&(number(column) as u16).to_le_bytes());
    let room = bytes.len() - FRONT;
    if locator.len() <= room {
        bytes[FRONT - 1] = locator.len() as u8;
        bytes[FRONT..FRONT + locator.len()].copy_from_slice(locator);
    } else {
        bytes[FRONT - 1] = u8::MAX;
        bytes[FRONT..].copy_from_slice(&Sha256::digest(locator)[..room]);
    }
    Ok(Value::bytes(bytes.as_slice()))
}

/// Fails with 7133 for a NULL pointer, with 7122 for a pointer of another length, with 7123 if it
/// denotes no value.
fn check(found: &Value, pointer: &Value, statement: &str) -> Result<(), SqlError> {
    match pointer {
        Value::Bytes(bytes) if bytes.len() != 16 => Err(SqlError::invalid_text_pointer_type()),
        Value::Bytes(_) if found.is_null() => Err(SqlError::invalid_text_pointer(display::text(pointer, &BYTES))),
        Value::Bytes(_) => Ok(()),
        _ => Err(SqlError::null_text_pointer(statement)),
    }
}

/// Fails with 7124 if the part exceeds the value.
fn read(_: &dyn FunctionContext, signature: &Signature, values: &[Value]) -> Result<Value, SqlError> {
    let [value, pointer, offset, size] = values else { return Ok(Value::Null) };
    check(value, pointer, "ReadText")?;
    let data_type = signature.arguments[0];
    let all = size_of(value)?;
    let beyond = || SqlError::read_beyond_text(all);
    let number = |value: &Value| u64::try_from(value.as_i64().unwrap_or_default()).map_err(|_| beyond());
    let (offset, mut size) = (number(offset)?, number(size)?);
    if size == 0 {
        size = (SIZE_OF_ZERO / data_type.unit_bytes() as u64).min(all.saturating_sub(offset));
    }
    let end = offset.saturating_add(size);
    if end > all {
        return Err(beyond());
    }
    match value {
        Value::Long(long) if let Some(unit) = long.unit_bytes() => long.slice(offset * unit, end * unit)?.into_value(),
        Value::Long(long) => Ok(part(&long.whole()?, offset as usize, end as usize)),
        value => Ok(part(value, offset as usize, end as usize)),
    }
}

fn part(value: &Value, begin: usize, end: usize) -> Value {
    match value {
        Value::Bytes(bytes) => Value::bytes(&bytes[begin..end]),
        value => {
            let text = value.as_str().unwrap_or_default();
            Value::text(slice::without_first(slice::first(text, end), begin))
        }
    }
}

/// Fails with 7116 for an offset outside the value, with 7135 if the deleted part exceeds it.
fn update(context: &dyn FunctionContext, signature: &Signature, values: &[Value]) -> Result<Value, SqlError> {
    let [old, new, offset, length] = values else { return Ok(Value::Null) };
    let data_type = signature.arguments[0];
    let old = if old.is_null() { empty(data_type) } else { old.clone() };
    let new = if new.is_null() { empty(data_type) } else { new.clone() };
    let (all, begin) = (size_of(&old)? as i64, offset.as_i64());
    if let (Some(begin), Some(length)) = (begin, length.as_i64())
        && (0..=all).contains(&begin)
        && length > all - begin
    {
        return Err(SqlError::lob_length_out_of_range(length).in_state(1));
    }
    write(context, signature, &[old, new, offset.clone(), length.clone(), Value::Null])
}

fn empty(data_type: DataType) -> Value {
    if data_type.is_binary() { Value::bytes([].as_slice()) } else { Value::text("") }
}

/// Returns the number of units of a value.
fn size_of(value: &Value) -> Result<u64, SqlError> {
    Ok(match value {
        Value::Bytes(bytes) => bytes.len() as u64,
        Value::Long(long) => match long.unit_bytes() {
            Some(unit) => long.len() / unit,
            None => LongValue::from_value(&long.whole()?, DataType::NVarChar(Length::Max))?.len() / 2,
        },
        value => slice::units(value.as_str().unwrap_or_default()) as u64,
    })
}

const POINTER: DataType = DataType::VarBinary(Length::Limited(16));
const BYTES: DataType = DataType::VarBinary(Length::Limited(900));
/// Bytes of a pointer before the locator.
const FRONT: usize = 7;
/// Bytes that READTEXT reads if the size is 0.
const SIZE_OF_ZERO: u64 = 4096;
