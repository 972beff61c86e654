//! Checks a restricted session's permissions for each step. The `match` has no wildcard arm, so
//! each new step needs a decision.
//!
//! `everybody` names the documentation page according to which no permission is needed.
//! `checked_by` names the function that makes the check later, once names are resolved.

use super::program::Step;
use sluice_catalog::security::codes;
use sluice_command::statement::{Checked, DatabaseSaid, Env, Inspection, OptionSwitch, TraceAction};
use sluice_session::quoted_name;
use sluice_session::rights::{Rights, missing};
use sluice_types::SqlError;

/// Fails if the session may not run the step. Called only for restricted sessions.
#[cold]
pub(super) fn check(step: &Step, env: &Env<'_, '_>) -> Result<(), SqlError> {
    let rights = Rights::new(env.state, env.context.host);
    match step {
        Step::Command(command) => command.needs(&rights),
        Step::IdentityInsert(name, _) => rights.alter(name, &missing(1088, 11, name)),
        Step::InsertBulk(load) => rights.bulk_load(&load.table, load.checks),
        Step::SequenceRange(_) => rights.checked_by("sequence_range::take_range"),
        Step::DefineProcedure(new) => rights.define_module(new.0.verb, new.0.kind, &new.0.name),
        Step::DefineTrigger(trigger) => rights.define_trigger(&trigger.watched()),
        Step::CreateDatabase(..) => rights.create_database(),
        Step::DropDatabase(_, names) => rights.drop_databases(names),
        Step::AlterDatabase(alter) => rights.alter_database(alter.database.as_ref().map(|name| &*name.text)),
        Step::ChangeDatabase(alter) => rights.alter_database(alter.database.as_ref().map(|name| &*name.text)),
        Step::AlterScopedConfiguration(_) => rights.on_database(codes::ALTER_ANY_DATABASE_SCOPED_CONFIGURATION),
        Step::Backup(backup) => rights.back_up(&backup.database.text, backup.of_log),
        Step::Checkpoint => rights.on_database(codes::CHECKPOINT),
        Step::Kill(_) => rights.server_or(codes::ALTER_ANY_CONNECTION, SqlError::new(6102, 14, 1, Vec::new())),
        Step::Reconfigure(_) => rights.server_or(codes::ALTER_SETTINGS, SqlError::new(5812, 14, 1, Vec::new())),
        Step::CheckDatabase(name, Checked::All, _) => rights.dbcc_of_database("CHECKDB", name.as_deref()),
        Step::CheckDatabase(name, Checked::Allocation, _) => rights.dbcc_of_database("CHECKALLOC", name.as_deref()),
        Step::CheckTable(table, _) => rights.dbcc_of_table("CHECKTABLE", quoted_name::parse(table).as_ref()),
        Step::CheckIdentity(check) => rights.dbcc_of_table("CHECKIDENT", quoted_name::parse(&check.table).as_ref()),
        Step::Inspect(inspection, _) => inspect(inspection, &rights, env),
        Step::Trace(trace) => trace_flags(trace.action, &rights),
        Step::Bound(_) | Step::Test(..) | Step::Cursor(_) => rights.checked_by("bound::check_permissions"),
        Step::InsertCall(_) | Step::Call(_) => rights.checked_by("call::call_it"),
        Step::Late(_) => rights.checked_by("interpreter::late"),
        Step::Security(_) => rights.checked_by("security::run"),
        Step::Use(_) => rights.checked_by("database::use_database"),
        Step::ApplicationLock(_) => rights.checked_by("application_lock::run"),
        Step::Switch(switches) => switches.iter().try_for_each(|switch| set_option(*switch, &rights)),
        Step::SetValue(..) => rights.everybody("t-sql/statements/set-statements-transact-sql.md"),
        Step::Begin(_) => rights.everybody("t-sql/language-elements/begin-transaction-transact-sql.md"),
        Step::Commit(_) => rights.everybody("t-sql/language-elements/commit-transaction-transact-sql.md"),
        Step::RollBack(_) => rights.everybody("t-sql/language-elements/rollback-transaction-transact-sql.md"),
        Step::Save(_) => rights.everybody("t-sql/language-elements/save-transaction-transact-sql.md"),
        Step::Print(_) => rights.everybody("t-sql/language-elements/print-transact-sql.md"),
        Step::Throw(_) | Step::ThrowAgain => rights.everybody("t-sql/language-elements/throw-transact-sql.md"),
        Step::RaiseError(raise) if raise.is_logged => {
            rights.server_or(codes::ALTER_TRACE, SqlError::new(2778, 16, 1, Vec::new()))
        }
        Step::RaiseError(_) => rights.everybody("t-sql/language-elements/raiserror-transact-sql.md"),
        Step::WaitFor(..) => rights.everybody("t-sql/language-elements/waitfor-transact-sql.md"),
        Step::Leave(_) => rights.everybody("t-sql/language-elements/try-catch-transact-sql.md"),
        Step::FlushLog => rights.everybody(FLUSH_LOG_PAGE),
        Step::SessionContext(_) => rights.everybody(SESSION_CONTEXT_PAGE),
        // The step only fails.
        Step::Fail(_) => rights.checked_by("interpreter::rare_step"),
    }
}

