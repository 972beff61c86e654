//! The users' functions that a statement calls: their bodies, and a call of one.
//!
//! A body is steps with registers of their own; each call has its own. It reads what the statement sees, and changes nothing.

use super::plan::Plan;
use super::run::{Notes, Routine, Run};
use super::subplan::Subplan;
use crate::code::{CallContext, Code, Frame, Globals, Piece, Reg, Row};
use sluice_base::stack;
use sluice_table::isolation::Sight;
use sluice_types::{SqlError, Value};

/// The functions of a statement, also those that they call.
#[derive(Default)]
pub struct Functions(pub Vec<FunctionBody>);

/// A compiled function.
#[derive(Default)]
pub struct FunctionBody {
    /// Whether it is NULL where an argument is.
    pub null_makes_null: bool,
    /// What its registers begin with; the first are the parameters.
    pub registers: Vec<Value>,
    /// How many sources of rows a step has at most.
    pub sources: usize,
    /// The levels of operators of its highest step.
    pub levels: usize,
    /// What it does.
    pub steps: Vec<FunctionStep>,
}

/// A step of a function.
pub enum FunctionStep {
    /// Goes on with the step of that number.
    Jump(usize),
    /// What is computed.
    Compute(Box<Computation>),
}

/// A step that computes something.
pub struct Computation {
    /// The code of its expressions.
    pub code: Code,
    /// Its subqueries.
    pub subplans: Vec<Subplan>,
    /// What for.
    pub purpose: Purpose,
}

/// What a step computes something for.
pub enum Purpose {
    /// The value of a variable.
    Set(Piece, Reg),
    /// Rows into variables, one after the other.
    Assign(Plan, Vec<Reg>),
    /// A question: where it does not hold, the step of that number is next.
    Test(Piece, usize),
    /// The function's value.
    Return(Piece),
}

/// What comes after a step.
enum After {
    Next,
    Step(usize),
    Value(Value),
}

impl Functions {
    /// The value of a function: 217 where calls are nested too deeply, 8631 where the stack ends before.
    pub fn invoke<'r>(
        &'r self,
        number: u32,
        arguments: &[Value],
        caller: &Globals,
        (context, sight): (&'r CallContext<'r>, Sight<'r>),
    ) -> Result<Value, SqlError> {
        let body = &self.0[number as usize];
        if body.null_makes_null && arguments.iter().any(Value::is_null) {
            return Ok(Value::Null);
        }
        if caller.nest_level >= NESTING_MAX {
            return Err(SqlError::new(217, 16, 1, vec![NESTING_MAX.to_string()]));
        }
        if !stack::has_room_for(body.levels) {
            return Err(SqlError::out_of_stack());
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
                        return Err(crate::consequence::cancelled());
                    }
                    *to
                }
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

/// How deeply modules and dynamic batches may call each other.
pub const NESTING_MAX: u8 = 32;
