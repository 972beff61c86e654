//! The end of a called program: its caller's state, OUTPUT parameters, the return status.

use super::activation::{Activation, Completion};
use super::compiled_batch::Batch;
use super::ending::Ending;
use super::enter::leave;
use super::parameter::{self, give_back_status};
use super::plans::Plans;
use sluice_command::statement::{self, Env};
use sluice_query::code::Reg;
use sluice_table::temporary;
use sluice_types::{DataType, SqlError, Value};

/// Leaves a program that an EXECUTE has called, and completes the EXECUTE. `env` is the caller's
/// environment. Impersonations of the call end and its database is left, whatever the ending; the
/// first failure of these is returned. Informs with 282 of a NULL status.
pub(super) fn end_call(
    env: &mut Env<'_, '_>,
    plans: &mut Plans,
    activation: Activation,
    ending: Ending,
) -> Result<Ending, SqlError> {
    let Activation { mut batch, call, .. } = activation;
    let Some(call) = call else { return Ok(ending) };
    let result = leave(env, &mut batch, (call.caller, call.run), ending);
    let result = match call.completion {
        Some(completion) => complete(env, plans, (completion, batch), result),
        None => result,
    };
    if let Some(impersonations) = call.impersonations {
        statement::impersonation_over(env.state, env.context.host, impersonations);
    }
    if let Some(home) = call.home {
        env.change_database(&home)?;
    }
    result
}

/// Gives back the outputs and the status of a program that has been left or couldn't be entered,
/// and caches it. Outputs are given back only after a normal return. The sink gets the return
/// status. A prepared statement whose first execution failed is forgotten. Informs with 282 of a
/// NULL status.
pub(super) fn complete(
    env: &mut Env<'_, '_>,
    plans: &mut Plans,
    (completion, batch): (Completion, Box<Batch>),
    result: Result<Ending, SqlError>,
) -> Result<Ending, SqlError> {
    match completion {
        Completion::Text(text) => {
            plans.put(&text, batch);
            result
        }
        Completion::Statement { text, outputs, status, handle } => {
            let has_returned = matches!(result, Ok(Ending::Returned));
            // `sp_executesql` returns the number of its last statement's error.
            let error = batch.frame.globals.error;
            env.sink.leave_procedure(has_returned.then_some(error));
            let mut result = result;
            if has_returned {
                let status = status.map(|(register, data_type)| (register, data_type, Value::Int(error)));
                result = give_back(env, &batch, &outputs, status).and(result);
            }
            plans.put(&text, batch);
            if let Some(handle) = handle.filter(|_| !matches!(result, Ok(Ending::Returned))) {
                // The client hasn't received a usable handle.
                env.state.client.prepared.remove(handle);
            }
            result
        }
        Completion::Procedure { database, module, spelled, outputs, status } => {
            let name = temporary::written(&module.name);
            let returned = matches!(result, Ok(Ending::Returned)).then(|| status_of(env, &batch, name));
            let told = returned.as_ref().and_then(Value::as_i64).and_then(|status| i32::try_from(status).ok());
            env.sink.leave_procedure(told);
            let mut result = result;
            if let Some(returned) = returned {
                let status = status.map(|(register, data_type)| (register, data_type, returned));
                let given = give_back(env, &batch, &outputs, status);
                let of_output = |error: SqlError| {
                    let state = if error.number == CONVERSION_FAILED { OUTPUT_STATE } else { error.state };
                    error.in_state(state).in_procedure(Some((&*spelled).into()))
                };
                result = given.map_err(of_output).and(result);
            }
            plans.put_procedure(database.id, module, batch);
            result
        }
    }
}

/// Returns the status of a procedure that has returned.
fn status_of(env: &mut Env<'_, '_>, batch: &Batch, name: &str) -> Value {
    match batch.frame.get(batch.bound.program.variables[batch.parameters.len()]) {
        Value::Null => {
            // 282: a NULL status becomes 0.
            env.inform(SqlError::null_return_status(name));
            Value::Int(0)
        }
        // Without RETURN the status reflects the greatest severity among the procedure's own
        // errors.
        status if *status == NO_STATUS => Value::Int(10 - i32::from(batch.frame.globals.severity_max.max(10))),
        status => status.clone(),
    }
}

/// Copies OUTPUT parameters and the status of a returned program to the caller's variables. Values
/// are converted to the variables' types; a failed conversion ends with its error.
pub(super) fn give_back(
    env: &mut Env<'_, '_>,
    batch: &Batch,
    outputs: &[(usize, Reg, DataType)],
    status: Option<(Reg, DataType, Value)>,
) -> Result<(), SqlError> {
    for (place, register, data_type) in outputs {
        let value = batch.frame.get(batch.bound.program.variables[*place]);
        let value = parameter::converted(value, batch.parameters[*place].data_type, *data_type)?;
        env.frame.set(*register, value);
    }
    status.map_or(Ok(()), |status| give_back_status(env, status))
}

/// Error number of a value that a type can't have.
const CONVERSION_FAILED: i32 = 8114;
/// State of that error for an output.
const OUTPUT_STATE: u8 = 2;

/// Status of a procedure before RETURN. No RETURN yields a value of this type.
pub(super) const NO_STATUS: Value = Value::Bit(false);
