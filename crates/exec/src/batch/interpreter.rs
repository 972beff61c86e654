//! Runs a program: the register machine runs expressions and control flow, and the interpreter runs
//! the statements in between.

use super::activation::Departure;
use super::calls::Calls;
use super::compiler;
use super::ending::{Ending, Raised, Stop};
use super::profile;
use super::program::{Program, Slot, Step};
use super::suspended_step::SuspendedStep;
use super::types::Types;
use sluice_base::sync::Arc;
use sluice_command::statement::{self, Command, Env, Outcome, Raising, SuspendedSelect};
use sluice_command::statistics::Measurement;
use sluice_query::code::context::Context;
use sluice_query::code::{Exit, NoSubqueries, Op, Pc, run_here};
use sluice_session::consequence;
use sluice_syntax::ast::Statement;
use sluice_types::{SqlError, Value};

/// The result of a step.
type StepResult = Result<(), Stop>;

/// The run of a program.
pub(super) struct Interpreter<'t, 'e, 'h, 'c> {
    pub env: &'t mut Env<'e, 'h>,
    pub calls: &'t mut Calls<'c>,
    /// Last error caught by each handler.
    pub caught: Vec<Option<Arc<SqlError>>>,
    /// Error for which the caller's CATCH block was entered.
    pub inherited: Option<Arc<SqlError>>,
    /// The call or SELECT that the program waits for.
    pub at: Pc,
    /// The name under which the program was called, if it is a procedure.
    pub spelled: Option<&'t str>,
    /// Text of the running call of a system procedure, for the events that it raises.
    pub call_text: Box<str>,
}

impl<'t, 'e, 'h, 'c> Interpreter<'t, 'e, 'h, 'c> {
    /// Returns the interpreter of a program that no CATCH block runs.
    pub(super) fn new(env: &'t mut Env<'e, 'h>, calls: &'t mut Calls<'c>) -> Self {
        Interpreter { env, calls, caught: Vec::new(), inherited: None, at: 0, spelled: None, call_text: Box::default() }
    }

    /// Returns where the program starts. Under NOEXEC and FMTONLY it first skips statements, as
    /// [`Interpreter::skip`] does, and fails like it.
    pub(super) fn start(&mut self, program: &Program, slots: &mut [Slot]) -> Result<Pc, Departure> {
        if self.is_skipping() { self.skip(program, slots, 0) } else { Ok(0) }
    }

    /// Continues the SELECT at `at`. Returns where the program continues after it. An error goes
    /// the way of every step's error. The step may be suspended again.
    #[cold]
    pub(super) fn resume_select(
        &mut self,
        (program, slots): (&Program, &mut [Slot]),
        at: Pc,
        step: SuspendedStep,
    ) -> Result<Pc, Departure> {
        let Op::Statement(number) = program.code.ops[at as usize] else {
            unreachable!("only a statement is suspended")
        };
        match resumed(&mut slots[number as usize], step, self.env) {
            Ok(()) => {
                self.env.frame.globals.error = 0;
                self.env.context.next_statement();
                Ok(at + 1)
            }
            Err(stop) => self.stop(program, slots, at, stop),
        }
    }

    /// Whether SET NOEXEC or FMTONLY is ON.
    pub(super) fn is_skipping(&self) -> bool {
        self.env.state.options.no_exec | self.env.state.options.format_only
    }

