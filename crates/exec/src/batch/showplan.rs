//! SET SHOWPLAN_TEXT: while it is ON a batch is compiled and its statements' plans are told; nothing of it runs
//! (`t-sql/statements/set-showplan-text-transact-sql.md`).

use super::program::{Program, Step};
use crate::code::Op;
use crate::sink::ColumnInfo;
use crate::statement::{Env, OptionSwitch};
use sluice_base::sync::Arc;
use sluice_syntax::ast::{SetOption, Statement, StatementKind};
use sluice_types::{DataType, Length, SqlError, Value};

/// The option's name in lower case, if a SET is about one of SHOWPLAN.
pub(super) fn showplan(option: &SetOption) -> Option<String> {
    let SetOption::Switch { options, .. } = option else { return None };
    let found = options.iter().find(|option| NAMES.iter().any(|name| option.is(name)));
    found.map(|option| option.text.to_lowercase())
}

/// 1067: SET SHOWPLAN must be the only statement of its batch.
pub(super) fn check_alone(statements: &[Statement]) -> Result<(), SqlError> {
    let line = match statements {
        [Statement { kind: StatementKind::SetOption(_), .. }] => None,
        statements => first_of(statements),
    };
    line.map_or(Ok(()), |line| Err(SqlError::new(1067, 15, 1, Vec::new()).at_line(line)))
}

/// The line of the first SET SHOWPLAN among statements and those within them.
fn first_of(statements: &[Statement]) -> Option<u32> {
    statements.iter().find_map(|statement| match &statement.kind {
        StatementKind::SetOption(option) => showplan(option).map(|_| statement.line),
        StatementKind::Block(statements) => first_of(statements),
        StatementKind::If { then, otherwise, .. } => {
            let then = first_of(std::slice::from_ref(then));
            then.or_else(|| otherwise.as_deref().and_then(|other| first_of(std::slice::from_ref(other))))
        }
        StatementKind::While { body, .. } => first_of(std::slice::from_ref(body)),
        StatementKind::TryCatch { body, handler } => first_of(body).or_else(|| first_of(handler)),
        _ => None,
    })
}

/// Whether all that the program does is to switch SHOWPLAN: that runs.
pub(super) fn is_switch(program: &Program) -> bool {
    match program.steps.as_slice() {
        [Step::Switch(switches)] => switches.iter().all(|switch| matches!(switch, OptionSwitch::ShowplanText(_))),
        _ => false,
    }
}

/// Tells of each statement that has a plan its text and the plan, in the order in which they are written. USE counts as it will when the batch
/// runs.
pub(super) fn tell(program: &mut Program, env: &mut Env<'_, '_>) -> Result<(), Vec<SqlError>> {
    let mut database = Arc::clone(&env.state.database);
    for op in &program.code.ops {
        let Op::Statement(number) = op else { continue };
        let slot = match &program.steps[*number as usize] {
            Step::Bound(slot) | Step::Test(slot, _) => slot,
            Step::Use(name) => {
                let found = env.context.host.database(name);
                database = found.ok_or_else(|| vec![env.context.host.not_open(name)])?;
                continue;
            }
            _ => continue,
        };
        let plan = slot.explain(&database, env).map_err(|error| {
            let line = program.line_of_step(*number as usize);
            vec![SqlError { procedure: program.name.clone(), ..error.at_line(line) }]
        })?;
        send(env, [slot.text().to_owned()]);
        send(env, plan);
    }
    Ok(())
}

/// A result set of texts.
fn send(env: &mut Env<'_, '_>, lines: impl IntoIterator<Item = String>) {
    let data_type = DataType::NVarChar(Length::Max);
    env.sink.columns(&[ColumnInfo { name: "StmtText".to_owned(), data_type, nullable: true }]);
    for line in lines {
        env.sink.row(&[Value::text(line)]);
    }
    env.sink.done(None);
}

/// The options.
const NAMES: [&str; 3] = ["SHOWPLAN_TEXT", "SHOWPLAN_ALL", "SHOWPLAN_XML"];
