//! DBCC TRACEON, TRACEOFF and TRACESTATUS.

use super::Env;
use sluice_session::sink::ColumnInfo;
use sluice_table::storage_error::sql_error;
use sluice_table::trace_flags::NO_IDENTITY_CACHE;
use sluice_types::{DataType, SqlError, Value};

/// A compiled DBCC TRACEON, TRACEOFF or TRACESTATUS.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Trace {
    /// The command.
    pub action: TraceAction,
    /// The flags named.
    pub flags: Vec<i64>,
    /// Whether informational messages are sent.
    pub infos: bool,
}

/// A trace flag command.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum TraceAction {
    /// TRACEON or TRACEOFF, for the whole instance.
    Switch(bool),
    /// TRACESTATUS.
    Status,
}

/// Switches flags, or shows the named flags, by default all that are on.
pub fn trace(env: &mut Env<'_, '_>, trace: &Trace) -> Result<(), SqlError> {
    let flags = env.context.host.trace_flags();
    match trace.action {
        TraceAction::Switch(on) => {
            trace.flags.iter().for_each(|flag| flags.switch(*flag, on));
            if on && trace.flags.contains(&NO_IDENTITY_CACHE) {
                settle_identities(env)?;
            }
        }
        TraceAction::Status => {
            let named = !trace.flags.is_empty();
            let shown = if named { trace.flags.clone() } else { flags.all_on().collect() };
            env.sink.columns(
                &["TraceFlag", "Status", "Global", "Session"]
                    .map(|name| ColumnInfo::expression(name, DataType::SmallInt, false)),
            );
            for flag in &shown {
                let on = i16::from(flags.is_on(*flag));
                // All flags are global; the session column is always 0.
                env.sink.row(&[*flag as i16, on, on, 0].map(Value::SmallInt));
            }
            env.sink.done(None);
        }
    }
    if trace.infos {
        env.inform(2528, Vec::new());
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