    /// Runs the program from `pc` until it calls another program or ends. Steps are run one after
    /// another; an error is handled by [`Interpreter::stop`]. `slots` has what this session has
    /// bound of each step.
    pub(super) fn run(&mut self, program: &Program, slots: &mut [Slot], mut pc: Pc) -> Departure {
        // Inside a function the caller's statement stays the running one.
        let running = self.env.state.activity.running;
        let events = self.env.context.host.waits().events();
        // The measurement of a statement that has failed or fires triggers.
        let mut measurement = None;
        loop {
            let env = &mut *self.env;
            let (at, stop) = match run_here(&program.code, pc, env.frame, env.context, &mut NoSubqueries) {
                Ok(Exit::Statement { number, at }) => {
                    if running.is_some() {
                        env.state.activity.sight.set_running(running.at(number));
                    }
                    env.frame.globals.line = program.lines[number as usize];
                    let (run, slot) = (&program.steps[number as usize], &mut slots[number as usize]);
                    let result = if Measurement::is_on(&env.state.options, events) {
                        measured((program, at), (run, slot), env, &mut measurement)
                    } else {
                        step(run, slot, env)
                    };
                    match result {
                        Ok(()) => {
                            env.frame.globals.error = 0;
                            env.context.next_statement();
                            pc = at + 1;
                            continue;
                        }
                        Err(stop) => (at, stop),
                    }
                }
                Ok(Exit::End | Exit::Accept) => return Departure::Ended(Ending::Returned),
                Err((at, error)) => (at, Stop::Failed(error)),
            };
            let next = self.stop(program, slots, at, stop);
            if let Some(measurement) = measurement.take() {
                measurement.end(self.env);
            }
            match next {
                Ok(next) => pc = next,
                Err(departure) => return departure,
            }
        }
    }
}

/// Continues the SELECT of a suspended step.
#[cold]
fn resumed(slot: &mut Slot, step: SuspendedStep, env: &mut Env<'_, '_>) -> StepResult {
    let Slot::Bound(slot) = slot else { unreachable!("only a bound statement is suspended") };
    let clock = Arc::clone(env.context.host.clock());
    let SuspendedStep { query, mut measurement } = step;
    measurement.iter_mut().for_each(|measurement| measurement.resume(&*clock));
    match slot.resume(query, env) {
        Ok(Outcome::Suspended(query)) => {
            measurement.iter_mut().for_each(|measurement| measurement.pause(&*clock));
            Err(suspended(query, measurement))
        }
        Ok(_) => {
            measurement.into_iter().for_each(|measurement| measurement.tell(env));
            profile::send_of(slot, env);
            Ok(())
        }
        Err(failed) => {
            measurement.into_iter().for_each(|measurement| measurement.end(env));
            Err(Stop::of_bound(failed))
        }
    }
}

#[cold]
fn suspended(query: Box<SuspendedSelect>, measurement: Option<Measurement>) -> Stop {
    Stop::Suspended(Box::new(SuspendedStep { query, measurement }))
}

#[inline]
fn step(step: &Step, slot: &mut Slot, env: &mut Env<'_, '_>) -> StepResult {
    if let (Step::Bound(_), Slot::Bound(slot)) = (step, &mut *slot) {
        return match slot.run(env) {
            Ok(Outcome::Fires(firing)) => Err(Stop::Fires(firing)),
            Ok(Outcome::Suspended(query)) => Err(suspended(query, None)),
            Ok(_) => Ok(()),
            Err(failed) => Err(Stop::of_bound(failed)),
        };
    }
    // A commit may wait. Its time must not count for the next statement.
    env.context.timer.let_go();
    if env.state.security.is_restricted {
        super::step_permission::check(step, env).map_err(at_run)?;
    }
    let end = if let Step::Command(command) = step {
        command.run(env).map_err(Stop::of_command)?;
        command.has_end().then_some("")
    } else {
        rare_step(step, slot, env)?;
        step.end()
    };
    if let Some(words) = end {
        env.end_statement(words);
    }
    Ok(())
}

