//! The execution of a batch: a stack of the programs that have called each other.
//!
//! A call pushes a program and its end pops it, so EXECUTE needs no recursion. A trigger, a
//! function, INSERT ... EXECUTE and a system procedure that runs texts drain an execution of their
//! own, since they need the outcome in the middle of a statement.
//!
//! An execution may be suspended in a SELECT and is a value meanwhile
//! (`docs/decisions/2026-11-28-suspended-queries.md`). Drained executions aren't suspended.

use super::activation::{Activation, Departure};
use super::calls::{Calls, refuse};
use super::compiled_batch::Batch;
use super::completion::end_call;
use super::ending::Ending;
use super::enter::{Entry, enter, leave};
use super::interpreter::Interpreter;
use super::module_run::ModuleRun;
use super::plans::Plans;
use super::program::BoundProgram;
use super::suspended_step::SuspendedStep;
use super::{prepare, showplan};
use sluice_command::given_rows;
use sluice_command::statement::Env;
use sluice_command::statistics::Measurement;
use sluice_session::call_context::CallContext;
use sluice_session::sink::Sink;
use sluice_session::spent::Spent;
use sluice_session::state::SessionState;
use sluice_types::SqlError;

/// The execution of a batch. `root` is the batch itself.
pub(super) struct Execution {
    root: Activation,
    // Programs that have been called and haven't ended, the innermost last.
    called: Vec<Activation>,
    // SELECT of the innermost program, while the execution is suspended.
    suspended: Option<Box<SuspendedStep>>,
}

/// The result of a part of an execution.
pub(super) enum Progress {
    /// The sink is full.
    Suspended,
    /// The batch has ended.
    Ended(Ending),
}

/// The reason why a program gets control.
enum Event {
    /// The program starts.
    Started,
    /// A called program has ended.
    Returned(Activation, Ending),
    /// The client takes more rows of the program's SELECT.
    Resumed(Box<SuspendedStep>),
}

/// The session's parts that all programs of an execution share.
pub(super) struct Resources<'r, 'h> {
    /// The session.
    pub state: &'r mut SessionState,
    /// Host, current database and clock.
    pub context: &'r mut CallContext<'h>,
    /// Receives rows and messages.
    pub sink: &'r mut dyn Sink,
    /// The session's compiled programs.
    pub plans: &'r mut Plans,
}

impl Execution {
    /// Returns the execution of a program whose registers are initialized.
    pub(super) fn new(root: Activation) -> Execution {
        Execution { root, called: Vec::new(), suspended: None }
    }

    /// Runs the batch to its end. Continues at once where the execution could be suspended.
    pub(super) fn run(&mut self, resources: &mut Resources<'_, '_>) -> Ending {
        loop {
            if let Progress::Ended(ending) = self.advance(resources) {
                return ending;
            }
        }
    }

    /// Runs the batch until the sink is full, if the context lets it be suspended, or to its end.
    /// Times of suspended statements and modules are paused meanwhile.
    pub(super) fn advance(&mut self, resources: &mut Resources<'_, '_>) -> Progress {
        let mut event = match self.suspended.take() {
            Some(step) => {
                let clock = resources.context.host.clock();
                self.measurements().for_each(|measurement| measurement.resume(&**clock));
                self.module_runs().for_each(|run| run.resume(&resources.context.timer));
                Event::Resumed(step)
            }
            None => Event::Started,
        };
        loop {
            let top = self.called.last_mut().unwrap_or(&mut self.root);
            event = match run_innermost(top, resources, event) {
                Departure::Entered(activation) => {
                    self.called.push(activation);
                    Event::Started
                }
                Departure::Ended(ending) => match self.called.pop() {
                    Some(activation) => Event::Returned(activation, ending),
                    None => return Progress::Ended(ending),
                },
                Departure::Suspended(step) => {
                    self.suspended = Some(step);
                    let clock = resources.context.host.clock();
                    self.measurements().rev().for_each(|measurement| measurement.pause(&**clock));
                    self.module_runs().for_each(|run| run.pause(&resources.context.timer));
                    return Progress::Suspended;
                }
            };
        }
    }

    /// Measurements of the calls, the outermost first.
    fn measurements(&mut self) -> impl DoubleEndedIterator<Item = &mut Measurement> {
        self.called.iter_mut().filter_map(|called| called.call.as_mut()?.measurement.as_mut())
    }

    /// Runs of the called modules.
    fn module_runs(&mut self) -> impl Iterator<Item = &mut ModuleRun> {
        self.called.iter_mut().filter_map(|called| called.call.as_mut()?.run.as_mut())
    }

    /// Returns the batches that the execution consists of, the outermost first.
    pub(super) fn batches_mut(&mut self) -> impl Iterator<Item = &mut Batch> {
        std::iter::once(&mut self.root).chain(&mut self.called).map(|activation| &mut *activation.batch)
    }

    /// Returns the outermost activation, after its end.
    pub(super) fn into_root(self) -> Activation {
        self.root
    }
}

