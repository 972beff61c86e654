//! Runs a program whose registers are initialized: prepares it, then interprets it or sends its
//! plan.

use super::calls::{Calls, refuse};
use super::ending::Ending;
use super::program::Execution;
use super::{interpreter, prepare, showplan};
use sluice_command::given_rows;
use sluice_command::statement::Env;
use sluice_session::spent::Spent;
use sluice_types::SqlError;

/// Runs a program whose registers are initialized.
pub(super) fn execute(execution: &mut Execution, env: &mut Env<'_, '_>, calls: &mut Calls<'_>) -> Ending {
    let began = (env.state.options.statistics_time && prepare::is_needed(execution))
        .then(|| Spent::now(&**env.context.host.clock()));
    let made =
        env.state.module.table_variables.make(env.context.host, &execution.program.tables).map_err(|error| vec![error]);
    env.state.cursors.declare_variables(&execution.program.cursors);
    let is_shown = showplan::is_wanted(env) && !showplan::is_switch(&execution.program);
    let given = std::mem::take(&mut env.state.client.given_rows);
    let inserted = |error: SqlError| vec![error.at_line(1)];
    let made =
        made.and_then(|()| given.into_iter().try_for_each(|rows| given_rows::insert(env, rows).map_err(inserted)));
    let ending = match made.and_then(|()| if is_shown { Ok(()) } else { prepare::prepare(execution, env) }) {
        Ok(()) if is_shown => match showplan::tell(execution, env) {
            Ok(()) => Ending::Returned,
            Err(errors) => refuse(env, calls, errors),
        },
        Ok(()) => {
            env.tell_compiled(began);
            interpreter::run(execution, env, calls)
        }
        Err(errors) => refuse(env, calls, errors),
    };
    env.state.module.table_variables.release();
    ending
}
