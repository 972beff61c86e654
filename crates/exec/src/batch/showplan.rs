//! SET SHOWPLAN_TEXT, SHOWPLAN_ALL and SHOWPLAN_XML: while any of them is ON, batches are compiled
//! and their plans are sent instead of being run
//! (`t-sql/statements/set-showplan-text-transact-sql.md`).

use super::plan_rows::{ShownPlan, send_document, send_rows};
use super::program::{BoundProgram, Program, Slot, Step};
use sluice_base::sync::Arc;
use sluice_command::statement::{BoundSlot, Env, OptionSwitch, may_show_plan};
use sluice_query::code::Op;
use sluice_query::code::context::Context;
use sluice_session::sink::ColumnInfo;
use sluice_showplan::{StoredPlan, kind_of, lines};
use sluice_syntax::ast::{SetOption, Statement, StatementKind};
use sluice_table::database::Database;
use sluice_table::isolation::Isolation;
use sluice_types::{DataType, Length, SqlError, Value};

/// Returns whether a SET statement sets a SHOWPLAN option.
pub(super) fn sets_showplan(option: &SetOption) -> bool {
    let SetOption::Switch { options, .. } = option else { return false };
    options.iter().any(|option| NAMES.iter().any(|name| option.is(name)))
}

/// Fails with 1067 if SET SHOWPLAN isn't the only statement of its batch. Passes without SET
/// SHOWPLAN. The error has the statement's line.
pub(super) fn check_alone(statements: &[Statement]) -> Result<(), SqlError> {
    let line = match statements {
        [Statement { kind: StatementKind::SetOption(_), .. }] => None,
        statements => first_of(statements),
    };
    line.map_or(Ok(()), |line| Err(SqlError::showplan_not_alone().at_line(line)))
}

/// Returns the line of the first SET SHOWPLAN among statements and their nested statements.
fn first_of<'s>(statements: impl IntoIterator<Item = &'s Statement>) -> Option<u32> {
    statements.into_iter().find_map(|statement| match &statement.kind {
        StatementKind::SetOption(option) => sets_showplan(option).then_some(statement.line),
        kind => first_of(kind.inner()),
    })
}

/// Returns whether plans are sent instead of running the batch.
pub(super) fn is_wanted(env: &Env<'_, '_>) -> bool {
    let options = &env.state.options;
    options.showplan_text || options.showplan_all || options.showplan_xml
}

fn is_showplan(switch: &OptionSwitch) -> bool {
    matches!(switch, OptionSwitch::ShowplanText(_) | OptionSwitch::ShowplanAll(_) | OptionSwitch::ShowplanXml(_))
}

/// Returns whether the program only sets SHOWPLAN options. Such a program runs.
pub(super) fn is_switch(program: &Program) -> bool {
    match program.steps.as_slice() {
        [Step::Switch(switches)] => switches.iter().all(is_showplan),
        _ => false,
    }
}

/// Sends the text and the plan of each statement that has a plan, in textual order. A USE decides
/// the database of the statements after it; the session's database stays. Nothing runs. Under
/// SHOWPLAN_ALL, all plans come as one result set at the end, under SHOWPLAN_XML as one document;
/// otherwise each statement has two result sets. Fails with the error of a statement that can't be
/// bound. Fails with 8631 if the stack is too short.
pub(super) fn tell(bound: &BoundProgram, env: &mut Env<'_, '_>) -> Result<(), Vec<SqlError>> {
    let BoundProgram { program, slots } = bound;
    let (mut database, mut told) = (Arc::clone(&env.state.database), Vec::new());
    for op in &program.code.ops {
        let Op::Statement(number) = op else { continue };
        let slot = match (&program.steps[*number as usize], &slots[*number as usize]) {
            (Step::Bound(_) | Step::Test(..), Slot::Bound(slot)) => slot,
            (Step::Use(name), _) => {
                let found = env.context.host.database(name);
                database = found.ok_or_else(|| vec![env.context.host.not_open(name)])?;
                continue;
            }
            _ => continue,
        };
        let plan = explain(slot, &database, env).map_err(|error| {
            let line = program.line_of_step(*number as usize);
            vec![error.at_line(line).in_procedure(program.name.clone())]
        })?;
        let operators = plan.explain(is_parallel(&plan, env)).ok_or_else(|| vec![SqlError::out_of_stack()])?;
        if env.state.options.showplan_all || env.state.options.showplan_xml {
            let (text, kind, number) = (slot.text().to_owned(), kind_of(&plan.bound.body), told.len() + 1);
            told.push(ShownPlan { text, kind, number, options: plan.options, operators });
        } else {
            send(env, [slot.text().to_owned()]);
            send(env, lines(&operators).into_iter().map(|line| line.shown));
        }
    }
    match told.is_empty() {
        true => {}
        false if env.state.options.showplan_xml => send_document(env, &told, None),
        false => send_rows(env, &told, None),
    }
    Ok(())
}

/// Whether the session would run the plan on several threads. Under REPEATABLE READ and
/// SERIALIZABLE, rows are locked by one thread.
fn is_parallel(plan: &StoredPlan, env: &Env<'_, '_>) -> bool {
    let locks_rows = matches!(env.state.options.isolation, Isolation::RepeatableRead | Isolation::Serializable);
    !locks_rows && env.context.degree(plan.bound.cost(), plan.bound.degree_hint) > 1
}

/// Returns the statement's plan. A restricted session needs permission to run the statement, and
/// SHOWPLAN in every database that it names.
fn explain(slot: &BoundSlot, database: &Arc<Database>, env: &Env<'_, '_>) -> Result<StoredPlan, SqlError> {
    let plan = slot.stored_plan(database, env)?;
    if env.state.security.is_restricted {
        env.state.check_needs_in(env.context.host, &plan.bound.needs, database)?;
        may_show_plan(env, &plan.bound.needs, database)?;
    }
    Ok(plan)
}

/// Sends a result set of texts.
fn send(env: &mut Env<'_, '_>, lines: impl IntoIterator<Item = String>) {
    let data_type = DataType::NVarChar(Length::Max);
    env.sink.columns(&[ColumnInfo::expression("StmtText", data_type, true)]);
    for line in lines {
        env.sink.row(&[Value::text(line)]);
    }
    env.sink.done(None);
}

/// Names of the options.
const NAMES: [&str; 3] = ["SHOWPLAN_TEXT", "SHOWPLAN_ALL", "SHOWPLAN_XML"];