fn trace_flags(action: TraceAction, rights: &Rights<'_>) -> Result<(), SqlError> {
    match action {
        TraceAction::Switch(true) => rights.dbcc_of_server("TRACEON", codes::CONTROL),
        TraceAction::Switch(false) => rights.dbcc_of_server("TRACEOFF", codes::CONTROL),
        TraceAction::Status => rights.everybody("t-sql/database-console-commands/dbcc-tracestatus-transact-sql.md"),
    }
}

/// Checks DBCC commands that show or clear state of the engine.
fn inspect(inspection: &Inspection, rights: &Rights<'_>, env: &Env<'_, '_>) -> Result<(), SqlError> {
    match inspection {
        Inspection::LogSpace => rights.dbcc_of_server("SQLPERF", codes::VIEW_SERVER_STATE),
        Inspection::ClearWaits => rights.dbcc_of_server("SQLPERF", codes::ALTER_SERVER_STATE),
        Inspection::DropCleanBuffers => rights.dbcc_of_server("DROPCLEANBUFFERS", codes::ALTER_SERVER_STATE),
        Inspection::FreeProcedureCache => rights.dbcc_of_server("FREEPROCCACHE", codes::ALTER_SERVER_STATE),
        Inspection::Nothing => rights.dbcc_of_server("FREESESSIONCACHE", codes::ALTER_SERVER_STATE),
        Inspection::InputBuffer(session) if *session == i64::from(env.state.id.0) => {
            rights.everybody("t-sql/database-console-commands/dbcc-inputbuffer-transact-sql.md")
        }
        Inspection::InputBuffer(_) => rights.dbcc_of_server("INPUTBUFFER", codes::VIEW_SERVER_STATE),
        Inspection::LogInfo(database) => rights.dbcc_of_database("LOGINFO", database.as_deref()),
        Inspection::Usage(database, _) => rights.dbcc_of_database("UPDATEUSAGE", database.as_deref()),
        Inspection::Constraints => rights.dbcc_of_database("CHECKCONSTRAINTS", None),
        Inspection::OpenTransaction(asked) => {
            let of_number = |number: i64| {
                let databases = env.context.host.databases();
                let found = databases.iter().find(|database| i64::from(database.id.0) == number);
                found.map(|database| database.name.clone())
            };
            let database = match &asked.database {
                Some(DatabaseSaid::Name(name)) => Some(name.clone()),
                Some(DatabaseSaid::Number(number)) => of_number(*number),
                None => None,
            };
            rights.dbcc_of_database("OPENTRAN", database.as_deref())
        }
        Inspection::UserOptions => rights.everybody("t-sql/database-console-commands/dbcc-useroptions-transact-sql.md"),
        Inspection::Statistics(_) => rights.checked_by("show::show_statistics"),
    }
}

fn set_option(switch: OptionSwitch, rights: &Rights<'_>) -> Result<(), SqlError> {
    match switch {
        OptionSwitch::ShowplanText(_) | OptionSwitch::ShowplanAll(_) => rights.checked_by("showplan::tell"),
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
        | OptionSwitch::DateFormat(_) => rights.everybody("t-sql/statements/set-statements-transact-sql.md"),
    }
}

const FLUSH_LOG_PAGE: &str = "relational-databases/system-stored-procedures/sys-sp-flush-log-transact-sql.md";
const SESSION_CONTEXT_PAGE: &str =
    "relational-databases/system-stored-procedures/sp-set-session-context-transact-sql.md";
