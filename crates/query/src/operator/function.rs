//! Calls of user-defined functions by a statement.
//!
//! A body consists of steps with registers; each call has its own registers. A body reads through
//! the statement's snapshots and locks, and changes nothing.

use super::routine::{Computation, FunctionStep, Functions, Purpose, Routine};
use super::run::{Notes, Run};
use crate::code::context::{CallSite, Context, FunctionCall};
use crate::code::{Frame, Globals, Row};
use sluice_base::stack;
use sluice_table::isolation::Sight;
use sluice_types::{SqlError, Value};

enum After {
    Next,
    Step(usize),
    Value(Value),
}

impl Functions {
    /// Calls a function. Fails with 217 if calls are nested too deeply, with 8631 if the stack is
    /// exhausted first. With RETURNS NULL ON NULL INPUT, a NULL argument gives NULL without a call.
    /// A module that can't run as steps is interpreted through `context`. A loop in the body fails
    /// with 3617 once the batch is cancelled.
    pub fn invoke<'r>(
        &'r self,
        number: u32,
        arguments: &[Value],
        caller: &Globals,
        (context, sight): (&dyn Context, Sight<'r>),
    ) -> Result<Value, SqlError> {
        let body = &self.0[number as usize];
        if body.null_makes_null && arguments.iter().any(Value::is_null) {
            return Ok(Value::Null);
        }
        if caller.nest_level >= NESTING_MAX {
            return Err(SqlError::nesting_level_exceeded(NESTING_MAX));
        }
        if !stack::has_room_for(body.levels) {
            return Err(SqlError::out_of_stack());
        }
        if let [FunctionStep::Interpret(database, module, lent)] = body.steps.as_slice() {
            let (function, arguments) = ((database, module), arguments.to_vec());
            let call = FunctionCall { function, arguments, lent, site: CallSite { globals: caller, sight } };
            let row = context.function_rows(call)?.next().transpose()?;
            return Ok(row.and_then(|row| row.into_iter().next()).unwrap_or_default());
        }
        let globals = Globals { nest_level: caller.nest_level + 1, row_limit: 0, ..*caller };
        let mut frame = Frame {
            registers: body.registers.clone(),
            rows: vec![Row::Nulls; body.sources],
            globals,
            ..Frame::default()
        };
        frame.registers[..arguments.len()].clone_from_slice(arguments);
        let mut next = 0;
        while let Some(step) = body.steps.get(next) {
            next = match step {
                FunctionStep::Jump(to) => {
                    if context.is_cancelled() {
                        return Err(SqlError::cancelled());
                    }
                    *to
                }
                FunctionStep::Interpret(..) => unreachable!("an interpreted function has no other step"),
                FunctionStep::Compute(computation) => {
                    let routine = Routine { code: &computation.code, subplans: &computation.subplans, functions: self };
                    let mut notes = Notes::default();
                    let mut run = Run { frame: &mut frame, routine, context, sight, notes: &mut notes };
                    match computation.run(&mut run)? {
                        After::Next => next + 1,
                        After::Step(step) => step,
                        After::Value(value) => return Ok(value),
                    }
                }
            };
        }
        Ok(Value::Null)
    }
}

impl Computation {
    fn run<'r>(&'r self, run: &mut Run<'_, 'r>) -> Result<After, SqlError> {
        match &self.purpose {
            Purpose::Set(piece, target) => {
                let value = run.value(*piece)?;
                run.frame.set(*target, value);
                run.frame.globals.row_count = 1;
            }
            Purpose::Assign(plan, targets) => {
                let mut count = 0;
                plan.for_each(run, |run, values| {
                    count += 1;
                    for (value, target) in values.iter().zip(targets) {
                        run.frame.set(*target, value.clone());
                    }
                    Ok(())
                })?;
                run.frame.globals.row_count = count;
            }
            Purpose::Test(piece, otherwise) => {
                if !run.holds(*piece)? {
                    return Ok(After::Step(*otherwise));
                }
            }
            Purpose::Return(piece) => return Ok(After::Value(run.value(*piece)?)),
        }
        Ok(After::Next)
    }
}

/// Greatest nesting depth of modules and dynamic batches.
pub const NESTING_MAX: u8 = 32;
