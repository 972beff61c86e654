//! The run of a program: the register machine, and between its turns the statements.

use super::BatchEnd;
use super::program::{NameSource, Program, Step};
use crate::code::{Exit, NoSubqueries, Pc, run as run_code};
use crate::consequence::{self, Consequence};
use crate::sink::Message;
use crate::statement::{self, Env, Outcome};
use sluice_types::{SqlError, Value};

/// What became of a step.
type StepResult = Result<(), (bool, SqlError)>;

/// Runs the program to its end.
pub(super) fn run(program: &mut Program, mut env: Env<'_, '_>) -> BatchEnd {
    let mut pc: Pc = 0;
    loop {
        let (at, failure) = match run_code(&program.code, pc, env.frame, env.context, &mut NoSubqueries) {
            Ok(Exit::Statement { number, at }) => match step(&mut program.steps[number as usize], &mut env) {
                Ok(()) => {
                    env.frame.globals.error = 0;
                    env.context.next_statement();
                    pc = at + 1;
                    continue;
                }
                Err(failure) => (at, failure),
            },
            Ok(Exit::End | Exit::Accept) => return BatchEnd::Finished,
            Err((at, error)) => (at, (false, error)),
        };
        match fail(program, &mut env, at, failure) {
            Ok(resume) => pc = resume,
            Err(end) => return end,
        }
    }
}

#[inline]
fn step(step: &mut Step, env: &mut Env<'_, '_>) -> StepResult {
    match step {
        Step::Bound(slot) => slot.run(env).map(|_| ()),
        Step::Begin(name) => {
            let name = name.as_ref().and_then(|name| name_of(name, env));
            statement::begin(env, name.as_deref());
            Ok(())
        }
        Step::Commit(delayed) => statement::commit(env, *delayed).map_err(at_run),
        other => rare_step(other, env),
    }
}

/// The steps that no small transaction has.
fn rare_step(step: &mut Step, env: &mut Env<'_, '_>) -> StepResult {
    match step {
        Step::Test(slot, answer) => {
            let outcome = slot.run(env)?;
            env.frame.set(*answer, Value::Bit(outcome == Outcome::Answer(true)));
            Ok(())
        }
        Step::RollBack(name) => {
            let name = name.as_ref().and_then(|name| name_of(name, env));
            statement::roll_back(env, name.as_deref()).map_err(at_run)
        }
        Step::Save(name) => {
            let name = name_of(name, env).unwrap_or_default();
            statement::save(env, &name).map_err(at_run)
        }
        Step::Print(register) => {
            env.frame.globals.row_count = 0;
            let text = env.frame.get(*register).as_str().unwrap_or_default().to_owned();
            env.sink.message(Message::Print { text, line: 0 });
            Ok(())
        }
        Step::Switch(switches) => {
            switches.iter().for_each(|switch| statement::switch(env, *switch));
            Ok(())
        }
        Step::DeadlockPriority(register) => statement::set_priority(env, *register).map_err(at_run),
        Step::IdentityInsert(table, on) => statement::identity_insert(env, table, *on).map_err(at_run),
        Step::Use(name) => statement::use_database(env, name).map_err(at_run),
        Step::CreateDatabase(name) => statement::create_database(env, name).map_err(at_run),
        Step::DropDatabase(if_exists, names) => statement::drop_databases(env, *if_exists, names).map_err(at_run),
        Step::Backup(backup) => statement::back_up(env, backup).map_err(at_run),
        Step::AlterDatabase(alter) => statement::alter_database(env, alter).map_err(at_run),
        Step::AlterScopedConfiguration(option) => statement::alter_scoped_configuration(env, option).map_err(at_run),
        Step::CreateTable(definition) => {
            let (name, columns) = &**definition;
            statement::create_table(env, name, columns).map_err(at_run)
        }
        Step::DropTable(if_exists, names) => statement::drop_tables(env, *if_exists, names).map_err(at_run),
        Step::TruncateTable(name) => statement::truncate_table(env, name).map_err(at_run),
        Step::CheckDatabase(name, infos) => statement::check(env, name.as_deref(), *infos).map_err(at_run),
        Step::Trace(trace) => statement::trace(env, trace).map_err(at_run),
        Step::CreateSequence(definition) => {
            let (name, options) = &**definition;
            statement::create_sequence(env, name, options).map_err(at_run)
        }
        Step::AlterSequence(definition) => {
            let (name, options) = &**definition;
            statement::alter_sequence(env, name, options).map_err(at_run)
        }
        Step::DropSequence(if_exists, names) => statement::drop_sequences(env, *if_exists, names).map_err(at_run),
        Step::DefineModule(definition) => statement::define_module(env, definition).map_err(at_run),
        Step::DropModules(if_exists, kind, names) => {
            statement::drop_modules(env, *if_exists, *kind, names).map_err(at_run)
        }
        Step::Checkpoint => statement::checkpoint(env).map_err(at_run),
        Step::SequenceRange(call) => statement::take_range(env, call).map_err(at_run),
        Step::ApplicationLock(call) => statement::application_lock(env, call).map_err(at_run),
        Step::FlushLog => statement::flush_log(env).map_err(at_run),
        Step::Fail(error) => Err((false, (**error).clone())),
        Step::Bound(_) | Step::Begin(_) | Step::Commit(_) => unreachable!("the quick steps are not handed on"),
    }
}

