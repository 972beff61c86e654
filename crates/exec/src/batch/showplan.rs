//! SET SHOWPLAN_TEXT and SHOWPLAN_ALL: while either is ON, batches are compiled and their plans are
//! sent instead of being run (`t-sql/statements/set-showplan-text-transact-sql.md`).

use super::program::{BoundProgram, Program, Slot, Step};
use sluice_base::sync::Arc;
use sluice_command::statement::{BoundSlot, Env, OptionSwitch};
use sluice_plan::explain::PlanLine;
use sluice_query::code::Op;
use sluice_session::rights::Rights;
use sluice_session::sink::ColumnInfo;
use sluice_syntax::ast::{SetOption, Statement, StatementKind};
use sluice_table::database::Database;
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
    env.state.options.showplan_text || env.state.options.showplan_all
}

fn is_showplan(switch: &OptionSwitch) -> bool {
    matches!(switch, OptionSwitch::ShowplanText(_) | OptionSwitch::ShowplanAll(_))
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
/// SHOWPLAN_ALL, all plans come as one result set at the end; otherwise each statement has two.
/// Fails with the error of a statement that can't be bound.
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
        let (kind, plan) = explain(slot, &database, env).map_err(|error| {
            let line = program.line_of_step(*number as usize);
            vec![error.at_line(line).in_procedure(program.name.clone())]
        })?;
        if env.state.options.showplan_all {
            told.push((slot.text().to_owned(), kind, plan));
        } else {
            send(env, [slot.text().to_owned()]);
            send(env, plan.into_iter().map(|line| line.shown));
        }
    }
    if !told.is_empty() {
        send_all(env, &told);
    }
    Ok(())
}

/// Returns the statement's plan. A restricted session needs permission to run the statement, and
/// SHOWPLAN in every database that it names.
fn explain(
    slot: &BoundSlot,
    database: &Arc<Database>,
    env: &Env<'_, '_>,
) -> Result<(&'static str, Vec<PlanLine>), SqlError> {
    let (kind, plan, needs) = slot.explain(database, env)?;
    if env.state.security.is_restricted {
        let host = env.context.host;
        env.state.check_needs_in(host, &needs, database)?;
        let others = needs.iter().filter_map(|need| host.database(need.database.as_deref()?));
        let mut databases = vec![Arc::clone(database)];
        databases.extend(others.filter(|other| !Arc::ptr_eq(other, database)));
        Rights::new(env.state, host).show_plan(&databases)?;
    }
    Ok((kind, plan))
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

/// Sends the result set of SHOWPLAN_ALL: each statement's text, followed by its operators. Columns
/// without an estimate are NULL.
fn send_all(env: &mut Env<'_, '_>, told: &[(String, &'static str, Vec<PlanLine>)]) {
    let columns = COLUMNS.iter().map(|(name, data_type)| ColumnInfo::expression(*name, *data_type, true));
    env.sink.columns(&columns.collect::<Vec<_>>());
    let number = |number: usize| Value::Int(i32::try_from(number).unwrap_or(i32::MAX));
    for (statement, (text, kind, plan)) in told.iter().enumerate() {
        let row = |text: &str, (node, above): (usize, usize), operator: [Value; 4], kind: &str| {
            let mut row = vec![Value::Null; COLUMNS.len()];
            (row[TEXT], row[STATEMENT]) = (Value::text(text), number(statement + 1));
            (row[NODE], row[PARENT]) = (number(node), number(above));
            row[OPERATOR..OPERATOR + operator.len()].clone_from_slice(&operator);
            (row[KIND], row[PARALLEL]) = (Value::text(kind), Value::Bit(false));
            row
        };
        let nothing = [Value::Null, Value::Null, Value::Null, Value::Null];
        env.sink.row(&row(text, (1, 0), nothing, kind));
        for (place, line) in plan.iter().enumerate() {
            let argument = Some(line.argument()).filter(|argument| !argument.is_empty());
            let or_null = |text: Option<&str>| text.map_or(Value::Null, Value::text);
            let [physical, logical] = [line.physical(), line.logical()].map(Value::text);
            let operator = [physical, logical, or_null(argument), or_null(line.defined())];
            let above = line.above.map_or(1, |above| above + 2);
            env.sink.row(&row(&line.shown, (place + 2, above), operator, "PLAN_ROW"));
        }
    }
    env.sink.done(None);
}

/// Columns of SHOWPLAN_ALL (`t-sql/statements/set-showplan-all-transact-sql.md`).
const COLUMNS: [(&str, DataType); 18] = [
    ("StmtText", DataType::NVarChar(Length::Max)),
    ("StmtId", DataType::Int),
    ("NodeId", DataType::Int),
    ("Parent", DataType::Int),
    ("PhysicalOp", DataType::NVarChar(Length::Limited(60))),
    ("LogicalOp", DataType::NVarChar(Length::Limited(60))),
    ("Argument", DataType::NVarChar(Length::Max)),
    ("DefinedValues", DataType::NVarChar(Length::Max)),
    ("EstimateRows", DataType::Float),
    ("EstimateIO", DataType::Float),
    ("EstimateCPU", DataType::Float),
    ("AvgRowSize", DataType::Int),
    ("TotalSubtreeCost", DataType::Float),
    ("OutputList", DataType::NVarChar(Length::Max)),
    ("Warnings", DataType::NVarChar(Length::Max)),
    ("Type", DataType::NVarChar(Length::Limited(60))),
    ("Parallel", DataType::Bit),
    ("EstimateExecutions", DataType::Float),
];
/// Positions of the columns in a row. `OPERATOR` is the first of the operator's four columns.
const TEXT: usize = 0;
const STATEMENT: usize = 1;
const NODE: usize = 2;
const PARENT: usize = 3;
const OPERATOR: usize = 4;
const KIND: usize = 15;
const PARALLEL: usize = 16;

/// Names of the options.
const NAMES: [&str; 3] = ["SHOWPLAN_TEXT", "SHOWPLAN_ALL", "SHOWPLAN_XML"];
