//! NEWID and RAND. RAND without a seed goes on where the session's last one ended; the binder sees to it that a call that no row
//! has a part in is made once in a statement (rand-transact-sql.md, newid-transact-sql.md).

use crate::context::FunctionContext;
use crate::function::{Argument, Function, Signature};
use sluice_types::{DataType, SqlError, Value};

/// NEWID and RAND.
pub(crate) const FUNCTIONS: &[Function] = &[
    Function {
        name: "NEWID",
        doc: "NEWID(): a uniqueidentifier that nobody else has.",
        arity: (0, 0),
        deterministic: false,
        arguments: &[],
        result: |_| DataType::UniqueIdentifier,
        null_makes_null: false,
        body: new_id,
    },
    Function {
        name: "RAND",
        doc: "RAND([seed]): a float between 0 and 1; the same for the same seed.",
        arity: (0, 1),
        deterministic: false,
        arguments: &[Argument::As(DataType::Int)],
        result: |_| DataType::Float,
        null_makes_null: false,
        body: rand,
    },
];

/// Version 4 of RFC 4122: 122 random bits.
fn new_id(context: &dyn FunctionContext, _: &Signature, _: &[Value]) -> Result<Value, SqlError> {
    let random = context.random();
    let mut bytes = [0; 16];
    bytes[..8].copy_from_slice(&random.next_u64().to_le_bytes());
    bytes[8..].copy_from_slice(&random.next_u64().to_le_bytes());
    bytes[7] = bytes[7] & 0x0f | 0x40;
    bytes[8] = bytes[8] & 0x3f | 0x80;
    Ok(Value::Guid(bytes))
}

/// A seed that is NULL counts as 0.
fn rand(context: &dyn FunctionContext, _: &Signature, values: &[Value]) -> Result<Value, SqlError> {
    let seed = values.first().map(|seed| seed.as_i64().unwrap_or_default() as i32);
    Ok(Value::Float(context.session_values().rand(seed, context.random())))
}
