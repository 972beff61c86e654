//! Checks a restricted session's permissions for each step. The `match` has no wildcard arm, so
//! each new step needs a decision.
//!
//! `everybody` names the documentation page according to which no permission is needed.
//! `checked_by` names the function that makes the check later, once names are resolved.

use super::program::Step;
use sluice_command::statement::{Env, OptionSwitch};
use sluice_session::rights::Rights;
use sluice_types::SqlError;

/// Fails if the session may not run the step. Called only for restricted sessions. Steps whose
/// names must be resolved first are checked at that point.
#[cold]
pub(super) fn check(step: &Step, env: &Env<'_, '_>) -> Result<(), SqlError> {
    let rights = Rights::new(env.state, env.context.host);
    match step {
        Step::Command(command) | Step::Named(command, _) => command.needs(&rights),
        Step::InsertBulk(load) => rights.bulk_load(&load.target.table, load.target.checks, load.target.fires),
        Step::BulkInsert(insert) => insert.needs(&rights),
        Step::Bound(_) | Step::Test(..) | Step::Positioned(_) => rights.checked_by("bound::check_permissions"),
        Step::InsertCall(_) | Step::DeclaredCall(_) | Step::Call(_) => rights.checked_by("call::call_it"),
        Step::Late(_) => rights.checked_by("interpreter::late"),
        Step::Use(_) => rights.checked_by("use_database::use_database"),
        Step::Switch(switches) => switches.iter().try_for_each(|switch| set_option(*switch, &rights)),
        Step::Leave(_) => rights.everybody("t-sql/language-elements/try-catch-transact-sql.md"),
        // The step only fails.
        Step::Fail(_) => rights.checked_by("interpreter::rare_step"),
    }
}

fn set_option(switch: OptionSwitch, rights: &Rights<'_>) -> Result<(), SqlError> {
    match switch {
        OptionSwitch::ShowplanText(_) | OptionSwitch::ShowplanAll(_) | OptionSwitch::ShowplanXml(_) => {
            rights.checked_by("showplan::tell")
        }
        OptionSwitch::StatisticsProfile(_) | OptionSwitch::StatisticsXml(_) => {
            rights.checked_by("bound::check_permissions")
        }
        OptionSwitch::NoCount(_)
        | OptionSwitch::XactAbort(_)
        | OptionSwitch::ImplicitTransactions(_)
        | OptionSwitch::CursorCloseOnCommit(_)
        | OptionSwitch::FormatOnly(_)
        | OptionSwitch::NoExec(_)
        | OptionSwitch::NoBrowseTable(_)
        | OptionSwitch::StatisticsIo(_)
        | OptionSwitch::StatisticsTime(_)
        | OptionSwitch::Isolation(_)
        | OptionSwitch::LockTimeout(_)
        | OptionSwitch::DeadlockPriority(_)
        | OptionSwitch::TextSize(_)
        | OptionSwitch::Language(_)
        | OptionSwitch::DateFormat(_)
        | OptionSwitch::Meaning(..) => rights.everybody("t-sql/statements/set-statements-transact-sql.md"),
    }
}