/// Tells an error and does what it entails: where the batch goes on, or how it ends.
#[cold]
fn fail(program: &Program, env: &mut Env<'_, '_>, at: Pc, (binding, error): (bool, SqlError)) -> Result<Pc, BatchEnd> {
    let region = program.region(at);
    let mut error = error.at_line(region.map_or(1, |region| region.line));
    if error.number == consequence::DEADLOCK {
        error.args = vec![env.state.id.0.to_string()];
    }
    let consequence = match consequence::of(&error, env.state.options.xact_abort) {
        // An error of binding ends the batch, but nothing of the transaction.
        Consequence::Statement | Consequence::Transaction if binding => Consequence::Batch,
        consequence => consequence,
    };
    // What SET IDENTITY_INSERT forbids is refused before the statement begins, as is a SELECT INTO whose table is there.
    let began = !binding && !matches!(error.number, 544 | 545 | OBJECT_EXISTS);
    let terminated = began && consequence == Consequence::Statement && is_change(program, at);
    let follower = follower(program, at, &error);
    env.context.next_statement();
    env.frame.globals.error = follower.as_ref().map_or(error.number, |follower| follower.number);
    env.frame.globals.row_count = 0;
    env.sink.message(Message::Error(error));
    if let Some(follower) = follower {
        env.sink.message(Message::Error(follower));
    }
    if terminated {
        // 3621: the statement has been terminated.
        env.inform(3621, Vec::new());
    }
    if consequence >= Consequence::Transaction {
        env.frame.globals.tran_count = 0;
        if let Err(error) = env.state.roll_back_work() {
            env.sink.message(Message::Error(error));
        }
    }
    match consequence {
        Consequence::Statement => Ok(region.map_or(at + 1, |region| region.resume)),
        Consequence::Batch | Consequence::Transaction => Err(BatchEnd::Failed),
        Consequence::Session => Err(BatchEnd::SessionEnded),
    }
}

/// Whether the statement at `at` is one that changes rows.
fn is_change(program: &Program, at: Pc) -> bool {
    matches!(program.step(at), Some(Step::Bound(slot)) if slot.is_change())
}

/// 5069 behind what ALTER DATABASE finds wrong, 3013 behind what BACKUP does; not where the statement as such is refused (as
/// written, ALTER in a transaction, or as not supported).
fn follower(program: &Program, at: Pc, error: &SqlError) -> Option<SqlError> {
    let follower = match program.step(at) {
        _ if matches!(error.number, 102 | 226 | 40517) => return None,
        Some(Step::AlterDatabase(_)) => SqlError::new(5069, 16, 1, Vec::new()),
        Some(Step::Backup(backup)) => {
            let what = if backup.of_log { "BACKUP LOG" } else { "BACKUP DATABASE" };
            SqlError::new(3013, 16, 1, vec![what.to_owned()])
        }
        _ => return None,
    };
    Some(follower.at_line(error.line))
}

fn name_of(name: &NameSource, env: &Env<'_, '_>) -> Option<String> {
    match name {
        NameSource::Text(text) => Some(text.to_string()),
        NameSource::Register(register) => env.frame.get(*register).as_str().map(str::to_owned),
    }
}

fn at_run(error: SqlError) -> (bool, SqlError) {
    (false, error)
}

/// The number of the error for a name that is taken.
const OBJECT_EXISTS: i32 = 2714;
