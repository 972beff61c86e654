//! `column.WRITE(new, offset, length)` of UPDATE: a part of a long value is replaced (`t-sql/queries/update-transact-sql`).

use super::slice;
use crate::context::FunctionContext;
use crate::function::{Argument, Function, Signature};
use sluice_types::{DataType, SqlError, Value};

/// The old value, the new part, where it begins, how much of the old one goes, and the column's name.
pub static WRITE: Function = Function {
    name: "WRITE",
    doc: "column.WRITE(new, offset, length): the value with length units from offset, which is 0 at its begin, replaced.",
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

/// 5302 where the old value is NULL, 7116 for an offset that is not within it, 7135 for a negative length.
fn write(_: &dyn FunctionContext, _: &Signature, values: &[Value]) -> Result<Value, SqlError> {
    let [old, new, offset, length, column] = values else { return Ok(Value::Null) };
    let size = match old {
        Value::Bytes(bytes) => bytes.len(),
        Value::Str(text) => slice::units(text),
        _ => {
            let column = column.as_str().unwrap_or_default().to_owned();
            return Err(SqlError::new(5302, 16, 1, vec!["WRITE".to_owned(), column]));
        }
    };
    let start = match offset.as_i64() {
        None => size,
        Some(offset) => {
            let outside = || SqlError::new(7116, 16, 4, vec![offset.to_string()]);
            usize::try_from(offset).ok().filter(|start| *start <= size).ok_or_else(outside)?
        }
    };
    let end = match length.as_i64() {
        // Nothing is put in: the value ends there. Behind the end there is nothing to take out.
        _ if new.is_null() || offset.is_null() => size,
        None => size,
        Some(length) => {
            let negative = || SqlError::new(7135, 16, 4, vec![length.to_string()]);
            usize::try_from(length).map_err(|_| negative())?.saturating_add(start).min(size)
        }
    };
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
