//! DBCC TRACEON, TRACEOFF and TRACESTATUS.

use crate::statement::dbcc::arguments::option_word;
use sluice_catalog::security::codes;
use sluice_command::statement::{
    Command, CommandError, Compilation, Constants, Description, Env, EventSource, whole_number,
};
use sluice_plan::unsupported;
use sluice_session::consequence::StatementClass;
use sluice_session::rights::Rights;
use sluice_session::sink::ColumnInfo;
use sluice_syntax::ast::Dbcc;
use sluice_table::storage_error::sql_error;
use sluice_table::trace_flags::{NO_IDENTITY_CACHE, TraceFlags};
use sluice_types::{DataType, SqlError, Value};

/// A compiled DBCC TRACEON, TRACEOFF or TRACESTATUS.
struct Trace {
    /// The command.
    action: TraceAction,
    /// The flags named.
    flags: Vec<i64>,
    /// Whether -1 selects the whole instance rather than the session.
    is_global: bool,
    /// Whether informational messages are sent.
    infos: bool,
}

/// A trace flag command.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum TraceAction {
    /// TRACEON or TRACEOFF.
    Switch(bool),
    /// TRACESTATUS.
    Status,
}

/// Compiles DBCC TRACEON, TRACEOFF and TRACESTATUS. -1 means the whole instance. TRACEON and
/// TRACEOFF fail with 40517 for unknown flags, for flags of the instance without -1, and without a
/// flag. TRACESTATUS takes any smallint.
pub(super) fn compile(
    dbcc: &Dbcc,
    command: &str,
    action: TraceAction,
    to: &mut dyn Compilation,
) -> Result<(), SqlError> {
    let numbers: Option<Vec<i64>> = dbcc.arguments.iter().map(whole_number).collect();
    let Some(numbers) = numbers else {
        return Err(unsupported(&format!("DBCC {command} of something else than numbers")));
    };
    let flags: Vec<i64> = numbers.iter().copied().filter(|number| *number != WHOLE_INSTANCE).collect();
    let is_global = flags.len() < numbers.len();
    if action != TraceAction::Status {
        if let Some(flag) = flags.iter().find(|flag| !TraceFlags::is_known(**flag)) {
            return Err(unsupported(&format!("DBCC {command} of trace flag {flag}")));
        }
        let is_allowed = |flag: &i64| is_global || TraceFlags::is_of_session(*flag);
        if flags.is_empty() || !flags.iter().all(is_allowed) {
            return Err(unsupported(&format!("DBCC {command} without trace flags and -1")));
        }
    } else if let Some(flag) = flags.iter().find(|flag| i16::try_from(**flag).is_err()) {
        return Err(unsupported(&format!("DBCC {command} of trace flag {flag}")));
    }
    let mut infos = true;
    for option in &dbcc.options {
        match option_word(option).as_str() {
            "NO_INFOMSGS" => infos = false,
            other => return Err(unsupported(&format!("DBCC {command} WITH {other}"))),
        }
    }
    to.add(Box::new(Trace { action, flags, is_global, infos }));
    Ok(())
}

impl Command for Trace {
    fn needs(&self, rights: &Rights<'_>) -> Result<(), SqlError> {
        match self.action {
            TraceAction::Switch(true) => rights.dbcc_of_server("TRACEON", codes::CONTROL),
            TraceAction::Switch(false) => rights.dbcc_of_server("TRACEOFF", codes::CONTROL),
            TraceAction::Status => rights.everybody("t-sql/database-console-commands/dbcc-tracestatus-transact-sql.md"),
        }
    }

    fn class(&self) -> StatementClass {
        StatementClass::Other
    }

    fn events(&self) -> EventSource<'_> {
        EventSource::None
    }

    fn run(&self, env: &mut Env<'_, '_>) -> Result<(), CommandError> {
        Ok(trace(env, self)?)
    }

    fn description(&self, _constants: Constants<'_>) -> Description {
        Description::Unknown
    }
}

/// Switches flags, or shows the named ones. Without names, TRACESTATUS shows the flags that are on
/// for the instance and, unless -1 is given, for the session.
fn trace(env: &mut Env<'_, '_>, trace: &Trace) -> Result<(), SqlError> {
    let flags = env.context.host.trace_flags();
    match trace.action {
        TraceAction::Switch(on) if !trace.is_global => {
            let own = &mut env.state.trace_flags;
            own.retain(|flag| !trace.flags.contains(flag));
            own.extend(trace.flags.iter().filter(|_| on));
        }
        TraceAction::Switch(on) => {
            trace.flags.iter().for_each(|flag| flags.switch(*flag, on));
            if on && trace.flags.contains(&NO_IDENTITY_CACHE) {
                settle_identities(env)?;
            }
        }
        TraceAction::Status => {
            let own: &[i64] = if trace.is_global { &[] } else { &env.state.trace_flags };
            let mut shown = trace.flags.clone();
            if shown.is_empty() {
                shown = flags.all_on().chain(own.iter().copied()).collect();
                shown.sort_unstable();
                shown.dedup();
            }
            env.sink.columns(
                &["TraceFlag", "Status", "Global", "Session"]
                    .map(|name| ColumnInfo::expression(name, DataType::SmallInt, false)),
            );
            for flag in &shown {
                let (of_instance, of_session) = (flags.is_on(*flag), own.contains(flag));
                let bits = [of_instance || of_session, of_instance, of_session].map(i16::from);
                env.sink.row(&[*flag as i16, bits[0], bits[1], bits[2]].map(Value::SmallInt));
            }
            env.sink.done(None);
        }
    }
    if trace.infos {
        env.inform(SqlError::dbcc_completed());
    }
    env.frame.globals.row_count = 0;
    Ok(())
}

/// Saves the identity columns' cached values: a crash would leave a gap otherwise.
fn settle_identities(env: &Env<'_, '_>) -> Result<(), SqlError> {
    for database in env.context.host.databases() {
        database.settle_generators().map_err(|error| sql_error(&error, &database.name))?;
    }
    Ok(())
}

/// Pseudo trace flag that selects the whole instance.
const WHOLE_INSTANCE: i64 = -1;
