//! ERROR_NUMBER and related functions: the error of the enclosing CATCH block. NULL outside CATCH
//! blocks (`t-sql/functions/error-number-transact-sql.md` and its neighbours).

use crate::context::{CaughtError, FunctionContext};
use crate::function::{Function, Signature};
use sluice_types::{DataType, Length, SqlError, Value};

pub(crate) const FUNCTIONS: &[Function] = &[
    of_caught("ERROR_LINE", "ERROR_LINE(): the line where it was raised.", |_| DataType::Int, line),
    of_caught("ERROR_MESSAGE", "ERROR_MESSAGE(): its text.", |_| MESSAGE, message),
    of_caught("ERROR_NUMBER", "ERROR_NUMBER(): its number.", |_| DataType::Int, number),
    of_caught("ERROR_PROCEDURE", "ERROR_PROCEDURE(): the module that raised it.", |_| DataType::SYSNAME, procedure),
    of_caught("ERROR_SEVERITY", "ERROR_SEVERITY(): its severity.", |_| DataType::Int, severity),
    of_caught("ERROR_STATE", "ERROR_STATE(): its state.", |_| DataType::Int, state),
];

type Answer = fn(&dyn FunctionContext, &Signature, &[Value]) -> Result<Value, SqlError>;

const fn of_caught(
    name: &'static str,
    doc: &'static str,
    result: fn(&[DataType]) -> DataType,
    body: Answer,
) -> Function {
    Function { name, doc, arity: (0, 0), deterministic: false, arguments: &[], result, null_makes_null: false, body }
}

fn line(context: &dyn FunctionContext, _: &Signature, _: &[Value]) -> Result<Value, SqlError> {
    caught_value(context, |caught| Value::Int(caught.line as i32))
}

fn message(context: &dyn FunctionContext, _: &Signature, _: &[Value]) -> Result<Value, SqlError> {
    caught_value(context, |caught| Value::text(caught.message))
}

fn number(context: &dyn FunctionContext, _: &Signature, _: &[Value]) -> Result<Value, SqlError> {
    caught_value(context, |caught| Value::Int(caught.number))
}

fn procedure(context: &dyn FunctionContext, _: &Signature, _: &[Value]) -> Result<Value, SqlError> {
    caught_value(context, |caught| caught.procedure.map_or(Value::Null, Value::text))
}

fn severity(context: &dyn FunctionContext, _: &Signature, _: &[Value]) -> Result<Value, SqlError> {
    caught_value(context, |caught| Value::Int(caught.severity.into()))
}

fn state(context: &dyn FunctionContext, _: &Signature, _: &[Value]) -> Result<Value, SqlError> {
    caught_value(context, |caught| Value::Int(caught.state.into()))
}

fn caught_value(context: &dyn FunctionContext, answer: impl FnOnce(CaughtError) -> Value) -> Result<Value, SqlError> {
    Ok(context.caught().map_or(Value::Null, answer))
}

const MESSAGE: DataType = DataType::NVarChar(Length::Limited(4000));
