//! A batch: from text to a program, and the program's run.

mod compiler;
mod control_flow;
mod dbcc;
mod interpreter;
mod module;
mod prepare;
mod procedure;
mod program;

mod application_lock;
mod sequence_range;
mod simple_step;

use crate::code::{CallContext, Frame};
use crate::host::Host;
use crate::sink::{Message, Sink};
use crate::state::SessionState;
use program::Program;
use sluice_base::sync::Arc;
use sluice_base::sync::atomic::Ordering;
use sluice_types::{SqlError, Value};

/// A compiled batch. It may run again and again; what was bound for one run serves the next, as long as the names stay.
pub struct Batch {
    program: Program,
    frame: Frame,
}

/// How a batch ended.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum BatchEnd {
    /// It ran to its end; statements may have failed on the way.
    Finished,
    /// An error ended it (or kept it from running).
    Failed,
    /// An error ended it and the session: nothing more can be done with it.
    SessionEnded,
}

impl Batch {
    /// Reads a batch and makes a program of it. Nothing is asked about tables yet; all errors of syntax, or else all undeclared
    /// variables and the like, are told, and nothing of the batch runs.
    pub fn compile(text: &str) -> Result<Batch, Vec<SqlError>> {
        Ok(Batch { program: compiler::compile(text)?, frame: Frame::default() })
    }

    /// Runs it.
    pub fn run(&mut self, state: &mut SessionState, host: &dyn Host, sink: &mut dyn Sink) -> BatchEnd {
        state.cancel.store(false, Ordering::Relaxed);
        let frame = &mut self.frame;
        frame.globals = state.globals;
        frame.grow_to(self.program.code.registers);
        for (register, value) in &self.program.code.constants {
            frame.set(*register, value.clone());
        }
        for register in self.program.variables.iter() {
            frame.set(*register, Value::Null);
        }
        let mut context = CallContext::new(host, Arc::clone(&state.database), state.id, Arc::clone(&state.cancel))
            .with_locks(Arc::clone(&state.application_locks));
        let mut env = crate::statement::Env { state, frame, context: &mut context, sink };
        let made = env.state.table_variables.make(host, &self.program.tables).map_err(|error| vec![error]);
        let end = match made.and_then(|()| prepare::prepare(&mut self.program, &mut env)) {
            Ok(()) => interpreter::run(&mut self.program, env),
            Err(errors) => {
                env.frame.globals.error = errors.first().map_or(0, |error| error.number);
                errors.into_iter().for_each(|error| env.sink.message(Message::Error(error)));
                BatchEnd::Failed
            }
        };
        state.table_variables.release();
        state.globals = self.frame.globals;
        end
    }

    /// Whether it may run again: its plans name no table that is gone with this run.
    pub fn is_reusable(&self) -> bool {
        self.program.tables.is_empty()
    }
}