/// Like [`step`], and sends the output of SET STATISTICS. The measurement of a statement that isn't
/// over is put in `left`.
#[cold]
fn measured(
    (program, at): (&Program, Pc),
    (run, slot): (&Step, &mut Slot),
    env: &mut Env<'_, '_>,
    left: &mut Option<Measurement>,
) -> StepResult {
    if !run.is_measured() {
        return step(run, slot, env);
    }
    let mut measurement = Measurement::begin(env, program.facts(at));
    profile::begin(slot);
    let result = step(run, slot, env);
    match result {
        Ok(()) => {
            measurement.tell(env);
            profile::send(slot, env);
        }
        Err(Stop::Suspended(mut step)) => {
            measurement.pause(&**env.context.host.clock());
            step.measurement = Some(measurement);
            return Err(Stop::Suspended(step));
        }
        Err(Stop::Fires(_)) => {
            *left = Some(measurement);
            profile::send(slot, env);
        }
        Err(_) => *left = Some(measurement),
    }
    result
}

/// Runs the steps that are neither a bound statement nor a command.
fn rare_step(step: &Step, slot: &mut Slot, env: &mut Env<'_, '_>) -> StepResult {
    match (step, slot) {
        (Step::Test(_, answer), Slot::Bound(slot)) => {
            let outcome = slot.run(env).map_err(Stop::of_bound)?;
            env.frame.set(*answer, Value::Bit(matches!(outcome, Outcome::Yes)));
            Ok(())
        }
        (Step::Switch(switches), _) => {
            switches.iter().for_each(|switch| statement::switch(env, *switch));
            if env.state.options.no_exec | env.state.options.format_only { Err(Stop::Skip) } else { Ok(()) }
        }
        (Step::Named(command, words), _) => define(&**command, words, env),
        (Step::Use(name), _) => statement::use_database(env, name).map_err(at_run),
        (Step::Late(statement), _) => late(statement, env),
        (Step::Positioned(change), Slot::Positioned(compiled)) => {
            fired(sluice_cursor::change_current(env, change, compiled).map_err(Stop::of_bound)?)
        }
        (Step::InsertBulk(load), Slot::Load(running)) => {
            fired(statement::bulk_load(env, load, running).map_err(Stop::of_bound)?)
        }
        (Step::Call(_) | Step::DeclaredCall(_) | Step::InsertCall(_) | Step::BulkInsert(_), _) => Err(Stop::Call),
        (Step::Leave(handler), _) => Err(Stop::Leave(*handler)),
        // A refused statement is an error of compilation, which no TRY block around it catches, but
        // one around the call of the module or text that has it.
        (Step::Fail(error), _) if error.number == consequence::UNSUPPORTED => Err(Stop::Unbound((**error).clone())),
        (Step::Fail(error), _) => Err(Stop::Failed((**error).clone())),
        (Step::Bound(_) | Step::Command(_), _) => unreachable!("the quick steps are not handed on"),
        (Step::Test(..) | Step::Positioned(_) | Step::InsertBulk(_), _) => unreachable!("the slot is the step's"),
    }
}

/// Runs a definition or DBCC. If triggers watch its events, its end is left to
/// [`Interpreter::raise`].
#[cold]
fn define(command: &dyn Command, words: &str, env: &mut Env<'_, '_>) -> StepResult {
    let source = command.events();
    let Some(mut raising) = Raising::begin(env, &source) else {
        return command.run(env).map_err(Stop::of_command);
    };
    let failure = command.run(env).map_err(Stop::of_command).err();
    raising.ran(env, &source, failure.is_some());
    let end = command.has_end().then(|| words.into());
    Err(Stop::Raises(Box::new(Raised { raising, failure, end })))
}

fn fired(outcome: Outcome) -> StepResult {
    if let Outcome::Fires(firing) = outcome { Err(Stop::Fires(firing)) } else { Ok(()) }
}

/// Compiles a definition against the current catalog and runs it.
#[cold]
fn late(statement: &Statement, env: &mut Env<'_, '_>) -> StepResult {
    let types = Types::for_session(env.state);
    let steps = compiler::compile_late(statement, types).map_err(at_run)?;
    // A definition is a command.
    steps.iter().try_for_each(|definition| step(definition, &mut Slot::Empty, env))
}

fn at_run(error: SqlError) -> Stop {
    Stop::Failed(error)
}
