//! The rowversions of the current database: the last one assigned, and the smallest of active
//! transactions.

use crate::function::{Body, Function};
use sluice_types::{DataType, Length, Value};

pub(crate) const FUNCTIONS: &[Function] = &[
    of_database(
        "@@DBTS",
        "@@DBTS: the rowversion that was given last in the database.",
        |_| DataType::VarBinary(Length::Limited(DataType::ROWVERSION_BYTES)),
        |context, _, _| Ok(value_of(context.last_rowversion())),
    ),
    of_database(
        "MIN_ACTIVE_ROWVERSION",
        "MIN_ACTIVE_ROWVERSION(): the smallest rowversion of an active transaction; else @@DBTS + 1.",
        |_| DataType::Binary(DataType::ROWVERSION_BYTES),
        |context, _, _| Ok(value_of(context.least_active_rowversion())),
    ),
];

const fn of_database(
    name: &'static str,
    doc: &'static str,
    result: fn(&[DataType]) -> DataType,
    body: Body,
) -> Function {
    Function { name, doc, arity: (0, 0), deterministic: false, arguments: &[], result, null_makes_null: false, body }
}

fn value_of(number: u64) -> Value {
    Value::bytes(number.to_be_bytes())
}