/// Runs the innermost program until it calls another one, is suspended or ends.
fn run_innermost(activation: &mut Activation, resources: &mut Resources<'_, '_>, event: Event) -> Departure {
    let Activation { batch, at, caught, inherited, tries, call } = activation;
    let Batch { bound, frame, .. } = &mut **batch;
    let Resources { state, context, sink, plans } = resources;
    let mut env = Env { state, frame, context, sink: *sink };
    let mut calls = Calls { plans, tries: *tries };
    let mut begun = Ok(());
    let refusal = call.as_mut().and_then(|call| call.refusal.take());
    let spelled = call.as_ref().and_then(|call| call.spelled());
    if matches!(event, Event::Started) {
        begun = refusal.map_or_else(|| begin(bound, spelled, &mut env, &mut calls), |error| Err(Ending::Raised(error)));
        *inherited = env.context.caught_error();
    }
    let mut interpreter = Interpreter::new(&mut env, &mut calls);
    interpreter.spelled = spelled;
    (interpreter.caught, interpreter.inherited) = (std::mem::take(caught), inherited.take());
    let BoundProgram { program, slots } = bound;
    let next = match event {
        Event::Returned(called, ending) => interpreter.resume((program, slots), *at, called, ending),
        Event::Resumed(step) => interpreter.resume_select((program, slots), *at, *step),
        Event::Started => begun.map_err(Departure::Ended).and_then(|()| interpreter.start(program, slots)),
    };
    let departure = match next {
        Ok(next) => interpreter.run(program, slots, next),
        Err(departure) => departure,
    };
    (*caught, *inherited, *at) = (interpreter.caught, interpreter.inherited, interpreter.at);
    if matches!(departure, Departure::Ended(_)) {
        env.state.module.table_variables.release();
    }
    departure
}

/// Makes the table variables of a program and prepares it, or sends its plan. Returns the ending of
/// a program that doesn't run. `spelled` is the name under which a procedure was called.
fn begin(
    bound: &mut BoundProgram,
    spelled: Option<&str>,
    env: &mut Env<'_, '_>,
    calls: &mut Calls<'_>,
) -> Result<(), Ending> {
    let began = (env.state.options.statistics_time && prepare::is_needed(bound))
        .then(|| Spent::now(&**env.context.host.clock()));
    let made =
        env.state.module.table_variables.make(env.context.host, &bound.program.tables).map_err(|error| vec![error]);
    env.state.cursors.declare_variables(&bound.program.cursors);
    let is_shown = showplan::is_wanted(env) && !showplan::is_switch(&bound.program);
    let given = std::mem::take(&mut env.state.client.given_rows);
    let inserted = |(has_begun, error): (bool, SqlError)| {
        let end = has_begun.then(SqlError::statement_terminated);
        error.at_line(1).with_causes().into_iter().chain(end).collect::<Vec<_>>()
    };
    let made =
        made.and_then(|()| given.into_iter().try_for_each(|rows| given_rows::insert(env, rows).map_err(inserted)));
    let prepared = made.and_then(|()| if is_shown { showplan::tell(bound, env) } else { prepare::prepare(bound, env) });
    match prepared {
        Ok(()) if is_shown => Err(Ending::Returned),
        Ok(()) => {
            env.tell_compiled(began);
            Ok(())
        }
        Err(mut errors) => {
            if let Some(spelled) = spelled {
                let named = errors.iter_mut().filter_map(|error| error.procedure.as_mut());
                named.for_each(|procedure| *procedure = spelled.into());
            }
            Err(refuse(env, calls, errors))
        }
    }
}

/// Runs a called program, and the programs that it calls, to its end. Returns its activation.
fn drain(env: &mut Env<'_, '_>, calls: &mut Calls<'_>, activation: Activation) -> (Activation, Ending) {
    let mut execution = Execution::new(activation);
    // The caller needs the outcome now.
    let may_suspend = env.context.set_may_suspend(false);
    let ending =
        execution.run(&mut Resources { state: env.state, context: env.context, sink: env.sink, plans: calls.plans });
    env.context.set_may_suspend(may_suspend);
    (execution.into_root(), ending)
}

/// Runs the program of an EXECUTE to its end and completes the EXECUTE.
pub(super) fn drain_call(
    env: &mut Env<'_, '_>,
    calls: &mut Calls<'_>,
    activation: Activation,
) -> Result<Ending, SqlError> {
    let (activation, ending) = drain(env, calls, activation);
    end_call(env, calls.plans, activation, ending)
}

/// Runs `batch` to its end on behalf of the program whose environment is `env`. Returns the batch
/// for the cache, with its ending or the error that kept it from being entered.
pub(super) fn drain_batch(
    env: &mut Env<'_, '_>,
    calls: &mut Calls<'_>,
    batch: Box<Batch>,
    entry: Entry<'_>,
) -> (Box<Batch>, Result<Ending, SqlError>) {
    let activation = match enter(env, calls, batch, entry) {
        Ok(activation) => activation,
        Err((batch, error)) => return (batch, Err(error)),
    };
    let (Activation { mut batch, call, .. }, ending) = drain(env, calls, activation);
    let result = match call {
        Some(call) => leave(env, &mut batch, (call.caller, call.run), ending),
        None => Ok(ending),
    };
    (batch, result)
}
