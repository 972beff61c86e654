//! APPLOCK_MODE and APPLOCK_TEST: the session's mode of an application lock, and whether a mode
//! could be granted.

use crate::context::FunctionContext;
use crate::function::{Argument, Function, Signature};
use sluice_types::{DataType, Length, SqlError, Value};

pub(crate) const FUNCTIONS: &[Function] = &[
    Function {
        name: "APPLOCK_MODE",
        doc: "APPLOCK_MODE(principal, resource, owner): how the owner has locked the resource.",
        arity: (3, 3),
        deterministic: false,
        arguments: &[Argument::As(DataType::SYSNAME), Argument::As(RESOURCE), Argument::As(WORD)],
        result: |_| WORD,
        null_makes_null: false,
        body: mode,
    },
    Function {
        name: "APPLOCK_TEST",
        doc: "APPLOCK_TEST(principal, resource, mode, owner): 1 if the owner could lock the resource now, 0 if not.",
        arity: (4, 4),
        deterministic: false,
        arguments: &[Argument::As(DataType::SYSNAME), Argument::As(RESOURCE), Argument::As(WORD), Argument::As(WORD)],
        result: |_| DataType::SmallInt,
        null_makes_null: false,
        body: test,
    },
];

fn mode(context: &dyn FunctionContext, _: &Signature, values: &[Value]) -> Result<Value, SqlError> {
    let (principal, resource) = (given(values, 0, "applock_mode")?, given(values, 1, "applock_mode")?);
    let is_transaction = is_transaction(&values[2], "applock_mode")?;
    context.application_lock_mode(principal, resource, is_transaction).map(Value::text)
}

fn test(context: &dyn FunctionContext, _: &Signature, values: &[Value]) -> Result<Value, SqlError> {
    let name = "applock_test";
    let (principal, resource, mode) = (given(values, 0, name)?, given(values, 1, name)?, given(values, 2, name)?);
    let is_transaction = is_transaction(&values[3], name)?;
    let could = context.application_lock_test(principal, resource, mode, is_transaction)?;
    Ok(Value::SmallInt(could.into()))
}

/// Returns a non-NULL argument. Fails with 8116 for NULL.
fn given<'v>(values: &'v [Value], place: usize, function: &str) -> Result<&'v str, SqlError> {
    values[place].as_str().ok_or_else(|| SqlError::invalid_argument_type("NULL", place + 1, function))
}

/// Returns whether the owner is the transaction, which is the default. Fails with 1226 for an
/// invalid owner.
fn is_transaction(owner: &Value, function: &str) -> Result<bool, SqlError> {
    match owner.as_str() {
        None => Ok(true),
        Some(owner) if owner.eq_ignore_ascii_case("Transaction") => Ok(true),
        Some(owner) if owner.eq_ignore_ascii_case("Session") => Ok(false),
        Some(_) => Err(SqlError::invalid_application_lock_owner(function)),
    }
}

const RESOURCE: DataType = DataType::NVarChar(Length::Limited(255));
const WORD: DataType = DataType::NVarChar(Length::Limited(32));
